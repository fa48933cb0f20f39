#include "core/plan/fusion/coded_rows.h"

#include <algorithm>

#include "core/plan/fusion/tile_load.h"
#include "core/plan/fusion/tile_place.h"
#include "simd/movement/copy_kernels.h"

namespace paddock {
namespace {

using Kind = TileChainOperand::Kind;

// Bounds tables on the stack.
constexpr size_t kMostRowOperands = 64;

const TileLoad* FindRows(const TileProgram& program, uint16_t tile_register) {
  const auto found = std::ranges::find_if(program.loads, [&](const TileLoad& load) {
    return load.kind == TileLoad::Kind::kStrided && load.result == tile_register;
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
  return chain != nullptr && chain->has_code() && chain->codes_rest &&
         std::ranges::none_of(chain->operands, depends);
}

// How an operand's address advances.
struct RowAdvance {
  // In bytes: for each element, at the end of a row, and for a whole row.
  int64_t element = 0;
  int64_t row_end = 0;
  int64_t row = 0;
  // Not null: only `rows_left` rows are equally distant, or elements are copied to `filled`.
  const TileLoad* load = nullptr;
  int64_t rows_left = 0;
  std::byte* filled = nullptr;
};

class CodedRows {
 public:
  CodedRows(const TileProgram& program, std::byte* const* pointers, const TileRegisters& registers,
            int64_t begin)
      : program_(program),
        pointers_(pointers),
        row_(begin / program.row_size),
        index_(begin % program.row_size) {
    for (const TileInstruction& instruction : program.instructions) {
      for (const TileChainOperand& operand : instruction.chain->operands) {
        Start(operand, instruction.chain->lane_bytes, registers);
      }
    }
  }

  void Run(int64_t left) {
    const int64_t row_size = program_.row_size;
    while (left > 0) {
      const int64_t count = std::min({program_.tile_size, row_size - index_, left});
      size_t first = 0;
      for (const TileInstruction& instruction : program_.instructions) {
        instruction.chain->code(operands_ + first, static_cast<size_t>(count));
        first += instruction.chain->operands.size();
      }
      left -= count;
      if (count == row_size) {
        for (size_t i = 0; i < count_; ++i) operands_[i].address += advances_[i].row;
        BeginRow(left);
      } else {
        AdvanceInRow(count, left);
      }
    }
  }

 private:
  void Start(const TileChainOperand& operand, size_t lane_bytes, const TileRegisters& registers) {
    simd::ChainOperand& at = operands_[count_];
    RowAdvance& advance = advances_[count_++];
    at.address = nullptr;
    advance = {};
    if (operand.kind == Kind::kSlot) return;
    std::byte* const address = registers.at[operand.tile_register];
    at.address = reinterpret_cast<uint8_t*>(address);
    const bool is_moving = operand.tile_register < program_.moving_registers;
    if (is_moving) advance.element = program_.registers[operand.tile_register].element_bytes;
    const TileLoad* const load = is_moving ? nullptr : FindRows(program_, operand.tile_register);
    if (load != nullptr) {
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
    advance.row = program_.row_size * advance.element + advance.row_end;
    has_loads_ |= advance.load != nullptr;
  }

  // Sets the address of the current row's next element.
  void Load(const TileLoad& load, RowAdvance& advance, simd::ChainOperand& at) const {
    const std::byte* const address =
        AddressInRun(load, pointers_, row_, advance.element == 0 ? 0 : index_);
    if (advance.filled != nullptr) {
      simd::Fill(advance.filled, address, load.element_bytes, load.enough);
    } else {
      at.address = reinterpret_cast<uint8_t*>(const_cast<std::byte*>(address));
      if (!load.outer.empty())
        advance.rows_left = load.outer.back().size - row_ % load.outer.back().size;
    }
  }

  void AdvanceInRow(int64_t count, int64_t left) {
    index_ += count;
    const bool ends_row = index_ == program_.row_size;
    for (size_t i = 0; i < count_; ++i) {
      operands_[i].address += count * advances_[i].element + (ends_row ? advances_[i].row_end : 0);
    }
    if (ends_row) BeginRow(left);
  }

  void BeginRow(int64_t left) {
    index_ = 0;
    ++row_;
    if (!has_loads_ || left == 0) return;
    for (size_t i = 0; i < count_; ++i) {
      RowAdvance& advance = advances_[i];
      if (advance.load != nullptr && --advance.rows_left <= 0) {
        Load(*advance.load, advance, operands_[i]);
      }
    }
  }

  const TileProgram& program_;
  std::byte* const* pointers_;
  // The next element.
  int64_t row_, index_;
  size_t count_ = 0;
  bool has_loads_ = false;
  // Left uninitialized, because most of them are unused.
  simd::ChainOperand operands_[kMostRowOperands];
  RowAdvance advances_[kMostRowOperands];
};

}  // namespace

bool HasCodedRows(const TileProgram& program) {
  const bool is_plain = program.streams.empty() && program.split.empty() &&
                        program.joined.empty() && program.sinks.empty() &&
                        program.second_gear == nullptr;
  if (kHasChainModules || program.row_size == 0 || !is_plain) return false;
  size_t operands = 0;
  for (const TileInstruction& instruction : program.instructions) {
    if (!IsCodeForAll(program, instruction)) return false;
    operands += instruction.chain->operands.size();
  }
  return operands <= kMostRowOperands && program.loads.size() <= kMostRowOperands &&
         std::ranges::all_of(program.loads, [&](const TileLoad& load) {
           return load.kind == TileLoad::Kind::kSplat || IsInRow(program, load) ||
                  IsRowElement(program, load);
         });
}

void RunCodedRows(const TileProgram& program, std::byte* const* pointers,
                  const TileRegisters& registers, int64_t begin, int64_t end) {
  CodedRows(program, pointers, registers, begin).Run(end - begin);
}

}  // namespace paddock
