// Batch normalisation: whole features.
#include "core/explain/relation.h"
#include "core/ir/attribute_values.h"

namespace paddock {
namespace {

// Operands of batch_norm_grad.
constexpr uint32_t kScale = 1, kMean = 2, kVariance = 3, kGradOutput = 4;

size_t FeatureDimension(const CellQuestion& question) {
  return static_cast<size_t>(IntegerOf(question.operation, "feature_index", 0));
}

// Returns the cell's feature: its index along the feature dimension for result 0, its only index
// for the others.
int64_t FeatureOf(const CellQuestion& question) {
  return question.result == 0 ? question.cell[FeatureDimension(question)] : question.cell[0];
}

CellBox WholeFeature(const CellQuestion& question, uint32_t operand) {
  CellBox box = AllCells(question, operand);
  box.ranges[FeatureDimension(question)] = {FeatureOf(question)};
  return box;
}

CellBox OfFeature(const CellQuestion& question, uint32_t operand) {
  const int64_t feature[] = {FeatureOf(question)};
  return OneCell(operand, feature);
}

}  // namespace

std::vector<CellBox> ExplainBatchNormInference(const CellQuestion& question) {
  std::vector<CellBox> boxes = {OneCell(0, question.cell)};
  for (uint32_t i = 1; i < 5; ++i) boxes.push_back(OfFeature(question, i));
  return boxes;
}

// Mean and variance belong to the feature.
std::vector<CellBox> ExplainBatchNormTraining(const CellQuestion& question) {
  if (question.result != 0) return {WholeFeature(question, 0)};
  return {WholeFeature(question, 0), OfFeature(question, 1), OfFeature(question, 2)};
}

std::vector<CellBox> ExplainBatchNormGrad(const CellQuestion& question) {
  constexpr uint32_t kGradOffsetResult = 2;
  if (question.result == kGradOffsetResult) return {WholeFeature(question, kGradOutput)};
  std::vector<CellBox> boxes = {WholeFeature(question, 0)};
  if (question.result == 0) boxes.push_back(OfFeature(question, kScale));
  boxes.push_back(OfFeature(question, kMean));
  boxes.push_back(OfFeature(question, kVariance));
  boxes.push_back(WholeFeature(question, kGradOutput));
  return boxes;
}

}  // namespace paddock
