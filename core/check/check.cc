// Walk over a module: scopes and symbols, then each operation by the table and its rules.
#include "core/check/check.h"

#include <algorithm>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/check/check_operation.h"
#include "core/check/context.h"
#include "core/check/suggest.h"
#include "core/check/table_rules.h"

namespace paddock {
namespace {

// Walks the module with an explicit stack: nesting does not grow the call stack.
class Walk {
 public:
  Walk(Module& module, DiagnosticSink& sink, const CheckOptions& options)
      : module_(module),
        sink_(sink),
        options_(options),
        is_visible_(module.value_count()),
        cause_of_(module.value_count()),
        scope_of_(module.value_count()),
        parse_error_count_(sink.error_count() == 0 ? 0 : sink.diagnostics().size()) {}

  void Run() {
    Enter(*module_.operation());
    while (!frames_.empty()) Step();
  }

 private:
  // Operation whose regions are being walked.
  struct Frame {
    const Operation* operation;
    size_t region;
    const Block* block;
    const Operation* next;
    // Start in `defined_` of the values that become invisible at the end of the region.
    size_t first_defined;
    // Values of scopes outside this one are not visible.
    size_t isolated_scope;
    bool is_sound;
    // Number of diagnostics before the operation.
    size_t first_diagnostic;
  };
  using Cause = std::optional<DiagnosticCause>;

  // Enters an operation: makes the checks that do not need its regions.
  void Enter(const Operation& operation) {
    CheckUses(operation);
    const size_t first_diagnostic = sink_.diagnostics().size();
    const bool is_sound = CheckBefore(operation, CauseOf(operation));
    const size_t outer = frames_.empty() ? 0 : frames_.back().isolated_scope;
    frames_.push_back(
        {&operation, 0, nullptr, nullptr, defined_.size(), outer, is_sound, first_diagnostic});
    EnterRegion();
  }

  // Visits one operation of the innermost region, or its end.
  void Step() {
    Frame& frame = frames_.back();
    if (frame.next != nullptr) {
      const Operation& operation = *frame.next;
      frame.next = operation.next;
      Enter(operation);
    } else if (frame.block != nullptr && frame.block->next != nullptr) {
      EnterBlock(*frame.block->next);
    } else {
      Leave();
    }
  }

  void EnterRegion() {
    Frame& frame = frames_.back();
    frame.block = nullptr;
    frame.next = nullptr;
    if (frame.region >= frame.operation->regions.size()) return;
    const Region& region = *frame.operation->regions[frame.region];
    const OpInfo* info = frame.operation->info;
    if (info != nullptr && !info->regions.empty() && info->regions[0].is_isolated) {
      frame.isolated_scope = frames_.size();
    }
    CheckSymbols(region);
    if (region.first != nullptr) EnterBlock(*region.first);
  }

  void EnterBlock(const Block& block) {
    frames_.back().block = &block;
    frames_.back().next = block.first;
    for (const Value* argument : block.arguments) Define(*argument);
  }

  // Leaves a region for the next one, or for the end of the operation.
  void Leave() {
    Frame& frame = frames_.back();
    while (defined_.size() > frame.first_defined) {
      is_visible_[defined_.back()] = false;
      defined_.pop_back();
    }
    if (++frame.region < frame.operation->regions.size()) return EnterRegion();
    const Frame done = frame;
    frames_.pop_back();
    Finish(done);
  }

  void Define(const Value& value) {
    is_visible_[value.id] = true;
    scope_of_[value.id] = frames_.size();
    defined_.push_back(value.id);
  }

  std::vector<Type> OperandTypes(const Operation& operation) const {
    std::vector<Type> types;
    for (const Value* operand : operation.operands) types.push_back(operand->type);
    return types;
  }

  std::span<const Diagnostic> Diagnostics() const { return sink_.diagnostics(); }

  // Returns whether all operands have types. An undefined value may be used without a written type.
  static bool HasTypes(const Operation& operation) {
    const auto has_type = [](const Value* value) { return static_cast<bool>(value->type); };
    return std::ranges::all_of(operation.operands, has_type) &&
           std::ranges::all_of(operation.regions, [&](const Region* region) {
             const Block* block = region->only_block();
             return block == nullptr || block->last == nullptr ||
                    std::ranges::all_of(block->last->operands, has_type);
           });
  }

  // Returns the first parser error at or after a place.
  Cause ParseErrorFrom(uint32_t begin) const {
    const Diagnostic* first = nullptr;
    for (const Diagnostic& diagnostic : Diagnostics().first(parse_error_count_)) {
      const bool is_after =
          diagnostic.severity == Severity::kError && diagnostic.span.begin >= begin;
      if (is_after && (first == nullptr || diagnostic.span.begin < first->span.begin)) {
        first = &diagnostic;
      }
    }
    if (first == nullptr) return DiagnosticCause{};
    return DiagnosticCause{first->code, first->span};
  }

  // Returns the error that makes a value suspect; nothing if there is none.
  Cause CauseOf(const Value& value) const {
    if (value.operation == nullptr && value.block == nullptr) {
      return ParseErrorFrom(value.span.begin);
    }
    const uint32_t cause = cause_of_[value.id];
    return cause == 0 ? Cause() : causes_[cause - 1];
  }

  // Returns a parser error within the regions, whose unread text may be the missing part.
  Cause CauseWithin(const Operation& operation) const {
    for (const Region* region : operation.regions) {
      if (!region->span.is_known()) continue;
      Cause cause = ParseErrorFrom(region->span.begin);
      if (cause && cause->span.is_known() && cause->span.begin < region->span.end) return cause;
    }
    return {};
  }

  Cause CauseOf(const Operation& operation) const {
    for (const Value* operand : operation.operands) {
      if (Cause cause = CauseOf(*operand)) return cause;
    }
    for (const Region* region : operation.regions) {
      const Block* block = region->only_block();
      if (block == nullptr || block->last == nullptr) continue;
      for (const Value* operand : block->last->operands) {
        if (Cause cause = CauseOf(*operand)) return cause;
      }
    }
    return parse_error_count_ == 0 ? Cause() : CauseWithin(operation);
  }

  void CheckUses(const Operation& operation) {
    const size_t isolated = frames_.empty() ? 0 : frames_.back().isolated_scope;
    for (size_t i = 0; i < operation.operands.size(); ++i) {
      const Value& value = *operation.operands[i];
      // A value without an owner was never defined; the parser reported it.
      if (value.operation == nullptr && value.block == nullptr) continue;
      const bool is_visible = is_visible_[value.id];
      if (is_visible && scope_of_[value.id] >= isolated) continue;
      // Reported once for each value, by the parser or here.
      if (!is_visible && (IsToldByParser(value) || !early_.insert(value.id).second)) continue;
      const ConstraintInfo& rule =
          Info(is_visible ? Constraint::kIsolation : Constraint::kDominance);
      Diagnostic diagnostic;
      diagnostic.code = rule.code;
      diagnostic.message =
          Say("%", value.name,
              is_visible ? " is defined outside the region" : " is used before its definition");
      diagnostic.span =
          i < operation.operand_spans.size() ? operation.operand_spans[i] : operation.span;
      diagnostic.formula = rule.formula;
      diagnostic.link = SpecificationLink(rule.link);
      if (value.span.is_known()) diagnostic.notes.push_back({"it is defined here", value.span});
      sink_.Report(std::move(diagnostic));
    }
  }

  // Returns whether the parser has reported a use before a definition of the same block.
  bool IsToldByParser(const Value& value) const {
    return std::ranges::any_of(
        Diagnostics().first(parse_error_count_), [&](const Diagnostic& diagnostic) {
          return diagnostic.code == Info(Constraint::kDominance).code &&
                 !diagnostic.notes.empty() && diagnostic.notes[0].span == value.span;
        });
  }

  // Requires that the symbols of a region's operations are unique.
  void CheckSymbols(const Region& region) {
    std::unordered_map<std::string_view, const Operation*> seen;
    for (const Block* block = region.first; block != nullptr; block = block->next) {
      for (const Operation* operation : *block) {
        if (operation->info == nullptr || !operation->info->has(kSymbolTrait)) continue;
        const std::string_view name = SymbolName(*operation);
        if (name.empty()) continue;
        const auto [at, is_new] = seen.emplace(name, operation);
        if (is_new) continue;
        const ConstraintInfo& rule = Info(Constraint::kSymbolUnique);
        Diagnostic diagnostic;
        diagnostic.code = rule.code;
        diagnostic.message = Say("@", name, " is defined twice");
        diagnostic.span = operation->Find("sym_name")->span;
        if (!diagnostic.span.is_known()) diagnostic.span = operation->span;
        diagnostic.formula = rule.formula;
        diagnostic.link = SpecificationLink(rule.link);
        diagnostic.notes.push_back({"it is defined here first", at->second->span});
        sink_.Report(std::move(diagnostic));
      }
    }
  }

  // Checks the rules of the table. Returns whether the operation's check function may run.
  bool CheckBefore(const Operation& operation, const Cause& cause) {
    if (operation.info == nullptr) {
      ReportUnknownOperation(operation, sink_, options_);
      return false;
    }
    if (!HasTypes(operation)) return false;
    const std::vector<Type> types = OperandTypes(operation);
    CheckContext context(operation, types, module_, module_.types(), sink_, options_);
    context.set_cause(cause);
    return CheckStructure(context) && CheckAttributes(context) && CheckOperandTypes(context) &&
           CheckResultTypes(context);
  }

  void Finish(const Frame& frame) {
    const Operation& operation = *frame.operation;
    bool is_sound = frame.is_sound;
    Cause cause = CauseOf(operation);
    const size_t before = sink_.diagnostics().size();
    if (operation.info != nullptr && is_sound) {
      const std::vector<Type> types = OperandTypes(operation);
      CheckContext context(operation, types, module_, module_.types(), sink_, options_);
      context.set_cause(cause);
      is_sound = CheckOperation(context).has_value();
      if (!is_sound && !cause) cause = FirstErrorFrom(before, operation);
    }
    if (operation.info != nullptr && !is_sound && !cause) {
      cause = FirstErrorFrom(frame.first_diagnostic, operation);
    }
    uint32_t index = 0;
    if (cause && !operation.results.empty()) {
      causes_.push_back(*cause);
      index = static_cast<uint32_t>(causes_.size());
    }
    for (const Value* result : operation.results) {
      Define(*result);
      cause_of_[result->id] = index;
    }
  }

  // Returns the error that `operation` reported after the first `index` diagnostics.
  DiagnosticCause FirstErrorFrom(size_t index, const Operation& operation) const {
    for (const Diagnostic& diagnostic :
         Diagnostics().subspan(std::min(index, Diagnostics().size()))) {
      if (diagnostic.severity == Severity::kError) return {diagnostic.code, diagnostic.span};
    }
    // The sink dropped the error because there were too many.
    return {"", operation.name_span};
  }

  Module& module_;
  DiagnosticSink& sink_;
  const CheckOptions& options_;
  // Indexed by value id.
  std::vector<bool> is_visible_;
  // Index into `causes_` of the error that makes the value suspect, from 1; 0 means none.
  std::vector<uint32_t> cause_of_;
  std::vector<size_t> scope_of_;
  // Values whose use before their definition was reported.
  std::unordered_set<uint32_t> early_;
  std::vector<uint32_t> defined_;
  std::vector<Frame> frames_;
  std::vector<DiagnosticCause> causes_;
  // Number of diagnostics before the walk.
  size_t parse_error_count_;
};

}  // namespace

Result<void> CheckModule(Module& module, DiagnosticSink& sink, const CheckOptions& options) {
  const size_t before = sink.error_count();
  Walk(module, sink, options).Run();
  if (sink.error_count() != before) return Failed();
  return {};
}

}  // namespace paddock
