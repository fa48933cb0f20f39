#include "simd/fft/fft.h"

#include <algorithm>
#include <cstring>

namespace paddock::simd {
namespace {

// Buffer elements of lines side by side: four buffers of f64 are a quarter of a megabyte.
constexpr int64_t kGroupElements = 8192;
constexpr int64_t kMostWidth = 8;
// From here a line is worth milliseconds.
constexpr int64_t kLongLine = 32768;
// Elements of a unit that reads or writes a line.
constexpr int64_t kMoveUnit = 8192;

FftBuffers BuffersIn(const FftDimension& dimension, std::byte* memory) {
  const auto count = static_cast<size_t>(dimension.line->length * dimension.width);
  auto* numbers = reinterpret_cast<double*>(memory);
  return {{numbers, numbers + count}, {numbers + 2 * count, numbers + 3 * count}, dimension.width};
}

size_t BufferBytes(const FftDimension& dimension) {
  return 4 * sizeof(double) * static_cast<size_t>(dimension.line->length * dimension.width);
}

// --- Elements of memory and numbers.

template <class T>
double Load(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return static_cast<double>(value);
}

template <class T>
void Store(double value, std::byte* to) {
  const T rounded = static_cast<T>(value);
  std::memcpy(to, &rounded, sizeof(T));
}

// Of one line among those side by side: its place in the tensor and in the buffers.
struct LineAccess {
  std::byte* tensor;  // its first element
  int64_t step;       // bytes from one element to the next
  double* re;
  double* im;
  int64_t width;
};

template <class T, bool kIsComplex>
void ReadElements(const LineAccess& line, int64_t begin, int64_t end) {
  for (int64_t k = begin; k < end; ++k) {
    const std::byte* from = line.tensor + k * line.step;
    line.re[k * line.width] = Load<T>(from);
    line.im[k * line.width] = kIsComplex ? Load<T>(from + sizeof(T)) : 0;
  }
}

template <class T, bool kIsComplex>
void WriteElements(const LineAccess& line, int64_t begin, int64_t end, double divisor) {
  for (int64_t k = begin; k < end; ++k) {
    std::byte* to = line.tensor + k * line.step;
    Store<T>(line.re[k * line.width] / divisor, to);
    if (kIsComplex) Store<T>(line.im[k * line.width] / divisor, to + sizeof(T));
  }
}

void ReadRun(ElementType type, const LineAccess& line, int64_t begin, int64_t end) {
  switch (type) {
    case ElementType::kF32:
      return ReadElements<float, false>(line, begin, end);
    case ElementType::kF64:
      return ReadElements<double, false>(line, begin, end);
    case ElementType::kC64:
      return ReadElements<float, true>(line, begin, end);
    default:
      return ReadElements<double, true>(line, begin, end);
  }
}

void WriteRun(ElementType type, const LineAccess& line, int64_t begin, int64_t end,
              double divisor) {
  switch (type) {
    case ElementType::kF32:
      return WriteElements<float, false>(line, begin, end, divisor);
    case ElementType::kF64:
      return WriteElements<double, false>(line, begin, end, divisor);
    case ElementType::kC64:
      return WriteElements<float, true>(line, begin, end, divisor);
    default:
      return WriteElements<double, true>(line, begin, end, divisor);
  }
}

// What half a line of complex numbers leaves out is the conjugate of the rest, backwards: read
// from where it stands, so that units need not wait for each other.
void ReadMirrored(const FftDimension& dimension, const LineAccess& line, int64_t begin,
                  int64_t end) {
  for (int64_t k = begin; k < end; ++k) {
    LineAccess element = line;
    const int64_t mirrored = dimension.line->size - k;
    element.tensor += mirrored * line.step;
    element.re += k * line.width;
    element.im += k * line.width;
    ReadRun(dimension.source_type, element, 0, 1);
    *element.im = -*element.im;
  }
}

// --- Lines of tensors. An inverse transform is a forward one between exchanges of the parts.

LineAccess AccessOf(const FftDimension& dimension, std::byte* tensor, ElementType type,
                    int64_t length, int64_t line, double* re, double* im) {
  const auto bytes = static_cast<int64_t>(ByteSize(type));
  const int64_t first = line / dimension.inner * length * dimension.inner + line % dimension.inner;
  if (dimension.is_inverse) std::swap(re, im);
  return {tensor + first * bytes, dimension.inner * bytes, re, im, dimension.width};
}

void ReadLine(const FftDimension& dimension, const FftTensors& tensors, int64_t line,
              const FftBuffers& buffers, int64_t place, int64_t begin, int64_t end) {
  const std::byte* source = dimension.reads_operand ? tensors.operand : tensors.between;
  const LineAccess access =
      AccessOf(dimension, const_cast<std::byte*>(source), dimension.source_type,
               dimension.source_length, line, buffers.re[0] + place, buffers.im[0] + place);
  const int64_t read = std::clamp(dimension.source_length, begin, end);
  ReadRun(dimension.source_type, access, begin, read);
  ReadMirrored(dimension, access, read, end);
}

void WriteLine(const FftDimension& dimension, const FftTensors& tensors, int64_t line,
               const FftBuffers& buffers, int64_t place, int64_t begin, int64_t end) {
  std::byte* target = dimension.writes_result ? tensors.result : tensors.between;
  const int from = dimension.line->result_buffer;
  const LineAccess access =
      AccessOf(dimension, target, dimension.target_type, dimension.target_length, line,
               buffers.re[from] + place, buffers.im[from] + place);
  const double divisor = dimension.is_inverse ? static_cast<double>(dimension.line->size) : 1;
  WriteRun(dimension.target_type, access, begin, end, divisor);
}

FftDimension DimensionOf(std::shared_ptr<const FftLine> line, std::span<const int64_t> shape,
                         size_t d) {
  FftDimension dimension;
  dimension.line = std::move(line);
  for (size_t i = 0; i < shape.size(); ++i) {
    if (i < d) dimension.outer *= shape[i];
    if (i > d) dimension.inner *= shape[i];
  }
  dimension.source_length = dimension.target_length = shape[d];
  return dimension;
}

void ChooseWidth(FftDimension& dimension) {
  dimension.is_long = dimension.line->length >= kLongLine;
  if (dimension.is_long) return;
  const int64_t fitting = std::max<int64_t>(1, kGroupElements / dimension.line->length);
  dimension.width = std::min({kMostWidth, fitting, dimension.lines()});
}

int64_t Logarithm(int64_t n) {
  int64_t bits = 0;
  while (n >> bits > 1) ++bits;
  return bits;
}

}  // namespace

FftPlan PlanFft(FftKind kind, ElementType operand_type, std::span<const int64_t> operand_shape,
                ElementType result_type, std::span<const int64_t> result_shape, int64_t rank) {
  const bool is_inverse = kind == FftKind::kInverse || kind == FftKind::kRealInverse;
  // The shape in which there are the fewest complex numbers.
  const std::span<const int64_t> shape =
      kind == FftKind::kRealInverse ? operand_shape : result_shape;
  const size_t last = shape.size() - 1;
  FftPlan plan;
  for (int64_t i = 0; i < rank; ++i) {
    const size_t d =
        is_inverse ? shape.size() - static_cast<size_t>(rank - i) : last - static_cast<size_t>(i);
    const int64_t size =
        d == last && kind == FftKind::kRealInverse ? result_shape[d] : operand_shape[d];
    const auto line = std::make_shared<FftLine>(PlanFftLine(size));
    FftDimension dimension = DimensionOf(line, shape, d);
    dimension.is_inverse = is_inverse;
    if (d == last) {
      dimension.source_length = operand_shape[d];
      dimension.target_length = result_shape[d];
    }
    ChooseWidth(dimension);
    FftTables tables(line);
    if (dimension.is_long) {
      plan.work += tables.work();
      plan.tables.push_back(std::move(tables));
    } else {
      while (!tables.is_done()) tables.RunPiece();
    }
    plan.dimensions.push_back(std::move(dimension));
  }
  plan.dimensions.front().reads_operand = true;
  plan.dimensions.front().source_type = operand_type;
  plan.dimensions.back().writes_result = true;
  plan.dimensions.back().target_type = result_type;
  if (rank > 1) {
    plan.between_count = 1;
    for (int64_t size : shape) plan.between_count *= size;
  }
  for (const FftDimension& dimension : plan.dimensions) {
    size_t& bytes = dimension.is_long ? plan.workspace_bytes : plan.scratch_bytes;
    bytes = std::max(bytes, BufferBytes(dimension));
    const int64_t length = dimension.line->length;
    const int64_t transforms = length == dimension.line->size ? 1 : 2;
    plan.work += dimension.lines() * length * (Logarithm(length) * transforms + 2);
  }
  return plan;
}

void RunFftGroup(const FftDimension& dimension, const FftTensors& tensors, int64_t group,
                 std::byte* scratch) {
  const FftBuffers buffers = BuffersIn(dimension, scratch);
  const int64_t first = group * dimension.width;
  const int64_t count = std::min(dimension.width, dimension.lines() - first);
  if (count < dimension.width) {
    // Places without a line.
    const auto numbers = static_cast<size_t>(dimension.line->length * dimension.width);
    std::fill(buffers.re[0], buffers.re[0] + numbers, 0.0);
    std::fill(buffers.im[0], buffers.im[0] + numbers, 0.0);
  }
  for (int64_t i = 0; i < count; ++i) {
    ReadLine(dimension, tensors, first + i, buffers, i, 0, dimension.line->size);
  }
  RunLines(*dimension.line, buffers);
  for (int64_t i = 0; i < count; ++i) {
    WriteLine(dimension, tensors, first + i, buffers, i, 0, dimension.target_length);
  }
}

int64_t LongStageCount(const FftDimension& dimension) {
  return static_cast<int64_t>(dimension.line->stages.size()) + 2;
}

int64_t LongUnitCount(const FftDimension& dimension, int64_t stage) {
  const auto moves = [](int64_t count) { return (count + kMoveUnit - 1) / kMoveUnit; };
  if (stage == 0) return moves(dimension.line->size);
  if (stage == LongStageCount(dimension) - 1) return moves(dimension.target_length);
  return UnitCount(*dimension.line, dimension.line->stages[static_cast<size_t>(stage - 1)], 1);
}

void RunLongUnits(const FftDimension& dimension, const FftTensors& tensors, int64_t line,
                  int64_t stage, int64_t begin, int64_t end, std::byte* workspace) {
  const FftBuffers buffers = BuffersIn(dimension, workspace);
  const int64_t first = begin * kMoveUnit;
  if (stage == 0) {
    const int64_t last = std::min(end * kMoveUnit, dimension.line->size);
    return ReadLine(dimension, tensors, line, buffers, 0, first, last);
  }
  if (stage == LongStageCount(dimension) - 1) {
    const int64_t last = std::min(end * kMoveUnit, dimension.target_length);
    return WriteLine(dimension, tensors, line, buffers, 0, first, last);
  }
  RunUnits(*dimension.line, dimension.line->stages[static_cast<size_t>(stage - 1)], buffers, begin,
           end);
}

}  // namespace paddock::simd
