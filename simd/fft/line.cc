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

void AddTwiddles(FftLine& line, FftPass& pass, const ComplexTable& roots) {
  const int64_t length = pass.radix * pass.parts;
  const int64_t step = line.length / length;
  pass.twiddles = line.twiddles.size();
  for (int64_t p = 0; p < pass.parts; ++p) {
    for (int64_t k = 1; k < pass.radix; ++k) {
      const auto at = static_cast<size_t>(p * k * step);
      line.twiddles.push_back(roots.re[at]);
      line.twiddles.push_back(roots.im[at]);
    }
  }
  pass.roots = line.radix_roots.size();
  for (int64_t k = 0; k < pass.radix; ++k) {
    const auto at = static_cast<size_t>(k * (line.length / pass.radix));
    line.radix_roots.push_back(roots.re[at]);
    line.radix_roots.push_back(roots.im[at]);
  }
}

void AddPasses(FftLine& line) {
  const ComplexTable roots = RootsOfUnity(line.length);
  int64_t parts = line.length;
  int64_t stride = 1;
  for (int64_t radix : RadicesOf(line.length)) {
    parts /= radix;
    FftPass pass{radix, parts, stride, 0, 0};
    AddTwiddles(line, pass, roots);
    line.passes.push_back(pass);
    stride *= radix;
  }
}

// All passes, from where the lines are.
void AddPassStages(FftLine& line) {
  for (size_t pass = 0; pass < line.passes.size(); ++pass) {
    line.stages.push_back(
        {FftStage::Kind::kPass, pass, line.result_buffer, line.is_result_swapped});
    line.result_buffer = 1 - line.result_buffer;
  }
}

void AddProductStage(FftLine& line, FftStage::Kind kind) {
  line.stages.push_back({kind, 0, line.result_buffer, line.is_result_swapped});
}

// The transform of exp(pi i k^2 / n), k = -(n - 1) .. n - 1 around the circle, over its length.
ComplexTable SpectrumOf(const FftLine& line) {
  const auto length = static_cast<size_t>(line.length);
  std::vector<double> re(2 * length), im(2 * length);
  for (int64_t k = 0; k < line.size; ++k) {
    const auto at = static_cast<size_t>(k);
    const auto mirrored = static_cast<size_t>((line.length - k) % line.length);
    re[at] = re[mirrored] = line.chirp.re[at];
    im[at] = im[mirrored] = -line.chirp.im[at];
  }
  FftLine inner;
  inner.size = inner.length = line.length;
  inner.passes = line.passes;
  inner.twiddles = line.twiddles;
  inner.radix_roots = line.radix_roots;
  AddPassStages(inner);
  RunLines(inner, {{re.data(), re.data() + length}, {im.data(), im.data() + length}, 1});
  const size_t first = inner.result_buffer == 0 ? 0 : length;
  ComplexTable spectrum;
  for (size_t k = 0; k < length; ++k) {
    spectrum.re.push_back(re[first + k] / static_cast<double>(length));
    spectrum.im.push_back(im[first + k] / static_cast<double>(length));
  }
  return spectrum;
}

void PlanConvolution(FftLine& line) {
  line.length = ConvolutionLength(2 * line.size - 1);
  AddPasses(line);
  // exp(-pi i k^2 / n) is the root k^2 of 2 n.
  const ComplexTable roots = RootsOfUnity(2 * line.size);
  int64_t square = 0;
  for (int64_t k = 0; k < line.size; ++k) {
    line.chirp.re.push_back(roots.re[static_cast<size_t>(square)]);
    line.chirp.im.push_back(roots.im[static_cast<size_t>(square)]);
    square = (square + 2 * k + 1) % (2 * line.size);
  }
  line.spectrum = SpectrumOf(line);
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

FftLine PlanFftLine(int64_t size) {
  FftLine line;
  line.size = line.length = size;
  if (!HasRadices(size)) {
    PlanConvolution(line);
    return line;
  }
  AddPasses(line);
  AddPassStages(line);
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
