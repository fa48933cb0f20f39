#include "core/api/why/execution_cells.h"

#include <utility>

namespace paddock {

std::optional<CellValue> ExecutionCells::ValueAt(const Value& value,
                                                 std::span<const int64_t> cell) const {
  std::optional<CellValue> found;
  reader_.Look({&value, moment_.process, moment_.clock},
               [&](const ValueView& view) { found = ReadCell(view, cell); });
  return found;
}

std::optional<CellValue> ExecutionCells::OperandValue(uint32_t operand,
                                                      std::span<const int64_t> cell) const {
  return ValueAt(*operation_.operands[operand], cell);
}

std::optional<CellValue> ExecutionCells::ResultValue(uint32_t result,
                                                     std::span<const int64_t> cell) const {
  // It may be the result of the async_done that completed the operation.
  const bool is_own = result == moment_.value->index;
  return ValueAt(is_own ? *moment_.value : *operation_.results[result], cell);
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
    std::optional<int64_t> integer;
    reader_.Look({operation_.operands[operand], moment_.process, moment_.clock},
                 [&](const ValueView& view) { integer = ReadInteger64(view, cell); });
    return integer;
  };
}

ReadFloat ExecutionCells::numbers() const {
  return [this](uint32_t operand, std::span<const int64_t> cell) {
    std::optional<double> number;
    reader_.Look({operation_.operands[operand], moment_.process, moment_.clock},
                 [&](const ValueView& view) { number = ReadNumber(view, cell); });
    return number;
  };
}

std::vector<CellBox> ExecutionCells::Related() const {
  DiagnosticSink sink;
  auto boxes = ExplainCell(operation_, result(), cell_, sink);
  return boxes ? *std::move(boxes) : std::vector<CellBox>();
}

}  // namespace paddock
