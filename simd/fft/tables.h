// The tables of a line: twiddles and, of a convolution, the chirp and its transform. Those of a
// million elements take a tenth of a second and more, so they are computed in pieces.
#ifndef PADDOCK_SIMD_FFT_TABLES_H_
#define PADDOCK_SIMD_FFT_TABLES_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "simd/fft/line.h"
#include "simd/fft/roots.h"

namespace paddock::simd {

class FftTables {
 public:
  // Of a line as PlanFftLine gives it, which can be run when all is done.
  explicit FftTables(std::shared_ptr<FftLine> line);

  bool is_done() const { return part_ == parts_.size(); }
  // About 2^14 elements of a table.
  void RunPiece();
  // What the next piece is worth beside a complex multiply-add; and all of them together.
  int64_t piece_work() const;
  int64_t work() const;

 private:
  // One table, or one pass over all of it: run(pass, begin, end) of `units`.
  struct Part {
    void (FftTables::*run)(size_t pass, int64_t begin, int64_t end);
    int64_t units;
    int64_t units_of_piece;
    // Of a unit.
    int64_t work;
    size_t pass = 0;
  };

  void AddPart(void (FftTables::*run)(size_t, int64_t, int64_t), int64_t units,
               int64_t unit_elements, int64_t element_work, size_t pass = 0);
  void ComputeRoots(size_t pass, int64_t begin, int64_t end);
  void ComputeTwiddles(size_t pass, int64_t begin, int64_t end);
  void ComputeChirpRoots(size_t pass, int64_t begin, int64_t end);
  void ComputeChirp(size_t pass, int64_t begin, int64_t end);
  void WrapChirp(size_t pass, int64_t begin, int64_t end);
  void TransformChirp(size_t pass, int64_t begin, int64_t end);
  void ComputeSpectrum(size_t pass, int64_t begin, int64_t end);
  FftBuffers Buffers() const;

  std::shared_ptr<FftLine> line_;
  std::vector<Part> parts_;
  size_t part_ = 0;
  int64_t unit_ = 0;

  // What is needed only until all is done.
  RootsOfUnity roots_;
  RootsOfUnity chirp_roots_;
  // k^2 modulo 2 n of the chirp's next element.
  int64_t square_ = 0;
  std::vector<FftStage> stages_;
  std::unique_ptr<double[]> buffers_;
  int result_buffer_ = 0;
};

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_FFT_TABLES_H_
