// Fuzz target: machine models. A valid machine must have finite times, and a route between any two
// chips.
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "core/base/fuzz_testing.h"
#include "core/cost/machine_model.h"
#include "core/cost/topology.h"
#include "core/diagnostics/diagnostic.h"

namespace paddock {
namespace {

using testing::FuzzRequire;

bool IsTime(double seconds) { return std::isfinite(seconds) && seconds >= 0; }

void CheckQuantities(const MachineModel& machine) {
  FuzzRequire(machine.link_bandwidth > 0 && std::isfinite(machine.link_bandwidth), "a bandwidth");
  FuzzRequire(IsTime(machine.link_latency), "a latency");
  FuzzRequire(IsTime(machine.ComputeSeconds(uint64_t{1} << 60, uint64_t{1} << 60, "f32")),
              "a time of computation");
  for (const auto& [type, flops] : machine.flops_of_type) {
    FuzzRequire(IsTime(machine.ComputeSeconds(1, 1, type)), "a time of " + type);
  }
}

void CheckRoutes(const MachineModel& machine, int64_t processes) {
  std::string problem;
  const auto topology = Topology::Make(machine, processes, problem);
  FuzzRequire(topology.has_value() != !problem.empty(), "no topology and no reason");
  if (!topology) return;
  FuzzRequire(topology->chip_count() >= processes, "too few chips");
  const int64_t last = topology->chip_count() - 1;
  std::vector<size_t> links;
  for (const auto& [from, to] : {std::pair<int64_t, int64_t>{0, last}, {last, 0}, {last / 2, 1}}) {
    if (to > last) continue;
    topology->FindRoute(from, to, links);
    FuzzRequire(links.empty() == (from == to), "chips without a route");
    for (size_t link : links) {
      FuzzRequire(link < topology->link_count(), "a link that is not there");
      const double bandwidth = topology->BandwidthOf(link);
      FuzzRequire(bandwidth > 0 && std::isfinite(bandwidth), "a link's bandwidth");
    }
  }
}

}  // namespace

PADDOCK_FUZZ_TARGET(machine) {
  const Source source("fuzz.machine", std::string(bytes));
  DiagnosticSink sink;
  const auto machine = ReadMachine(source, sink);
  FuzzRequire(machine.has_value() != sink.has_errors(), "refused without a reason");
  for (const Diagnostic& diagnostic : sink.diagnostics()) {
    FuzzRequire(diagnostic.span.end <= bytes.size(), "a place behind the end");
    (void)RenderText(diagnostic, source);
  }
  if (!machine) return;
  CheckQuantities(*machine);
  for (int64_t processes : {1, 7, 64}) CheckRoutes(*machine, processes);
}

}  // namespace paddock
