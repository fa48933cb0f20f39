// Applications of a body: the memory, arguments and results around them, described once for two
// executors.
//
//   scalar_loop.h one application at a time: the body is a range of the flat list of steps
//   body_batches.h    many at a time: the body is a tile program over arrays
//
// Both prepare memory, then fetch the arguments of applications, run the body and store its
// results, until no application is left. All progress is in the memory and in a position that only
// the description interprets. The description therefore determines bits, work and the order of
// applications in both executors.
#ifndef PADDOCK_CORE_PLAN_BODIES_APPLICATIONS_H_
#define PADDOCK_CORE_PLAN_BODIES_APPLICATIONS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/ir/operation.h"
#include "core/plan/chunked_step.h"
#include "core/plan/fusion/tile_graph.h"
#include "core/plan/lowering/draft.h"
#include "core/plan/step.h"

namespace paddock {

class Lowering;

// Memory of an operation, as AppliedOperation lists it.
struct ApplicationMemory {
  // Empty except in Prepare.
  std::span<const std::byte* const> sources;
  // Empty except in Fetch.
  std::span<const std::byte* const> reads;
  std::span<std::byte* const> writes;
  // Applications::state_bytes() bytes, aligned to 8, which persist from Prepare to the end.
  std::byte* state = nullptr;
};

struct Fetched {
  enum class Status : uint8_t {
    kFetched,
    kDone,         // no application is left
    kBudgetSpent,  // spent midway: call again with the same position
  };
  Status status = Status::kFetched;
  // Applications whose arguments are in the arrays; 0: none yet, fetch again.
  int64_t count = 0;
  // Work of fetching, and of the applications if the body is a tile program.
  int64_t work = 0;
};

// Immutable once planned.
class Applications {
 public:
  virtual ~Applications() = default;

  // Called again at the next context.position after kBudgetSpent. Its positions are 0 ..
  // prepared_position().
  virtual StepStatus Prepare(StepContext& context, const ApplicationMemory& memory) const;
  virtual int64_t prepared_position() const { return 0; }
  virtual size_t state_bytes() const { return 0; }

  // Returns whether Fetch would return kDone without more work; `position` begins with 0.
  virtual bool IsDone(const StepContext& context, const ApplicationMemory& memory,
                      int64_t position) const = 0;
  // Copies the arguments of the next applications, at most at_once() and all independent, to
  // `arguments`: an array for each argument of the body. May omit unused ones.
  virtual Fetched Fetch(StepContext& context, const ApplicationMemory& memory, int64_t& position,
                        std::byte* const* arguments) const = 0;
  // Points `results` to the targets of the next `count` applications. Does not change those whose
  // targets are not contiguous.
  virtual void Place(const ApplicationMemory& memory, int64_t position, int64_t count,
                     std::span<std::byte*> results) const;
  // Stores the results of `count` applications, unless Place has set their targets. Returns false
  // if the budget was spent midway: call again.
  virtual bool Store(StepContext& context, const ApplicationMemory& memory, int64_t& position,
                     int64_t count, std::span<const std::byte* const> results) const = 0;

  // For batches: the independent chunks of the applications. Chunk i has positions i *
  // chunks().positions to (i + 1) * chunks().positions, its own state, and the work of LongChunks
  // instead of Fetch's. No chunks: batches run in order.
  virtual LongChunks chunks() const { return {}; }
  // The same for the applications after that at position 0, which is complete: chunk i has
  // positions from 1 + i * positions on, and begins with BeginChunk, which takes the state after
  // position 0.
  virtual LongChunks LaterChunks(const StepContext&, const ApplicationMemory&) const { return {}; }
  virtual void BeginChunk(const ApplicationMemory&, const std::byte*) const {}
  // Points to the arguments and results of the applications at a position of such a chunk, instead
  // of Fetch and Store; returns their number. Returns 0 if they are not contiguous.
  virtual int64_t Point(const ApplicationMemory&, int64_t, std::span<const std::byte*>,
                        std::span<std::byte*>) const {
    return 0;
  }

  // Called while planning, for a tile program. `is_used`: by argument, whether the program reads
  // it.
  void UseBatches(int64_t at_once, int64_t body_work, std::vector<bool> is_used) {
    at_once_ = at_once;
    body_work_ = body_work;
    is_used_ = std::move(is_used);
  }
  int64_t at_once() const { return at_once_; }

 protected:
  // Returns whether the body is a tile program. Otherwise its steps charge their work, one
  // application at a time.
  bool is_batched() const { return body_work_ != 0; }
  // Work of one application of a tile program.
  int64_t body_work() const { return body_work_; }
  bool IsUsed(size_t argument) const { return is_used_.empty() || is_used_[argument]; }

 private:
  int64_t at_once_ = 1;
  int64_t body_work_ = 0;
  std::vector<bool> is_used_;
};

// An operation with a body, during planning.
struct AppliedOperation {
  const Operation* operation = nullptr;
  // Set together by SetApplications (scalar_loop.h).
  std::shared_ptr<Applications> applications;
  StepFunction fetch = nullptr;
  StepFunction store = nullptr;
  // All dense.
  std::vector<Leaf> sources;
  std::vector<Leaf> reads;
  std::vector<Leaf> writes;
  // Indices in `writes` and `sources`.
  std::vector<InPlacePair> in_place;
  size_t returned_count = 1;
  // Work of Prepare that it does not charge itself.
  int64_t prepare_work = kStepWork;
};

// Memory for the results of `operation`.
std::vector<Leaf> NewResults(Lowering& lowering, const Operation& operation);
void BindResults(Lowering& lowering, const Operation& operation, std::span<const Leaf> results);
// Returns the bytes of an element of each.
std::vector<size_t> WidthsOf(std::span<const Leaf> leaves);
// Fails because the number of values that a body returns does not match its operation.
std::unexpected<Failure> FailReturnedCount(Lowering& lowering, const Operation& operation);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_BODIES_APPLICATIONS_H_
