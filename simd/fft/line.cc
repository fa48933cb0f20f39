#include "simd/fft/line.h"

#include <algorithm>
#include <utility>

#include "simd/fft/passes.h"

namespace paddock::simd {
namespace {

// Elements of a unit of a product.
constexpr int64_t kProductUnit = 8192;

// Fours first: vectors are full once the stride is as long.
std::vector<int64_t> RadicesOf(int64_t size) {
  std::vector<int64_t> radices;
  for (; size % 4 == 0; size /= 4) radices.push_back(4);
  for (int64_t radix = 2; radix <= kMaximumRadix && size > 1; ++radix) {
    for (; size % radix == 0; size /= radix) radices.push_back(radix);
  }
  if (size > 1) return {};
  return radices;
}

bool HasRadices(int64_t size) { return size <= 1 || !RadicesOf(size).empty(); }

// The least of 2^a, 3 * 2^a and 5 * 2^a from `least` on.
int64_t ConvolutionLength(int64_t least) {
  int64_t best = 0;
  for (int64_t factor : {1, 3, 5}) {
    int64_t length = factor;
    while (length < least) length *= 2;
    if (best == 0 || length < best) best = length;
  }
  return best;
}

void AddPasses(FftLine& line) {
  int64_t parts = line.length;
  int64_t stride = 1;
  size_t twiddles = 0, roots = 0;
  for (int64_t radix : RadicesOf(line.length)) {
    parts /= radix;
    line.passes.push_back({radix, parts, stride, twiddles, roots});
    twiddles += static_cast<size_t>(2 * parts * (radix - 1));
    roots += static_cast<size_t>(2 * radix);
    stride *= radix;
  }
}

void AddProductStage(FftLine& line, FftStage::Kind kind) {
  line.stages.push_back({kind, 0, line.result_buffer, line.is_result_swapped});
}

// All passes, from where the lines are.
void AddPassStages(FftLine& line) {
  line.result_buffer = AddPassStages(line, line.result_buffer, line.is_result_swapped, line.stages);
}

void AddConvolutionStages(FftLine& line) {
  AddProductStage(line, FftStage::Kind::kChirp);
  AddPassStages(line);
  AddProductStage(line, FftStage::Kind::kSpectrum);
  line.is_result_swapped = true;
  AddPassStages(line);
  line.is_result_swapped = false;
  AddProductStage(line, FftStage::Kind::kChirp);
}

FftPassArguments PassArguments(const FftLine& line, const FftStage& stage,
                               const FftBuffers& buffers) {
  const FftPass& pass = line.passes[stage.pass];
  FftPassArguments arguments{};
  const int to = 1 - stage.from;
  arguments.from_re = buffers.re[stage.from];
  arguments.from_im = buffers.im[stage.from];
  arguments.to_re = buffers.re[to];
  arguments.to_im = buffers.im[to];
  if (stage.is_swapped) {
    std::swap(arguments.from_re, arguments.from_im);
    std::swap(arguments.to_re, arguments.to_im);
  }
  arguments.radix = pass.radix;
  arguments.parts = pass.parts;
  arguments.stride = pass.stride * buffers.width;
  arguments.twiddles = line.twiddles.data() + pass.twiddles;
  arguments.roots = line.radix_roots.data() + pass.roots;
  return arguments;
}

// Zeros from element `begin` to `end` of each line.
void Clear(const FftBuffers& buffers, int buffer, int64_t begin, int64_t end) {
  if (begin >= end) return;
  for (double* part : {buffers.re[buffer], buffers.im[buffer]}) {
    std::fill(part + begin * buffers.width, part + end * buffers.width, 0.0);
  }
}

int64_t ElementsOfUnit(int64_t width) { return std::max<int64_t>(1, kProductUnit / width); }

}  // namespace

int AddPassStages(const FftLine& line, int from, bool is_swapped, std::vector<FftStage>& stages) {
  for (size_t pass = 0; pass < line.passes.size(); ++pass) {
    stages.push_back({FftStage::Kind::kPass, pass, from, is_swapped});
    from = 1 - from;
  }
  return from;
}

FftLine PlanFftLine(int64_t size) {
  FftLine line;
  line.size = size;
  line.length = HasRadices(size) ? size : ConvolutionLength(2 * size - 1);
  AddPasses(line);
  if (line.is_convolution()) {
    AddConvolutionStages(line);
  } else {
    AddPassStages(line);
  }
  return line;
}

int64_t UnitCount(const FftLine& line, const FftStage& stage, int64_t width) {
  if (stage.kind != FftStage::Kind::kPass) {
    const int64_t elements = ElementsOfUnit(width);
    return (line.length + elements - 1) / elements;
  }
  const FftPass& pass = line.passes[stage.pass];
  return pass.parts * ((pass.stride * width + kFftBlock - 1) / kFftBlock);
}

void RunUnits(const FftLine& line, const FftStage& stage, const FftBuffers& buffers, int64_t begin,
              int64_t end) {
  if (stage.kind == FftStage::Kind::kPass) {
    FftPassArguments arguments = PassArguments(line, stage, buffers);
    arguments.begin = begin;
    arguments.end = end;
    return RunFftPass(arguments);
  }
  const bool is_chirp = stage.kind == FftStage::Kind::kChirp;
  const ComplexTable& factors = is_chirp ? line.chirp : line.spectrum;
  const int64_t elements = ElementsOfUnit(buffers.width);
  const int64_t first = begin * elements;
  const int64_t last = std::min(end * elements, line.length);
  const int64_t factor_count = is_chirp ? line.size : line.length;
  RunFftProduct({buffers.re[stage.from], buffers.im[stage.from], factors.re.data(),
                 factors.im.data(), buffers.width, first, std::min(last, factor_count)});
  Clear(buffers, stage.from, std::max(first, factor_count), last);
}

void RunLines(const FftLine& line, const FftBuffers& buffers) {
  for (const FftStage& stage : line.stages) {
    RunUnits(line, stage, buffers, 0, UnitCount(line, stage, buffers.width));
  }
}

}  // namespace paddock::simd
