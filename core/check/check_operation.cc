#include "core/check/check_operation.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/check/table_rules.h"

namespace paddock {
namespace {

constexpr CheckFunction kCheckFunctions[] = {
#include "dialect/check_table.inc"
};
static_assert(std::size(kCheckFunctions) == kOpCount);

// Returns the meet of a declared and an inferred result type: a size is known if either has it.
Type MeetTypes(TypeContext& types, Type declared, Type inferred) {
  if (!declared.is_tensor() || !inferred.is_tensor()) return declared;
  TensorType meet = TensorType::Of(declared);
  const TensorType other = TensorType::Of(inferred);
  for (size_t d = 0; d < meet.rank(); ++d) meet.shape[d] = Meet(meet.shape[d], other.shape[d]);
  return meet.Make(types);
}

// Reports a result whose declared type does not match, with the inferred type as a fix.
void ReportMisfit(CheckContext& context, size_t i, const InferredType& inferred) {
  const Type declared = context.result_type(i);
  const bool is_shape = declared.is_tensor() && inferred.type.is_tensor() &&
                        SameBaseline(declared.element(), inferred.type.element()) &&
                        (!inferred.is_as_stored || declared.element() == inferred.type.element());
  const ConstraintInfo* rule = is_shape ? inferred.shape_rule : inferred.element_rule;
  if (rule == nullptr) rule = &Info(Constraint::kResultType);
  Diagnostic& diagnostic =
      context.Report(*rule, Severity::kError, At::Result(i),
                     Say("result ", i, " is declared as ", declared, " and is ", inferred.type));
  const std::span<const Span> spans = context.operation().result_type_spans;
  if (i < spans.size() && spans[i].is_known()) {
    diagnostic.fixes.push_back({Say("change the type to ", inferred.type), spans[i],
                                ToString(inferred.type), FixKind::kResultType});
  }
}

// Returns the only type of a result whose origin is kSet.
Type OnlyTypeOf(TypeContext& types, const TypeSet& set) {
  if ((set.flags & kTokens) != 0) return types.GetToken();
  for (size_t i = 0; i < kElementTypeCount; ++i) {
    const auto element = static_cast<ElementType>(i);
    if (set.elements == ElementBit(element)) return types.GetTensor({}, element);
  }
  return types.GetNone();
}

Type TypeOfAttribute(CheckContext& context, const Attribute* value) {
  return value != nullptr && value->type ? value->type : context.types().GetNone();
}

// Returns the types of the values that region `row` of the table returns.
std::vector<Type> ReturnedTypes(const CheckContext& context, size_t row) {
  const Operation& operation = context.operation();
  if (row >= operation.regions.size()) return {};
  const Block* block = operation.regions[row]->only_block();
  return block == nullptr || block->last == nullptr ? std::vector<Type>()
                                                    : context.returned_types(row);
}

// Makes the types of the rows of results, in order.
class Assumption {
 public:
  explicit Assumption(CheckContext& context) : context_(context) {}

  std::optional<std::vector<Type>> Make() {
    const OpInfo& info = context_.info();
    for (size_t row = 0; row < info.results.size(); ++row) {
      if (info.origins[row].source == ResultSource::kGiven) return std::nullopt;
      Add(row);
    }
    return std::move(types_);
  }

 private:
  void Add(size_t row) {
    const OpInfo& info = context_.info();
    const ResultOrigin origin = info.origins[row];
    switch (origin.source) {
      case ResultSource::kGiven:
        break;
      case ResultSource::kSet:
        types_.push_back(OnlyTypeOf(context_.types(), info.results[row].set));
        break;
      case ResultSource::kAttribute:
        types_.push_back(
            TypeOfAttribute(context_, context_.attribute(info.attributes[origin.index].name)));
        break;
      case ResultSource::kOperand:
        AddLikeOperands(info.results[row], origin.index);
        break;
      case ResultSource::kRegion:
        AddReturned(row, origin.index);
        break;
    }
  }

  void AddLikeOperands(const OperandInfo& result, size_t row) {
    std::vector<Type> types = context_.operand_types(row);
    if (result.arity == Arity::kOne) types.resize(1, context_.types().GetNone());
    types_.insert(types_.end(), types.begin(), types.end());
  }

  // The later rows have one result for each of their operands.
  void AddReturned(size_t row, size_t region) {
    std::vector<Type> types = ReturnedTypes(context_, region);
    for (size_t later = row + 1; later < context_.info().results.size(); ++later) {
      const size_t count = context_.operand_types(context_.info().origins[later].index).size();
      types.resize(types.size() - std::min(count, types.size()));
    }
    types_.insert(types_.end(), types.begin(), types.end());
  }

  CheckContext& context_;
  std::vector<Type> types_;
};

// Adds results of these types to the operation.
void SetResults(Operation& operation, std::span<const Type> types, Module& module) {
  operation.results = module.arena().MakeArray<Value*>(types.size());
  for (size_t i = 0; i < types.size(); ++i) {
    Value* value = module.MakeValue(types[i], {});
    value->operation = &operation;
    value->index = static_cast<uint32_t>(i);
    operation.results[i] = value;
  }
}

// Checks the table's rules that need no results, then adds the results that follow from them.
bool MakeResults(CheckContext& context, Operation& operation, Module& module) {
  if (!context.info().operands.empty() && !context.OperandGroup(0)) return true;
  const auto assumed = AssumedResultTypes(context);
  if (!assumed) {
    context.Fail(Constraint::kResultCount, At(),
                 Say("the types of the results of ", context.info().name,
                     " do not follow from its operands: they must be given"));
    return false;
  }
  SetResults(operation, *assumed, module);
  return true;
}

Result<std::vector<Type>> InferOperation(CheckContext& context) {
  const CheckFunction check = kCheckFunctions[static_cast<size_t>(context.info().kind)];
  std::vector<Type> types;
  if (check == nullptr) {
    for (const InferredType& assumed : context.Declared()) types.push_back(assumed.type);
    return types;
  }
  const CheckResult inferred = check(context);
  if (!inferred) return Failed();
  for (const InferredType& result : *inferred) types.push_back(result.type);
  return types;
}

}  // namespace

std::optional<std::vector<Type>> AssumedResultTypes(CheckContext& context) {
  return Assumption(context).Make();
}

// Checks the operation's own rules. Its regions are already checked.
Result<std::vector<Type>> CheckOperation(CheckContext& context) {
  std::vector<Type> results;
  const CheckFunction check = kCheckFunctions[static_cast<size_t>(context.info().kind)];
  if (check == nullptr) {
    for (const InferredType& declared : context.Declared()) results.push_back(declared.type);
    return results;
  }
  const CheckResult inferred = check(context);
  if (!inferred) return Failed();
  if (inferred->size() != context.result_count()) {
    return context.Fail(
        Constraint::kResultCount, At(),
        Say("there are ", context.result_count(), " results, not ", inferred->size()));
  }
  bool all_fit = true;
  for (size_t i = 0; i < inferred->size(); ++i) {
    const auto fits_type = (*inferred)[i].is_as_stored ? &FitsAsStored : &Fits;
    const bool fits = fits_type(context.result_type(i), (*inferred)[i].type);
    if (!fits) ReportMisfit(context, i, (*inferred)[i]);
    all_fit = all_fit && fits;
    if (fits) {
      results.push_back(MeetTypes(context.types(), context.result_type(i), (*inferred)[i].type));
    }
  }
  if (!all_fit) return Failed();
  return results;
}

Result<std::vector<Type>> InferResultTypes(const Operation& operation,
                                           std::span<const Type> operand_types,
                                           const Module& module, TypeContext& types,
                                           DiagnosticSink& sink, const RunKnowledge* known) {
  const CheckOptions options;
  CheckContext context(operation, operand_types, module, types, sink, options);
  context.set_known(known);
  return CheckOperation(context);
}

Result<std::vector<Type>> InferNewResultTypes(const Operation& operation, const Module& module,
                                              TypeContext& types, DiagnosticSink& sink) {
  Operation bare = operation;
  bare.results = {};
  std::vector<Type> operand_types;
  for (const Value* operand : operation.operands) operand_types.push_back(operand->type);
  const CheckOptions options;
  CheckContext context(bare, operand_types, module, types, sink, options);
  const auto assumed = AssumedResultTypes(context);
  if (!assumed) return Failed();
  std::vector<Value> values(assumed->size());
  std::vector<Value*> results;
  for (size_t i = 0; i < values.size(); ++i) {
    values[i].type = (*assumed)[i];
    values[i].operation = &bare;
    values[i].index = static_cast<uint32_t>(i);
    results.push_back(&values[i]);
  }
  bare.results = results;
  return InferOperation(context);
}

Result<void> CheckNewOperation(Operation& operation, bool has_result_types, Module& module,
                               DiagnosticSink& sink, const CheckOptions& options) {
  std::vector<Type> operand_types;
  for (const Value* operand : operation.operands) operand_types.push_back(operand->type);
  CheckContext context(operation, operand_types, module, module.types(), sink, options);
  if (!has_result_types && !MakeResults(context, operation, module)) return Failed();
  if (!CheckStructure(context) || !CheckAttributes(context) || !CheckOperandTypes(context)) {
    return Failed();
  }
  if (has_result_types) {
    if (!CheckResultTypes(context) || !CheckOperation(context)) return Failed();
    return {};
  }
  const auto types = InferOperation(context);
  if (!types) return Failed();
  PADDOCK_CHECK(types->size() == operation.results.size());
  for (size_t i = 0; i < types->size(); ++i) operation.results[i]->type = (*types)[i];
  if (!CheckResultTypes(context)) return Failed();
  return {};
}

}  // namespace paddock
