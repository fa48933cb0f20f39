// Lowering of the targets of custom_call that BLAS and LAPACK define.
#include "core/check/custom_call_values.h"
#include "core/plan/attributes.h"
#include "core/plan/composition.h"
#include "core/plan/custom_call_targets.h"

namespace paddock {
namespace {

// The attributes of a call in the order of its row; core/check has accepted them.
std::vector<int64_t> AttributesOf(const Operation& operation, const CustomCallInfo& info) {
  std::vector<int64_t> values;
  for (const CallAttributeInfo& attribute : info.attributes) {
    values.push_back(CallAttributeValue(operation, attribute).value_or(0));
  }
  return values;
}

const CustomCallInfo& InfoOf(const Operation& operation) {
  return *FindCustomCall(TextOf(operation, "call_target_name"))->info;
}

}  // namespace

Result<void> LowerTrsm(Lowering& lowering, const Operation& operation) {
  const std::vector<int64_t> values = AttributesOf(operation, InfoOf(operation));
  const std::string_view transpose = values[2] == 'N'   ? "NO_TRANSPOSE"
                                     : values[2] == 'T' ? "TRANSPOSE"
                                                        : "ADJOINT";
  Composition made(lowering, operation);
  return made.Give({made.Add(
      OpKind::kStablehloTriangularSolve, {made.operand(0), made.operand(1)}, made.result_type(0),
      {made.Flag("left_side", values[0] == 'L'), made.Flag("lower", values[1] == 'L'),
       made.Flag("unit_diagonal", values[3] == 'U'),
       made.Enum("transpose_a", "transpose", transpose)})});
}

}  // namespace paddock
