// Sinks whose rows machine code reduces while it computes them: no element is in memory. Vector
// registers have all lanes of a row's total.
#ifndef PADDOCK_CORE_PLAN_FUSION_REDUCED_ROWS_H_
#define PADDOCK_CORE_PLAN_FUSION_REDUCED_ROWS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/base/arena.h"
#include "core/plan/fusion/chain_code.h"
#include "core/plan/fusion/tile_graph.h"
#include "core/plan/fusion/tile_program.h"

namespace paddock {

struct ReducedRows {
  // An operand of the code.
  struct Operand {
    uint16_t tile_register = 0;
    // Bytes from a row to the next one in a register that moves, else 0.
    int64_t step = 0;
    // Not null: where it is in memory.
    const TileLoad* load = nullptr;
  };
  RowCode code = nullptr;
  // Elements of a row: a unit of the program, which may have several blocks.
  int64_t size = 0;
  // Those of the chain.
  std::span<const Operand> operands;
  // Where the lanes of the first sink's rows begin in scratch memory, before those of the others.
  size_t lanes_offset = 0;
};

// Returns whether no other needed node computes, and code may reduce its rows.
bool IsReducedAlone(const std::vector<TileNode>& nodes, uint32_t node,
                    const std::function<bool(uint32_t)>& is_needed);

// Sets TileProgram::reduced_rows if the program is one chain whose code can reduce the rows of all
// sinks. Increases the program's scratch memory.
void SetReducedRows(TileProgram& program, Arena& arena);

// Computes elements begin .. end, which are whole units, and the totals that RunTileSinks leaves.
// `registers` have the addresses of element `begin`, or equal elements.
void RunReducedRows(const TileProgram& program, std::byte* const* pointers, std::byte* scratch,
                    std::byte* const* registers, int64_t begin, int64_t end);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_FUSION_REDUCED_ROWS_H_
