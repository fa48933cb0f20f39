// Index relations: the cells of the operands that feed one cell of a result. Each operation states
// its relation once; the page, the command and the tests use it.
#ifndef PADDOCK_CORE_EXPLAIN_EXPLAIN_H_
#define PADDOCK_CORE_EXPLAIN_EXPLAIN_H_

#include <cstdint>
#include <span>
#include <string_view>
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

// Cells of one operand: the product of one range for each dimension (none for a scalar). Boxes with
// a range of count 0 are omitted.
struct CellBox {
  uint32_t operand = 0;
  std::vector<CellRange> ranges;
  friend bool operator==(const CellBox&, const CellBox&) = default;
};

// Returns whether the operation has an index relation.
bool HasRelation(OpKind kind);
// Returns one sentence that says why the operation has no index relation; empty if it has one.
std::string_view WhyUnexplained(OpKind kind);

// Returns the boxes that cell `cell` of result `result` is computed from, in the order of the
// operands, perhaps several of one. Other cells never affect it. For a collective operation they
// are cells of the operands of its group's processes. `operation` has passed core/check and has
// static shapes. Diagnostics: "explain" if `cell` is outside the result, or if the operation has no
// index relation.
Result<std::vector<CellBox>> ExplainCell(const Operation& operation, uint32_t result,
                                         std::span<const int64_t> cell, DiagnosticSink& sink);

}  // namespace paddock

#endif  // PADDOCK_CORE_EXPLAIN_EXPLAIN_H_
