// A program for JavaScript: reads, checks and inspects it, and divides its grid among places.
#ifndef PADDOCK_WASM_PROGRAM_HANDLE_H_
#define PADDOCK_WASM_PROGRAM_HANDLE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/api/observe/program_info.h"
#include "core/api/program.h"
#include "core/api/query/dimension.h"
#include "core/api/query/fixes.h"
#include "core/api/query/structure.h"
#include "core/diagnostics/json.h"
#include "wasm/describe.h"
#include "wasm/factor/loaded_factor.h"

namespace paddock {

class ProgramHandle {
 public:
  static ProgramHandle* Load(std::string name, std::string text, bool is_strict) {
    auto* handle = new ProgramHandle();
    handle->program_ = Program::Load(std::move(name), std::move(text), {.strict = is_strict});
    return handle;
  }

  bool has_errors() const { return program_->has_errors(); }
  std::string diagnostics() const {
    return DiagnosticsJson(program_->diagnostics(), program_->source());
  }
  std::string functions() const { return DescribeAll(program_->functions()); }
  // Returns the entry's name, or an empty text if there is none to run.
  std::string entry(std::string name) const {
    std::string problem;
    const FunctionInfo* found = program_->FindEntry(name, problem);
    return found == nullptr ? "" : found->name;
  }
  // Whether a run of it needs paddock-factor.wasm, which is not loaded yet.
  bool needs_factor() const { return !HasFactorFunctions() && NeedsFactor(*program_); }
  bool has_commented_inputs() const { return program_->has_commented_inputs(); }
  std::string print(bool is_generic) const {
    return program_->Print(is_generic ? PrintForm::kGeneric : PrintForm::kPretty);
  }
  // Describes the operations that are in bytes begin .. end.
  std::string operations(uint32_t begin, uint32_t end, bool has_sentences) const {
    return DescribeOperations(OperationsIn(*program_, Span{begin, end}, has_sentences));
  }
  // Describes the value or function whose name is at byte `offset`, or returns "null".
  std::string name_at(uint32_t offset) const {
    const auto name = NameAt(*program_, offset);
    return name ? Describe(*name) : "null";
  }
  // Describes the dimension whose size is at byte `offset`, or returns "null".
  std::string dimension_at(uint32_t offset) const {
    const auto dimension = DimensionAt(*program_, offset);
    return dimension ? Describe(*dimension) : "null";
  }
  // Describes the operations and element types of the program.
  std::string info() const { return Describe(DescribeProgram(*program_)); }
  // Returns the text with every certain fix applied, the number of fixes, and the number of
  // remaining diagnostics with suggestions.
  std::string fixed(bool follow_types) const {
    const FixedText fixed =
        MakeFixes(std::string(program_->source().name()), std::string(program_->source().text()),
                  {.follow_types = follow_types});
    return Json()
        .Member("text", std::string_view(fixed.text))
        .Member("count", static_cast<uint64_t>(fixed.fix_count))
        .Member("suggestions", static_cast<uint64_t>(fixed.suggestion_count))
        .Object();
  }
  // Describes how a grid is divided among at most `places` places. 0 x 0: the program's own grid.
  std::string grid(int replicas, int partitions, int places) const;
  bool is_same_program(const ProgramHandle& other) const {
    return program_->IsSameProgram(*other.program_);
  }

  const std::shared_ptr<const Program>& program() const { return program_; }

 private:
  std::shared_ptr<const Program> program_;
};

}  // namespace paddock

#endif  // PADDOCK_WASM_PROGRAM_HANDLE_H_
