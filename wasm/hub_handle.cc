#include "wasm/hub_handle.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "core/api/run/shared_grid.h"
#include "core/base/check.h"

namespace paddock {

std::string ProgramHandle::grid(int replicas, int partitions, int places) const {
  const GridSize asked{replicas, partitions};
  std::vector<Diagnostic> diagnostics;
  auto grid = ShareGrid(*program_, asked, 1, diagnostics);
  if (grid) {
    const auto most = static_cast<size_t>(grid->size.process_count());
    grid = ShareGrid(*program_, asked, std::min(most, static_cast<size_t>(places)), diagnostics);
  }
  const SharedGrid found = grid.value_or(SharedGrid{});
  const auto share = [](const std::vector<int64_t>& processes) {
    return Json()
        .Member("first", static_cast<uint64_t>(processes.front()))
        .Member("count", static_cast<uint64_t>(processes.size()))
        .Object();
  };
  return Json()
      .Member("replicas", static_cast<uint64_t>(found.size.replicas))
      .Member("partitions", static_cast<uint64_t>(found.size.partitions))
      .Raw("shares", JsonArray(found.shares, share))
      .Raw("diagnostics", DiagnosticsJson(diagnostics, program_->source()))
      .Object();
}

HubHandle::HubHandle(const ProgramHandle& program, int replicas, int partitions, int places)
    : program_(program.program()) {
  std::vector<Diagnostic> diagnostics;
  const auto grid =
      ShareGrid(*program_, {replicas, partitions}, static_cast<size_t>(places), diagnostics);
  PADDOCK_CHECK(grid);
  HubServerOptions options = grid->ForHub();
  options.peer_noun = "Worker";
  options.send = [this](size_t peer, const Message& message) {
    box_.Put(static_cast<int>(peer), message);
  };
  options.on_print = [this](std::string_view text) { printed_ += text; };
  options.on_outfeed = [this, size = grid->size](const OutfeedEntry& entry) {
    outfeed_.Put(static_cast<int>(size.Flatten(entry.process)), entry);
  };
  hub_ = std::make_unique<HubServer>(std::move(options));
}

bool HubHandle::has_failed() const {
  const auto& outcome = hub_->outcome();
  return box_.has_lost() || (outcome && outcome->cause == wire::Stop::Cause::kFailed);
}

std::string HubHandle::diagnostics() const {
  std::vector<Diagnostic> all;
  if (hub_->outcome()) all = hub_->outcome()->diagnostics;
  if (box_.has_lost()) all.push_back(box_.DescribeLoss());
  return DiagnosticsJson(all, program_->source());
}

}  // namespace paddock
