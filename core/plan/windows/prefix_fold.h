// Applications of the body of a running total.
#ifndef PADDOCK_CORE_PLAN_WINDOWS_PREFIX_FOLD_H_
#define PADDOCK_CORE_PLAN_WINDOWS_PREFIX_FOLD_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>

#include "core/plan/bodies/element_copies.h"
#include "core/plan/chunked_step.h"
#include "core/plan/windows/window_fold.h"
#include "simd/movement/copy_kernels.h"

namespace paddock {

// Windows that begin with padding and end one cell after each other, along one dimension: a running
// total, which JAX's cumlogsumexp is. Position 0 applies the body to the initial values. If it
// returns their bits, so it does for all padding, and the total of a window is that of the window
// before it, combined with one cell. Otherwise the positions from 1 on are those of WindowFold.
//
// A lane is a total; lanes of a group visit all positions, then those of the next group.
class PrefixFold final : public WindowFold {
 public:
  PrefixFold(WindowOffsets offsets, std::span<const Leaf> operands, size_t dimension)
      : WindowFold(std::move(offsets), operands),
        length_(this->offsets().windows[dimension].window),
        step_(this->offsets().strides[dimension]) {
    for (size_t d = dimension + 1; d < this->offsets().windows.size(); ++d) {
      inner_ *= this->offsets().windows[d].result_size;
    }
    lanes_ = this->offsets().window_count() / length_;
  }

  int64_t lane_count() const { return lanes_; }
  int64_t application_count() const { return lanes_ * length_ + 1; }
  size_t state_bytes() const override {
    return sizeof(State) + 16 * widths().size() + 2 * WindowFold::state_bytes();
  }
  LongChunks chunks() const override { return {}; }

  LongChunks LaterChunks(const StepContext& context,
                         const ApplicationMemory& memory) const override {
    State& state = StateOf(memory);
    if (state.is_running == 0) return {};
    Divide(state, LanesOfChunk(context, lanes_, at_once(), lanes_ * length_ * element_work()));
    LongChunks chunks{.count = (state.end - 1) / length_, .positions = length_};
    chunks.position_work = WorkOf(std::min(state.lanes_at_once, lanes_));
    chunks.chunk_work = length_ * chunks.position_work;
    chunks.at_once = std::max<int64_t>(1, kChunkWork / 16 / chunks.position_work);
    return chunks;
  }
  void BeginChunk(const ApplicationMemory& memory, const std::byte* state) const override {
    if (memory.state == state) return;
    const auto& first = *reinterpret_cast<const State*>(state);
    StateOf(memory).is_running = first.is_running;
    Divide(StateOf(memory), first.lanes_at_once);
  }

  int64_t Point(const ApplicationMemory& memory, int64_t position,
                std::span<const std::byte*> arguments,
                std::span<std::byte*> results) const override {
    if (StateOf(memory).is_one_run == 0) return 0;
    const Group group = GroupAt(memory, position);
    if (group.step == 0) return 0;
    const int64_t total = TotalOffsets(memory)[0], cell = CellOffsets(memory)[0];
    for (size_t i = 0; i < widths().size(); ++i) {
      const auto width = static_cast<int64_t>(widths()[i]);
      results[i] = memory.writes[i] + (total + group.step * inner_) * width;
      arguments[i] = results[i] - inner_ * width;
      arguments[widths().size() + i] = memory.reads[i] + (cell + group.step * step_) * width;
    }
    return group.count;
  }

  bool IsDone(const StepContext& context, const ApplicationMemory& memory,
              int64_t position) const override {
    if (position == 0) return false;
    if (!StateOf(memory).is_running) {
      return WindowFold::IsDone(context, Whole(memory), position - 1);
    }
    return position == StateOf(memory).end;
  }

  Fetched Fetch(StepContext& context, const ApplicationMemory& memory, int64_t& position,
                std::byte* const* arguments) const override {
    if (position == 0) return FetchInits(memory, arguments);
    if (IsDone(context, memory, position)) return {Fetched::Status::kDone};
    if (!StateOf(memory).is_running) {
      int64_t cell = position - 1;
      Fetched fetched = WindowFold::Fetch(context, Whole(memory), cell, arguments);
      position = cell + 1;
      fetched.work = WorkOf(fetched.count);
      return fetched;
    }
    const Group group = GroupAt(memory, position);
    if (group.step == 0) FindOffsets(memory, group);
    for (size_t i = 0; i < widths().size(); ++i) {
      const auto width = static_cast<int64_t>(widths()[i]);
      if (group.step == 0) {
        simd::Fill(arguments[i], memory.reads[widths().size() + i], widths()[i], group.count);
      } else {
        CollectElements(widths()[i], memory.writes[i] + (group.step - 1) * inner_ * width,
                        TotalOffsets(memory), group.count, arguments[i]);
      }
      CollectElements(widths()[i], memory.reads[i] + group.step * step_ * width,
                      CellOffsets(memory), group.count, arguments[widths().size() + i]);
    }
    return {.count = group.count, .work = WorkOf(group.count)};
  }

  bool Store(StepContext& context, const ApplicationMemory& memory, int64_t& position,
             int64_t count, std::span<const std::byte* const> results) const override {
    if (position == 0) {
      CompareInits(memory, results);
    } else if (StateOf(memory).is_running) {
      const Group group = GroupAt(memory, position);
      for (size_t i = 0; i < results.size(); ++i) {
        const auto width = static_cast<int64_t>(widths()[i]);
        SpreadElements(widths()[i], results[i], TotalOffsets(memory), count,
                       memory.writes[i] + group.step * inner_ * width);
      }
    } else {
      int64_t cell = position - 1;
      WindowFold::Store(context, Whole(memory), cell, count, results);
      position = cell + 1;
      return true;
    }
    ++position;
    return true;
  }

  // Results are stored from arrays.
  void Place(const ApplicationMemory&, int64_t, int64_t, std::span<std::byte*>) const override {}

 private:
  // Then the inits, the offsets of totals by lane of the group, and those of first cells.
  struct State {
    int64_t is_running;
    // A group has at most these.
    int64_t lanes_at_once;
    // The position behind the last one.
    int64_t end;
    // Whether the totals of the group are neighbours, and its cells too.
    int64_t is_one_run;
  };
  static State& StateOf(const ApplicationMemory& memory) {
    return *reinterpret_cast<State*>(memory.state);
  }
  static std::byte* Inits(const ApplicationMemory& memory) { return memory.state + sizeof(State); }
  int64_t* TotalOffsets(const ApplicationMemory& memory) const {
    return reinterpret_cast<int64_t*>(Inits(memory) + 16 * widths().size());
  }
  int64_t* CellOffsets(const ApplicationMemory& memory) const {
    return TotalOffsets(memory) + at_once();
  }
  ApplicationMemory Whole(ApplicationMemory memory) const {
    memory.state = reinterpret_cast<std::byte*>(TotalOffsets(memory));
    return memory;
  }

  // Steps of a scalar loop charge their own work.
  int64_t WorkOf(int64_t count) const { return is_batched() ? element_work() * count + 256 : 0; }

  Fetched FetchInits(const ApplicationMemory& memory, std::byte* const* arguments) const {
    for (size_t i = 0; i < widths().size(); ++i) {
      const std::byte* init = memory.reads[widths().size() + i];
      CopyElement(widths()[i], init, Inits(memory) + 16 * i);
      CopyElement(widths()[i], init, arguments[i]);
      CopyElement(widths()[i], init, arguments[widths().size() + i]);
    }
    return {.count = 1, .work = WorkOf(1)};
  }

  void CompareInits(const ApplicationMemory& memory,
                    std::span<const std::byte* const> results) const {
    bool are_same = true;
    for (size_t i = 0; i < results.size(); ++i) {
      are_same &= std::memcmp(results[i], Inits(memory) + 16 * i, widths()[i]) == 0;
    }
    StateOf(memory).is_running = are_same ? 1 : 0;
    Divide(StateOf(memory), at_once());
  }

  struct Group {
    int64_t begin, count, step;
  };
  Group GroupAt(const ApplicationMemory& memory, int64_t position) const {
    const int64_t lanes = StateOf(memory).lanes_at_once;
    // Without a division, whose time is that of several lanes.
    if (position <= length_) return {0, std::min(lanes, lanes_), position - 1};
    const int64_t begin = (position - 1) / length_ * lanes;
    return {begin, std::min(lanes, lanes_ - begin), (position - 1) % length_};
  }
  void Divide(State& state, int64_t lanes_at_once) const {
    state.lanes_at_once = lanes_at_once;
    state.end = 1 + (lanes_ + lanes_at_once - 1) / lanes_at_once * length_;
  }

  void FindOffsets(const ApplicationMemory& memory, const Group& group) const {
    const int64_t last_cell = offsets().CellOffset(length_ - 1);
    for (int64_t i = 0; i < group.count; ++i) {
      const int64_t lane = group.begin + i;
      const int64_t window = lane / inner_ * length_ * inner_ + lane % inner_;
      int64_t start = 0;
      offsets().FillStarts(window, 1, &start);
      TotalOffsets(memory)[i] = window;
      CellOffsets(memory)[i] = start + last_cell;
    }
    // Offsets ascend.
    const int64_t last = group.count - 1;
    StateOf(memory).is_one_run = TotalOffsets(memory)[last] - TotalOffsets(memory)[0] == last &&
                                         CellOffsets(memory)[last] - CellOffsets(memory)[0] == last
                                     ? 1
                                     : 0;
  }

  // Totals of a lane, and the distance of its cells.
  int64_t length_, step_;
  int64_t inner_ = 1;
  int64_t lanes_ = 1;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_WINDOWS_PREFIX_FOLD_H_
