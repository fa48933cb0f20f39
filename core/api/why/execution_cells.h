// ExecutionCells: the cells that one execution of an operation read and gave.
#ifndef PADDOCK_CORE_API_WHY_EXECUTION_CELLS_H_
#define PADDOCK_CORE_API_WHY_EXECUTION_CELLS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/api/why/cell_value.h"
#include "core/api/why/run_reader.h"
#include "core/explain/chosen_cells.h"

namespace paddock {

class ExecutionCells {
 public:
  // `moment` is a result of `operation`, at the clock after its execution; `cell` is the one that
  // is asked for. The cells must outlive the object.
  ExecutionCells(RunReader& reader, const Operation& operation, ValueMoment moment,
                 std::span<const int64_t> cell)
      : reader_(reader), operation_(operation), moment_(moment), cell_(cell) {}

  const Operation& operation() const { return operation_; }
  uint32_t result() const { return moment_.value->index; }
  std::span<const int64_t> cell() const { return cell_; }

  // Return an element's text, "?" if it is not known.
  std::string Operand(uint32_t operand, std::span<const int64_t> cell) const;
  std::string Result(uint32_t result, std::span<const int64_t> cell) const;
  std::optional<CellValue> OperandValue(uint32_t operand, std::span<const int64_t> cell) const;
  std::optional<CellValue> ResultValue(uint32_t result, std::span<const int64_t> cell) const;
  ReadInteger integers() const;
  ReadFloat numbers() const;

  // Returns the cells of ExplainCell; none if the operation has no relation.
  std::vector<CellBox> Related() const;

 private:
  // Returns what `read` finds at the cell.
  template <class T>
  std::optional<T> Read(const Value& value, std::span<const int64_t> cell,
                        std::optional<T> (*read)(const ValueView& view,
                                                 std::span<const int64_t> cell)) const;

  RunReader& reader_;
  const Operation& operation_;
  const ValueMoment moment_;
  const std::span<const int64_t> cell_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_API_WHY_EXECUTION_CELLS_H_
