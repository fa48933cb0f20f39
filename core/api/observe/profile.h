// Profile: time of a run by operation, compared with the limits of the machine.
//
//   paddock::Profile profile;
//   profile.Listen(options);
//   auto session = paddock::Session::Start(program, options, diagnostics);
//   ...
//   std::string text = profile.Report(*program, *session, paddock::MeasureLimits(1)).Text();
#ifndef PADDOCK_CORE_API_OBSERVE_PROFILE_H_
#define PADDOCK_CORE_API_OBSERVE_PROFILE_H_

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/api/observe/limits.h"
#include "core/api/program.h"
#include "core/api/run/session.h"

namespace paddock {

// Totals of all steps of one operation. Fused operations share a row, named after the last of them.
struct ProfileRow {
  std::string operation;  // "stablehlo.add"; empty, without a line, for constants
  uint32_t line = 0;
  std::string type;                // type of its results
  std::vector<std::string> fused;  // "multiply 3": names and lines, if there are several
  uint64_t calls = 0;
  double seconds = 0;
  uint64_t operations = 0;
  uint64_t bytes = 0;
  // Minimum seconds by the machine's limits: the longer one of arithmetic and memory traffic,
  // summed over processors. Exceeds `seconds` if caches hold the data.
  double least_seconds = 0;

  // Operations per byte.
  double intensity() const;
  bool is_bound_by_memory = false;
};

struct ProfileReport {
  MachineLimits limits;
  std::vector<ProfileRow> rows;  // longest first
  double seconds = 0;            // sum over all steps
  MemoryUse memory;
  // Bytes of live values in the arenas from `seconds` on, counted from the first step.
  struct MemoryPoint {
    double seconds = 0;
    uint64_t bytes = 0;
  };
  std::vector<MemoryPoint> live;

  // Table for people.
  std::string Text() const;
  std::string Json() const;
};

class Profile {
 public:
  Profile() = default;
  Profile(const Profile&) = delete;
  Profile& operator=(const Profile&) = delete;

  // Adds a listener to `options`. The profile must outlive the session.
  void Listen(SessionOptions& options);

  // Call after the run.
  ProfileReport Report(const Program& program, const Session& session,
                       const MachineLimits& limits) const;

 private:
  struct Cell {
    uint64_t calls = 0;
    int64_t nanoseconds = 0;
  };
  struct PlanCells {
    std::shared_ptr<const Plan> plan;
    std::vector<Cell> cells;  // by step
  };

  void Add(int64_t process, const StepSpan& span);
  void NoteLive(int64_t process, uint64_t bytes, int64_t time);
  void AddSteps(const PlanCells& plan, const Program& program, const MachineLimits& limits,
                std::map<const Operation*, ProfileRow>& rows) const;

  // Processes may run on several threads.
  std::mutex mutex_;
  // Ordered by first use.
  std::vector<PlanCells> plans_;
  std::unordered_map<const Plan*, size_t> plan_numbers_;
  // Live bytes by process, and their sum.
  std::unordered_map<int64_t, uint64_t> live_of_;
  uint64_t live_ = 0;
  int64_t first_ = 0;
  struct Point {
    int64_t time;
    uint64_t bytes;
  };
  std::vector<Point> points_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_API_OBSERVE_PROFILE_H_
