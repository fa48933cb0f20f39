// Operands of code whose rows are in memory in a few parts.
#ifndef PADDOCK_CORE_PLAN_FUSION_PARTED_OPERAND_H_
#define PADDOCK_CORE_PLAN_FUSION_PARTED_OPERAND_H_

#include <cstddef>
#include <cstdint>

#include "core/plan/fusion/row_size.h"
#include "core/plan/fusion/tile_load.h"
#include "core/plan/fusion/tile_program.h"

namespace paddock {

// Whether a row of the load is in memory, in a few parts.
inline bool HasParts(const TileProgram& program, const TileLoad& load) {
  return load.result >= program.moving_registers && IsRowOfParts(load) &&
         load.row == program.row_size;
}

// Whether the load is copied to its register, many rows at once.
inline bool IsCopied(const TileLoad& load) { return load.kind == TileLoad::Kind::kRolled; }

// An operand whose rows have parts, each of the elements before `end`.
struct PartedOperand {
  struct Part {
    int64_t end;
    const std::byte* address;
    // In bytes, to the next row; 0: it is found again.
    int64_t row;
  };
  size_t operand;
  const TileLoad* load;
  size_t part_count;
  Part parts[kMostPartsOfRow];

  // A place of a row: the part, and in it in bytes.
  struct Place {
    uint32_t part;
    int64_t offset;
  };
  Place PlaceOf(int64_t index) const {
    uint32_t part = 0;
    while (parts[part].end <= index) ++part;
    const int64_t in_part = index - (part == 0 ? 0 : parts[part - 1].end);
    return {part, in_part * int64_t{load->element_bytes}};
  }

  void Start(const TileLoad& parted, size_t its_operand) {
    operand = its_operand;
    load = &parted;
    part_count = 0;
    int64_t end = 0;
    for (const TileLoad& part : parted.parts()) {
      const int64_t distance = part.outer.empty() ? part.share : part.outer.back().source_stride;
      const int64_t row = part.outer.size() <= 1 ? distance * int64_t{parted.element_bytes} : 0;
      parts[part_count++] = {end += part.share, nullptr, row};
    }
  }

  // Finds the parts of the row from element `first` on; if not `all`, only those that do not follow
  // from the row before.
  void FindRow(std::byte* const* pointers, int64_t first, bool all) {
    int64_t begin = 0;
    for (size_t i = 0; i < part_count; ++i) {
      Part& part = parts[i];
      if (all || part.row == 0) {
        const ElementRun run = *RunAt(*load, first + begin);
        part.address = pointers[run.reference] + run.element * int64_t{load->element_bytes};
      } else {
        part.address += part.row;
      }
      begin = part.end;
    }
  }
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_FUSION_PARTED_OPERAND_H_
