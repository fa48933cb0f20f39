// The tables of a line: twiddles and, for a convolution, the chirp and its transform, for a packed
// line its factors. A million
// elements take a tenth of a second. So tables are computed in pieces, and kept for the next plan.
#ifndef PADDOCK_SIMD_FFT_TABLES_H_
#define PADDOCK_SIMD_FFT_TABLES_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "simd/fft/line.h"
#include "simd/fft/roots.h"

namespace paddock::simd {

class FftTables {
 public:
  // Takes a line from PlanFftLine. The line can be run once is_done().
  explicit FftTables(std::shared_ptr<FftLine> line);

  const std::shared_ptr<FftLine>& line() const { return line_; }
  size_t bytes() const;

  // Must be held to call is_done() or RunPiece().
  std::mutex& mutex() { return mutex_; }
  bool is_done() const { return part_ == parts_.size(); }
  // Computes about 2^14 elements of a table.
  void RunPiece();
  // Costs of the next piece and of all pieces, in complex multiply-adds.
  int64_t piece_work() const;
  int64_t work() const;

 private:
  // One table, or one pass over all of it: run(pass, begin, end) of `units`.
  struct Part {
    void (FftTables::*run)(size_t pass, int64_t begin, int64_t end);
    int64_t units;
    int64_t units_of_piece;
    // Work of a unit.
    int64_t work;
    size_t pass = 0;
  };

  template <class Real>
  void AddParts();
  void AddPart(void (FftTables::*run)(size_t, int64_t, int64_t), int64_t units,
               int64_t unit_elements, int64_t element_work, size_t pass = 0);
  void ComputeRoots(size_t pass, int64_t begin, int64_t end);
  template <class Real>
  void ComputeTwiddles(size_t pass, int64_t begin, int64_t end);
  void ComputeFinerRoots(size_t pass, int64_t begin, int64_t end);
  template <class Real>
  void ComputePacking(size_t pass, int64_t begin, int64_t end);
  template <class Real>
  void ComputeChirp(size_t pass, int64_t begin, int64_t end);
  template <class Real>
  void WrapChirp(size_t pass, int64_t begin, int64_t end);
  template <class Real>
  void TransformColumns(size_t pass, int64_t begin, int64_t end);
  template <class Real>
  void TransformRows(size_t pass, int64_t begin, int64_t end);
  template <class Real>
  void TransformLine(size_t pass, int64_t begin, int64_t end);
  template <class Real>
  void ComputeSpectrum(size_t pass, int64_t begin, int64_t end);
  // The chirp, overwritten by its transform, and the memory for that.
  template <class Real>
  FftSplit<Real> ChirpSplit() const;
  template <class Real>
  Real* Rooms() const;
  template <class Real>
  Real* Buffers() const;
  template <class Real>
  FftLineOf<Real>& LineOf() const;

  std::mutex mutex_;
  std::shared_ptr<FftLine> line_;
  std::vector<Part> parts_;
  size_t part_ = 0;
  int64_t unit_ = 0;

  // Used only until all tables are complete.
  RootsOfUnity roots_;
  // Roots of twice the count, for chirps and packing.
  RootsOfUnity finer_roots_;
  // k^2 modulo 2 n of the chirp's next element.
  int64_t square_ = 0;
  std::unique_ptr<double[]> buffers_;
};

// The most recently used tables, kept even when no plan needs them. Thread-safe.
class FftTableCache {
 public:
  // Limit for all tables together. Larger ones are not kept.
  static constexpr size_t kMostBytes = size_t{1} << 27;

  std::shared_ptr<FftTables> Find(const FftLineForm& form);
  void Clear();

 private:
  std::mutex mutex_;
  // Least recently used first.
  std::vector<std::shared_ptr<FftTables>> kept_;
};

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_FFT_TABLES_H_
