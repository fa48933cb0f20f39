#include "core/plan/fusion/bound_tiles.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/plan/fusion/reduced_rows.h"
#include "core/plan/fusion/row_size.h"
#include "core/plan/fusion/tile_place.h"
#include "simd/movement/copy_kernels.h"

namespace paddock {
namespace {

constexpr size_t kMostCalls = 512;

bool IsBindable(const TileChain& chain) {
  const auto depends = [](const TileChainOperand& operand) {
    return operand.excluded != ExcludedValues::kNone && operand.constant == nullptr;
  };
  return chain.has_code() && std::ranges::none_of(chain.operands, depends);
}

bool IsBindable(const TileProgram& program) {
  const bool is_plain = program.streams.empty() && program.second_gear == nullptr;
  return is_plain && program.count <= BoundTiles::kMostElements &&
         std::ranges::all_of(program.instructions, [](const TileInstruction& one) {
           return one.chain == nullptr || IsBindable(*one.chain);
         });
}

}  // namespace

// Follows a run of the program.
class TileBinder {
 public:
  TileBinder(const TileProgram& program, std::byte* const* pointers, std::byte* scratch)
      : program_(program),
        pointers_(pointers),
        scratch_(scratch),
        bound_(std::make_unique<BoundTiles>()) {
    bound_->pointers_ = pointers;
    bound_->scratch_ = scratch;
    for (size_t i = 0; i < program.registers.size(); ++i) {
      const TileRegister& one = program.registers[i];
      registers_.at[i] = one.is_scratch ? scratch + one.scratch_offset : pointers[one.reference];
      registers_.is_same[i] = false;
      registers_.loaded[i] = {-1, 0};
    }
  }

  std::unique_ptr<const BoundTiles> Run() {
    const int64_t end = program_.count;
    for (const TileLoad& load : program_.loads) {
      if (load.kind == TileLoad::Kind::kSplat && !load.is_in_code) AddFill(load);
    }
    if (program_.reduced_rows != nullptr) return RunRows();
    int64_t waiting = 0;
    TilePlace place = FirstPlace(program_, 0, end);
    for (; place.begin < end; Advance(program_, end, place)) {
      if (program_.has_coded_rows && program_.sinks.empty()) EndAtPart(place);
      if (!fits_ || bound_->calls_.size() > kMostCalls) return nullptr;
      for (const TileLoad& load : program_.loads) {
        LoadTile(program_, load, pointers_, scratch_, registers_, place, *this);
      }
      for (const TileColumns& one : program_.split) AddColumns(Call::Kind::kSplit, one, place);
      for (const TileInstruction& one : program_.instructions) AddInstruction(one, place.count);
      for (const TileColumns& one : program_.joined) AddColumns(Call::Kind::kJoin, one, place);
      waiting = AddSinks(place, waiting, IsFull(program_, waiting, end, place));
      for (uint32_t i = 0; i < program_.moving_registers; ++i) {
        registers_.at[i] += place.count * program_.registers[i].element_bytes;
      }
    }
    AddEnds();
    if (!fits_) return nullptr;
    return std::move(bound_);
  }

  // As LoadTile calls them. Each run of the list fills and copies.
  void Fill(std::byte* to, const std::byte* element, uint32_t bytes, int64_t count) {
    Call& call = Add(Call::Kind::kFill);
    call.operands[0] = element;
    call.element_bytes = bytes;
    call.result = to;
    call.count = count;
  }
  void Copy(const TileLoad& load, std::byte* const*, std::byte* to, int64_t begin, int64_t count) {
    BoundCopies& copies = bound_->copies_;
    const size_t first = copies.size();
    if (copies.Add(load, pointers_, to, begin, count)) {
      for (size_t i = first; i < copies.size(); ++i) AddCopy(i);
      return;
    }
    Call& call = Add(Call::Kind::kLoad);
    call.load = &load;
    call.result = to;
    call.begin = begin;
    call.count = count;
  }

 private:
  using Call = BoundTiles::Call;

  std::unique_ptr<const BoundTiles> RunRows() {
    Add(Call::Kind::kRows).program = &program_;
    bound_->registers_.assign(registers_.at, registers_.at + program_.registers.size());
    AddEnds();
    return std::move(bound_);
  }

  // Ends the tile where a part of a joined row ends, so that code reads the part where it is.
  void EndAtPart(TilePlace& place) const {
    for (const TileLoad& load : program_.loads) {
      if (!IsRowOfParts(load)) continue;
      int64_t left = place.begin % load.row;
      for (const TileLoad& part : load.parts()) {
        if (left < part.share) {
          place.count = std::min(place.count, part.share - left);
          break;
        }
        left -= part.share;
      }
    }
  }

  Call& Add(Call::Kind kind) {
    Call& call = bound_->calls_.emplace_back();
    call.kind = kind;
    return call;
  }

  // As RunTiles.
  void AddFill(const TileLoad& load) {
    const bool moves = load.result < program_.moving_registers;
    const int64_t tile = load.enough != 0 ? int64_t{load.enough} : program_.tile_size;
    Fill(registers_.at[load.result], SplatAddress(load, pointers_), load.element_bytes,
         moves ? program_.count : std::min(tile, program_.count));
  }

  void AddCopy(size_t number) {
    const auto bytes = bound_->copies_.BytesOf(number);
    Call& call = Add(bytes ? Call::Kind::kMove : Call::Kind::kCopy);
    call.first = number;
    if (!bytes) return;
    call.operands[0] = bytes->from;
    call.result = bytes->to;
    call.count = bytes->count;
  }

  void AddColumns(Call::Kind kind, const TileColumns& columns, const TilePlace& place) {
    Call& call = Add(kind);
    call.first = bound_->columns_.size();
    call.begin = place.begin;
    call.count = place.count;
    BoundTiles::Columns& added = bound_->columns_.emplace_back();
    added.columns = columns;
    const auto end = static_cast<size_t>(columns.count);
    for (size_t k = 0; k < end; ++k) {
      if (columns.registers[k] == kNoColumn) continue;
      added.columns.registers[k] = static_cast<uint16_t>(k);
      added.addresses[k] = registers_.at[columns.registers[k]];
    }
    // Those of a split are a reference.
    if (kind == Call::Kind::kSplit) return;
    added.columns.tuples = static_cast<uint32_t>(end);
    added.addresses[end] = registers_.at[columns.tuples];
  }

  void AddInstruction(const TileInstruction& instruction, int64_t count) {
    if (instruction.chain != nullptr) return AddCode(*instruction.chain, count);
    Call& call = Add(Call::Kind::kKernel);
    call.instruction = &instruction;
    for (size_t k = 0; k < 3; ++k) call.operands[k] = registers_.at[instruction.operands[k]];
    call.result = registers_.at[instruction.result];
    call.count = count;
  }

  // As RunChainCode, without scratch memory.
  void AddCode(const TileChain& chain, int64_t count) {
    const auto lanes = static_cast<int64_t>(chain.code_lanes);
    const auto rest = static_cast<int64_t>(chain.RestOf(static_cast<size_t>(count)));
    const size_t first = bound_->operands_.size();
    AddCode(chain, 0, count - rest);
    if (rest == 0 || !fits_) return;
    fits_ = rest != count && !IsInPlace(chain, bound_->operands_.data() + first);
    AddCode(chain, count - lanes, lanes);
  }

  // Code needs operands of the kind that it was written for.
  void AddCode(const TileChain& chain, int64_t first, int64_t count) {
    Call& call = Add(Call::Kind::kCode);
    call.code = chain.code;
    call.count = count;
    call.first = bound_->operands_.size();
    for (const TileChainOperand& operand : chain.operands) {
      if (operand.kind == TileChainOperand::Kind::kSlot) {
        bound_->operands_.push_back({nullptr, 0});
        continue;
      }
      const uint16_t number = operand.tile_register;
      const bool is_moving =
          operand.kind == TileChainOperand::Kind::kMoving && !operand.is_row_element;
      std::byte* const at = registers_.at[number] + (is_moving ? first * operand.element_bytes : 0);
      bound_->operands_.push_back({reinterpret_cast<uint8_t*>(at), 0});
      if (operand.kind != TileChainOperand::Kind::kMoving) continue;
      fits_ = fits_ && registers_.is_same[number] == operand.is_row_element;
    }
  }

  // As RunTileSinks.
  int64_t AddSinks(const TilePlace& place, int64_t waiting, bool is_full) {
    const int64_t count = waiting + place.count;
    for (const TileSink& sink : program_.sinks) {
      if (!is_full) break;
      const int64_t bytes = program_.registers[sink.tile_register].element_bytes;
      Call& call = AddSink(Call::Kind::kReduce, sink);
      call.operands[0] = registers_.at[sink.tile_register] - waiting * bytes;
      call.begin = place.begin - waiting;
      call.count = count;
    }
    const int64_t advance = is_full ? -waiting : place.count;
    for (const uint16_t sunk : program_.sunk_registers) {
      registers_.at[sunk] += advance * program_.registers[sunk].element_bytes;
    }
    return is_full ? 0 : count;
  }

  void AddEnds() {
    for (const TileSink& sink : program_.sinks) {
      if (sink.pieces->has_whole_rows()) AddSink(Call::Kind::kInit, sink).count = program_.count;
    }
    for (const TileSink& sink : program_.sinks) {
      if (simd::PassCount(*sink.pieces->plan) > 1) AddSink(Call::Kind::kFinish, sink);
    }
  }

  Call& AddSink(Call::Kind kind, const TileSink& sink) {
    Call& call = Add(kind);
    call.sink = &sink;
    return call;
  }

  const TileProgram& program_;
  std::byte* const* pointers_;
  std::byte* scratch_;
  std::unique_ptr<BoundTiles> bound_;
  TileRegisters registers_;
  bool fits_ = true;
};

std::unique_ptr<const PreparedStep> BoundTiles::Bind(const void* its_program,
                                                     std::byte* const* pointers,
                                                     std::byte* scratch) {
  const auto& program = *static_cast<const TileProgram*>(its_program);
  if (!IsBindable(program)) return nullptr;
  return TileBinder(program, pointers, scratch).Run();
}

void BoundTiles::Run() const {
  for (const Call& call : calls_) Do(call);
}

void BoundTiles::Do(const Call& call) const {
  const auto buffers = [&] {
    return simd::ReduceBuffers{nullptr, pointers_[call.sink->init], pointers_[call.sink->result],
                               pointers_[call.sink->shared]};
  };
  const auto workspace = [&] { return scratch_ + call.sink->scratch_offset; };
  switch (call.kind) {
    case Call::Kind::kFill:
      return simd::Fill(static_cast<std::byte*>(call.result),
                        static_cast<const std::byte*>(call.operands[0]), call.element_bytes,
                        call.count);
    case Call::Kind::kMove:
      std::memcpy(call.result, call.operands[0], static_cast<size_t>(call.count));
      return;
    case Call::Kind::kCopy:
      return copies_.Run(call.first);
    case Call::Kind::kLoad:
      return CopyElements(*call.load, pointers_, static_cast<std::byte*>(call.result), call.begin,
                          call.count);
    case Call::Kind::kCode:
      return call.code(operands_.data() + call.first, static_cast<size_t>(call.count));
    case Call::Kind::kKernel:
      return call.instruction->kernel.function(call.operands, call.result,
                                               static_cast<size_t>(call.count),
                                               call.instruction->attributes);
    case Call::Kind::kSplit: {
      const Columns& split = columns_[call.first];
      return SplitTile(split.columns, pointers_, split.addresses.data(), call.begin, call.count);
    }
    case Call::Kind::kJoin: {
      const Columns& joined = columns_[call.first];
      return JoinTile(joined.columns, joined.addresses.data(), call.count);
    }
    case Call::Kind::kReduce:
      return simd::ReducePiece(*call.sink->pieces, buffers(), call.operands[0], call.begin,
                               call.count, workspace());
    case Call::Kind::kRows:
      return RunReducedRows(*call.program, pointers_, scratch_, registers_.data(), 0,
                            call.program->count);
    case Call::Kind::kInit:
      return simd::CombineInit(*call.sink->pieces, buffers(), 0, call.count, workspace());
    case Call::Kind::kFinish:
      return simd::FinishPieces(*call.sink->pieces, buffers(), workspace());
  }
}

}  // namespace paddock
