#include "core/plan/fusion/tile_compiler.h"

#include <algorithm>
#include <optional>

#include "core/base/check.h"
#include "core/plan/fusion/chain_code.h"
#include "core/plan/fusion/coded_rows.h"
#include "core/plan/fusion/reduced_rows.h"
#include "core/plan/fusion/row_size.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/fusion/tile_register_pool.h"

namespace paddock {
namespace {

// The most elements that an iteration of a chain reads.
constexpr uint32_t kBlockOfEqualElements = kHasChainModules ? 16 : simd::kMostChainElements;

class Compiler {
 public:
  Compiler(const NodesToCompile& given, Arena& arena)
      : nodes_(given.nodes),
        counted_(given.counted),
        count_(given.count),
        columns_(given.columns),
        arena_(arena) {}

  CompiledTiles Run(TileOptions options, TileSecondGear* second_gear) {
    last_use_ = LastUses(nodes_);
    AddReferences(options.window);
    if (options.allow_chains) AddChains();
    // Loads run before all instructions, so their registers are not shared.
    for (uint32_t i = 0; i < nodes_.size(); ++i) {
      if (IsNeeded(i) && IsLoad(nodes_[i])) PlaceLoad(i);
    }
    if (!kHasChainModules && count_ >= FewestChained()) split_ = TakeColumns(loads_, result_.reads);
    may_code_rows_ = !kHasChainModules && HasChainCode() && MayCodeRows();
    if (may_code_rows_) DivideRuns(loads_, window_, arena_);
    for (uint32_t i = 0; i < nodes_.size(); ++i) {
      if (!IsNeeded(i) || nodes_[i].kind != TileNode::Kind::kCompute) continue;
      if (ChainOf(i) == kNoNode) {
        PlaceCompute(i);
      } else if (chains_[ChainOf(i)].front() == i) {
        PlaceChain(chains_[ChainOf(i)]);
      }
    }
    for (uint32_t i = 0; i < nodes_.size(); ++i) {
      if (kHasTileSinks && nodes_[i].kind == TileNode::Kind::kReduce && IsNeeded(i)) AddSink(i);
      if (!kHasChainModules && nodes_[i].kind == TileNode::Kind::kJoin && IsNeeded(i)) {
        joined_.push_back(JoinedColumns(nodes_, i, register_of_));
      }
    }
    FindInPlacePairs(nodes_, last_use_, reference_of_, result_);
    ChooseTileSize();
    const bool is_direct = options.allow_direct && loads_.empty() && split_.empty() &&
                           chains_.empty() && sinks_.empty() && joined_.empty() &&
                           count_ <= tile_size_;
    if (is_direct) ReferToScratch(result_, registers_.all(), instructions_);
    Finish(is_direct, second_gear);
    return std::move(result_);
  }

  TileSecondGear* RunAsSecondGear() {
    const TileProgram* program =
        Run({.allow_direct = false, .allow_chains = true}, nullptr).program;
    if (made_chains_.empty()) return nullptr;
    auto* gear = arena_.Make<TileSecondGear>();
    gear->program = program;
    gear->chains = arena_.CopyArray(made_chains_);
    return gear;
  }

 private:
  bool IsNeeded(uint32_t node) const { return last_use_[node] != kNoNode; }
  // Loads of one element are as cheap as streams.
  bool IsStream(const TileNode& node) const {
    if (node.kind == TileNode::Kind::kStream) return true;
    return count_ == 1 && !node.is_output && node.offset == 0 &&
           (node.kind == TileNode::Kind::kSplat || node.kind == TileNode::Kind::kStrided);
  }

  uint32_t ChainOf(uint32_t node) const { return chain_of_.empty() ? kNoNode : chain_of_[node]; }

  void AddChains() {
    chains_ = FindChains(nodes_, count_, [&](uint32_t node) { return IsNeeded(node); });
    chain_of_.assign(nodes_.size(), kNoNode);
    for (uint32_t chain = 0; chain < chains_.size(); ++chain) {
      for (uint32_t node : chains_[chain]) chain_of_[node] = chain;
    }
    is_read_whole_.assign(nodes_.size(), false);
    for (uint32_t i = 0; i < nodes_.size(); ++i) {
      if (!IsNeeded(i) || ChainOf(i) != kNoNode) continue;
      for (uint32_t k = 0; k < nodes_[i].operand_count; ++k) {
        is_read_whole_[nodes_[i].operands[k]] = true;
      }
    }
  }

  // Returns whether only chains read the node, a block at a time.
  bool IsReadInBlocks(uint32_t node) const {
    return !chains_.empty() && !is_read_whole_[node] && !nodes_[node].is_output;
  }

  // A tile is a whole number of chain blocks, except the last one.
  void ChooseTileSize() {
    constexpr auto kBlock = static_cast<int64_t>(simd::kMostChainElements);
    int64_t bytes = 0;
    const bool streams =
        std::ranges::any_of(result_.writes, [this](uint32_t node) { return IsStreamed(node); });
    const bool is_alone = instructions_.size() == 1 && made_chains_.size() == 1;
    bool is_in_memory = is_alone && (kHasChainModules || (made_chains_[0]->has_code() && !streams));
    const std::span<TileRegister> registers = registers_.all();
    for (uint32_t i = 0; i < registers.size(); ++i) {
      if (IsBlock(i)) continue;
      bytes += registers[i].element_bytes;
      is_in_memory &= !registers[i].is_scratch;
    }
    tile_size_ = is_in_memory ? TileSizeInMemory(count_) : TileSizeOf(bytes, kBlock, streams);
    // Streamed tiles and blocks of modules are aligned.
    constexpr int64_t kUnit = kHasChainModules ? kBlock : 1;
    if (!streams) tile_size_ = FittedTileSize(loads_, tile_size_, kUnit);
    if (!streams && !sinks_.empty()) tile_size_ = SunkTileSize(sinks_[0], tile_size_);
    int64_t elements = std::min(tile_size_, (count_ + 63) / 64 * 64);
    // The machine of a chain reads and fills whole blocks of equal elements.
    if (!kHasChainModules && !chains_.empty()) elements = std::max(elements, kBlock);
    for (uint32_t i = 0; i < registers.size(); ++i) {
      TileRegister& scratch = registers[i];
      if (!scratch.is_scratch) continue;
      scratch.scratch_offset = static_cast<uint32_t>(scratch_bytes_);
      scratch_bytes_ += static_cast<size_t>(IsBlock(i) ? kBlock : elements) * scratch.element_bytes;
    }
    for (uint32_t node : result_.writes) {
      if (!IsStreamed(node)) continue;
      streams_.push_back({static_cast<uint16_t>(register_of_[node]), IsStreamedDirectly(node),
                          static_cast<uint32_t>(scratch_bytes_)});
      scratch_bytes_ += static_cast<size_t>(elements * ResultBytes(nodes_[node]));
    }
  }

  bool IsStreamed(uint32_t node) const {
    const TileNode& one = nodes_[node];
    const bool is_made = one.kind == TileNode::Kind::kCompute || one.kind == TileNode::Kind::kJoin;
    const bool may_be = is_made && count_ >= kStreamedBytes / ResultBytes(one);
    return !kHasChainModules && may_be && !ReadsLargeRows(nodes_);
  }

  bool IsStreamedDirectly(uint32_t node) const {
    // Steps that join complex numbers write to the caches.
    const bool is_chained = ChainOf(node) != kNoNode && !IsComplex(nodes_[node].type);
    return is_chained && IsStreamed(node) && !IsOperand(nodes_, node);
  }

  bool IsBlock(uint32_t tile_register) const {
    return std::ranges::any_of(loads_, [&](const TileLoad& load) {
      return load.kind == TileLoad::Kind::kSplat && load.enough != 0 &&
             load.result == tile_register;
    });
  }

  // Registers that move come first, in the order of the references.
  void AddReferences(const TileNode* window) {
    if (window != nullptr) result_.reads.push_back(window->source);
    register_of_.assign(nodes_.size(), kNoNode);
    reference_of_.assign(nodes_.size(), kNoNode);
    for (uint32_t i = 0; i < nodes_.size(); ++i) {
      const TileNode& node = nodes_[i];
      if (!IsNeeded(i) || !IsReader(node)) continue;
      if (window != nullptr && node.parts.empty() && node.source == window->source) {
        reference_of_[i] = 0;
        continue;
      }
      reference_of_[i] = static_cast<uint32_t>(result_.reads.size());
      AddSources(node, result_.reads);
      if (IsStream(node)) AddStream(i, reference_of_[i]);
    }
    for (uint32_t i = 0; i < nodes_.size(); ++i) {
      if (!nodes_[i].is_output) continue;
      const size_t reference = result_.reads.size() + result_.writes.size();
      result_.writes.push_back(i);
      const bool is_sink = nodes_[i].kind == TileNode::Kind::kReduce;
      if (!is_sink) AddStream(i, static_cast<uint32_t>(reference));
    }
    if (window != nullptr) {
      auto reference = static_cast<uint32_t>(result_.reads.size());
      window_ = MakeTileLoad(*window, reference, arena_);
      window_->result = static_cast<uint16_t>(register_of_[result_.writes[0]]);
    }
    moving_ = static_cast<uint32_t>(registers_.all().size());
    // Registers that do not move.
    for (uint32_t i = 0; i < nodes_.size(); ++i) {
      if (!IsWhole(nodes_[i]) || !IsNeeded(i)) continue;
      register_of_[i] = registers_.Add({false, reference_of_[i], 0, 0});
    }
  }

  void AddStream(uint32_t node, uint32_t reference) {
    register_of_[node] =
        registers_.Add({false, reference, static_cast<uint32_t>(ResultBytes(nodes_[node])), 0});
  }

  void PlaceLoad(uint32_t index) {
    const TileNode& node = nodes_[index];
    if (IsStream(node)) return;
    if (register_of_[index] == kNoNode) register_of_[index] = registers_.TakeScratch(node.type);
    AddLoad(index);
  }

  // The registers of operands become free after the chain, which reads them block by block.
  void PlaceChain(const std::vector<uint32_t>& members) {
    const auto is_needed_outside = [&](uint32_t node) {
      return nodes_[node].is_output || is_read_whole_[node] || IsReadLater(node);
    };
    for (uint32_t node : members) {
      if (is_needed_outside(node) && register_of_[node] == kNoNode) {
        register_of_[node] = registers_.TakeScratch(nodes_[node].type);
      }
    }
    TileInstruction instruction;
    made_chains_.push_back(MakeTileChain(
        members,
        {nodes_, [&](uint32_t node) { return register_of_[node]; }, is_needed_outside,
         [&](uint32_t node) { return nodes_[node].is_output && IsStreamedDirectly(node); },
         RowSizeOf(WithWindow(loads_, window_), may_code_rows_)},
        scratch_bytes_, arena_));
    instruction.chain = made_chains_.back();
    instructions_.push_back(instruction);
    for (uint32_t node : members) {
      ReleaseOperands(node, [&](uint32_t operand) { return ChainOf(operand) != ChainOf(node); });
    }
  }

  // Returns whether rows may be computed one after the other by code alone (coded_rows.h).
  bool MayCodeRows() const {
    const auto is_row = [](const TileLoad& load) {
      const bool is_strided = load.kind == TileLoad::Kind::kStrided &&
                              (load.run.source_stride == 0 || load.run.source_stride == 1);
      return load.kind == TileLoad::Kind::kSplat || load.kind == TileLoad::Kind::kRolled ||
             is_strided || IsRowOfParts(load);
    };
    const auto is_written_once = [&](uint32_t node) {
      const bool is_joined = nodes_[node].kind == TileNode::Kind::kJoin;
      const bool sinks_load = IsSink(nodes_[node]) && IsLoad(nodes_[nodes_[node].operands[0]]);
      return !is_joined && !sinks_load && !IsStreamed(node);
    };
    return split_.empty() && std::ranges::all_of(loads_, is_row) &&
           std::ranges::all_of(result_.writes, is_written_once) && AreAllChained();
  }

  bool AreAllChained() const {
    for (uint32_t i = 0; i < nodes_.size(); ++i) {
      const bool is_computed = nodes_[i].kind == TileNode::Kind::kCompute && IsNeeded(i);
      if (is_computed && ChainOf(i) == kNoNode) return false;
    }
    return true;
  }

  // Returns whether another chain reads the node.
  bool IsReadLater(uint32_t node) const {
    for (uint32_t i = chains_[ChainOf(node)].back() + 1; i < nodes_.size(); ++i) {
      const TileNode& reader = nodes_[i];
      if (!IsNeeded(i)) continue;
      for (uint32_t k = 0; k < reader.operand_count; ++k) {
        if (reader.operands[k] == node) return true;
      }
    }
    return false;
  }

  void PlaceCompute(uint32_t index) {
    const TileNode& node = nodes_[index];
    TileInstruction instruction;
    instruction.kernel = node.kernel;
    instruction.attributes = node.attributes;
    for (uint32_t k = 0; k < 3; ++k) {
      const uint32_t operand = node.operands[k < node.operand_count ? k : 0];
      instruction.operands[k] = static_cast<uint16_t>(register_of_[operand]);
    }
    // A kernel may write a register in place if the element widths are equal.
    const size_t bytes = ByteSize(node.type);
    ReleaseOperands(index,
                    [&](uint32_t operand) { return ByteSize(nodes_[operand].type) == bytes; });
    if (register_of_[index] == kNoNode) register_of_[index] = registers_.TakeScratch(node.type);
    ReleaseOperands(index,
                    [&](uint32_t operand) { return ByteSize(nodes_[operand].type) != bytes; });
    instruction.result = static_cast<uint16_t>(register_of_[index]);
    instructions_.push_back(instruction);
  }

  template <class Condition>
  void ReleaseOperands(uint32_t index, Condition condition) {
    const TileNode& node = nodes_[index];
    for (uint32_t k = 0; k < node.operand_count; ++k) {
      const uint32_t operand = node.operands[k];
      if (last_use_[operand] != index || !condition(operand)) continue;
      if (nodes_[operand].kind != TileNode::Kind::kCompute) continue;
      if (!registers_.Release(register_of_[operand])) continue;
      last_use_[operand] = index + 1;  // released
    }
  }

  void AddLoad(uint32_t index) {
    const TileNode& node = nodes_[index];
    uint32_t reference = reference_of_[index];
    TileLoad load = MakeTileLoad(node, reference, arena_);
    load.result = static_cast<uint16_t>(register_of_[index]);
    const bool is_row = !kHasChainModules || IsRowOfModules(load.run.size);
    const bool is_same =
        load.kind == TileLoad::Kind::kSplat ||
        (load.kind == TileLoad::Kind::kStrided && load.run.source_stride == 0 && is_row);
    if (is_same && IsReadInBlocks(index)) load.enough = kBlockOfEqualElements;
    if (!kHasChainModules) load.is_in_code = node.attributes != nullptr && IsReadInBlocks(index);
    loads_.push_back(load);
  }

  // Sinks run after all instructions of a tile.
  void AddSink(uint32_t index) {
    const TileNode& node = nodes_[index];
    TileSink sink;
    sink.tile_register = static_cast<uint16_t>(register_of_[node.operands[0]]);
    sink.pieces = node.pieces;
    sink.init = reference_of_[index];
    const auto write = std::ranges::find(result_.writes, index) - result_.writes.begin();
    sink.result = static_cast<uint32_t>(result_.reads.size() + static_cast<size_t>(write));
    sink.shared =
        static_cast<uint32_t>(result_.reads.size() + result_.writes.size() + sinks_.size());
    sink.scratch_offset = static_cast<uint32_t>(scratch_bytes_);
    scratch_bytes_ += (node.pieces->scratch_bytes + 63) / 64 * 64;
    sinks_.push_back(sink);
  }

  void Finish(bool is_direct, TileSecondGear* second_gear) {
    PADDOCK_CHECK(registers_.all().size() <= kMaximumTileRegisters);
    auto* program = arena_.Make<TileProgram>();
    if (!kHasChainModules) LimitLoads(instructions_, loads_);
    program->registers = arena_.CopyArray(std::span<const TileRegister>(registers_.all()));
    program->loads = arena_.CopyArray(loads_);
    program->instructions = arena_.CopyArray(instructions_);
    program->streams = arena_.CopyArray(streams_);
    if (!kHasChainModules) program->split = arena_.CopyArray(split_);
    if (!kHasChainModules) program->joined = arena_.CopyArray(joined_);
    program->moving_registers = moving_;
    program->count = count_;
    program->tile_size = tile_size_;
    const std::vector<TileLoad> rows = WithWindow(loads_, window_);
    program->row_size =
        RowSizeIn(tile_size_, rows, may_code_rows_ && AreCoded(instructions_, rows));
    if (window_) program->window = arena_.Make<TileLoad>(*window_);
    if (kHasTileSinks && !sinks_.empty()) SetSinks(*program, sinks_, arena_);
    program->second_gear = second_gear;
    if (!kHasChainModules) SetCodedRows(*program);
    const size_t geared_bytes = second_gear == nullptr ? 0 : second_gear->program->scratch_bytes;
    program->scratch_bytes = std::max(scratch_bytes_, geared_bytes);
    if (!kHasChainModules) SetReducedRows(*program, arena_);
    CountWork(counted_, *program);
    program->work_per_element *= columns_;
    program->operation_count *= columns_;
    result_.program = program;
    result_.is_direct = is_direct;
  }

  const std::vector<TileNode>& nodes_;
  const std::vector<TileNode>& counted_;
  const int64_t count_;
  const int64_t columns_;
  Arena& arena_;
  CompiledTiles result_;
  std::vector<uint32_t> last_use_;
  std::vector<uint32_t> register_of_;
  std::vector<uint32_t> reference_of_;
  TileRegisterPool registers_;
  std::vector<TileLoad> loads_;
  std::vector<TileInstruction> instructions_;
  std::vector<TileStream> streams_;
  std::vector<TileSink> sinks_;
  std::vector<TileColumns> split_, joined_;
  std::optional<TileLoad> window_;
  // Runs of nodes that are one instruction, in order; may be empty.
  std::vector<std::vector<uint32_t>> chains_;
  std::vector<TileChain*> made_chains_;
  std::vector<uint32_t> chain_of_;
  std::vector<bool> is_read_whole_;
  bool may_code_rows_ = false;
  uint32_t moving_ = 0;
  int64_t tile_size_ = 0;
  size_t scratch_bytes_ = 0;
};

}  // namespace

CompiledTiles CompileNodes(const NodesToCompile& nodes, Arena& arena, TileOptions options,
                           TileSecondGear* second_gear) {
  return Compiler(nodes, arena).Run(options, second_gear);
}

TileSecondGear* CompileSecondGear(const NodesToCompile& nodes, Arena& arena) {
  return Compiler(nodes, arena).RunAsSecondGear();
}

}  // namespace paddock
