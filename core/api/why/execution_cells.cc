#include "core/api/why/execution_cells.h"

#include <utility>

namespace paddock {

template <class T>
std::optional<T> ExecutionCells::Read(const Value& value, std::span<const int64_t> cell,
                                      std::optional<T> (*read)(const ValueView& view,
                                                               std::span<const int64_t>)) const {
  std::optional<T> found;
  reader_.Look({&value, moment_.process, moment_.clock},
               [&](const ValueView& view) { found = read(view, cell); });
  return found;
}

std::optional<CellValue> ExecutionCells::OperandValue(uint32_t operand,
                                                      std::span<const int64_t> cell) const {
  return Read(*operation_.operands[operand], cell, ReadCell);
}

std::optional<CellValue> ExecutionCells::ResultValue(uint32_t result,
                                                     std::span<const int64_t> cell) const {
  // It may be the result of the async_done that completed the operation.
  const bool is_own = result == moment_.value->index;
  return Read(is_own ? *moment_.value : *operation_.results[result], cell, ReadCell);
}

std::string ExecutionCells::Operand(uint32_t operand, std::span<const int64_t> cell) const {
  const auto value = OperandValue(operand, cell);
  return value ? value->text : "?";
}

std::string ExecutionCells::Result(uint32_t result, std::span<const int64_t> cell) const {
  const auto value = ResultValue(result, cell);
  return value ? value->text : "?";
}

ReadInteger ExecutionCells::integers() const {
  return [this](uint32_t operand, std::span<const int64_t> cell) {
    return Read(*operation_.operands[operand], cell, ReadInteger64);
  };
}

ReadFloat ExecutionCells::numbers() const {
  return [this](uint32_t operand, std::span<const int64_t> cell) {
    return Read(*operation_.operands[operand], cell, ReadNumber);
  };
}

std::vector<CellBox> ExecutionCells::Related() const {
  DiagnosticSink sink;
  auto boxes = ExplainCell(operation_, result(), cell_, sink);
  return boxes ? *std::move(boxes) : std::vector<CellBox>();
}

}  // namespace paddock
