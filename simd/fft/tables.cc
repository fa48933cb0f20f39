#include "simd/fft/tables.h"

#include <algorithm>
#include <utility>

#include "simd/fft/moves.h"
#include "simd/fft/passes.h"

namespace paddock::simd {
namespace {

constexpr int64_t kPieceElements = 1 << 14;
// Costs of an element in complex multiply-adds. A root is a sine and a cosine.
constexpr int64_t kRootWork = 16;
constexpr int64_t kMoveWork = 2;

void Allocate(FftFactorTable& table, int64_t count) {
  const auto there = static_cast<size_t>(count);
  for (std::unique_ptr<double[]>* part : {&table.re, &table.im}) {
    *part = std::make_unique_for_overwrite<double[]>(there + kFftLanes);
    std::fill_n(part->get() + there, kFftLanes, 0.0);
  }
}

}  // namespace

FftTables::FftTables(std::shared_ptr<FftLine> line)
    : line_(std::move(line)), roots_(line_->length), chirp_roots_(2 * line_->size) {
  AddPart(&FftTables::ComputeRoots, roots_.half_count(), 1, kRootWork);
  for (size_t pass = 0; pass < line_->passes.size(); ++pass) {
    const auto& [radix, parts, stride, twiddles, roots] = line_->passes[pass];
    const bool is_column_pass = pass < line_->column_passes;
    const int64_t units = is_column_pass ? parts / line_->columns * line_->column_blocks() : parts;
    AddPart(&FftTables::ComputeTwiddles, units, (radix - 1) * (is_column_pass ? kFftLanes : 1),
            kMoveWork, pass);
  }
  if (!line_->is_convolution()) return;
  const auto passes = static_cast<int64_t>(line_->passes.size());
  AddPart(&FftTables::ComputeChirpRoots, chirp_roots_.half_count(), 1, kRootWork);
  AddPart(&FftTables::ComputeChirp, line_->size, 1, kMoveWork);
  AddPart(&FftTables::WrapChirp, line_->length, 1, kMoveWork);
  if (line_->is_split()) {
    AddPart(&FftTables::TransformColumns, line_->column_blocks(),
            kFftLanes * line_->column_length(), passes);
    AddPart(&FftTables::TransformRows, line_->row_blocks(), kFftLanes * line_->columns, passes);
  } else {
    AddPart(&FftTables::TransformLine, 1, line_->length, passes);
  }
  AddPart(&FftTables::ComputeSpectrum, line_->length, 1, kMoveWork);
}

size_t FftTables::bytes() const {
  const int64_t factors = line_->is_convolution() ? 2 * (line_->size + line_->length) : 0;
  return sizeof(double) * (line_->twiddle_count + static_cast<size_t>(factors));
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
  if (pass == 0 && begin == 0) {
    line_->twiddles = std::make_unique_for_overwrite<double[]>(line_->twiddle_count);
    line_->radix_roots = std::make_unique_for_overwrite<double[]>(line_->radix_root_count);
  }
  const auto put = [&](int64_t k, double* re, double* im) {
    const RootsOfUnity::Root root = roots_.At(k);
    *re = root.re;
    *im = root.im;
  };
  // Parts column + columns * i, for eight columns (those that are not there repeat the last), or
  // all parts.
  const bool has_lanes = pass < line_->column_passes;
  const int64_t lanes = has_lanes ? kFftLanes : 1;
  const int64_t columns = has_lanes ? line_->columns : 1;
  const int64_t along = parts / columns;
  double* row = line_->twiddles.get() + twiddles + begin * (radix - 1) * 2 * lanes;
  // w is the root of unity of radix * parts, and stride the quotient to the length.
  for (int64_t unit = begin; unit < end; ++unit) {
    for (int64_t k = 1; k < radix; ++k, row += 2 * lanes) {
      for (int64_t l = 0; l < lanes; ++l) {
        const int64_t column = std::min(unit / along * lanes + l, columns - 1);
        put((column + columns * (unit % along)) * k * stride, row + l, row + lanes + l);
      }
    }
  }
  double* root = line_->radix_roots.get() + roots;
  for (int64_t k = 0; k < radix; ++k, root += 2) {
    put(k * (line_->length / radix), root, root + 1);
  }
}

void FftTables::ComputeChirpRoots(size_t, int64_t, int64_t end) { chirp_roots_.ComputeUpTo(end); }

// exp(-pi i k^2 / n) is the root k^2 of 2 n.
void FftTables::ComputeChirp(size_t, int64_t begin, int64_t end) {
  if (begin == 0) Allocate(line_->chirp, line_->size);
  const int64_t count = 2 * line_->size;
  for (int64_t k = begin; k < end; ++k) {
    const RootsOfUnity::Root root = chirp_roots_.At(square_);
    const auto at = static_cast<size_t>(k);
    line_->chirp.re[at] = root.re;
    line_->chirp.im[at] = root.im;
    square_ = (square_ + 2 * k + 1) % count;
  }
}

// exp(pi i k^2 / n) for k = -(n - 1) .. n - 1, around the circle.
void FftTables::WrapChirp(size_t, int64_t begin, int64_t end) {
  if (begin == 0) {
    const auto rooms = static_cast<size_t>(2 * FftBufferCount(*line_) + FftTableCount(*line_));
    const auto numbers = static_cast<size_t>(2 * line_->length);
    buffers_ = std::make_unique_for_overwrite<double[]>(numbers + rooms);
  }
  for (int64_t k = begin; k < end; ++k) {
    const int64_t distance = std::min(k, line_->length - k);
    const bool is_there = distance < line_->size;
    const auto at = static_cast<size_t>(distance);
    buffers_[static_cast<size_t>(2 * k)] = is_there ? line_->chirp.re[at] : 0;
    buffers_[static_cast<size_t>(2 * k + 1)] = is_there ? -line_->chirp.im[at] : 0;
  }
}

FftSplit FftTables::ChirpSplit() const {
  const auto bytes = static_cast<int64_t>(2 * sizeof(double));
  const FftLineMemory memory{reinterpret_cast<std::byte*>(buffers_.get()),
                             bytes,
                             line_->length,
                             line_->length,
                             ElementType::kC128,
                             false};
  return {line_.get(),
          memory,
          FftFactors::kNone,
          memory,
          FftFactors::kNone,
          1,
          Rooms() + 2 * FftBufferCount(*line_)};
}

double* FftTables::Rooms() const { return buffers_.get() + 2 * line_->length; }

void FftTables::TransformColumns(size_t, int64_t begin, int64_t end) {
  for (int64_t block = begin; block < end; ++block) RunFftColumns(ChirpSplit(), block, Rooms());
}

void FftTables::TransformRows(size_t, int64_t begin, int64_t end) {
  for (int64_t block = begin; block < end; ++block) RunFftRows(ChirpSplit(), block, Rooms());
}

// In one of eight lanes.
void FftTables::TransformLine(size_t, int64_t, int64_t) {
  FftLanes lanes{{}, 1, 2 * sizeof(double), ElementType::kC128, false};
  lanes.first.fill(reinterpret_cast<std::byte*>(buffers_.get()));
  ReadFftLanes(lanes, 0, line_->length, Rooms());
  const double* result = RunFftPasses(*line_, Rooms(), Rooms() + FftBufferCount(*line_));
  WriteFftLanes(lanes, 0, line_->length, result, 1);
}

// Over the length, which an inverse transform divides by.
void FftTables::ComputeSpectrum(size_t, int64_t begin, int64_t end) {
  if (begin == 0) Allocate(line_->spectrum, line_->length);
  for (int64_t k = begin; k < end; ++k) {
    const auto at = static_cast<size_t>(k);
    line_->spectrum.re[at] = buffers_[2 * at] / static_cast<double>(line_->length);
    line_->spectrum.im[at] = buffers_[2 * at + 1] / static_cast<double>(line_->length);
  }
}

std::shared_ptr<FftTables> FftTableCache::Find(int64_t size, bool is_split) {
  auto line = std::make_shared<FftLine>(PlanFftLine(size, is_split));
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find_if(kept_, [&](const std::shared_ptr<FftTables>& tables) {
    return tables->line()->size == size && tables->line()->columns == line->columns;
  });
  std::shared_ptr<FftTables> tables;
  if (found != kept_.end()) {
    tables = *found;
    kept_.erase(found);
  } else {
    tables = std::make_shared<FftTables>(std::move(line));
  }
  kept_.push_back(tables);
  size_t bytes = 0;
  for (const auto& kept : kept_) bytes += kept->bytes();
  for (; bytes > kMostBytes; kept_.erase(kept_.begin())) bytes -= kept_.front()->bytes();
  return tables;
}

void FftTableCache::Clear() {
  const std::lock_guard lock(mutex_);
  kept_.clear();
}

}  // namespace paddock::simd
