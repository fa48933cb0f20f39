// BoundTiles: a tile program on few elements whose addresses do not change, as a list of calls. A
// run of the program finds tiles, registers, the addresses of loads and the operands of chains. In
// a loop over some hundred elements that takes longer than the arithmetic.
#ifndef PADDOCK_CORE_PLAN_FUSION_BOUND_TILES_H_
#define PADDOCK_CORE_PLAN_FUSION_BOUND_TILES_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/plan/fusion/bound_copies.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/fusion/tile_columns.h"
#include "core/plan/fusion/tile_load.h"
#include "core/plan/fusion/tile_program.h"
#include "core/plan/fusion/tile_sink.h"
#include "core/plan/prepared_step.h"
#include "simd/elementwise/chain.h"

namespace paddock {

class BoundTiles : public PreparedStep {
 public:
  // With more elements, a run takes longer than finding addresses, and threads share it.
  static constexpr int64_t kMostElements = 12288;

  // A PrepareStepFunction of TileStep. Returns null for programs with other calls, or with many.
  static std::unique_ptr<const PreparedStep> Bind(const void* program, std::byte* const* pointers,
                                                  std::byte* scratch);

  void Run() const override;

 private:
  friend class TileBinder;

  struct Call {
    enum class Kind : uint8_t {
      kFill,
      kMove,
      kCopy,
      kLoad,
      kCode,
      kKernel,
      kSplit,
      kJoin,
      kReduce,
      kRows,
      kInit,
      kFinish
    };
    Kind kind = Kind::kFill;
    // kFill.
    uint32_t element_bytes = 0;
    // kFill: from operand 0. kMove: `count` bytes from operand 0. kCopy: number `first` of copies_.
    // kCode: the operands begin at `first` of operands_. kSplit, kJoin: number `first` of columns_;
    // elements begin .. begin + count. kReduce: elements begin .. begin + count
    // at operand 0. kRows: all rows of `program`, whose code reduces them. kInit: elements
    // 0 .. count.
    const void* operands[3] = {};
    void* result = nullptr;
    int64_t begin = 0;
    int64_t count = 0;
    size_t first = 0;
    const TileLoad* load = nullptr;
    ChainCode code = nullptr;
    const TileInstruction* instruction = nullptr;
    const TileSink* sink = nullptr;
    const TileProgram* program = nullptr;
  };

  // Columns whose registers are numbers of `addresses`.
  struct Columns {
    TileColumns columns;
    std::array<std::byte*, simd::kMostColumns + 1> addresses = {};
  };

  void Do(const Call& call) const;

  std::byte* const* pointers_ = nullptr;
  std::byte* scratch_ = nullptr;
  std::vector<Call> calls_;
  std::vector<simd::ChainOperand> operands_;
  std::vector<Columns> columns_;
  // kRows: the program's.
  std::vector<std::byte*> registers_;
  BoundCopies copies_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_FUSION_BOUND_TILES_H_
