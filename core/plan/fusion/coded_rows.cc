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

// By how many bytes an operand's address advances for each element, and at the end of a row.
struct RowAdvance {
  int64_t element = 0;
  int64_t row_end = 0;
  // Not null: its rows are not equally distant.
  const TileLoad* load = nullptr;
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
        simd::ChainOperand& at = operands_[count_];
        at.address = nullptr;
        RowAdvance& advance = advances_[count_++];
        if (operand.kind == Kind::kSlot) continue;
        std::byte* address = registers.at[operand.tile_register];
        if (operand.tile_register < program.moving_registers) {
          advance.element = program.registers[operand.tile_register].element_bytes;
        } else if (const TileLoad* const load = FindRows(program, operand.tile_register)) {
          if (!operand.is_row_element) address = StartRows(*load, advance);
        }
        at.address = reinterpret_cast<uint8_t*>(address);
      }
    }
    for (const TileLoad& load : program.loads) {
      if (IsRowElement(program, load))
        elements_[element_count_++] = {&load, registers.at[load.result]};
    }
    FillElements();
  }

  void Run(int64_t left) {
    while (left > 0) {
      const int64_t count = std::min({program_.tile_size, program_.row_size - index_, left});
      size_t first = 0;
      for (const TileInstruction& instruction : program_.instructions) {
        instruction.chain->code(operands_ + first, static_cast<size_t>(count));
        first += instruction.chain->operands.size();
      }
      Advance(count);
      left -= count;
    }
  }

 private:
  std::byte* AddressOf(const TileLoad& load) const {
    return const_cast<std::byte*>(AddressInRun(load, pointers_, row_, index_));
  }

  std::byte* StartRows(const TileLoad& load, RowAdvance& advance) {
    const auto bytes = static_cast<int64_t>(load.element_bytes);
    const int64_t stride = load.outer.empty() ? 0 : load.outer.back().source_stride;
    advance = {bytes, (stride - program_.row_size) * bytes,
               load.outer.size() > 1 ? &load : nullptr};
    has_loads_ |= advance.load != nullptr;
    return AddressOf(load);
  }

  void Advance(int64_t count) {
    index_ += count;
    const bool ends_row = index_ == program_.row_size;
    for (size_t i = 0; i < count_; ++i) {
      operands_[i].address += count * advances_[i].element + (ends_row ? advances_[i].row_end : 0);
    }
    if (ends_row) BeginRow();
  }

  void BeginRow() {
    index_ = 0;
    ++row_;
    FillElements();
    if (!has_loads_) return;
    for (size_t i = 0; i < count_; ++i) {
      const TileLoad* const load = advances_[i].load;
      if (load != nullptr) operands_[i].address = reinterpret_cast<uint8_t*>(AddressOf(*load));
    }
  }

  void FillElements() const {
    for (size_t i = 0; i < element_count_; ++i) {
      const auto& [load, filled] = elements_[i];
      const int64_t row = load->outer.empty() ? 0 : row_;
      if (row >= row_count_) return;
      simd::Fill(filled, AddressInRun(*load, pointers_, row, 0), load->element_bytes, load->enough);
    }
  }

  // A register that has the element of a row.
  struct RowElement {
    const TileLoad* load;
    std::byte* filled;
  };

  const TileProgram& program_;
  std::byte* const* pointers_;
  const int64_t row_count_ = program_.count / program_.row_size;
  // The next element.
  int64_t row_, index_;
  size_t count_ = 0;
  bool has_loads_ = false;
  // Left uninitialized, because most of them are unused.
  simd::ChainOperand operands_[kMostRowOperands];
  RowAdvance advances_[kMostRowOperands];
  RowElement elements_[kMostRowOperands];
  size_t element_count_ = 0;
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
