// Fuzz target: command lines, over files in memory. For any of them the command ends with one of
// its exit codes, reports why it refuses a request, and writes valid JSON.
#include <algorithm>
#include <cctype>
#include <map>
#include <string>
#include <vector>

#include "cli/commands/command.h"
#include "cli/files/program_file.h"
#include "cli/host/memory_file.h"
#include "core/base/fuzz_testing.h"
#include "core/io/json_reader.h"

namespace paddock::cli {
namespace {

using testing::FuzzRequire;

constexpr std::string_view kProgram = R"(
func.func @main(%x: tensor<2xf32>, %n: tensor<?xi8>) -> (tensor<2xf32>, tensor<?xi8>) {
  %y = stablehlo.add %x, %x : tensor<2xf32>
  return %y, %n : tensor<2xf32>, tensor<?xi8>
}
func.func @loop(%x: tensor<i32>) -> tensor<i32> {
  %y = stablehlo.while(%i = %x) : tensor<i32> cond {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %p = stablehlo.compare NE, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %d = stablehlo.subtract %i, %one : tensor<i32>
    stablehlo.return %d : tensor<i32>
  }
  return %y : tensor<i32>
}
func.func @feed() -> tensor<2xf32> {
  %t = stablehlo.create_token : !stablehlo.token
  %v:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return %v#0 : tensor<2xf32>
}
)";

constexpr std::string_view kExample =
    "// %x: [1.0, 2.0]\n%y = stablehlo.abs %x : tensor<2xf32>\n// %y: [1.0, 2.0]\n";

constexpr std::string_view kMachine =
    "topology = ring\nlink.bandwidth = 1 GB/s\nlink.latency = 1 us\nchip.flops = 1 Gflop/s\n"
    "chip.memory = 1 GB/s\n";

// Host with files in memory, a clock that advances at each query, and a user who soon interrupts.
class FuzzHost final : public Host {
 public:
  FuzzHost() {
    files_["p"] = kProgram;
    files_["e"] = kExample;
    files_["m"] = kMachine;
    files_["broken"] = "func.func @main( {";
    files_["a.npy"] = NpyFile();
    files_["a.raw"] = std::string("\x01\x02", 2);
  }

  std::optional<std::string> Read(const std::string& path, std::string& problem) override {
    const auto found = files_.find(path);
    if (found != files_.end()) return found->second;
    problem = path + ": is not there";
    return std::nullopt;
  }
  std::unique_ptr<ReadableFile> Open(const std::string& path, std::string& problem) override {
    auto text = Read(path, problem);
    return text ? std::make_unique<MemoryFile>(*std::move(text)) : nullptr;
  }
  std::unique_ptr<WritableFile> Create(const std::string& path, std::string& problem) override {
    if (!path.empty()) return std::make_unique<NewFile>(files_[path]);
    problem = "a file needs a name";
    return nullptr;
  }
  PathKind Stat(const std::string& path) override {
    if (path == "folder") return PathKind::kFolder;
    return files_.contains(path) ? PathKind::kFile : PathKind::kNone;
  }
  std::vector<std::string> List(const std::string&) override { return {"p", "e"}; }
  void PrintOut(std::string_view text) override { out += text; }
  void PrintError(std::string_view text) override { error += text; }
  bool is_interactive() const override { return false; }
  bool shows_colors() const override { return false; }
  double Now() override { return now_ += 0.01; }
  double CpuSeconds() override { return now_; }
  bool is_interrupted() override { return ++looked_ > 20; }
  bool runs_at_once() const override { return false; }
  void ForEach(size_t count, int, const std::function<void(size_t)>& job) override {
    for (size_t i = 0; i < count; ++i) job(i);
  }

  std::string out;
  std::string error;

 private:
  class NewFile final : public WritableFile {
   public:
    explicit NewFile(std::string& text) : text_(text) { text_.clear(); }
    bool Append(std::span<const std::byte> bytes, std::string&) override {
      text_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
      return true;
    }
    bool Close(std::string&) override { return true; }

   private:
    std::string& text_;
  };

  // Returns a file of two numbers, 1.0 and 2.0.
  static std::string NpyFile() {
    const std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }";
    std::string file("\x93NUMPY\x01\x00", 8);
    file += static_cast<char>(header.size());
    file += '\0';
    return file + header + std::string("\x00\x00\x80\x3F\x00\x00\x00\x40", 8);
  }

  std::map<std::string, std::string> files_;
  double now_ = 0;
  int looked_ = 0;
};

// Splits the bytes into words, one a line.
std::vector<std::string> WordsOf(std::string_view bytes) {
  std::vector<std::string> words;
  while (!bytes.empty()) {
    const size_t end = std::min(bytes.find('\n'), bytes.size());
    words.emplace_back(bytes.substr(0, end));
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
  }
  return words;
}

// Returns whether the word may cause long valid work: a large grid, or measuring the machine's
// limits.
bool IsLong(std::string_view word) {
  const bool has_many_digits =
      std::ranges::count_if(word, [](unsigned char c) { return std::isdigit(c) != 0; }) > 2;
  const bool is_size = word.find_first_not_of("0123456789x") == std::string_view::npos;
  return word.starts_with("--profile") || word.starts_with("--grid=") ||
         (is_size && has_many_digits);
}

bool WritesJson(const std::vector<std::string>& words) {
  const auto format = std::ranges::find(words, "--format");
  const bool is_written = format != words.end() && format + 1 != words.end() &&
                          *(format + 1) == "json" && std::ranges::count(words, "--format") == 1;
  return is_written && !words[0].starts_with("-") && words[0] != "help" &&
         std::ranges::find(words, "--help") == words.end();
}

}  // namespace

PADDOCK_FUZZ_TARGET(command) {
  std::vector<std::string> words = WordsOf(bytes);
  if (words.size() > 20 || std::ranges::any_of(words, IsLong)) return;
  const bool takes_memory = !words.empty() && (words[0] == "run" || words[0] == "test" ||
                                               words[0] == "bench" || words[0] == "cost");
  if (takes_memory) words.insert(words.begin() + 1, "--memory=16M");
  if (std::ranges::count_if(
          words, [](const std::string& word) { return word.starts_with("--memory"); }) > 1) {
    return;
  }
  FuzzHost host;
  const int code = RunCommand(words, host);
  FuzzRequire(code >= kDone && code <= kStopped, "an exit code of no meaning");
  if (code == kMisused) FuzzRequire(!host.error.empty() || words.empty(), "misused without a word");
  if (code == kMisused || host.out.empty() || !WritesJson(words)) return;
  JsonReader json(host.out);
  FuzzRequire(json.Skip() && json.IsAtEnd(), "no JSON:\n" + host.out);
}

}  // namespace paddock::cli
