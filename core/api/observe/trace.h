// Trace: timeline of the processes of a run, in the format of Chrome and Perfetto.
//
//   paddock::Trace trace;
//   trace.Listen(options);
//   auto session = paddock::Session::Start(program, options, diagnostics);
//   ...
//   std::string text = trace.Json(*program, session->grid());
#ifndef PADDOCK_CORE_API_OBSERVE_TRACE_H_
#define PADDOCK_CORE_API_OBSERVE_TRACE_H_

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "core/api/program.h"
#include "core/api/run/session.h"

namespace paddock {

class Trace {
 public:
  static constexpr uint64_t kDefaultLimit = 500'000;
  // Maximum time, in nanoseconds: decades, with room for sums of a few times.
  static constexpr int64_t kLatest = int64_t{1} << 60;

  // Keeps the first `limit` events: steps and communications together. A step takes about 50 bytes
  // here and 200 in the text.
  explicit Trace(uint64_t limit = kDefaultLimit) : limit_(limit) {}
  Trace(const Trace&) = delete;
  Trace& operator=(const Trace&) = delete;

  // Sets listeners in `options`. The trace must outlive the session.
  void Listen(SessionOptions& options);

  // Number of events, including those that were not kept.
  uint64_t event_count() const { return event_count_; }
  uint64_t kept_count() const { return steps_.size() + talks_.size(); }
  bool is_truncated() const { return event_count_ > kept_count(); }

  // --- Merging: if the processes run in several places, each place has a trace.
  // Returns the events of this place, for another place.
  std::string Bytes() const;
  // Adds the events of another place in a run of the same program, whose clock is `offset`
  // nanoseconds ahead. Keeps all events that the other place kept. Returns false, without changes,
  // if the bytes are invalid.
  bool Add(const Program& program, GridSize size, std::string_view bytes, int64_t offset);

  // Returns {"traceEvents": [...], ...}, sorted by time. Each process of the grid has a track of
  // its steps, tracks of its communications and a counter of its live bytes. Arrows lead from
  // senders to receivers, and from the last member of a meeting to those that waited for it.
  std::string Json(const Program& program, GridSize size) const;

 private:
  friend class TraceWriter;
  friend class TraceParser;
  struct Step {
    const Operation* operation;
    int64_t process;
    int64_t begin;
    int64_t end;
    uint64_t bytes;
    uint64_t operations;
    // Bytes of live values while it runs.
    uint64_t live_bytes;
  };
  struct Talk {
    // Its members are in groups_[group].
    Communication event;
    size_t group;
  };

  void Add(int64_t process, const StepSpan& span);
  void Add(const Communication& event);
  void Keep(const Communication& event);
  bool HasRoom() { return event_count_++ < limit_; }

  uint64_t limit_;
  // Processes may run on several threads.
  std::mutex mutex_;
  uint64_t event_count_ = 0;
  std::vector<Step> steps_;
  std::vector<Talk> talks_;
  // Lists of members, without duplicates.
  std::map<std::vector<int64_t>, size_t> group_numbers_;
  std::vector<const std::vector<int64_t>*> groups_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_API_OBSERVE_TRACE_H_
