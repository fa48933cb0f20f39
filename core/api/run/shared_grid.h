// Grid whose processes run in several places, each with a Session of the same program. A grid has
// one HubServer, and one Peer in each place.
#ifndef PADDOCK_CORE_API_RUN_SHARED_GRID_H_
#define PADDOCK_CORE_API_RUN_SHARED_GRID_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/api/program.h"
#include "core/run/process_grid.h"

namespace paddock {

struct HubServerOptions;
struct PeerOptions;

struct SharedGrid {
  GridSize size;
  // Processes by place. The first place runs process (0, 0). Some places run none if there are more
  // places than processes.
  std::vector<std::vector<int64_t>> shares;
  uint64_t program_hash = 0;

  // Returns options that are complete except for the functions.
  HubServerOptions ForHub() const;
  PeerOptions ForPeer(size_t place) const;
};

// Chooses the grid like Session::Start with SessionOptions::grid = `asked`. Returns nothing, with
// diagnostics, if it has too many processes.
std::optional<SharedGrid> ShareGrid(const Program& program, GridSize asked, size_t places,
                                    std::vector<Diagnostic>& diagnostics);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_RUN_SHARED_GRID_H_
