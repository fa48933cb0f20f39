#include "core/plan/fusion/reduced_rows.h"

#ifdef __wasm__

namespace paddock {

// There are no sinks.
bool IsReducedAlone(const std::vector<TileNode>&, uint32_t, const std::function<bool(uint32_t)>&) {
  return false;
}
void SetReducedRows(TileProgram&, Arena&) {}
void RunReducedRows(const TileProgram&, std::byte* const*, std::byte*, std::byte* const*, int64_t,
                    int64_t) {}

}  // namespace paddock

#else

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "core/plan/fusion/row_sink.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/fusion/tile_load.h"
#include "core/plan/fusion/tile_sink.h"
#include "simd/chunks.h"

namespace paddock {
namespace {

using Kind = TileChainOperand::Kind;
using simd::ChainOp;
using simd::ChainStep;

// Fewer do not fill all lanes, or are lanes themselves.
constexpr int64_t kFewestOfReducedRow = 17;

// Rows whose lanes one call stores: 4 KB for each sink.
constexpr int64_t kRowsAtOnce = 64;
constexpr size_t kLaneBytes = sizeof(float), kRowBytes = simd::kReduceLanes * kLaneBytes;

// Bounds tables on the stack.
constexpr size_t kMostOperands = 64;

bool IsSunk(const TileProgram& program, const TileChainOperand& operand) {
  return operand.is_written && std::ranges::find(program.sinks, operand.tile_register,
                                                 &TileSink::tile_register) != program.sinks.end();
}

// Whether code may reduce the rows of a sink.
bool MayReduce(const simd::ReducePieces& pieces) {
  return pieces.has_totals() && pieces.unit >= kFewestOfReducedRow &&
         chain_code::FindRowSink(*pieces.plan->kernels).has_value();
}

// The steps and operands of a program's chain whose stores of sunk values are reductions.
class RowSteps {
 public:
  RowSteps(const TileProgram& program, const TileChain& chain, int64_t size)
      : program_(program),
        chain_(chain),
        size_(size),
        operands_(chain.operands.begin(), chain.operands.end()) {}

  // Returns false if code cannot reduce all sinks, or not read all operands.
  bool Write() {
    if (std::ranges::any_of(program_.loads, [this](const auto& load) { return IsCopied(load); })) {
      return false;
    }
    for (TileChainOperand& operand : operands_) {
      if (!TakeOperand(operand)) return false;
    }
    for (const TileSink& sink : program_.sinks) {
      if (!MayReduce(*sink.pieces) || sink.pieces->unit != size_) return false;
      sinks_.push_back(*chain_code::FindRowSink(*sink.pieces->plan->kernels));
    }
    for (const ChainStep& step : chain_.code_steps) AddStep(step);
    const TileChainOperand slot{.kind = Kind::kSlot};
    operands_.insert(operands_.end(), sinks_.size() + 1, slot);
    const auto extremes = std::ranges::count_if(sinks_, [](const chain_code::RowSink& sink) {
      return sink.extreme != chain_code::RowSink::Extreme::kNone;
    });
    if (static_cast<size_t>(extremes) > chain_code::kMostExtremeSinks) return false;
    return reduced_ == sinks_.size() && operands_.size() <= kMostOperands;
  }

  std::span<const ChainStep> steps() const { return steps_; }
  std::span<const TileChainOperand> operands() const { return operands_; }
  std::span<const chain_code::RowSink> sinks() const { return sinks_; }
  std::span<const ReducedRows::Operand> placed() const { return placed_; }

 private:
  // Whether the load is a result. RunTiles fills splats.
  bool IsCopied(const TileLoad& load) const {
    return load.kind != TileLoad::Kind::kSplat && load.result < program_.moving_registers;
  }

  bool TakeOperand(TileChainOperand& operand) {
    ReducedRows::Operand& placed = placed_.emplace_back();
    placed.tile_register = operand.tile_register;
    if (operand.excluded != ExcludedValues::kNone && operand.constant == nullptr) return false;
    if (operand.kind != Kind::kMoving) return true;
    const bool is_moving = operand.tile_register < program_.moving_registers;
    if (IsSunk(program_, operand) && !is_moving) {
      operand.kind = Kind::kSlot;
      operand.is_written = false;
      return true;
    }
    if (is_moving) {
      placed.step = size_ * int64_t{operand.element_bytes};
      return !operand.is_row_element;
    }
    const auto load = std::ranges::find(program_.loads, operand.tile_register, &TileLoad::result);
    if (load == program_.loads.end() || !HasRows(*load)) return false;
    placed.load = &*load;
    operand.is_row_element = load->run.source_stride == 0;
    return !operand.is_row_element || ReadsOneElement(operand.element_bytes, kLaneBytes);
  }

  // Whether each row is in memory, or one element.
  bool HasRows(const TileLoad& load) const {
    return load.kind == TileLoad::Kind::kStrided &&
           (load.run.source_stride == 0 || load.run.source_stride == 1) &&
           load.run.size % size_ == 0;
  }

  void AddStep(const ChainStep& step) {
    const TileChainOperand& stored = chain_.operands[step.operands[0]];
    const bool is_sunk = step.op == ChainOp::kStore && IsSunk(program_, stored);
    if (!is_sunk || IsKept(step.operands[0])) steps_.push_back(step);
    for (size_t i = 0; is_sunk && i < program_.sinks.size(); ++i) {
      if (program_.sinks[i].tile_register != stored.tile_register) continue;
      const size_t slot = chain_.operands.size() + i;
      steps_.push_back({ChainOp::kReduce, {static_cast<uint16_t>(slot), static_cast<uint16_t>(i)}});
      ++reduced_;
    }
  }

  // Whether something other than sinks reads the operand.
  bool IsKept(uint16_t k) const {
    const auto reads = [&](const ChainStep& step) {
      const bool stores = step.op == ChainOp::kStore && step.operands[0] == k;
      return !stores && (step.operands[0] == k || step.operands[1] == k);
    };
    return operands_[k].is_written || std::ranges::any_of(chain_.code_steps, reads);
  }

  const TileProgram& program_;
  const TileChain& chain_;
  int64_t size_;
  std::vector<ChainStep> steps_;
  std::vector<TileChainOperand> operands_;
  std::vector<ReducedRows::Operand> placed_;
  std::vector<chain_code::RowSink> sinks_;
  size_t reduced_ = 0;
};

// Returns the chain of a program that is nothing else, with sinks.
const TileChain* FindOnlyChain(const TileProgram& program) {
  const bool is_plain = program.is_plain() && program.window == nullptr;
  if (!is_plain || program.sinks.empty() || program.instructions.size() != 1) return nullptr;
  return program.instructions[0].chain;
}

}  // namespace

bool IsReducedAlone(const std::vector<TileNode>& nodes, uint32_t node,
                    const std::function<bool(uint32_t)>& is_needed) {
  if (!HasChainCode()) return false;
  bool is_reduced = false;
  for (uint32_t i = 0; i < nodes.size(); ++i) {
    if (!is_needed(i)) continue;
    const TileNode& other = nodes[i];
    if (i != node && other.kind == TileNode::Kind::kCompute) return false;
    if (other.kind != TileNode::Kind::kReduce) continue;
    if (other.operands[0] != node || !MayReduce(*other.pieces)) return false;
    is_reduced = true;
  }
  return is_reduced;
}

void SetReducedRows(TileProgram& program, Arena& arena) {
  const TileChain* const chain = FindOnlyChain(program);
  const int64_t size = program.unit;
  // The last block fills all lanes, too.
  const int64_t rest = size > simd::kReduceBlock ? size % simd::kReduceBlock : program.count % size;
  if (!HasChainCode() || chain == nullptr || !chain->has_code()) return;
  if (rest != 0 && rest < simd::kReduceLanes) return;
  RowSteps rows(program, *chain, size);
  if (!rows.Write()) return;
  WrittenCode code =
      WriteChainCode(rows.steps(), rows.operands(), chain->lane_bytes, {.sinks = rows.sinks()});
  const auto lanes = static_cast<int64_t>(code.vector_bytes / kLaneBytes);
  const bool needs_rest = size % lanes != 0 || rest % lanes != 0;
  if (code.memory == nullptr || (needs_rest && !code.has_rest)) return;
  auto* reduced = arena.Make<ReducedRows>();
  reduced->code = reinterpret_cast<RowCode>(code.memory->address());
  reduced->size = size;
  reduced->operands = arena.CopyArray(rows.placed());
  reduced->lanes_offset = (program.scratch_bytes + 63) / 64 * 64;
  program.scratch_bytes = reduced->lanes_offset + program.sinks.size() * kRowsAtOnce * kRowBytes;
  arena.Keep(std::move(code.memory));
  program.reduced_rows = reduced;
}

namespace {

// Blocks of equally many elements: rows, or those of one row from element `offset` on.
struct Blocks {
  int64_t row = 0;
  int64_t offset = 0;
  int64_t elements = 0;
  int64_t count = 0;
  // The place of the first one among all blocks.
  int64_t number = 0;
};

class RowReducer {
 public:
  RowReducer(const TileProgram& program, std::byte* const* pointers, std::byte* scratch,
             std::byte* const* registers, int64_t begin)
      : program_(program),
        rows_(*program.reduced_rows),
        pointers_(pointers),
        scratch_(scratch),
        registers_(registers),
        first_(begin / rows_.size) {}

  // Reduces some of the blocks. Returns how many.
  int64_t Run(const Blocks& blocks) {
    int64_t count = std::min(blocks.count, kRowsAtOnce);
    for (size_t i = 0; i < rows_.operands.size(); ++i) {
      count = std::min(count, Aim(rows_.operands[i], blocks, table_[i]));
    }
    for (size_t i = 0; i < program_.sinks.size(); ++i) {
      table_[rows_.operands.size() + i] = {AsOperand(LanesOf(i)), kRowBytes};
    }
    rows_.code(table_, static_cast<size_t>(blocks.elements), static_cast<size_t>(count));
    for (size_t i = 0; i < program_.sinks.size(); ++i) {
      const TileSink& sink = program_.sinks[i];
      simd::ReduceLanes(*sink.pieces, BuffersOf(sink, pointers_), LanesOf(i), blocks.number, count,
                        scratch_ + sink.scratch_offset);
    }
    return count;
  }

 private:
  std::byte* LanesOf(size_t sink) const {
    return scratch_ + rows_.lanes_offset + sink * static_cast<size_t>(kRowsAtOnce) * kRowBytes;
  }

  // Sets the address of the first block and the distance to the next one. Returns for how many
  // blocks it is the distance.
  int64_t Aim(const ReducedRows::Operand& operand, const Blocks& blocks,
              simd::ChainOperand& at) const {
    if (operand.load != nullptr) return Aim(*operand.load, blocks, at);
    const int64_t bytes = operand.step / rows_.size;
    const std::byte* const row =
        registers_[operand.tile_register] + (blocks.row - first_) * operand.step;
    at = {AsOperand(row + blocks.offset * bytes), static_cast<size_t>(BlockStep() * bytes)};
    return kRowsAtOnce;
  }

  int64_t Aim(const TileLoad& load, const Blocks& blocks, simd::ChainOperand& at) const {
    const int64_t stride = load.run.source_stride, rows_of_run = load.run.size / rows_.size;
    const int64_t run = blocks.row / rows_of_run, in_run = blocks.row % rows_of_run;
    const int64_t element = (in_run * rows_.size + blocks.offset) * stride;
    at.address = AsOperand(AddressInRun(load, pointers_, run, element));
    int64_t distance = BlockStep() * stride, left = kRowsAtOnce;
    const bool has_rows = rows_.size <= simd::kReduceBlock;
    if (has_rows && rows_of_run != 1) {
      left = rows_of_run - in_run;
    } else if (has_rows && load.outer.empty()) {
      distance = 0;
    } else if (has_rows) {
      const simd::CopyDimension& outer = load.outer.back();
      distance = outer.source_stride;
      left = outer.size - run % outer.size;
    }
    at.block_bytes = static_cast<size_t>(distance * int64_t{load.element_bytes});
    return left;
  }

  // Elements from a block to the next one in a row, or in the next one.
  int64_t BlockStep() const { return std::min(rows_.size, simd::kReduceBlock); }

  const TileProgram& program_;
  const ReducedRows& rows_;
  std::byte* const* pointers_;
  std::byte* scratch_;
  std::byte* const* registers_;
  int64_t first_;
  // Left uninitialized, because most of it is unused.
  simd::ChainOperand table_[kMostOperands];
};

}  // namespace

void RunReducedRows(const TileProgram& program, std::byte* const* pointers, std::byte* scratch,
                    std::byte* const* registers, int64_t begin, int64_t end) {
  const int64_t size = program.reduced_rows->size;
  RowReducer reducer(program, pointers, scratch, registers, begin);
  const int64_t last = end / size, rest = end % size;
  if (size > simd::kReduceBlock) {
    const int64_t blocks = simd::CeilDivide(size, simd::kReduceBlock);
    for (int64_t row = begin / size; row < last; ++row) {
      for (int64_t block = 0; block < blocks;) {
        const int64_t offset = block * simd::kReduceBlock;
        const bool is_last = block + 1 == blocks;
        block += reducer.Run({row, offset, is_last ? size - offset : simd::kReduceBlock,
                              is_last ? 1 : blocks - 1 - block, row * blocks + block});
      }
    }
    return;
  }
  for (int64_t row = begin / size; row < last;) {
    row += reducer.Run({row, 0, size, last - row, row});
  }
  if (rest != 0) reducer.Run({last, 0, rest, 1, last});
}

}  // namespace paddock

#endif
