// Index relations: which cells of the operands feed one cell of a result. Stated once an
// operation, used by the page, the command and the tests.
#ifndef PADDOCK_CORE_EXPLAIN_EXPLAIN_H_
#define PADDOCK_CORE_EXPLAIN_EXPLAIN_H_

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/diagnostics/diagnostic.h"
#include "core/ir/operation.h"

namespace paddock {

// One dimension of a box: start, start + stride, ... `count` of them.
struct CellRange {
  int64_t start = 0;
  int64_t count = 1;
  int64_t stride = 1;
  friend bool operator==(CellRange, CellRange) = default;
};

// Cells of one operand: the product of one range a dimension (none for a scalar). A box
// with a range of count 0 is not listed.
struct CellBox {
  uint32_t operand = 0;
  std::vector<CellRange> ranges;
  friend bool operator==(const CellBox&, const CellBox&) = default;
};

// Whether the operation's index relation is stated.
bool HasRelation(OpKind kind);

// Returns the boxes that cell `cell` of result `result` is computed from, in the order of the
// operands, perhaps several of one. Cells in no box never change it. For a collective operation
// they are cells of the operands of its group's processes. `operation` has passed core/check and
// has static shapes. Diagnostics: "explain" if `cell` lies outside the result, "not-implemented" if
// the table has no relation for the operation.
Result<std::vector<CellBox>> ExplainCell(const Operation& operation, uint32_t result,
                                         std::span<const int64_t> cell, DiagnosticSink& sink);

}  // namespace paddock

#endif  // PADDOCK_CORE_EXPLAIN_EXPLAIN_H_
