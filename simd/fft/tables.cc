#include "simd/fft/tables.h"

#include <algorithm>
#include <utility>

namespace paddock::simd {
namespace {

constexpr int64_t kPieceElements = 1 << 14;
// Of an element, in complex multiply-adds: a root is a sine and a cosine.
constexpr int64_t kRootWork = 16;
constexpr int64_t kMoveWork = 2;

}  // namespace

FftTables::FftTables(std::shared_ptr<FftLine> line)
    : line_(std::move(line)), roots_(line_->length), chirp_roots_(2 * line_->size) {
  AddPart(&FftTables::ComputeRoots, roots_.half_count(), 1, kRootWork);
  for (size_t pass = 0; pass < line_->passes.size(); ++pass) {
    const auto& [radix, parts, stride, twiddles, roots] = line_->passes[pass];
    AddPart(&FftTables::ComputeTwiddles, parts, radix - 1, kMoveWork, pass);
  }
  if (!line_->is_convolution()) return;
  result_buffer_ = AddPassStages(*line_, 0, false, stages_);
  AddPart(&FftTables::ComputeChirpRoots, chirp_roots_.half_count(), 1, kRootWork);
  AddPart(&FftTables::ComputeChirp, line_->size, 1, kMoveWork);
  AddPart(&FftTables::WrapChirp, line_->length, 1, kMoveWork);
  for (size_t stage = 0; stage < stages_.size(); ++stage) {
    const int64_t units = UnitCount(*line_, stages_[stage], 1);
    AddPart(&FftTables::TransformChirp, units, std::max<int64_t>(1, line_->length / units), 1,
            stage);
  }
  AddPart(&FftTables::ComputeSpectrum, line_->length, 1, kMoveWork);
}

void FftTables::AddPart(void (FftTables::*run)(size_t, int64_t, int64_t), int64_t units,
                        int64_t unit_elements, int64_t element_work, size_t pass) {
  parts_.push_back({run, units, std::max<int64_t>(1, kPieceElements / unit_elements),
                    unit_elements * element_work, pass});
}

void FftTables::RunPiece() {
  const Part& part = parts_[part_];
  const int64_t end = std::min(part.units, unit_ + part.units_of_piece);
  (this->*part.run)(part.pass, unit_, end);
  unit_ = end;
  if (end < part.units) return;
  unit_ = 0;
  if (++part_ < parts_.size()) return;
  roots_ = chirp_roots_ = RootsOfUnity(0);
  buffers_.reset();
}

int64_t FftTables::piece_work() const {
  const Part& part = parts_[part_];
  return std::min(part.units_of_piece, part.units - unit_) * part.work;
}

int64_t FftTables::work() const {
  int64_t work = 0;
  for (const Part& part : parts_) work += part.units * part.work;
  return work;
}

void FftTables::ComputeRoots(size_t, int64_t, int64_t end) { roots_.ComputeUpTo(end); }

void FftTables::ComputeTwiddles(size_t pass, int64_t begin, int64_t end) {
  const auto& [radix, parts, stride, twiddles, roots] = line_->passes[pass];
  const auto add = [&](int64_t k, std::vector<double>& table) {
    const auto [re, im] = roots_.At(k);
    table.push_back(re);
    table.push_back(im);
  };
  if (pass == 0 && begin == 0) {
    const FftPass& last = line_->passes.back();
    const auto count = static_cast<size_t>(2 * last.parts * (last.radix - 1));
    line_->twiddles.reserve(last.twiddles + count);
  }
  // w is the root of unity of radix * parts, and stride the quotient to the length.
  for (int64_t p = begin; p < end; ++p) {
    for (int64_t k = 1; k < radix; ++k) add(p * k * stride, line_->twiddles);
  }
  if (begin != 0) return;
  for (int64_t k = 0; k < radix; ++k) add(k * (line_->length / radix), line_->radix_roots);
}

void FftTables::ComputeChirpRoots(size_t, int64_t, int64_t end) { chirp_roots_.ComputeUpTo(end); }

// exp(-pi i k^2 / n) is the root k^2 of 2 n.
void FftTables::ComputeChirp(size_t, int64_t begin, int64_t end) {
  auto& [re, im] = line_->chirp;
  re.reserve(static_cast<size_t>(line_->size));
  im.reserve(static_cast<size_t>(line_->size));
  const int64_t count = 2 * line_->size;
  for (int64_t k = begin; k < end; ++k) {
    const RootsOfUnity::Root root = chirp_roots_.At(square_);
    re.push_back(root.re);
    im.push_back(root.im);
    square_ = (square_ + 2 * k + 1) % count;
  }
}

// exp(pi i k^2 / n) for k = -(n - 1) .. n - 1, around the circle.
void FftTables::WrapChirp(size_t, int64_t begin, int64_t end) {
  const auto length = static_cast<size_t>(line_->length);
  if (begin == 0) buffers_ = std::make_unique_for_overwrite<double[]>(4 * length);
  const FftBuffers buffers = Buffers();
  for (int64_t k = begin; k < end; ++k) {
    const int64_t distance = std::min(k, line_->length - k);
    const bool is_there = distance < line_->size;
    const auto at = static_cast<size_t>(distance);
    buffers.re[0][k] = is_there ? line_->chirp.re[at] : 0;
    buffers.im[0][k] = is_there ? -line_->chirp.im[at] : 0;
  }
}

void FftTables::TransformChirp(size_t stage, int64_t begin, int64_t end) {
  RunUnits(*line_, stages_[stage], Buffers(), begin, end);
}

// Over the length, which an inverse transform divides by.
void FftTables::ComputeSpectrum(size_t, int64_t begin, int64_t end) {
  const FftBuffers buffers = Buffers();
  auto& [re, im] = line_->spectrum;
  re.reserve(static_cast<size_t>(line_->length));
  im.reserve(static_cast<size_t>(line_->length));
  for (int64_t k = begin; k < end; ++k) {
    re.push_back(buffers.re[result_buffer_][k] / static_cast<double>(line_->length));
    im.push_back(buffers.im[result_buffer_][k] / static_cast<double>(line_->length));
  }
}

FftBuffers FftTables::Buffers() const {
  const auto length = static_cast<size_t>(line_->length);
  double* const numbers = buffers_.get();
  return {{numbers, numbers + length}, {numbers + 2 * length, numbers + 3 * length}, 1};
}

}  // namespace paddock::simd
