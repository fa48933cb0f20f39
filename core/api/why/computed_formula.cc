#include "core/api/why/computed_formula.h"

#include <algorithm>

#include "core/api/why/formula.h"
#include "core/explain/explain.h"

namespace paddock {
namespace {

struct Row {
  OpKind kind;
  std::string (*function)(const ExecutionCells& cells);
};
constexpr Row kRows[] = {
    {OpKind::kStablehloScatter, &ScatterFormula},
    {OpKind::kStablehloSelectAndScatter, &SelectAndScatterFormula},
    {OpKind::kStablehloBatchNormInference, &BatchNormInferenceFormula},
    {OpKind::kStablehloBatchNormTraining, &BatchNormTrainingFormula},
    {OpKind::kStablehloBatchNormGrad, &BatchNormGradFormula},
    {OpKind::kStablehloMap, &MapFormula},
    {OpKind::kStablehloSort, &SortFormula},
    {OpKind::kChloTopK, &TopKFormula},
    {OpKind::kStablehloFft, &FftFormula},
    {OpKind::kStablehloCholesky, &CholeskyFormula},
    {OpKind::kStablehloTriangularSolve, &TriangularSolveFormula},
};

const Row* RowOf(OpKind kind) {
  const auto found = std::ranges::find(kRows, kind, &Row::kind);
  return found == std::end(kRows) ? nullptr : &*found;
}

struct Sentence {
  // Family, or name of one operation.
  std::string_view name;
  std::string_view text;
};
constexpr std::string_view kMoves = "It only moves cells.";
constexpr std::string_view kStated = "The program states its elements.";
constexpr Sentence kSentences[] = {
    {"stablehlo.constant", kStated},
    {"arith.constant", kStated},
    {"index.constant", kStated},
    {"chlo.constant", kStated},
    {"chlo.constant_like", kStated},
    {"stablehlo.iota", "Its elements are their own indices."},
    {"stablehlo.dynamic_iota", "Its elements are their own indices."},
    {"stablehlo.get_dimension_size", "Its element is the size of a dimension."},
    {"stablehlo.dynamic_conv", "Its padding is known only when it runs."},
    {"stablehlo.partition_id", "Its element is a number of the process."},
    {"stablehlo.replica_id", "Its element is a number of the process."},
    {"tensor.empty", "Its elements are not set."},
    {"data_movement", kMoves},
    {"dynamic_slices", kMoves},
    {"dynamism", kMoves},
    {"indexing", kMoves},
    {"tensor", kMoves},
    {"collective", kMoves},
    {"control_flow", kMoves},
    {"program", kMoves},
    {"interpreter", kMoves},
    {"manual_computation", kMoves},
    {"messages", "Its cells come from another process, or from outside of the program."},
    {"random", "Its numbers come from a generator, whose state is no sum of cells."},
    {"scan", "Its body is applied to whole slices, one position after another."},
};

}  // namespace

std::string ComputedFormula(const ExecutionCells& cells) {
  const Row* row = RowOf(cells.operation().info->kind);
  return row == nullptr ? std::string() : row->function(cells);
}

bool HasFormula(const OpInfo& info) {
  const bool is_dynamic = info.kind == OpKind::kStablehloDynamicConv;
  return (HasTermFormula(info) && !is_dynamic) || RowOf(info.kind) != nullptr;
}

std::string_view WhyNoFormula(const OpInfo& info) {
  if (HasFormula(info)) return {};
  const auto by_name = std::ranges::find(kSentences, info.name, &Sentence::name);
  if (by_name != std::end(kSentences)) return by_name->text;
  if (!HasRelation(info.kind)) return WhyUnexplained(info.kind);
  const auto found = std::ranges::find(kSentences, info.family, &Sentence::name);
  return found == std::end(kSentences) ? std::string_view() : found->text;
}

std::string_view WhyNoFormulaHere(const Operation& operation) {
  const OpInfo& info = *operation.info;
  if (!HasFormula(info)) return OnlyMoves(info) ? std::string_view() : WhyNoFormula(info);
  if (info.kind == OpKind::kStablehloSelectAndScatter) return "Its select is not one comparison.";
  if (info.family == "sort" || info.kind == OpKind::kStablehloScatter) {
    return "Too many cells decide where its values come from.";
  }
  return {};
}

bool OnlyMoves(const OpInfo& info) { return WhyNoFormula(info) == kMoves; }

}  // namespace paddock
