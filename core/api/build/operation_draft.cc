#include "core/api/build/operation_draft.h"

#include <algorithm>
#include <utility>

#include "core/check/context.h"
#include "core/check/region_arguments.h"
#include "core/check/suggest.h"
#include "core/check/table_rules.h"

namespace paddock::build {
namespace {

// Returns the terminator of an operation's regions.
std::string TerminatorName(const OpInfo& info) {
  const auto kind = TerminatorOf(info);
  return kind ? std::string(Info(*kind).name) : std::string(info.name) + "_yield";
}

bool IsIsolated(const paddock::Region& region) {
  const OpInfo* info = region.parent->info;
  return info != nullptr && !info->regions.empty() && info->regions[0].is_isolated;
}

// Returns whether several rows of results are lists, whose lengths an attribute states.
bool HasResultSegments(const OpInfo& info) {
  return std::ranges::count(info.results, Arity::kVariadic, &OperandInfo::arity) > 1;
}

// Returns whether the program gives all results, and may give none.
bool MayHaveNoResults(const OpInfo& info) {
  return !info.results.empty() && std::ranges::all_of(info.results, [](const OperandInfo& row) {
    return row.arity != Arity::kOne;
  }) && std::ranges::all_of(info.origins, [](const ResultOrigin& origin) {
    return origin.source == ResultSource::kGiven;
  });
}

}  // namespace

OperationDraft::OperationDraft(const FunctionBuilder& builder, std::string_view name,
                               std::source_location where, Scope scope)
    : core_(*builder.core_),
      block_(core_.functions()[builder.function_].block),
      where_(where),
      operation_(core_.module().MakeOperation(name)) {
  operation_->parent = block_;
  is_usable_ = CheckUsable(core_.functions()[builder.function_], scope);
}

OperationDraft OperationDraft::Return(const FunctionBuilder& builder, std::source_location where) {
  return OperationDraft(builder, Info(OpKind::kFuncReturn).name, where, Scope::kEnd);
}

bool OperationDraft::CheckUsable(const ProgramCore::Function& function, Scope scope) {
  const OpInfo* info = operation_->info;
  if (core_.is_finished()) {
    Fail("the program is finished");
  } else if (function.has_returned) {
    Fail("the function has returned");
  } else if (info == nullptr) {
    is_failed_ = true;
    ReportUnknownOperation(*operation_, core_.sink(), CheckOptions());
    core_.Collect(where_, Describe());
  } else if (info->kind == OpKind::kFuncFunc || info->kind == OpKind::kBuiltinModule) {
    Fail("ProgramBuilder::Function begins functions");
  } else if (scope == Scope::kInside && info->has(kTerminator)) {
    FailRule(Constraint::kTerminator,
             "a region ends with the values that its function object returns, and a function with "
             "Return");
  } else if (scope == Scope::kEnd && function.block != FunctionBody(*function.operation)) {
    FailRule(Constraint::kTerminator,
             "Return ends a function, and a region ends with the values that its function object "
             "returns");
  }
  return !is_failed_;
}

OperationDraft::OperationDraft(ProgramCore& core, std::string_view name, std::source_location where)
    : core_(core),
      block_(core.module().operation()->regions[0]->first),
      where_(where),
      operation_(core.module().MakeOperation(name)) {
  operation_->parent = block_;
  is_usable_ = !core_.is_finished() && operation_->info != nullptr;
  if (!is_usable_)
    Fail(core_.is_finished() ? "the program is finished" : "there is no such operation");
}

void OperationDraft::Fail(std::string message) {
  is_failed_ = true;
  core_.ReportUse(std::move(message), where_, Describe());
}

void OperationDraft::FailRule(Constraint rule, std::string message) {
  is_failed_ = true;
  core_.Report(RuleDiagnostic(Info(rule), std::move(message)), where_, Describe());
}

void OperationDraft::AddOperands(const Values& values) {
  rows_.push_back(operands_.size());
  is_failed_ = is_failed_ || values.is_failed();
  for (const Value value : values) Use(value);
}

void OperationDraft::Use(Value value) {
  if (!is_usable_) return;
  if (core_.IsForeign(value)) {
    Fail("operand " + std::to_string(operands_.size()) + " is no value of this program");
    return;
  }
  paddock::Value* found = core_.Find(value);
  if (found == nullptr) {
    is_failed_ = true;
    return;
  }
  operands_.push_back(found);
  CheckScope(*found);
}

// Values of enclosing blocks are visible, up to the nearest isolated region.
void OperationDraft::CheckScope(const paddock::Value& value) {
  const Block* home = value.block != nullptr ? value.block : value.operation->parent;
  bool is_isolated = false;
  for (const Block* block = block_; block != nullptr; block = block->parent->parent->parent) {
    if (block == home) {
      if (is_isolated) {
        FailRule(Constraint::kIsolation, "operand " + std::to_string(operands_.size() - 1) +
                                             " is a value of outside the region");
      }
      return;
    }
    is_isolated = is_isolated || IsIsolated(*block->parent);
  }
  FailRule(Constraint::kDominance, "operand " + std::to_string(operands_.size() - 1) +
                                       " is a value of another function or region");
}

void OperationDraft::Set(const std::vector<NamedAttributeValue>& attributes) {
  for (const NamedAttributeValue& attribute : attributes) {
    if (!CheckNew(attribute.name)) return;
    Set(core_.module().InternName(attribute.name),
        core_.attributes().MakeValue(attribute.name, attribute.value));
  }
}

bool OperationDraft::CheckNew(std::string_view name) {
  if (!is_usable_) return false;
  const bool has_name =
      std::ranges::find(attributes_, name, &NamedAttribute::name) != attributes_.end();
  if (has_name) Fail("the attribute " + std::string(name) + " is given twice");
  return !has_name;
}

void OperationDraft::SetValue(std::string_view name, const AttributeValue& value) {
  if (!CheckNew(name)) return;
  const int row = operation_->info->FindAttribute(name);
  if (row < 0 || !value.elements()) {
    Set(core_.module().InternName(name), core_.attributes().MakeValue(name, value));
  } else {
    Set(static_cast<size_t>(row), *value.elements());
  }
}

void OperationDraft::SetIntegers(std::string_view name, std::span<const int64_t> integers) {
  if (!CheckNew(name)) return;
  const int row = operation_->info->FindAttribute(name);
  AttributeInfo open;
  open.name = name;
  const AttributeInfo& info =
      row < 0 ? open : operation_->info->attributes[static_cast<size_t>(row)];
  const bool are_booleans = info.form == AttributeForm::kBoolArray;
  AttributeMaker& maker = core_.attributes();
  Set(row < 0 ? core_.module().InternName(name) : info.name,
      are_booleans ? maker.Make(info, std::vector<bool>(integers.begin(), integers.end()))
                   : maker.Make(info, std::vector(integers.begin(), integers.end())));
}

void OperationDraft::AddAllOperands(const Values& values) {
  if (!is_usable_) return;
  const auto segments =
      std::ranges::find(attributes_, "operandSegmentSizes", &NamedAttribute::name);
  const std::span<const OperandInfo> rows = operation_->info->operands;
  AddOperands(values);
  rows_.clear();
  for (size_t row = 0; row < rows.size(); ++row) {
    const auto group = GroupOf(rows, operands_.size(),
                               segments == attributes_.end() ? nullptr : segments->value, row);
    if (group) rows_.push_back(group->first);
  }
}

std::vector<paddock::Value*> OperationDraft::RowOf(size_t row) const {
  if (row >= rows_.size()) return {};
  const size_t end = row + 1 < rows_.size() ? rows_[row + 1] : operands_.size();
  return {operands_.begin() + static_cast<ptrdiff_t>(rows_[row]),
          operands_.begin() + static_cast<ptrdiff_t>(end)};
}

std::vector<Type> OperationDraft::ArgumentTypes(const RegionInfo& info,
                                                const std::vector<TypeSpec>& given) {
  std::vector<Type> types;
  if (!ResolveTypes(given, types)) is_failed_ = true;
  if (!given.empty()) return types;
  std::vector<std::vector<Type>> operands(rows_.size());
  for (size_t row = 0; row < rows_.size(); ++row) {
    for (const paddock::Value* operand : RowOf(row)) operands[row].push_back(operand->type);
  }
  const auto named = std::ranges::find(attributes_, "dimension", &NamedAttribute::name);
  const int64_t dimension =
      named == attributes_.end() || named->value == nullptr ? 0 : named->value->integer;
  return RegionArgumentTypes(info, operands, dimension, core_.module().types());
}

void OperationDraft::AddRegion(size_t row, const Region& region,
                               const std::vector<TypeSpec>& given) {
  const Values arguments = BeginRegion(row, given);
  if (is_in_region()) EndRegion(region.Make(arguments));
}

Values OperationDraft::BeginRegion(size_t row, const std::vector<TypeSpec>& given) {
  if (!is_usable_) return Values::Failed(core_.Failed());
  const std::span<const RegionInfo> rows = operation_->info->regions;
  if (rows.empty()) {
    Fail("the operation has no regions");
    return Values::Failed(core_.Failed());
  }
  const std::vector<Type> types = ArgumentTypes(rows[std::min(row, rows.size() - 1)], given);
  paddock::Region* region = core_.module().MakeRegion(operation_);
  regions_.push_back(region);
  region->Append(core_.module().MakeBlock());
  outer_ = std::exchange(block_, region->first);
  const Values arguments = MakeArguments(types);
  // Without the types of all operands the number of arguments is unknown.
  return is_failed_ ? Values::Failed(core_.Failed()) : arguments;
}

Values OperationDraft::MakeArguments(const std::vector<Type>& types) {
  std::vector<Value> handles;
  std::vector<paddock::Value*> made;
  for (const Type type : types) {
    paddock::Value* argument = core_.module().MakeValue(type, {});
    argument->block = block_;
    argument->index = static_cast<uint32_t>(made.size());
    made.push_back(argument);
    handles.push_back(core_.Register(argument));
  }
  block_->arguments = core_.module().arena().CopyArray(made);
  return handles;
}

void OperationDraft::EndRegion(const Values& returned) {
  const std::vector<paddock::Value*> operands = std::exchange(operands_, {});
  if (returned.is_failed()) is_failed_ = true;
  for (const Value value : returned) Use(value);
  if (!is_failed_) {
    Operation* terminator = core_.module().MakeOperation(TerminatorName(*operation_->info));
    terminator->operands = core_.module().arena().CopyArray(operands_);
    terminator->location = core_.LocationOf(where_);
    block_->Append(terminator);
  }
  operands_ = operands;
  block_ = std::exchange(outer_, nullptr);
}

void OperationDraft::Cancel() {
  if (is_in_region()) block_ = std::exchange(outer_, nullptr);
  is_usable_ = false;
}

// If the operands do not determine the lengths of lists, an attribute has them.
void OperationDraft::AddSegments() {
  const OpInfo& info = *operation_->info;
  const bool is_known = std::ranges::any_of(
      attributes_, [](const NamedAttribute& one) { return one.name == "operandSegmentSizes"; });
  if (is_known || !HasResultSegments(info) || rows_.size() != info.operands.size()) return;
  std::vector<int64_t> sizes;
  for (size_t row = 0; row < rows_.size(); ++row) {
    sizes.push_back(static_cast<int64_t>(RowOf(row).size()));
  }
  Set("operandSegmentSizes", core_.attributes().MakeSizes(sizes));
  int64_t rest = 0;
  for (const paddock::Region* region : regions_) {
    const Operation* last = region->first->last;
    if (last != nullptr) rest = static_cast<int64_t>(last->operands.size());
  }
  std::vector<int64_t> results(info.results.size());
  for (size_t row = 1; row < results.size(); ++row) {
    results[row] = sizes[info.origins[row].index];
    rest -= results[row];
  }
  results[0] = rest;
  Set("resultSegmentSizes", core_.attributes().MakeSizes(results));
}

void OperationDraft::Assemble() {
  Arena& arena = core_.module().arena();
  operation_->operands = arena.CopyArray(operands_);
  operation_->regions = arena.CopyArray(regions_);
  operation_->location = core_.LocationOf(where_);
  core_.SetAttributes(*operation_, attributes_);
}

bool OperationDraft::ResolveTypes(const std::vector<TypeSpec>& specs, std::vector<Type>& types) {
  for (const TypeSpec& spec : specs) {
    types.push_back(core_.attributes().Resolve(spec));
    if (!types.back()) return false;
  }
  return true;
}

void OperationDraft::GiveResults(std::span<const Type> types) {
  operation_->results = core_.module().arena().MakeArray<paddock::Value*>(types.size());
  for (size_t i = 0; i < types.size(); ++i) {
    paddock::Value* value = core_.module().MakeValue(types[i], {});
    value->operation = operation_;
    value->index = static_cast<uint32_t>(i);
    operation_->results[i] = value;
  }
}

Values OperationDraft::Register() {
  std::vector<Value> values;
  values.reserve(operation_->results.size());
  for (paddock::Value* result : operation_->results) values.push_back(core_.Register(result));
  return values;
}

Values OperationDraft::Finish(const std::vector<TypeSpec>& result_types) {
  std::vector<Type> types;
  if (is_usable_ && !ResolveTypes(result_types, types)) is_failed_ = true;
  return FinishWith(types);
}

// Without result types, they are inferred, or the operation has no results.
Values OperationDraft::FinishWith(std::span<const Type> result_types) {
  if (!is_usable_) return Values::Failed(core_.Failed());
  // Making attributes and types reports their mistakes.
  if (core_.has_uncollected()) {
    is_failed_ = true;
    core_.Collect(where_, Describe());
  }
  if (is_failed_) return Values::Failed(core_.Failed());
  AddSegments();
  Assemble();
  GiveResults(result_types);
  const bool is_sound =
      CheckNewOperation(*operation_, !result_types.empty() || MayHaveNoResults(*operation_->info),
                        core_.module(), core_.sink())
          .has_value();
  if (core_.has_uncollected()) core_.Collect(where_, Describe());
  if (!is_sound) {
    is_failed_ = true;
    return Values::Failed(core_.Failed());
  }
  block_->Append(operation_);
  return Register();
}

std::string OperationDraft::Describe() const {
  std::string text(operation_->name);
  text += " (";
  for (const paddock::Value* operand : operands_) {
    if (text.back() != '(') text += ", ";
    text += operand->type ? ToString(operand->type) : "?";
  }
  return text + ')';
}

}  // namespace paddock::build
