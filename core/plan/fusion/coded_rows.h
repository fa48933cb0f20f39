// Runs of tile programs that are machine code on rows of arrays. The addresses of a row follow from
// those of the row before it, so a short row costs little beside its code.
#ifndef PADDOCK_CORE_PLAN_FUSION_CODED_ROWS_H_
#define PADDOCK_CORE_PLAN_FUSION_CODED_ROWS_H_

#include <cstddef>
#include <cstdint>

#include "core/plan/fusion/tile_chain.h"
#include "core/plan/fusion/tile_program.h"

namespace paddock {

// Sets whether RunCodedRows computes the program: its instructions are code for its rows and any
// values, and its loads are rows in memory or equal elements.
void SetCodedRows(TileProgram& program);

// Runs elements begin .. end, and what RunTileSinks does with them. The registers are those of
// element `begin`, and have equal elements.
void RunCodedRows(const TileProgram& program, std::byte* const* pointers, std::byte* scratch,
                  TileRegisters& registers, int64_t begin, int64_t end);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_FUSION_CODED_ROWS_H_
