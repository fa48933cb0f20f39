// Linear algebra, transforms, normalisation and random bits.
#include "tests/generate/writer.h"

namespace paddock::generate {
namespace {

// [batch..., rows, columns]
Shape MatrixShape(Writer& writer, int64_t rows, int64_t columns) {
  Shape shape = writer.random.Chance(40) ? Shape{writer.random.Between(1, 3)} : Shape{};
  shape.insert(shape.end(), {rows, columns});
  return shape;
}

const char* BoolText(Writer& writer) { return writer.random.Chance(50) ? "true" : "false"; }

void WriteCholesky(Writer& writer) {
  const int64_t n = writer.random.Between(0, 4);
  const TensorSpec type = {
      writer.AnyElement(FindOp("stablehlo.cholesky")->operands[0].set.elements),
      MatrixShape(writer, n, n)};
  const Named operand = writer.Get(type);
  writer.Apply("stablehlo.cholesky", {operand}, {type}, std::string("lower = ") + BoolText(writer));
}

void WriteTriangularSolve(Writer& writer) {
  constexpr const char* kTransposes[] = {"NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"};
  const OpInfo& info = *FindOp("stablehlo.triangular_solve");
  const int64_t n = writer.random.Between(0, 4), m = writer.random.Between(1, 3);
  const bool is_left = writer.random.Chance(50);
  const TensorSpec a = {writer.AnyElement(info.operands[0].set.elements),
                        MatrixShape(writer, n, n)};
  TensorSpec b = a;
  b.shape[b.rank() - (is_left ? 1 : 2)] = m;
  std::string attributes = std::string("left_side = ") + (is_left ? "true" : "false");
  attributes += std::string(", lower = ") + BoolText(writer);
  attributes += std::string(", unit_diagonal = ") + BoolText(writer);
  const char* transpose = writer.random.Pick(kTransposes);
  attributes += std::string(", transpose_a = #stablehlo<transpose ") + transpose + ">";
  writer.Apply("stablehlo.triangular_solve", {writer.Get(a), writer.Get(b)}, {b}, attributes);
}

void WriteFft(Writer& writer) {
  constexpr const char* kTypes[] = {"FFT", "IFFT", "RFFT", "IRFFT"};
  const auto kind = static_cast<size_t>(writer.random.Below(4));
  const bool is_wide = writer.random.Chance(40);
  const ElementType real = is_wide ? ElementType::kF64 : ElementType::kF32;
  const ElementType complex = is_wide ? ElementType::kC128 : ElementType::kC64;
  const auto dimensions = static_cast<size_t>(writer.random.Between(1, 3));
  std::vector<int64_t> lengths;
  for (size_t i = 0; i < dimensions; ++i) lengths.push_back(writer.random.Between(1, 9));
  Shape whole = writer.random.Chance(40) ? Shape{writer.random.Between(1, 2)} : Shape{};
  whole.insert(whole.end(), lengths.begin(), lengths.end());
  Shape half = whole;
  half.back() = half.back() / 2 + 1;
  const TensorSpec operand = kind == 2   ? TensorSpec{real, whole}
                             : kind == 3 ? TensorSpec{complex, half}
                                         : TensorSpec{complex, whole};
  const TensorSpec result = kind == 2   ? TensorSpec{complex, half}
                            : kind == 3 ? TensorSpec{real, whole}
                                        : TensorSpec{complex, whole};
  writer.Apply("stablehlo.fft", {writer.Get(operand)}, {result},
               "fft_type = #stablehlo<fft_type " + std::string(kTypes[kind]) +
                   ">, fft_length = " + ArrayText(lengths));
}

void WriteBatchNorm(Writer& writer, const char* op, size_t vectors, bool has_gradient) {
  const Named operand = writer.GetAny(kFloatElements & FindOp(op)->operands[0].set.elements, 1);
  const int64_t feature = writer.random.Below(static_cast<int64_t>(operand.type.rank()));
  const TensorSpec vector =
      operand.type.With(Shape{operand.type.shape[static_cast<size_t>(feature)]});
  std::vector<Named> operands = {operand};
  for (size_t i = 0; i < vectors; ++i) operands.push_back(writer.Get(vector));
  if (has_gradient) operands.push_back(writer.Get(operand.type));
  std::vector<TensorSpec> results = {operand.type};
  if (vectors < 4) results.insert(results.end(), {vector, vector});
  writer.Apply(op, operands, results,
               "epsilon = 1.0e-03 : f32, feature_index = " + std::to_string(feature) + " : i64");
}

void WriteBatchNormInference(Writer& writer) {
  WriteBatchNorm(writer, "stablehlo.batch_norm_inference", 4, false);
}
void WriteBatchNormTraining(Writer& writer) {
  WriteBatchNorm(writer, "stablehlo.batch_norm_training", 2, false);
}
void WriteBatchNormGrad(Writer& writer) {
  WriteBatchNorm(writer, "stablehlo.batch_norm_grad", 3, true);
}

void WriteRngBitGenerator(Writer& writer) {
  constexpr std::string_view kAlgorithms[] = {"THREE_FRY", "PHILOX", "DEFAULT"};
  const std::string_view algorithm = writer.random.Pick(kAlgorithms);
  const bool has_long = algorithm != "THREE_FRY";
  const TensorSpec state = {ElementType::kUI64, {has_long ? writer.random.Between(2, 3) : 2}};
  const TensorSpec bits = {writer.AnyElement(kUnsignedElements), writer.AnyShape(0, 3)};
  writer.Apply("stablehlo.rng_bit_generator", {writer.Get(state)}, {state, bits},
               "rng_algorithm = #stablehlo<rng_algorithm " + std::string(algorithm) + ">");
}

void WriteRng(Writer& writer) {
  const bool is_normal = writer.random.Chance(50);
  const ElementType element = is_normal ? ElementType::kF32 : writer.AnyElement(kFloatElements);
  const TensorSpec scalar = {element, {}};
  const Shape shape = writer.AnyShape(0, 3);
  const Named sizes =
      writer.KnownIntegers(shape, {ElementType::kI64, {static_cast<int64_t>(shape.size())}});
  writer.Apply("stablehlo.rng", {writer.Get(scalar), writer.Get(scalar), sizes},
               {scalar.With(shape)},
               std::string("rng_distribution = #stablehlo<rng_distribution ") +
                   (is_normal ? "NORMAL" : "UNIFORM") + ">");
}

}  // namespace

std::vector<OperationKind> LinearAlgebraKinds() {
  return {{"stablehlo.cholesky", 1, WriteCholesky},
          {"stablehlo.triangular_solve", 1, WriteTriangularSolve},
          {"stablehlo.fft", 1, WriteFft},
          {"stablehlo.batch_norm_inference", 1, WriteBatchNormInference},
          {"stablehlo.batch_norm_training", 1, WriteBatchNormTraining},
          {"stablehlo.batch_norm_grad", 1, WriteBatchNormGrad},
          {"stablehlo.rng", 1, WriteRng},
          {"stablehlo.rng_bit_generator", 1, WriteRngBitGenerator}};
}

}  // namespace paddock::generate
