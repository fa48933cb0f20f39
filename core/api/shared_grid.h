// A grid whose processes run in several places, each with a Session of the same program: who
// runs what. One HubServer and one Peer a place are made of it.
#ifndef PADDOCK_CORE_API_SHARED_GRID_H_
#define PADDOCK_CORE_API_SHARED_GRID_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/api/program.h"
#include "core/grid/hub_server.h"
#include "core/grid/peer.h"

namespace paddock {

struct SharedGrid {
  GridSize size;
  // By place; the first runs process (0, 0), and with more places than processes some run none.
  std::vector<std::vector<int64_t>> shares;
  uint64_t program_hash = 0;

  // What is left to set are the functions.
  HubServerOptions ForHub() const;
  PeerOptions ForPeer(size_t place) const;
};

// The grid is that of Session::Start for SessionOptions::grid = `asked`. Nothing, and
// diagnostics, if it has too many processes.
std::optional<SharedGrid> ShareGrid(const Program& program, GridSize asked, size_t places,
                                    std::vector<Diagnostic>& diagnostics);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_SHARED_GRID_H_
