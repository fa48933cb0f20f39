#include "core/plan/fusion/coded_rows.h"

#include <algorithm>

#include "core/plan/fusion/parted_operand.h"
#include "core/plan/fusion/row_size.h"
#include "core/plan/fusion/tile_load.h"
#include "core/plan/fusion/tile_place.h"
#include "core/plan/fusion/tile_sink.h"
#include "simd/fetch_ahead.h"
#include "simd/movement/copy_kernels.h"

namespace paddock {
namespace {

using Kind = TileChainOperand::Kind;

// Bounds tables on the stack.
constexpr size_t kMostRowOperands = 64;

const TileLoad* FindRows(const TileProgram& program, uint16_t tile_register) {
  const auto found = std::ranges::find_if(program.loads, [&](const TileLoad& load) {
    return load.kind != TileLoad::Kind::kSplat && load.result == tile_register;
  });
  return found == program.loads.end() ? nullptr : &*found;
}

// Whether the load has one element for each row, which code reads from its register.
bool IsRowElement(const TileProgram& program, const TileLoad& load) {
  return load.kind == TileLoad::Kind::kStrided && load.run.source_stride == 0 &&
         load.run.size == program.row_size && load.enough != 0 &&
         load.result >= program.moving_registers;
}

bool IsCodeForAll(const TileProgram& program, const TileInstruction& instruction) {
  const auto depends = [&](const TileChainOperand& operand) {
    const bool may_be_excluded =
        operand.excluded != ExcludedValues::kNone && operand.constant == nullptr;
    const TileLoad* const load =
        operand.kind == Kind::kMoving ? FindRows(program, operand.tile_register) : nullptr;
    const bool is_row_element = load != nullptr && IsRowElement(program, *load);
    return may_be_excluded || operand.is_row_element != is_row_element;
  };
  const TileChain* const chain = instruction.chain;
  return chain != nullptr && chain->CodesRows(program.row_size) &&
         std::ranges::none_of(chain->operands, depends);
}

// How an operand's address advances.
struct RowAdvance {
  // In bytes: for each element, and at the end of a row.
  int64_t element;
  int64_t row_end;
  // Not null: only `rows_left` rows are equally distant, or elements are copied to `filled`.
  const TileLoad* load;
  int64_t rows_left;
  std::byte* filled;
};

class CodedRows {
 public:
  CodedRows(const TileProgram& program, std::byte* const* pointers, std::byte* scratch,
            const TileRegisters& registers, int64_t begin, int64_t end)
      : program_(program),
        pointers_(pointers),
        scratch_(scratch),
        row_(begin / program.row_size),
        index_(begin % program.row_size),
        left_(end - begin) {
    for (size_t i = 0; i < program.instructions.size(); ++i) {
      const TileChain& chain = *program.instructions[i].chain;
      const size_t first = count_;
      for (const TileChainOperand& operand : chain.operands) {
        Start(operand, chain.lane_bytes, registers);
      }
      is_in_place_[i] = !chain.codes_rest && IsInPlace(chain, operands_ + first);
    }
    if (has_loads_) LoadAgain();
    ends_[end_count_++] = program.row_size;
    std::sort(ends_, ends_ + end_count_);
    end_count_ = static_cast<size_t>(std::unique(ends_, ends_ + end_count_) - ends_);
    AimParts();
    if (end_count_ <= kMostSegments) CutRow();
  }

  // Points into itself.
  CodedRows(const CodedRows&) = delete;
  CodedRows& operator=(const CodedRows&) = delete;

  // Runs the next `count` elements. The registers of sinks and copied loads begin with the first of
  // them.
  void Run(int64_t count) {
    for (size_t i = 0; i < kept_count_; ++i) operands_[kept_[i].operand].address = kept_[i].begin;
    rest_ = left_ - count;
    while (left_ > rest_) {
      if (segment_count_ != 0 && index_ == 0 && left_ - rest_ >= program_.row_size) {
        RunWholeRows();
        continue;
      }
      const int64_t end = *std::upper_bound(ends_, ends_ + end_count_, index_);
      const int64_t part = std::min({program_.tile_size, end - index_, left_ - rest_});
      RunCode(part);
      left_ -= part;
      AdvanceInRow(part);
    }
  }

 private:
  struct Advance {
    uint8_t** address;
    int64_t bytes;
    // How many of later rows are fetched; 0: none.
    int64_t fetched;
  };
  struct Segment {
    int64_t count;
    // The operands that move.
    Advance advances[kMostRowOperands];
    size_t advance_count;
    // By operand with parts.
    PartedOperand::Place places[kMostRowOperands];
  };

  void Start(const TileChainOperand& operand, size_t lane_bytes, const TileRegisters& registers) {
    simd::ChainOperand& at = operands_[count_];
    RowAdvance& advance = advances_[count_++];
    at = {nullptr, operand.is_row_element ? 0 : operand.element_bytes};
    advance = {};
    if (operand.kind == Kind::kSlot) return;
    std::byte* const address = registers.at[operand.tile_register];
    at.address = reinterpret_cast<uint8_t*>(address);
    const bool is_moving = operand.tile_register < program_.moving_registers;
    const bool is_sunk = std::ranges::find(program_.sunk_registers, operand.tile_register) !=
                         program_.sunk_registers.end();
    const bool is_window =
        program_.window != nullptr && operand.tile_register == program_.window->result;
    const TileLoad* load = is_window   ? program_.window
                           : is_moving ? nullptr
                                       : FindRows(program_, operand.tile_register);
    const bool is_kept = is_sunk || (load != nullptr && IsCopied(*load));
    if (is_kept) {
      kept_[kept_count_++] = {count_ - 1, at.address};
      load = nullptr;
    }
    if ((is_moving && !is_window) || is_kept) {
      advance.element = program_.registers[operand.tile_register].element_bytes;
    }
    if (load != nullptr && load->kind != TileLoad::Kind::kStrided) {
      AddParts(*load);
    } else if (load != nullptr) {
      if (!operand.is_row_element) advance.element = operand.element_bytes;
      const int64_t stride = load->outer.empty() ? 0 : load->outer.back().source_stride;
      advance.row_end =
          stride * int64_t{operand.element_bytes} - program_.row_size * advance.element;
      const bool is_filled =
          operand.is_row_element && !ReadsOneElement(operand.element_bytes, lane_bytes);
      if (is_filled) advance.filled = address;
      if (is_filled || load->outer.size() > 1) advance.load = load;
      Load(*load, advance, at);
    }
    has_loads_ |= advance.load != nullptr;
    is_fetched_[count_ - 1] =
        !operand.is_written && !is_kept && advance.element > 0 &&
        advance.element * program_.row_size <= simd::kMostFetched &&
        program_.count * int64_t{operand.element_bytes} >= simd::kFewestFetched;
  }

  void AddParts(const TileLoad& load) {
    PartedOperand& parted = parted_[parted_count_++];
    parted.Start(load, count_ - 1);
    for (size_t i = 0; i < parted.part_count; ++i) ends_[end_count_++] = parted.parts[i].end;
    FindParts(parted, true);
  }

  void FindParts(PartedOperand& parted, bool all) const {
    parted.FindRow(pointers_, row_ * program_.row_size, all);
  }

  // Sets the addresses of the next elements in parts.
  void AimParts() {
    for (size_t i = 0; i < parted_count_; ++i) Aim(parted_[i], parted_[i].PlaceOf(index_));
  }

  void Aim(const PartedOperand& parted, const PartedOperand::Place& place) {
    operands_[parted.operand].address = AsOperand(parted.parts[place.part].address + place.offset);
  }

  // Sets the address of the current row's next element.
  void Load(const TileLoad& load, RowAdvance& advance, simd::ChainOperand& at) const {
    const std::byte* const address =
        AddressInRun(load, pointers_, row_, advance.element == 0 ? 0 : index_);
    if (advance.filled != nullptr) {
      simd::Fill(advance.filled, address, load.element_bytes, load.enough);
    } else {
      at.address = AsOperand(address);
      if (!load.outer.empty())
        advance.rows_left = load.outer.back().size - row_ % load.outer.back().size;
    }
  }

  // Prepares the segments of a row: elements that are in one part of each operand.
  void CutRow() {
    int64_t begin = 0;
    for (size_t k = 0; k < end_count_; ++k) {
      Segment& segment = segments_[k];
      segment.count = ends_[k] - begin;
      if (segment.count > program_.tile_size) return;
      const bool is_last = k + 1 == end_count_;
      segment.advance_count = 0;
      for (size_t i = 0; i < count_; ++i) {
        const int64_t bytes =
            segment.count * advances_[i].element + (is_last ? advances_[i].row_end : 0);
        if (bytes == 0) continue;
        const bool is_fetched = is_fetched_[i] && bytes > 0;
        segment.advances[segment.advance_count++] = {
            &operands_[i].address, bytes, is_fetched ? segment.count * advances_[i].element : 0};
      }
      for (size_t i = 0; i < parted_count_; ++i) segment.places[i] = parted_[i].PlaceOf(begin);
      begin = ends_[k];
    }
    segment_count_ = end_count_;
  }

  // Runs the next row; without parts, all up to the next one that is loaded again.
  void RunWholeRows() {
    if (parted_count_ != 0) {
      left_ -= program_.row_size;
      for (size_t k = 0; k < segment_count_; ++k) {
        for (size_t i = 0; i < parted_count_; ++i) Aim(parted_[i], segments_[k].places[i]);
        RunSegment(segments_[k], 1);
      }
      return BeginRow();
    }
    int64_t rows = (left_ - rest_) / program_.row_size;
    if (has_loads_) rows = std::min(rows, rows_to_load_);
    RunSegment(segments_[0], rows);
    left_ -= rows * program_.row_size;
    row_ += rows;
    if (left_ != 0 && has_loads_ && (rows_to_load_ -= rows) == 0) LoadAgain();
  }

  void RunSegment(const Segment& segment, int64_t rows) {
    const TileChain& chain = *program_.instructions[0].chain;
    const bool is_one = program_.instructions.size() == 1 && chain.codes_rest;
    for (; rows > 0; --rows) {
      if (is_one) {
        chain.code(operands_, static_cast<size_t>(segment.count));
      } else {
        RunCode(segment.count);
      }
      for (size_t i = 0; i < segment.advance_count; ++i) {
        const Advance& advance = segment.advances[i];
        *advance.address += advance.bytes;
        if (advance.fetched != 0)
          simd::FetchAhead(*advance.address, advance.bytes, advance.fetched);
      }
    }
  }

  void RunCode(int64_t count) {
    size_t first = 0;
    for (size_t i = 0; i < program_.instructions.size(); ++i) {
      const TileChain& chain = *program_.instructions[i].chain;
      const auto elements = static_cast<size_t>(count);
      // As RunChainCode does, without the call, which short rows would notice.
      if (chain.codes_rest) {
        chain.code(operands_ + first, elements);
      } else {
        RunChainCode(chain, chain.code, operands_ + first, is_in_place_[i], scratch_, elements);
      }
      first += chain.operands.size();
    }
  }

  void AdvanceInRow(int64_t count) {
    index_ += count;
    const bool ends_row = index_ == program_.row_size;
    for (size_t i = 0; i < count_; ++i) {
      operands_[i].address += count * advances_[i].element + (ends_row ? advances_[i].row_end : 0);
    }
    if (ends_row) {
      BeginRow();
    } else {
      AimParts();
    }
  }

  void BeginRow() {
    index_ = 0;
    ++row_;
    if (left_ == 0) return;
    for (size_t i = 0; i < parted_count_; ++i) FindParts(parted_[i], false);
    // Segments of whole rows are aimed one by one.
    if (segment_count_ == 0 || left_ - rest_ < program_.row_size) AimParts();
    if (has_loads_ && --rows_to_load_ == 0) LoadAgain();
  }

  // Loads the operands of which no further row is equally distant.
  void LoadAgain() {
    int64_t next = program_.row_size + left_;
    for (size_t i = 0; i < count_; ++i) {
      RowAdvance& advance = advances_[i];
      if (advance.load == nullptr) continue;
      advance.rows_left -= rows_between_;
      if (advance.rows_left <= 0) Load(*advance.load, advance, operands_[i]);
      next = std::min(next, std::max<int64_t>(advance.rows_left, 1));
    }
    rows_to_load_ = rows_between_ = next;
  }

  const TileProgram& program_;
  std::byte* const* pointers_;
  std::byte* scratch_;
  // The next element, how many are left, and how many after the current Run.
  int64_t row_, index_, left_, rest_ = 0;
  size_t count_ = 0;
  bool has_loads_ = false;
  // From the row before which operands were last loaded to that before which the next ones are, and
  // how many of these are left.
  int64_t rows_between_ = 0, rows_to_load_ = 0;
  // Left uninitialized, because most of them are unused.
  simd::ChainOperand operands_[kMostRowOperands];
  RowAdvance advances_[kMostRowOperands];
  bool is_fetched_[kMostRowOperands];
  // By instruction.
  bool is_in_place_[kMostRowOperands];
  static constexpr size_t kMostSegments = 4;
  Segment segments_[kMostSegments];
  size_t segment_count_ = 0;
  PartedOperand parted_[kMostRowOperands];
  size_t parted_count_ = 0;
  // Operands in registers of sinks and copied loads, and where these begin.
  struct KeptOperand {
    size_t operand;
    uint8_t* begin;
  };
  KeptOperand kept_[kMostRowOperands];
  size_t kept_count_ = 0;
  // Where parts end, and the row, in order.
  int64_t ends_[kMostRowOperands * kMostPartsOfRow + 1];
  size_t end_count_ = 0;
};

bool HasCodedRows(const TileProgram& program) {
  const auto is_loaded = [&](const TileSink& sink) {
    return std::ranges::find(program.loads, sink.tile_register, &TileLoad::result) !=
           program.loads.end();
  };
  if (kHasChainModules || program.row_size == 0 || !program.is_plain()) return false;
  if (std::ranges::any_of(program.sinks, is_loaded)) return false;
  const TileLoad* const window = program.window;
  const bool has_rows =
      window == nullptr || (window->run.source_stride == 1 && window->run.size == program.row_size);
  if (!has_rows) return false;
  size_t operands = 0;
  for (const TileInstruction& instruction : program.instructions) {
    if (!IsCodeForAll(program, instruction)) return false;
    operands += instruction.chain->operands.size();
  }
  return operands <= kMostRowOperands &&
         std::ranges::all_of(program.loads, [&](const TileLoad& load) {
           return load.kind == TileLoad::Kind::kSplat || IsCopied(load) || IsInRow(program, load) ||
                  IsRowElement(program, load) || HasParts(program, load);
         });
}

}  // namespace

void SetCodedRows(TileProgram& program) { program.has_coded_rows = HasCodedRows(program); }

void RunCodedRows(const TileProgram& program, std::byte* const* pointers, std::byte* scratch,
                  TileRegisters& registers, int64_t begin, int64_t end) {
  CodedRows rows(program, pointers, scratch, registers, begin, end);
  const bool has_copies = std::ranges::any_of(program.loads, &IsCopied);
  if (program.sinks.empty() && !has_copies) return rows.Run(end - begin);
  while (begin < end) {
    const int64_t count = std::min(program.tile_size, end - begin);
    for (const TileLoad& load : program.loads) {
      if (IsCopied(load)) CopyElements(load, pointers, registers.at[load.result], begin, count);
    }
    rows.Run(count);
    if (!program.sinks.empty()) {
      RunTileSinks(program, pointers, registers.at, scratch, {begin, count, 0}, true);
    }
    for (uint32_t i = 0; i < program.moving_registers; ++i) {
      registers.at[i] += count * program.registers[i].element_bytes;
    }
    begin += count;
  }
}

}  // namespace paddock
