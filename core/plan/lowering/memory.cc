// Offline memory: lifetimes of slots, which slots are merged, and their offsets.
#include <algorithm>

#include "core/plan/fusion/tile_program.h"
#include "core/plan/lowering/draft.h"
#include "core/plan/lowering/interval_packing.h"

namespace paddock {
namespace {

struct Lifetime {
  uint32_t first = kNowhere;  // first written
  uint32_t last = 0;          // last used, extended to the end of loops around it
  bool is_kept = false;
  std::vector<uint32_t> reads, writes;  // steps, in order
};

// A value that is computed in the memory of another one, in bytes `offset` ... of it.
struct Placed {
  SlotId target = kNowhere;
  uint64_t offset = 0;
};

// The innermost loop of every step, and the loop around each.
struct LoopTree {
  std::vector<DraftLoop> loops;
  std::vector<uint32_t> parent;
  std::vector<uint32_t> innermost;

  explicit LoopTree(const PlanDraft& draft)
      : loops(draft.loops), innermost(draft.steps.size() + 1, kNowhere) {
    std::ranges::sort(loops, [](const DraftLoop& a, const DraftLoop& b) {
      return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
    });
    std::vector<uint32_t> open;
    uint32_t next = 0;
    for (uint32_t step = 0; step < draft.steps.size(); ++step) {
      while (!open.empty() && loops[open.back()].end < step) open.pop_back();
      for (; next < loops.size() && loops[next].begin == step; ++next) {
        parent.push_back(open.empty() ? kNowhere : open.back());
        open.push_back(next);
      }
      innermost[step] = open.empty() ? kNowhere : open.back();
    }
  }

  // Returns the last step in the lifetime of a value that is first written at `first` and used at
  // `step`.
  uint32_t Extend(uint32_t first, uint32_t step) const {
    uint32_t last = step;
    for (uint32_t loop = innermost[step]; loop != kNowhere; loop = parent[loop]) {
      if (first >= loops[loop].begin) break;
      last = loops[loop].end;
    }
    return last;
  }
};

class Planner {
 public:
  Planner(const PlanDraft& draft, Level level, uint64_t retention_limit)
      : draft_(draft), level_(level), retention_limit_(retention_limit), tree_(draft) {}

  MemoryPlan Run() {
    FindLifetimes();
    plan_.places.resize(draft_.slots.size());
    for (uint32_t slot = 0; slot < lifetimes_.size(); ++slot) {
      plan_.places[slot].valid_until = IsKept(slot) ? kNowhere : lifetimes_[slot].last;
    }
    if (level_ == Level::kFast) {
      for (const DraftMove& move : draft_.moves) MergeAlong(move);
      FindPlaced();
    } else {
      Retain();
    }
    Allocate();
    CountLive();
    return std::move(plan_);
  }

 private:
  bool IsKept(uint32_t slot) const { return lifetimes_[slot].is_kept; }
  std::span<const DraftReference> References(const DraftStep& step) const {
    return draft_.References(step);
  }
  std::span<const InPlacePair> Pairs(const DraftStep& step) const {
    return std::span(draft_.pairs).subspan(step.first_pair, step.pair_count);
  }

  void FindLifetimes() {
    lifetimes_.resize(draft_.slots.size());
    merged_into_.resize(draft_.slots.size());
    placed_.resize(draft_.slots.size());
    has_placed_.assign(draft_.slots.size(), false);
    for (uint32_t slot = 0; slot < lifetimes_.size(); ++slot) {
      merged_into_[slot] = slot;
      lifetimes_[slot].is_kept = draft_.slots[slot].is_kept;
    }
    for (const DraftStep& step : draft_.prologue) {
      for (const DraftReference& reference : References(step)) Use(reference, 0);
    }
    for (uint32_t i = 0; i < draft_.steps.size(); ++i) {
      for (const DraftReference& reference : References(draft_.steps[i])) Use(reference, i);
    }
    const auto end = static_cast<uint32_t>(draft_.steps.size());
    for (Lifetime& lifetime : lifetimes_) {
      if (lifetime.is_kept) lifetime.last = end;
    }
  }

  void Use(const DraftReference& reference, uint32_t step) {
    if (reference.where != DraftReference::Where::kSlot) return;
    Lifetime& lifetime = lifetimes_[reference.value];
    if (lifetime.first == kNowhere) lifetime.first = step;
    (reference.is_write ? lifetime.writes : lifetime.reads).push_back(step);
    lifetime.last = std::max(lifetime.last, tree_.Extend(lifetime.first, step));
  }

  SlotId Find(SlotId slot) {
    while (merged_into_[slot] != slot) {
      merged_into_[slot] = merged_into_[merged_into_[slot]];
      slot = merged_into_[slot];
    }
    return slot;
  }

  void MergeAlong(const DraftMove& move) {
    const SlotId source = Find(move.source);
    const SlotId target = Find(move.target);
    if (source == target) return;
    const Lifetime& from = lifetimes_[source];
    if (draft_.slots[source].bytes != draft_.slots[target].bytes) return;
    if (from.is_kept || from.last != move.step || from.first < move.region_begin) return;
    if (move.is_back_edge && !IsOverwritable(source, target, move)) return;
    const std::vector<SlotId> before =
        move.is_back_edge ? UpdatedBefore(source, target, move) : std::vector<SlotId>();
    Merge(source, target);
    for (const SlotId slot : before) Merge(slot, target);
  }

  // Returns the values that become `source` by updates in place, and may overwrite the target like
  // it.
  std::vector<SlotId> UpdatedBefore(SlotId source, SlotId target, const DraftMove& move) {
    const auto may_overwrite = [&](SlotId slot) {
      return slot != target && lifetimes_[slot].first >= move.region_begin &&
             draft_.slots[slot].bytes == draft_.slots[target].bytes &&
             IsOverwritable(slot, target, move);
    };
    std::vector<SlotId> before;
    for (SlotId slot = source; (slot = FindUpdated(slot, may_overwrite)) != kNowhere;) {
      before.push_back(slot);
    }
    return before;
  }

  // Returns an operand of the step that first writes `slot`, for which accepts(operand) is true, if
  // it dies there and the step may overwrite it.
  template <class Accepts>
  SlotId FindUpdated(SlotId slot, Accepts accepts) {
    const uint32_t first = lifetimes_[slot].first;
    if (first >= draft_.steps.size()) return kNowhere;
    const DraftStep& step = draft_.steps[first];
    for (const InPlacePair& pair : Pairs(step)) {
      const DraftReference& write = References(step)[pair.write];
      const DraftReference& read = References(step)[pair.read];
      if (read.where != DraftReference::Where::kSlot || Find(SlotOf(write)) != slot) continue;
      const SlotId operand = Find(SlotOf(read));
      const Lifetime& lifetime = lifetimes_[operand];
      if (operand == slot || lifetime.is_kept || !accepts(operand)) continue;
      if (lifetime.last == first && lifetime.first < first && IsInPlace(step, slot, operand)) {
        return operand;
      }
    }
    return kNowhere;
  }

  // The value for the next iteration may overwrite the current one if nothing in the loop reads the
  // current one afterwards.
  bool IsOverwritable(SlotId source, SlotId target, const DraftMove& move) {
    if (lifetimes_[source].writes.empty()) return false;
    for (const uint32_t read : lifetimes_[target].reads) {
      if (read < move.region_begin || read > move.step) continue;
      for (const uint32_t written : lifetimes_[source].writes) {
        if (read < written) break;
        const bool is_harmless = read == written ? IsInPlace(draft_.steps[read], source, target)
                                                 : AreExclusive(written, read);
        if (!is_harmless) return false;
      }
    }
    return true;
  }

  // Returns whether only one of the steps runs, because they are in regions of one branch.
  bool AreExclusive(uint32_t one, uint32_t other) const {
    return std::ranges::any_of(draft_.branches, [&](const DraftBranch& branch) {
      if (one < branch.begin || one > branch.end) return false;
      return std::ranges::any_of(draft_.branches, [&](const DraftBranch& sibling) {
        return sibling.decision == branch.decision && sibling.begin != branch.begin &&
               other >= sibling.begin && other <= sibling.end;
      });
    });
  }

  // Returns whether `step` may write `result` over `operand`, which it reads once.
  bool IsInPlace(const DraftStep& step, SlotId result, SlotId operand) {
    const std::span<const DraftReference> references = References(step);
    const auto is_slot = [&](const DraftReference& reference, SlotId slot) {
      return reference.where == DraftReference::Where::kSlot &&
             Find(static_cast<SlotId>(reference.value)) == slot;
    };
    int64_t uses = 0;
    for (const DraftReference& reference : references) uses += is_slot(reference, operand);
    if (uses != 1) return false;
    return std::ranges::any_of(Pairs(step), [&](const InPlacePair& pair) {
      return is_slot(references[pair.write], result) && is_slot(references[pair.read], operand);
    });
  }

  void Merge(SlotId source, SlotId target) {
    Lifetime& from = lifetimes_[source];
    Lifetime& to = lifetimes_[target];
    to.first = std::min(to.first, from.first);
    to.last = std::max(to.last, from.last);
    const auto merge = [](std::vector<uint32_t>& some, const std::vector<uint32_t>& others) {
      std::vector<uint32_t> both;
      std::ranges::merge(some, others, std::back_inserter(both));
      some = std::move(both);
    };
    merge(to.reads, from.reads);
    merge(to.writes, from.writes);
    merged_into_[source] = target;
  }

  // Finds operands of concatenations that can be computed where they are joined.
  void FindPlaced() {
    std::vector<bool> is_alone(lifetimes_.size(), true);
    for (SlotId slot = 0; slot < lifetimes_.size(); ++slot) {
      if (merged_into_[slot] != slot) is_alone[slot] = is_alone[Find(slot)] = false;
    }
    for (uint32_t number = 0; number < draft_.steps.size(); ++number) {
      const std::span<const DraftReference> references = References(draft_.steps[number]);
      for (const PlacedRead& read : draft_.steps[number].placed) {
        const DraftReference& operand = references[read.read];
        const auto result = std::ranges::find_if(references, &DraftReference::is_write);
        if (operand.where != DraftReference::Where::kSlot) continue;
        const SlotId source = SlotOf(operand), target = Find(SlotOf(*result));
        if (!is_alone[source] || !MayBePlaced(source, target, number)) continue;
        placed_[source] = {target, read.offset};
        has_placed_[target] = true;
        lifetimes_[target].first = std::min(lifetimes_[target].first, lifetimes_[source].first);
      }
    }
  }

  // Returns whether `source`, which dies at step `joined`, may be computed in the memory of
  // `target`, which that step alone writes. Tile programs write to any address.
  bool MayBePlaced(SlotId source, SlotId target, uint32_t joined) const {
    const Lifetime& from = lifetimes_[source];
    const Lifetime& to = lifetimes_[target];
    const auto is_joined = [&](uint32_t write) { return write == joined; };
    const auto is_computed = [&](uint32_t write) {
      return IsTileStep(draft_.steps[write].function);
    };
    const bool is_free = placed_[source].target == kNowhere && !has_placed_[source] &&
                         placed_[target].target == kNowhere;
    return source != target && is_free && !from.is_kept && from.last == joined &&
           from.first < joined && !from.writes.empty() &&
           std::ranges::all_of(from.writes, is_computed) &&
           (to.first == joined || has_placed_[target]) &&
           std::ranges::all_of(to.writes, is_joined) &&
           tree_.innermost[from.first] == tree_.innermost[joined];
  }

  // Level kFaithful: keeps values to the end, the smallest first, up to the limit.
  void Retain() {
    std::vector<SlotId> order(lifetimes_.size());
    for (SlotId slot = 0; slot < order.size(); ++slot) order[slot] = slot;
    std::ranges::sort(order, {},
                      [&](SlotId slot) { return std::pair(draft_.slots[slot].bytes, slot); });
    uint64_t total = 0;
    for (SlotId slot : order) {
      const uint64_t bytes = PaddedBytes(draft_.slots[slot].bytes);
      if (bytes > retention_limit_ - total) break;
      total += bytes;
      lifetimes_[slot].last = static_cast<uint32_t>(draft_.steps.size());
      plan_.places[slot].valid_until = kNowhere;
    }
  }

  // A result that takes its operand's memory shares one interval with it.
  void Allocate() {
    std::vector<SlotId> order;
    for (SlotId slot = 0; slot < lifetimes_.size(); ++slot) {
      if (HasOwnMemory(slot)) order.push_back(slot);
    }
    std::ranges::sort(order, {},
                      [&](SlotId slot) { return std::pair(lifetimes_[slot].first, slot); });
    is_taken_over_.assign(lifetimes_.size(), false);
    has_taken_over_.assign(lifetimes_.size(), false);
    std::vector<MemoryInterval> pieces;
    std::vector<size_t> piece_of(lifetimes_.size());
    for (SlotId slot : order) {
      const Lifetime& lifetime = lifetimes_[slot];
      const SlotId operand = level_ == Level::kFast ? FindTakenOver(slot) : kNowhere;
      if (operand == kNowhere) {
        piece_of[slot] = pieces.size();
        pieces.push_back({lifetime.first, lifetime.last, draft_.slots[slot].bytes});
        continue;
      }
      is_taken_over_[operand] = true;
      has_taken_over_[slot] = true;
      MemoryInterval& piece = pieces[piece_of[slot] = piece_of[operand]];
      piece.last = lifetime.last;
      piece.bytes = std::max(piece.bytes, draft_.slots[slot].bytes);
    }
    plan_.bytes = PackIntervals(pieces);
    for (SlotId slot : order) plan_.places[slot].offset = pieces[piece_of[slot]].offset;
    for (SlotId slot = 0; slot < lifetimes_.size(); ++slot) {
      const Placed& placed = placed_[slot];
      const SlotId owner = placed.target == kNowhere ? Find(slot) : Find(placed.target);
      plan_.places[slot].offset = plan_.places[owner].offset + placed.offset;
    }
  }

  bool HasOwnMemory(SlotId slot) const {
    return merged_into_[slot] == slot && placed_[slot].target == kNowhere &&
           lifetimes_[slot].first != kNowhere;
  }

  // Returns an operand that dies where `slot` is first written, if `slot` may take its memory.
  SlotId FindTakenOver(SlotId slot) {
    // Its first step writes a part of it.
    if (has_placed_[slot]) return kNowhere;
    return FindUpdated(slot, [&](SlotId operand) {
      return !is_taken_over_[operand] && placed_[operand].target == kNowhere &&
             PaddedBytes(draft_.slots[operand].bytes) == PaddedBytes(draft_.slots[slot].bytes);
    });
  }

  static SlotId SlotOf(const DraftReference& reference) {
    return static_cast<SlotId>(reference.value);
  }

  // The lifetime of a result in its operand's memory begins where the operand's ends.
  void CountLive() {
    const size_t count = draft_.steps.size();
    // Bytes whose lifetime begins at each step, minus those whose lifetime ends at the preceding
    // step; modulo 2^64.
    std::vector<uint64_t> change(count + 2);
    for (SlotId slot = 0; slot < lifetimes_.size(); ++slot) {
      const Lifetime& lifetime = lifetimes_[slot];
      if (!HasOwnMemory(slot)) continue;
      const size_t begin = lifetime.first + (has_taken_over_[slot] ? 1 : 0);
      change[std::min(begin, count + 1)] += draft_.slots[slot].bytes;
      change[std::min<size_t>(lifetime.last, count) + 1] -= draft_.slots[slot].bytes;
    }
    uint64_t live = 0;
    for (size_t step = 0; step < count; ++step) plan_.live_bytes.push_back(live += change[step]);
  }

  const PlanDraft& draft_;
  const Level level_;
  const uint64_t retention_limit_;
  const LoopTree tree_;
  MemoryPlan plan_;
  std::vector<Lifetime> lifetimes_;
  std::vector<SlotId> merged_into_;
  std::vector<Placed> placed_;
  std::vector<bool> has_placed_;
  std::vector<bool> is_taken_over_;
  std::vector<bool> has_taken_over_;
};

}  // namespace

MemoryPlan PlanMemory(const PlanDraft& draft, Level level, uint64_t retention_limit) {
  return Planner(draft, level, retention_limit).Run();
}

}  // namespace paddock
