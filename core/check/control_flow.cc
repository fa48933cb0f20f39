// Checks of control flow, external calls, tuples and tokens.
#include <algorithm>
#include <cctype>

#include "core/check/context.h"
#include "core/check/custom_call_results.h"
#include "core/check/custom_call_rules.h"
#include "core/check/custom_call_signature.h"
#include "core/check/suggest.h"

namespace paddock {
namespace {

// Returns the join of two types, to which values of both belong; nothing if there is none.
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

// Accepts all operations whose types fit the table.
CheckResult CheckTypesOnly(CheckContext& context) { return context.Declared(); }

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

// Requires that the operands can stand for the values in `types`.
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
  // A size that the body changes is unknown in the results.
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

CheckResult CheckCustomCall(CheckContext& context) {
  if (!CheckBackendConfig(context) || !CheckLayouts(context) || !CheckBuffers(context) ||
      !CheckAliases(context) || !CheckShapeOperands(context)) {
    return Failed();
  }
  CheckTarget(context);
  const CustomCallTarget* target = FindCustomCall(context.text("call_target_name"));
  if (target != nullptr && target->info->has_signature()) return CheckSignature(context, *target);
  return CheckCallResults(context);
}

namespace {

// Checks recv and infeed: values, then a token.
bool CheckReceived(CheckContext& context, Constraint count, Constraint tensors, Constraint token) {
  const size_t results = context.result_count();
  if (results == 0) {
    context.Fail(count, At(), "there are no results");
    return false;
  }
  if (!context.result_type(results - 1).is(TypeKind::kToken)) {
    context.Fail(token, At::Result(results - 1),
                 Say("the last result is ", context.result_type(results - 1)));
    return false;
  }
  for (size_t i = 0; i + 1 < results; ++i) {
    if (context.result_type(i).is_tensor() && context.result_type(i).has_static_shape()) continue;
    context.Fail(tensors, At::Result(i), Say("result ", i, " is ", context.result_type(i)));
    return false;
  }
  return true;
}

// Checks the infeed's layout: one list of integers for each result before the token.
bool CheckInfeedLayout(CheckContext& context) {
  const Attribute* layout = context.attribute("layout");
  if (layout == nullptr) return true;
  bool fits = layout->elements.size() + 1 == context.result_count();
  for (const Attribute* entry : layout->elements) {
    fits =
        fits && (entry->kind == AttributeKind::kArray || entry->kind == AttributeKind::kDenseArray);
    fits = fits && std::ranges::all_of(entry->elements, [](const Attribute* item) {
             return item->kind == AttributeKind::kInteger;
           });
  }
  if (!fits) {
    context.Fail(Constraint::kAttributeForm, At::Attribute("layout"),
                 "layout must have a list of integers for each result before the token");
  }
  return fits;
}

}  // namespace

CheckResult CheckInfeed(CheckContext& context) {
  if (!CheckReceived(context, Constraint::kInfeedC1, Constraint::kInfeedC2,
                     Constraint::kInfeedC3) ||
      !CheckInfeedLayout(context)) {
    return Failed();
  }
  return context.Declared();
}

CheckResult CheckRecv(CheckContext& context) {
  constexpr PairRules kPairs = {Constraint::kRecvX1, Constraint::kRecvX2};
  if (!CheckChannelType(context, Constraint::kRecvC1, 3) || !CheckChannelPairs(context, kPairs) ||
      !CheckPositiveChannel(context, Constraint::kRecvX3) ||
      !CheckReceived(context, Constraint::kRecvC2, Constraint::kRecvC3, Constraint::kRecvC4)) {
    return Failed();
  }
  return context.Declared();
}

CheckResult CheckSend(CheckContext& context) {
  constexpr PairRules kPairs = {Constraint::kSendX1, Constraint::kSendX2};
  if (!CheckChannelType(context, Constraint::kSendC1, 2) || !CheckChannelPairs(context, kPairs) ||
      !CheckPositiveChannel(context, Constraint::kSendX3)) {
    return Failed();
  }
  return context.Declared();
}

}  // namespace paddock
