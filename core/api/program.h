// Program: a StableHLO text that is read and checked. Start here.
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
#include "core/text/print/print.h"
#include "core/types/element_type.h"
#include "core/types/type.h"

namespace paddock::simd {
class FftTableCache;
}

namespace paddock {

class Module;
struct Operation;
struct Example;
class RecentPlan;
class SpareMemory;

struct LoadOptions {
  // Constraint violations that upstream's test vectors allow are errors instead of warnings.
  bool strict = false;
  // Targets of custom_call that SessionOptions::custom_calls will have. The check does not warn
  // about these.
  std::vector<std::string> custom_call_targets = {};
};

// Argument or result of a function, or an element of one that is a tuple.
struct ParameterInfo {
  // Name without `%`; for a result its jax.result_info, or empty. A tuple element adds its path:
  // "x.1.0".
  std::string name;
  // Index among the parameters; a tuple element adds its indices: "0.1".
  std::string path;
  std::string type;  // "tensor<2x?xf32>"
  // Type as a handle, valid while the program lives.
  Type handle;
  // Element type of a storable tensor or scalar; the storage type if it is quantized.
  std::optional<ElementType> element_type;
  std::vector<int64_t> shape;  // -1 means known at run time
  Span span;
  // Text of an argument's loc(...), or empty. It lives as long as the program.
  std::string_view location = {};
  // Range of its leaves among those of all arguments or results. A tuple has the leaves of its
  // elements. Any other parameter, including a token, is one leaf.
  size_t first_leaf = 0;
  size_t leaf_count = 1;
  // Range of the integers and booleans that `random` generates, and the use that implies it:
  // "start_indices" of "stablehlo.gather". The type's default range if no use implies one.
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

// Immutable and thread-safe: sessions of several threads may share it.
class Program {
 public:
  // Never returns `nullptr`: a text with mistakes becomes a program with diagnostics. `name` is the
  // text's name in diagnostics. `first_line` is the number of its first line.
  static std::shared_ptr<const Program> Load(std::string name, std::string text,
                                             const LoadOptions& options = {},
                                             uint32_t first_line = 1);
  // Loads a program from the bytes of a file. Large constants of an artifact refer to these bytes,
  // and each keeps their `owner` alive. A text is copied.
  static std::shared_ptr<const Program> Load(std::string name, std::span<const std::byte> bytes,
                                             std::shared_ptr<const void> owner,
                                             const LoadOptions& options = {});
  ~Program();

  // Diagnostics of reading and checking, in the order of the text.
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }
  bool has_errors() const { return has_errors_; }
  const Source& source() const { return *source_; }

  // Comments before the text of a file of jax.export, which hold the file's metadata.
  const std::string& preamble() const { return preamble_; }
  // Prints the whole program in the pretty form, after the preamble. With errors, prints the part
  // that was read.
  std::string Print(PrintForm form) const;
  // Returns whether `other` is the same program.
  bool IsSameProgram(const Program& other) const;

  const std::vector<FunctionInfo>& functions() const { return functions_; }
  // Returns the function called `name`. If `name` is empty, returns @main, or else the only
  // function with a body. Declarations and private functions count only if there is no other.
  // Returns `nullptr`, with a sentence in `problem`, if there is none.
  const FunctionInfo* FindEntry(std::string_view name, std::string& problem) const;

  // Returns the span of the operation that a diagnostic at `span` is about: the innermost one
  // around it, or with `is_outermost` the outermost one within its function. Returns `span` if no
  // operation covers it.
  Span EnclosingOperation(Span span, bool is_outermost) const;
  // Returns whether comments give values of arguments.
  bool has_commented_inputs() const;

  // Releases the memory that a native program retains for later sessions. It retains large blocks
  // that its sessions and their results no longer need, up to the peak of one session. It also
  // retains FFT tables, at most 128 MB, and the plan of its last session (core/plan/recent_plan.h).
  // The destructor releases all of them as well.
  void ReleaseMemory() const;

  // Internals, for higher stages.
  const Module& module() const { return *module_; }
  const Example& example() const { return *example_; }
  const std::shared_ptr<SpareMemory>& spare_memory() const { return spare_memory_; }
  const std::shared_ptr<simd::FftTableCache>& fft_tables() const { return fft_tables_; }
  RecentPlan& recent_plan() const { return *recent_plan_; }

 private:
  Program();
  void ReadText(std::shared_ptr<const Source> source, DiagnosticSink& sink);
  void ReadArtifact(std::string name, std::span<const std::byte> bytes,
                    std::shared_ptr<const void> owner, DiagnosticSink& sink);
  // Checks the program, which any format may have provided, and collects its functions.
  void Check(const LoadOptions& options, DiagnosticSink& sink);
  void CollectFunctions();

  std::shared_ptr<const Source> source_;
  std::unique_ptr<Module> module_;
  std::unique_ptr<Example> example_;
  std::shared_ptr<SpareMemory> spare_memory_;
  std::shared_ptr<simd::FftTableCache> fft_tables_;
  // Its plan refers to the module.
  std::unique_ptr<RecentPlan> recent_plan_;
  std::vector<Diagnostic> diagnostics_;
  std::vector<FunctionInfo> functions_;
  std::string preamble_;
  bool has_errors_ = false;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_API_PROGRAM_H_
