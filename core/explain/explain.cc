#include "core/explain/explain.h"

#include <algorithm>
#include <string>

#include "core/explain/relation.h"

namespace paddock {
namespace {

constexpr ExplainFunction kExplainFunctions[] = {
#include "dialect/explain_table.inc"
};

constexpr std::string_view kReasons[] = {
#include "dialect/unexplained_table.inc"
};

std::string IndicesText(std::span<const int64_t> indices) {
  std::string text = "[";
  for (int64_t index : indices) text += (text.size() > 1 ? ", " : "") + std::to_string(index);
  return text + "]";
}

bool HasCells(const Operation& operation, uint32_t result) {
  if (result >= operation.results.size()) return false;
  const Type type = operation.results[result]->type;
  return type.is_tensor() || type.is(TypeKind::kScalar);
}

bool IsInside(std::span<const int64_t> cell, std::span<const int64_t> shape) {
  if (cell.size() != shape.size()) return false;
  for (size_t i = 0; i < cell.size(); ++i) {
    if (cell[i] < 0 || cell[i] >= shape[i]) return false;
  }
  return true;
}

}  // namespace

CellBox OneCell(uint32_t operand, std::span<const int64_t> indices) {
  CellBox box{operand, {}};
  for (int64_t index : indices) box.ranges.push_back({index});
  return box;
}

CellBox AllCells(const CellQuestion& question, uint32_t operand) {
  CellBox box{operand, {}};
  for (int64_t size : question.operand_shape(operand)) box.ranges.push_back({0, size});
  return box;
}

bool HasRelation(OpKind kind) { return kExplainFunctions[static_cast<size_t>(kind)] != nullptr; }

std::string_view WhyUnexplained(OpKind kind) { return kReasons[static_cast<size_t>(kind)]; }

Result<std::vector<CellBox>> ExplainCell(const Operation& operation, uint32_t result,
                                         std::span<const int64_t> cell, DiagnosticSink& sink) {
  const ExplainFunction function =
      operation.info == nullptr ? nullptr
                                : kExplainFunctions[static_cast<size_t>(operation.info->kind)];
  if (function == nullptr) {
    sink.Error("explain", operation.span, std::string(operation.name) + " has no index relation");
    return Failed();
  }
  if (!HasCells(operation, result) || !IsInside(cell, operation.results[result]->type.shape())) {
    sink.Error("explain", operation.span,
               "result " + std::to_string(result) + " of " + std::string(operation.name) +
                   " has no cell " + IndicesText(cell));
    return Failed();
  }
  std::vector<CellBox> boxes = function({operation, result, cell});
  std::erase_if(boxes, [](const CellBox& box) {
    return std::ranges::any_of(box.ranges, [](CellRange range) { return range.count == 0; });
  });
  return boxes;
}

}  // namespace paddock
