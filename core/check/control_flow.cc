// Checks of control flow, calls, tuples and tokens.
#include <algorithm>
#include <cctype>

#include "core/check/context.h"
#include "core/check/return_rules.h"
#include "core/check/suggest.h"

namespace paddock {
namespace {

// Returns the join of two types, the type for values of both; nothing if there is none.
std::optional<Type> JoinTypes(TypeContext& types, Type a, Type b) {
  if (!a.is_tensor() || !b.is_tensor()) return a == b ? std::optional(a) : std::nullopt;
  TensorType x = TensorType::Of(a);
  const TensorType y = TensorType::Of(b);
  if (x.element != y.element || x.rank() != y.rank()) return std::nullopt;
  for (size_t d = 0; d < x.rank(); ++d) {
    const auto joined = Join(x.shape[d], y.shape[d]);
    if (!joined) return std::nullopt;
    x.shape[d] = *joined;
  }
  return x.Make(types);
}

// Returns the results of if and case: the join of the branches' types.
CheckResult CheckBranches(CheckContext& context, Constraint arguments, Constraint outputs,
                          Constraint results) {
  const size_t branches = context.operation().regions.size();
  for (size_t i = 0; i < branches; ++i) {
    if (context.block(i).arguments.empty()) continue;
    return context.Fail(arguments, At::Region(i),
                        Say("branch ", i, " takes ", context.argument_types(i)));
  }
  std::vector<Type> joined = context.returned_types(0);
  for (size_t i = 1; i < branches; ++i) {
    const std::vector<Type> returned = context.returned_types(i);
    for (size_t j = 0; j < std::max(returned.size(), joined.size()); ++j) {
      const auto both = returned.size() == joined.size()
                            ? JoinTypes(context.types(), joined[j], returned[j])
                            : std::nullopt;
      if (!both) {
        return context.Fail(
            outputs, At::Region(i),
            Say("branch 0 returns ", context.returned_types(0), " and branch ", i, " ", returned));
      }
      joined[j] = *both;
    }
  }
  if (joined.size() != context.result_count()) {
    return context.Fail(results, At::Result(0),
                        Say("the branches return ", joined.size(), " values and the operation ",
                            context.result_count()));
  }
  InferredTypes inferred;
  for (Type type : joined) inferred.push_back(context.Infer(type, results).AsStored());
  return inferred;
}

bool IsWordStart(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool IsWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// [a-zA-Z][a-zA-Z0-9_]*([.][a-zA-Z0-9_$]+)+
bool IsNamespacedName(std::string_view name) {
  const size_t dot = name.find('.');
  if (dot == std::string_view::npos || dot == 0 || !IsWordStart(name[0])) return false;
  if (!std::ranges::all_of(name.substr(0, dot), IsWord)) return false;
  bool is_empty = true;
  for (char c : name.substr(dot + 1)) {
    if (c == '.' && is_empty) return false;
    if (c != '.' && c != '$' && !IsWord(c)) return false;
    is_empty = c == '.';
  }
  return !is_empty;
}

// Returns whether two lists of types are equal.
bool SameTypes(std::span<const Type> a, std::span<const Type> b) {
  return std::ranges::equal(a, b);
}

}  // namespace

// Accepts all operations whose types match the table.
CheckResult CheckTypesOnly(CheckContext& context) { return context.Declared(); }

// The parent operation checks the values that a region returns. Upstream compares nothing for a
// function that ends in stablehlo.return.
CheckResult CheckReturn(CheckContext& context) {
  const Operation* function = ReturningFunction(context.operation());
  if (function == nullptr) return context.Declared();
  const Misreturn wrong = CompareReturned(context, *function);
  if (!wrong.detail.empty() && !context.Warn(Constraint::kReturnType, wrong.at, wrong.detail)) {
    return Failed();
  }
  return context.Declared();
}

CheckResult CheckFuncCall(CheckContext& context) {
  const std::string_view symbol = context.text("callee");
  const Operation* function = context.module().FindSymbol(symbol);
  if (function == nullptr || !function->is(OpKind::kFuncFunc)) {
    return FailUnknownSymbol(context, Constraint::kSymbolUnknown, At::Attribute("callee"),
                             *context.attribute("callee"));
  }
  const Type type = FunctionType(*function);
  if (!type.is(TypeKind::kFunction)) return context.Declared();
  if (type->elements.size() != context.operand_count() ||
      type->results.size() != context.result_count()) {
    return context.Fail(
        Constraint::kCallType, At(),
        Say("@", symbol, " has the type ", type, ", the call ", context.operand_count(),
            " operands and ", context.result_count(), " results"));
  }
  for (size_t i = 0; i < context.operand_count(); ++i) {
    if (context.operand_type(i) == type->elements[i]) continue;
    return context.Fail(Constraint::kCallType, At::Operand(i),
                        Say("operand ", i, " is ", context.operand_type(i), " and @", symbol,
                            " takes ", type->elements[i]));
  }
  for (size_t i = 0; i < context.result_count(); ++i) {
    if (context.result_type(i) == type->results[i]) continue;
    return context.Fail(Constraint::kCallType, At::Result(i),
                        Say("result ", i, " is ", context.result_type(i), " and @", symbol,
                            " gives ", type->results[i]));
  }
  return context.Declared();
}

CheckResult CheckOptimizationBarrier(CheckContext& context) {
  if (context.operand_count() != context.result_count()) {
    return context.Fail(Constraint::kOptimizationBarrierC1,
                        context.result_count() == 0 ? At() : At::Result(0),
                        Say("there are ", context.operand_count(), " operands and ",
                            context.result_count(), " results"));
  }
  InferredTypes results;
  for (size_t i = 0; i < context.operand_count(); ++i) {
    results.push_back(
        context.Infer(context.operand_type(i), Constraint::kOptimizationBarrierC1).AsStored());
  }
  return results;
}

CheckResult CheckIf(CheckContext& context) {
  return CheckBranches(context, Constraint::kIfC1, Constraint::kIfC2, Constraint::kIfC3);
}

CheckResult CheckCase(CheckContext& context) {
  if (context.operation().regions.empty()) {
    return context.Fail(Constraint::kCaseC1, At(), "there are no branches");
  }
  return CheckBranches(context, Constraint::kCaseC2, Constraint::kCaseC3, Constraint::kCaseC4);
}

namespace {

// Requires that the operands' types match `types`.
bool CheckCarried(CheckContext& context, Constraint rule, At at, std::string_view what,
                  std::span<const Type> types) {
  const size_t count = context.operand_count();
  if (types.size() != count) {
    context.Fail(rule, at, Say(what, " ", types.size(), " values, not ", count));
    return false;
  }
  for (size_t i = 0; i < count; ++i) {
    if (FitsAsStored(context.operand_type(i), types[i])) continue;
    context.Fail(rule, at,
                 Say(what, " ", types[i], " and operand ", i, " is ", context.operand_type(i)));
    return false;
  }
  return true;
}

}  // namespace

CheckResult CheckWhile(CheckContext& context) {
  if (context.operand_count() != context.result_count()) {
    return context.Fail(Constraint::kWhileC3, context.result_count() == 0 ? At() : At::Result(0),
                        Say("there are ", context.operand_count(), " operands and ",
                            context.result_count(), " results"));
  }
  if (!CheckCarried(context, Constraint::kWhileC1, At::Region(0), "cond takes",
                    context.argument_types(0)) ||
      !CheckCarried(context, Constraint::kWhileC2, At::Region(1), "body takes",
                    context.argument_types(1)) ||
      !CheckCarried(context, Constraint::kWhileC2, At::Region(1), "body returns",
                    context.returned_types(1))) {
    return Failed();
  }
  const std::vector<Type> condition = context.returned_types(0);
  const bool is_boolean = condition.size() == 1 && condition[0].is_tensor() &&
                          condition[0].rank() == 0 && IsBoolean(condition[0].element());
  if (!is_boolean) {
    return context.Fail(Constraint::kWhileC1, At::Region(0), Say("cond returns ", condition));
  }
  // A size that the body may change is unknown in the results.
  const std::vector<Type> returned = context.returned_types(1);
  InferredTypes results;
  for (size_t i = 0; i < context.operand_count(); ++i) {
    const auto joined = JoinTypes(context.types(), context.operand_type(i), returned[i]);
    results.push_back(
        context.Infer(joined.value_or(context.operand_type(i)), Constraint::kWhileC3).AsStored());
  }
  return results;
}

CheckResult CheckTuple(CheckContext& context) {
  std::vector<Type> elements;
  for (size_t i = 0; i < context.operand_count(); ++i) elements.push_back(context.operand_type(i));
  const Type declared = context.result_type(0);
  bool fits = declared.is(TypeKind::kTuple) && declared->elements.size() == elements.size();
  for (size_t i = 0; fits && i < elements.size(); ++i) {
    fits = FitsAsStored(declared->elements[i], elements[i]);
  }
  if (fits) return context.Declared();
  return InferredTypes{context.Infer(context.types().GetTuple(elements), Constraint::kTupleC1)};
}

CheckResult CheckGetTupleElement(CheckContext& context) {
  const std::span<const Type> elements = context.operand_type(0)->elements;
  const int64_t index = context.i64("index");
  if (index < 0 || index >= static_cast<int64_t>(elements.size())) {
    return context.Fail(Constraint::kGetTupleElementC1, At::Attribute("index"),
                        Say("index = ", index, " and size(operand) = ", elements.size()));
  }
  return InferredTypes{
      context.Infer(elements[static_cast<size_t>(index)], Constraint::kGetTupleElementC2)
          .AsStored()};
}

CheckResult CheckComposite(CheckContext& context) {
  const std::string_view name = context.text("name");
  if (!IsNamespacedName(name)) {
    return context.Fail(Constraint::kCompositeC1, At::Attribute("name"),
                        Say("name = \"", name, "\""));
  }
  const std::string_view symbol = context.text("decomposition");
  const Operation* function = context.module().FindSymbol(symbol);
  if (function == nullptr || !function->is(OpKind::kFuncFunc)) {
    return FailUnknownSymbol(context, Constraint::kCompositeC2, At::Attribute("decomposition"),
                             *context.attribute("decomposition"));
  }
  const Type type = FunctionType(*function);
  if (!type) return context.Declared();
  std::vector<Type> operands;
  for (size_t i = 0; i < context.operand_count(); ++i) operands.push_back(context.operand_type(i));
  if (!SameTypes(operands, type->elements)) {
    return context.Fail(
        Constraint::kCompositeC3, At::Attribute("decomposition"),
        Say("the inputs are ", operands, " and @", symbol, " takes ", type->elements));
  }
  std::vector<Type> results;
  for (size_t i = 0; i < context.result_count(); ++i) results.push_back(context.result_type(i));
  if (!SameTypes(results, type->results)) {
    return context.Fail(
        Constraint::kCompositeC4, At::Result(0),
        Say("the results are ", results, " and those of @", symbol, " ", type->results));
  }
  return context.Declared();
}

}  // namespace paddock
