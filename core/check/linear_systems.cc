// Checks of triangular systems and their factors.
#include "core/check/context.h"

namespace paddock {

CheckResult CheckCholesky(CheckContext& context) {
  const TensorType a = context.operand(0);
  if (a.rank() < 2) {
    return context.Fail(Constraint::kCholeskyC2, At::Operand(0), Say("rank(a) = ", a.rank()));
  }
  if (!Agree(a.shape[a.rank() - 2], a.shape[a.rank() - 1])) {
    return context.Fail(Constraint::kCholeskyC3, At::Operand(0), Say("shape(a) = ", a.shape));
  }
  return InferredTypes{context.Infer(a, Constraint::kCholeskyC1, Constraint::kCholeskyC1)};
}

CheckResult CheckTriangularSolve(CheckContext& context) {
  const TensorType a = context.operand(0);
  const TensorType b = context.operand(1);
  if (!SameBaseline(a.element, b.element)) {
    return context.Fail(Constraint::kTriangularSolveC1, At::Operand(1), At::Operand(0),
                        Say("a has ", a.element, " and b ", b.element));
  }
  if (a.rank() < 2 || a.rank() != b.rank()) {
    return context.Fail(Constraint::kTriangularSolveC2, At::Operand(a.rank() < 2 ? 0 : 1),
                        At::Operand(0), Say("rank(a) = ", a.rank(), " and rank(b) = ", b.rank()));
  }
  const size_t rank = a.rank();
  const Dimension rows = a.shape[rank - 2];
  const Dimension other = b.shape[rank - (context.boolean("left_side") ? 2 : 1)];
  bool fits =
      Agree(rows, a.shape[rank - 1]) && Agree(rows, other) && Agree(a.shape[rank - 1], other);
  for (size_t d = 0; d + 2 < rank; ++d) fits = fits && Agree(a.shape[d], b.shape[d]);
  if (!fits) {
    return context.Fail(Constraint::kTriangularSolveC3, At::Operand(1), At::Operand(0),
                        Say("shape(a) = ", a.shape, " and shape(b) = ", b.shape));
  }
  if (context.text("transpose_a") == "TRANSPOSE_INVALID") {
    return context.Fail(Constraint::kTriangularSolveX1, At::Attribute("transpose_a"), "it is");
  }
  return InferredTypes{
      context.Infer(b, Constraint::kTriangularSolveC4, Constraint::kTriangularSolveC4)};
}

}  // namespace paddock
