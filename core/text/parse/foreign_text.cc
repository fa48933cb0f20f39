#include "core/text/parse/foreign_text.h"

#include <algorithm>
#include <string>

#include "core/text/lexer.h"

namespace paddock {
namespace {

// Length of the beginning that is examined. A license comment may precede the significant part.
constexpr size_t kBeginning = 8000;
// Placeholder for any byte that is not ASCII.
constexpr char kWide = '\x7F';
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// Returns the beginning of `bytes` with kWide for each non-ASCII byte or replacement character.
std::string Narrow(std::string_view bytes) {
  std::string narrow;
  while (!bytes.empty() && narrow.size() < kBeginning) {
    const bool is_replaced = bytes.starts_with(kReplacement);
    narrow += static_cast<unsigned char>(bytes[0]) >= 0x80 ? kWide : bytes[0];
    bytes.remove_prefix(is_replaced ? kReplacement.size() : 1);
  }
  return narrow;
}

struct Magic {
  size_t offset = 0;
  std::string_view bytes;
  std::string_view sentence;
};

// Byte patterns in the result of Narrow.
constexpr Magic kMagics[] = {
    {0, "ML\x7FR",
     "this is MLIR bytecode that was read as text: open the file itself, or write it as text with "
     "stablehlo-translate --deserialize"},
    {0, "\x1F\x7F", "this is compressed by gzip: unpack it (gunzip FILE) and open the contents"},
    {0, "PK\x03\x04",
     "this is an archive (.zip, .npz, .pt2, .keras): unpack it and open the program in it; "
     "the arrays of an .npz are values for --input"},
    {0, "\x7FNUMPY", "this is a NumPy array (.npy), not a program: use it with --input"},
    {0, "\x7FHDF", "this is HDF5 (.h5, Keras), which has weights but no StableHLO program"},
    {0, "BZh", "this is compressed by bzip2: unpack it and open the contents"},
    {0,
     "\x7F"
     "7zXZ",
     "this is compressed by xz: unpack it and open the contents"},
    {0, "(\x7F/\x7F", "this is compressed by Zstandard: unpack it and open the contents"},
    {4, "TFL3",
     "this is a TensorFlow Lite model: Paddock runs StableHLO, which jax.export or tf.function's "
     "experimental_get_compiler_ir(stage=\"stablehlo\") writes"},
    {257, "ustar", "this is an archive (.tar): unpack it and open the program in it"},
    {0,
     "\x7F"
     "ELF",
     "this is a compiled program: Paddock runs the StableHLO before compilation"},
    {0, "%PDF", "this is a PDF document, not a program"},
    {0, "\x7FPNG", "this is a picture, not a program"},
    {0, "version https://git-lfs",
     "this is a Git LFS pointer: git lfs pull fetches the file that it stands for"},
};

constexpr std::string_view kHlo =
    "this is HLO text, after XLA: Paddock runs StableHLO, which jax.jit(f).lower(...).as_text() "
    "writes, without .compile()";
constexpr std::string_view kPython =
    "this is Python: Paddock runs the program that JAX makes from it, "
    "print(jax.jit(f).lower(x).as_text())";
constexpr std::string_view kJaxpr =
    "this is a jaxpr: jax.jit(f).lower(...).as_text() gives the StableHLO program of the same "
    "function";
constexpr std::string_view kVhlo =
    "this is VHLO as text, the form inside portable artifacts: stablehlo-opt "
    "--vhlo-to-version=target=current --vhlo-legalize-to-stablehlo writes StableHLO";
constexpr std::string_view kLlvm =
    "this is LLVM IR, long after StableHLO: Paddock runs the program before it was compiled";
constexpr std::string_view kWebPage = "this is a web page: open the program itself";
constexpr std::string_view kJson =
    "this is JSON: Paddock runs StableHLO text, as jax.jit(f).lower(...).as_text() writes it";
constexpr std::string_view kOnnxText =
    "this is ONNX: Paddock runs StableHLO; convert the model to JAX and export it";
constexpr std::string_view kWideText = "this text is UTF-16: save it as UTF-8";
constexpr std::string_view kOnnx =
    "this is an ONNX model: Paddock runs StableHLO; convert the model to JAX and export it";
constexpr std::string_view kTensorFlow =
    "this is a TensorFlow graph (.pb): tf.function(f, jit_compile=True)"
    ".experimental_get_compiler_ir(...)(stage=\"stablehlo\") writes StableHLO";
constexpr std::string_view kProtobuf =
    "this is a protocol buffer (an HLO module, a TensorFlow .pb or such): Paddock runs StableHLO "
    "text, as jax.jit(f).lower(...).as_text() writes it";
constexpr std::string_view kSafetensors =
    "this is a safetensors file with arrays, not a program: use it with --input";
constexpr std::string_view kBinary =
    "this is a binary file, not a text: Paddock runs StableHLO as text or as a portable artifact";

bool Has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool IsControl(char c) {
  const bool is_written = c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\x1B';
  // char is unsigned on some machines.
  return !is_written && static_cast<unsigned char>(c) < ' ';
}

// A message begins with the key of its first field. ONNX and saved models begin with a version,
// graphs and HLO modules with a text or message.
std::string_view BinaryFormat(std::string_view text) {
  if (text.substr(std::min<size_t>(8, text.size())).starts_with("{\"")) return kSafetensors;
  if (Has(text, "Placeholder") || Has(text, "saved_model") || Has(text, "tensorflow")) {
    return kTensorFlow;
  }
  const bool has_version = text.size() > 2 && text[0] == '\x08' && text[2] == '\x12';
  if (has_version && text[1] >= 3) return kOnnx;
  return has_version || text[0] == '\x0A' || text[0] == '\x12' ? kProtobuf : kBinary;
}

// `vhlo.add_v1`, `!vhlo.tensor_v1`.
bool HasVhlo(std::string_view text) {
  constexpr std::string_view kPrefix = "vhlo.";
  for (size_t at = text.find(kPrefix); at != std::string_view::npos;
       at = text.find(kPrefix, at + 1)) {
    size_t end = at + kPrefix.size();
    while (end < text.size() && IsNameCharacter(text[end])) ++end;
    const std::string_view name = text.substr(at, end - at);
    const size_t version = name.rfind("_v");
    if (version != std::string_view::npos && version + 2 < name.size() &&
        name[version + 2] >= '0' && name[version + 2] <= '9') {
      return true;
    }
  }
  return false;
}

std::string_view Trim(std::string_view line) {
  const size_t begin = line.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return line.substr(begin, line.find_last_not_of(" \t\r") - begin + 1);
}

bool IsPython(std::string_view line) {
  return (line.starts_with("import ") && !line.ends_with('{')) ||
         (line.starts_with("from ") && Has(line, " import ")) ||
         (line.starts_with("def ") && Has(line, "(") && line.ends_with(':')) ||
         line.starts_with("@jax.") || line.starts_with("@jit") || line.starts_with("@partial(");
}

// Skips comments of MLIR, LLVM, Python and shells.
std::string_view LineFormat(std::string_view text) {
  bool is_first = true;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = Trim(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.starts_with("HloModule ") || (line.starts_with("ENTRY ") && line.ends_with('{'))) {
      return kHlo;
    }
    if (IsPython(line)) return kPython;
    if (line.starts_with("; ModuleID") || line.starts_with("target triple") ||
        line.starts_with("target datalayout")) {
      return kLlvm;
    }
    if (!is_first || line.empty() || line.starts_with("//") || line.starts_with('#')) continue;
    is_first = false;
    if (line.starts_with("{ lambda") || line.starts_with("{lambda")) return kJaxpr;
    if (line.starts_with("<!") || line.starts_with("<html") || line.starts_with("<HTML")) {
      return kWebPage;
    }
    if (line.starts_with("ir_version") || line.starts_with("producer_name")) return kOnnxText;
    if (line.starts_with("{\"") || line.starts_with("[{") || line == "{" || line == "[") {
      return kJson;
    }
  }
  return {};
}

struct ForeignDialectInfo {
  std::string_view name;
  std::string_view sentence;
};

constexpr ForeignDialectInfo kDialects[] = {
    {"mhlo", "MHLO came before StableHLO, which a newer JAX writes"},
    {"tosa",
     "Paddock runs StableHLO, and nothing leads from TOSA to it: export it from where it came"},
    {"torch", "torch-mlir-opt --torch-backend-to-stablehlo-backend-pipeline writes StableHLO"},
    {"tf", "tf.function's experimental_get_compiler_ir(stage=\"stablehlo\") writes StableHLO"},
    {"linalg", "linalg comes after StableHLO: Paddock runs the program before it was lowered"},
    {"onnx", "Paddock runs StableHLO; convert the model to JAX and export it"},
    {"vhlo",
     "VHLO is the form inside portable artifacts; stablehlo-opt --vhlo-legalize-to-stablehlo "
     "writes StableHLO"},
};

}  // namespace

std::string_view ForeignDialect(std::string_view dialect) {
  const auto found = std::ranges::find(kDialects, dialect, &ForeignDialectInfo::name);
  return found == std::end(kDialects) ? std::string_view() : found->sentence;
}

std::string_view ForeignFormat(std::string_view bytes) {
  const std::string text = Narrow(bytes);
  const std::string_view beginning = text;
  for (const Magic& magic : kMagics) {
    if (beginning.size() >= magic.offset &&
        beginning.substr(magic.offset).starts_with(magic.bytes)) {
      return magic.sentence;
    }
  }
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) return kWideText;
  if (std::ranges::any_of(text, IsControl)) return BinaryFormat(text);
  // A StableHLO program may mention any of these.
  if (Has(text, "stablehlo.") || Has(text, "func.func") || Has(text, "chlo.")) return {};
  if (HasVhlo(text)) return kVhlo;
  return LineFormat(text);
}

}  // namespace paddock
