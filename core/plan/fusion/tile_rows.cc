// The row form of tile programs.
#include <memory>

#include "core/plan/fusion/tile_program.h"

namespace paddock {
namespace {

void RunTileRows(const void* parameters, std::byte* const* pointers, std::byte* scratch,
                 int64_t begin, int64_t end) {
  RunTiles(*static_cast<const TileProgram*>(parameters), pointers, scratch, begin, end);
}
void StreamTileRows(const void* parameters, std::byte* const* pointers, std::byte* scratch,
                    int64_t begin, int64_t end) {
  RunTiles(*static_cast<const TileProgram*>(parameters), pointers, scratch, begin, end, true);
}

// A unit is a row of the sinks.
void RunSinkRows(const void* parameters, std::byte* const* pointers, std::byte* scratch,
                 int64_t begin, int64_t end) {
  const auto& program = *static_cast<const TileProgram*>(parameters);
  RunTiles(program, pointers, scratch, begin * program.unit, end * program.unit);
}

}  // namespace

std::shared_ptr<const RowForm> RowFormOf(const TileProgram& program, size_t reference_count) {
  constexpr int64_t kFewestSinkRows = 16;
  auto form = std::make_shared<RowForm>();
  form->run = program.sinks.empty() ? &RunTileRows : &RunSinkRows;
  if (!program.streams.empty() && program.sinks.empty()) form->stream = &StreamTileRows;
  form->units = program.count / program.unit;
  form->accesses.resize(reference_count);
  for (const TileSink& sink : program.sinks) {
    if (!sink.pieces->has_whole_rows() || form->units < kFewestSinkRows) return nullptr;
    form->has_whole_rows = true;
    form->accesses[sink.result] = {RowAccess::Kind::kUnits, sink.pieces->plan->element_bytes};
  }
  for (const TileRegister& moving : program.registers.first(program.moving_registers)) {
    form->accesses[moving.reference] = {RowAccess::Kind::kUnits,
                                        moving.element_bytes * program.unit};
  }
  for (const TileLoad& load : program.loads) {
    if (load.kind != TileLoad::Kind::kStrided || load.offset != 0) continue;
    RowAccess& access = form->accesses[load.reference];
    access.kind = RowAccess::Kind::kStrided;
    access.loops.assign(load.outer.begin(), load.outer.end());
    access.loops.push_back(load.run);
  }
  return form;
}

}  // namespace paddock
