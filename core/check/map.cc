// Checks of map.
#include <algorithm>

#include "core/check/context.h"
#include "core/check/element_rules.h"

namespace paddock {

CheckResult CheckMap(CheckContext& context) {
  if (context.operand_count() == 0) {
    return context.Fail(Constraint::kMapC2, At(), "there are no inputs");
  }
  auto merged = MergeShapes(context, context.operands(), Info(Constraint::kMapC1));
  if (!merged) return Failed();
  const std::vector<int64_t> dimensions = context.i64_array("dimensions");
  for (size_t i = 0; i < std::max(dimensions.size(), merged->rank()); ++i) {
    if (dimensions.size() != merged->rank() || dimensions[i] != static_cast<int64_t>(i)) {
      return context.Fail(Constraint::kMapC3, At::Attribute("dimensions"),
                          Say("dimensions = ", dimensions, " and the rank is ", merged->rank()));
    }
  }
  const std::vector<Type> arguments = context.argument_types(0);
  if (arguments.size() != context.operand_count()) {
    return context.Fail(
        Constraint::kMapC4, At::Region(0),
        Say("it takes ", arguments.size(), " values for ", context.operand_count(), " inputs"));
  }
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Type wanted = context.types().GetTensor({}, context.operand(i).element);
    if (arguments[i] != wanted) {
      return context.Fail(Constraint::kMapC4, At::Region(0),
                          Say("argument ", i, " is ", arguments[i], " and must be ", wanted));
    }
  }
  const std::vector<Type> returned = context.returned_types(0);
  if (returned.size() != 1 || !returned[0].is_tensor() || returned[0].rank() != 0) {
    return context.Fail(Constraint::kMapC4, At::Region(0),
                        Say("it returns ", returned, ", not one scalar"));
  }
  merged->element = returned[0].element();
  return InferredTypes{context.Infer(*merged, Constraint::kMapC1, Constraint::kMapC4)};
}

}  // namespace paddock
