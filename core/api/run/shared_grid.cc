#include "core/api/run/shared_grid.h"

#include <utility>

#include "core/api/query/hash.h"
#include "core/api/run/grid_inputs.h"
#include "core/grid/hub_server.h"
#include "core/grid/peer.h"

namespace paddock {

HubServerOptions SharedGrid::ForHub() const {
  HubServerOptions options;
  options.size = size;
  options.shares = shares;
  return options;
}

PeerOptions SharedGrid::ForPeer(size_t place) const {
  PeerOptions options;
  options.size = size;
  options.share = shares[place];
  options.program_hash = program_hash;
  return options;
}

std::optional<SharedGrid> ShareGrid(const Program& program, GridSize asked, size_t places,
                                    std::vector<Diagnostic>& diagnostics) {
  DiagnosticSink sink;
  const Result<GridSize> size = ChooseGrid(program, asked, sink);
  for (Diagnostic& diagnostic : sink.Take()) diagnostics.push_back(std::move(diagnostic));
  if (!size) return std::nullopt;
  SharedGrid grid{*size, {}, HashText(program.source().text())};
  for (size_t i = 0; i < places; ++i) grid.shares.push_back(ShareOf(*size, i, places));
  return grid;
}

}  // namespace paddock
