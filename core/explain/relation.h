// The argument of an Explain function, and the functions that the op table names.
#ifndef PADDOCK_CORE_EXPLAIN_RELATION_H_
#define PADDOCK_CORE_EXPLAIN_RELATION_H_

#include <span>
#include <string_view>
#include <vector>

#include "core/explain/explain.h"
#include "core/ir/operation.h"

namespace paddock {

struct CellQuestion {
  const Operation& operation;
  uint32_t result;
  std::span<const int64_t> cell;

  std::span<const int64_t> operand_shape(size_t index) const {
    return operation.operands[index]->type.shape();
  }
};

using ExplainFunction = std::vector<CellBox> (*)(const CellQuestion& question);

// Returns the box of the cell at `indices`.
CellBox OneCell(uint32_t operand, std::span<const int64_t> indices);
// Returns the box of all cells of operand number `operand`.
CellBox AllCells(const CellQuestion& question, uint32_t operand);

#define PADDOCK_HANDLER(name) std::vector<CellBox> name(const CellQuestion& question);
#include "dialect/explain_handlers.inc"
#undef PADDOCK_HANDLER

}  // namespace paddock

#endif  // PADDOCK_CORE_EXPLAIN_RELATION_H_
