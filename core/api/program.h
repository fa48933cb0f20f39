// Program: a StableHLO text, read and checked. Start here.
//
//   auto program = paddock::Program::Load("add.mlir", text);
//   for (const auto& d : program->diagnostics()) puts(RenderText(d, program->source()).c_str());
//   auto session = paddock::Session::Start(program, {.inputs = {...}});
#ifndef PADDOCK_CORE_API_PROGRAM_H_
#define PADDOCK_CORE_API_PROGRAM_H_

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics/diagnostic.h"
#include "core/io/generate_values.h"
#include "core/tensor/tensor.h"
#include "core/text/print.h"
#include "core/types/element_type.h"
#include "core/types/type.h"

namespace paddock::simd {
class FftTableCache;
}

namespace paddock {

class Module;
struct Operation;
struct Example;
class SpareMemory;

struct LoadOptions {
  // What upstream's vectors allow against a numbered constraint is an error, not a warning.
  bool strict = false;
  // Targets of custom_call that SessionOptions::custom_calls will have: no warning says that they
  // are not known.
  std::vector<std::string> custom_call_targets = {};
};

// An argument or a result of a function, or an element of one that is a tuple.
struct ParameterInfo {
  // Without `%`; a result's jax.result_info, or empty. Of an element its path behind that: "x.1.0".
  std::string name;
  // Its index among the parameters and, of an element, the indices behind that: "0.1".
  std::string path;
  std::string type;  // "tensor<2x?xf32>"
  // The same as a handle, for as long as the program lives.
  Type handle;
  // Element type of a tensor or scalar that can be stored; the storage type if it is quantized.
  std::optional<ElementType> element_type;
  std::vector<int64_t> shape;  // -1 where a run decides
  Span span;
  // The text of an argument's loc(...), or empty; it lives as long as the program.
  std::string_view location = {};
  // Its leaves are itself or, of a tuple, those of its elements; a token is one, too. Where they
  // stand among those of all arguments, or results.
  size_t first_leaf = 0;
  size_t leaf_count = 1;
  // Numbers that `random` gives integers and booleans: those that the uses of an argument make
  // sense with, and the use, "start_indices" of "stablehlo.gather"; or the type's usual ones.
  ElementRanges ranges = {};
  std::string_view ranges_operand = {};
  std::string_view ranges_operation = {};
};

struct FunctionInfo {
  std::string name;
  bool is_public = true;
  bool has_body = true;
  std::vector<ParameterInfo> arguments;
  std::vector<ParameterInfo> results;
  std::vector<ParameterInfo> argument_leaves;
  std::vector<ParameterInfo> result_leaves;
  Span span;
};

// Immutable and shared between sessions, also of several threads.
class Program {
 public:
  // Never null: a text full of mistakes is a program with diagnostics. `name` is what
  // diagnostics call the text; `first_line` counts its lines from another number than 1.
  static std::shared_ptr<const Program> Load(std::string name, std::string text,
                                             const LoadOptions& options = {},
                                             uint32_t first_line = 1);
  // The same of the bytes of a file. Large constants of an artifact stay there, and `owner`, which
  // keeps the bytes alive, lives as long as one of them; a text is copied.
  static std::shared_ptr<const Program> Load(std::string name, std::span<const std::byte> bytes,
                                             std::shared_ptr<const void> owner,
                                             const LoadOptions& options = {});
  ~Program();

  // Of reading and checking, in the order of the text.
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }
  bool has_errors() const { return has_errors_; }
  const Source& source() const { return *source_; }

  // Comments for the text of a program that jax.export wrote: what the file says of it.
  const std::string& preamble() const { return preamble_; }
  // The whole program as text, in the pretty form behind the preamble; with errors, of what was
  // understood.
  std::string Print(PrintForm form) const;
  // Reads `text` again and says whether it is the same program.
  bool IsSameProgram(const Program& other) const;

  const std::vector<FunctionInfo>& functions() const { return functions_; }
  // The function called `name`; of an empty name @main, or else the only one with a body
  // (declarations and private functions do not count unless there is no other). Null, and
  // a sentence in `problem`, if there is none.
  const FunctionInfo* FindEntry(std::string_view name, std::string& problem) const;

  // The span of the operation that a diagnostic at `span` is about: of the innermost one
  // around it, or with `is_outermost` of the outermost one within its function. `span`
  // itself if no operation covers it.
  Span EnclosingOperation(Span span, bool is_outermost) const;
  // Whether comments give values of arguments.
  bool has_commented_inputs() const;

  // Natively a program keeps large memory that its sessions and their results no longer need for
  // the next ones: at most what the largest of its sessions held at once. It also keeps tables of
  // Fourier transforms, of 128 MB at most. Gives both back to the system, as the end of the
  // program does.
  void ReleaseMemory() const;

  // The inside, for the stages above.
  const Module& module() const { return *module_; }
  const Example& example() const { return *example_; }
  const std::shared_ptr<SpareMemory>& spare_memory() const { return spare_memory_; }
  const std::shared_ptr<simd::FftTableCache>& fft_tables() const { return fft_tables_; }

 private:
  Program();
  void ReadText(std::shared_ptr<const Source> source, DiagnosticSink& sink);
  void ReadArtifact(std::string name, std::span<const std::byte> bytes,
                    std::shared_ptr<const void> owner, DiagnosticSink& sink);
  // What comes after reading, whatever it was read from.
  void Check(const LoadOptions& options, DiagnosticSink& sink);
  void CollectFunctions();

  std::shared_ptr<const Source> source_;
  std::unique_ptr<Module> module_;
  std::unique_ptr<Example> example_;
  std::shared_ptr<SpareMemory> spare_memory_;
  std::shared_ptr<simd::FftTableCache> fft_tables_;
  std::vector<Diagnostic> diagnostics_;
  std::vector<FunctionInfo> functions_;
  std::string preamble_;
  bool has_errors_ = false;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_API_PROGRAM_H_
