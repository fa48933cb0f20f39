#include "core/plan/lowering/row_joiner.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/plan/fusion/tile_sink.h"

namespace paddock {
namespace {

// Bytes that the members read and write in the rows of one block. They take part of the
// second-level cache (256 KB or more for each core on common processors), and tiles take the rest.
constexpr int64_t kRowBlockBytes = 256 << 10;
// The same where blocks are parts of matrices: each packs the other operand again.
constexpr int64_t kDividedBlockBytes = 1024 << 10;
// Minimum number of blocks, so that threads can share them.
constexpr int64_t kFewestRowBlocks = 16;
constexpr int64_t kFewestDividedBlocks = 8;

// More steps between a product and the step that reads its rows are rare, and each takes time.
constexpr int kMostPreceding = 64;

uint32_t PlaceOf(const StepSpec& whole, const Leaf& leaf) {
  const auto is_it = [&](const Leaf& one) { return IsSameMemory(one, leaf); };
  const auto write = std::ranges::find_if(whole.writes, is_it);
  if (write != whole.writes.end()) {
    return static_cast<uint32_t>(whole.reads.size() +
                                 static_cast<size_t>(write - whole.writes.begin()));
  }
  const auto read = std::ranges::find_if(whole.reads, is_it);
  PADDOCK_CHECK(read != whole.reads.end());
  return static_cast<uint32_t>(read - whole.reads.begin());
}

// Returns whether part k of `rows` equal parts of the units accesses part k of the leaf only.
bool IsByRow(const RowAccess& access, int64_t units, int64_t rows, const Leaf& leaf) {
  const auto bytes = static_cast<int64_t>(leaf.bytes());
  if (access.kind == RowAccess::Kind::kUnits) return access.unit_bytes * units == bytes;
  if (access.kind == RowAccess::Kind::kWhole || leaf.count % rows != 0) return false;
  if (access.loops.empty() || access.loops[0].size != rows) return false;
  const int64_t row = leaf.count / rows;
  int64_t last = 0;
  for (size_t i = 1; i < access.loops.size(); ++i) {
    last += (access.loops[i].size - 1) * access.loops[i].source_stride;
  }
  return access.loops[0].source_stride == row && last < row;
}

// Returns whether `rows` equal parts of the units are computed independently.
bool MayDivide(const RowForm& form, int64_t rows) {
  return form.has_parts() ? form.units == rows : form.units % rows == 0;
}

bool IsPair(const StepSpec& member, size_t write, size_t read) {
  return std::ranges::any_of(member.in_place, [&](const InPlacePair& pair) {
    return pair.write == member.reads.size() + write && pair.read == read;
  });
}

std::vector<Leaf> LeavesOfStep(const StepSpec& step) {
  std::vector<Leaf> leaves = step.reads;
  leaves.insert(leaves.end(), step.writes.begin(), step.writes.end());
  return leaves;
}

// Places the rows of one block in scratch memory, after the members' own.
class RowLoopFinisher {
 public:
  explicit RowLoopFinisher(PlanDraft& draft) : draft_(draft), use_counts_(draft.slots.size()) {
    for (const DraftStep& step : draft.prologue) CountUses(step);
    for (const DraftStep& step : draft.steps) CountUses(step);
  }

  void Finish(DraftStep& step, RowLoop& loop) {
    loop.rows_per_block = RowsOfBlock(loop);
    loop.block_work = std::max<int64_t>(1, step.estimated_work / BlocksOf(loop));
    for (const RowLoop::Member& member : loop.members) {
      if (member.divide == nullptr) continue;
      const size_t bytes = member.divide(member.parts, loop.rows_per_block);
      loop.scratch_bytes = std::max(loop.scratch_bytes, bytes);
    }
    size_t scratch = (loop.scratch_bytes + 63) / 64 * 64;
    for (uint32_t i = 0; i < loop.reference_count; ++i) {
      DraftReference& reference = draft_.references[step.first_reference + i];
      if (!IsLocal(reference, loop.row_bytes[i])) continue;
      const RowLoop::Local* const place = SharedPlace(loop, i);
      loop.locals.push_back(
          {i, loop.row_bytes[i], place != nullptr ? place->scratch_offset : scratch});
      if (place == nullptr) {
        scratch += static_cast<size_t>((loop.row_bytes[i] * loop.rows_per_block + 63) / 64 * 64);
      }
      step.bytes -= draft_.slots[reference.value].bytes;
      Forget(reference);
      DropPairs(step, i);
    }
    draft_.scratch_bytes = std::max<uint64_t>(draft_.scratch_bytes, scratch);
  }

 private:
  static int64_t RowsOfBlock(const RowLoop& loop) {
    int64_t row_bytes = 0;
    for (int64_t bytes : loop.row_bytes) row_bytes += bytes;
    for (const RowLoop::Shared& shared : loop.shared) row_bytes -= loop.row_bytes[shared.write];
    const bool is_divided = std::ranges::any_of(
        loop.members, [](const RowLoop::Member& member) { return member.divide != nullptr; });
    const int64_t rows =
        (is_divided ? kDividedBlockBytes : kRowBlockBytes) / std::max<int64_t>(row_bytes, 1);
    const int64_t fewest = is_divided ? kFewestDividedBlocks : kFewestRowBlocks;
    const int64_t most = std::max<int64_t>(1, loop.rows / fewest);
    if (!is_divided) return std::clamp<int64_t>(rows, 1, most);
    return RowsOfDivided(loop.rows_per_part, std::min(rows, most));
  }

  // Returns the place of the value that the reference replaces; null if it has its own.
  static const RowLoop::Local* SharedPlace(const RowLoop& loop, uint32_t reference) {
    const auto shared = std::ranges::find(loop.shared, reference, &RowLoop::Shared::write);
    if (shared == loop.shared.end()) return nullptr;
    const auto place = std::ranges::find(loop.locals, shared->read, &RowLoop::Local::reference);
    return place == loop.locals.end() ? nullptr : &*place;
  }

  void CountUses(const DraftStep& step) {
    for (uint32_t i = 0; i < step.reference_count; ++i) {
      const DraftReference& reference = draft_.references[step.first_reference + i];
      if (reference.where == DraftReference::Where::kSlot) ++use_counts_[reference.value];
    }
  }

  bool IsLocal(const DraftReference& reference, int64_t row_bytes) const {
    return reference.where == DraftReference::Where::kSlot && reference.is_write &&
           row_bytes != 0 && use_counts_[reference.value] == 1 &&
           !draft_.slots[reference.value].is_kept;
  }

  // Removes the value's location, because it cannot be inspected.
  void Forget(DraftReference& reference) {
    std::erase_if(draft_.locations, [&](const DraftLocation& location) {
      return location.leaf.where == Leaf::Where::kSlot && location.leaf.index == reference.value;
    });
    reference = {DraftReference::Where::kScratch, true, 0};
  }

  void DropPairs(DraftStep& step, uint32_t reference) {
    const auto pairs = std::span(draft_.pairs).subspan(step.first_pair, step.pair_count);
    const auto dropped = std::ranges::remove(pairs, reference, &InPlacePair::write);
    step.pair_count -= static_cast<uint32_t>(dropped.size());
  }

  PlanDraft& draft_;
  // By slot: the number of references of steps.
  std::vector<uint32_t> use_counts_;
};

}  // namespace

void RowJoiner::Close() {
  members_.clear();
  rows_ = 0;
  loop_ = nullptr;
  preceding_ = 0;
}

void RowJoiner::Begin(StepSpec spec) {
  Close();
  if (spec.rows->has_whole_rows || spec.rows->leads) rows_ = spec.rows->units;
  members_.push_back(std::move(spec));
}

bool RowJoiner::IsWritten(const Leaf& leaf) const {
  return std::ranges::any_of(members_,
                             [&](const StepSpec& member) { return IsAmong(member.writes, leaf); });
}

std::vector<Leaf> RowJoiner::Writes() const {
  std::vector<Leaf> all;
  for (const StepSpec& member : members_) {
    all.insert(all.end(), member.writes.begin(), member.writes.end());
  }
  return all;
}

bool RowJoiner::CanJoin(const StepSpec& spec) const {
  if (members_.empty()) return false;
  const RowForm& form = *spec.rows;
  const int64_t rows = rows_ != 0 ? rows_ : form.has_whole_rows ? form.units : 0;
  if (rows == 0 || !MayDivide(form, rows)) return false;
  size_t references = spec.reads.size() + spec.writes.size();
  for (const StepSpec& member : members_) {
    const RowForm& other = *member.rows;
    if (!MayDivide(other, rows)) return false;
    const bool have_parts = form.has_parts() && other.has_parts();
    if (have_parts && form.units_per_part != other.units_per_part) return false;
    references += member.reads.size() + member.writes.size();
  }
  if (references > kMostRowReferences) return false;
  // Another reduction of as many rows may lead to a step that reads both.
  bool is_connected = form.has_whole_rows && form.units == rows_ && HasReduction();
  for (size_t k = 0; k < spec.reads.size(); ++k) {
    if (!IsWritten(spec.reads[k])) continue;
    if (!IsByRow(form.accesses[k], form.units, rows, spec.reads[k])) return false;
    is_connected = true;
  }
  return is_connected;
}

bool RowJoiner::HasReduction() const {
  return std::ranges::any_of(members_,
                             [](const StepSpec& member) { return member.rows->has_whole_rows; });
}

bool RowJoiner::MayPrecede(const StepSpec& spec) const {
  if (rows_ == 0 || preceding_ == kMostPreceding) return false;
  // Other operands of the reduction of a product's rows, as a mask, are often computed in between.
  const bool may_join_later = spec.rows != nullptr && !spec.rows->has_parts();
  if (HasReduction() && (!kHasTileSinks || may_join_later)) return false;
  const auto is_written = [&](const Leaf& leaf) { return IsWritten(leaf); };
  return std::ranges::none_of(spec.reads, is_written) &&
         std::ranges::none_of(spec.keeps, is_written);
}

StepSpec RowJoiner::Join(StepSpec spec, RowLoop& loop) {
  if (rows_ == 0) rows_ = spec.rows->units;
  loop_ = &loop;
  members_.push_back(std::move(spec));
  StepSpec whole;
  whole.operation = members_.back().operation;
  whole.function = &RowLoopStep;
  whole.parameters = &loop;
  whole.pays_by_itself = true;
  whole.work = 0;
  whole.writes = Writes();
  for (const StepSpec& member : members_) {
    whole.work += member.work;
    whole.operations += member.operations;
    whole.scratch_bytes = std::max(whole.scratch_bytes, member.scratch_bytes);
  }
  for (const StepSpec& member : members_) {
    for (const Leaf& read : member.reads) {
      if (!IsAmong(whole.writes, read) && !IsAmong(whole.reads, read)) whole.reads.push_back(read);
    }
  }
  AddPairs(whole);
  Describe(whole, loop);
  return whole;
}

// An operand's row is not read after the result's row is written.
void RowJoiner::AddPairs(StepSpec& whole) const {
  for (uint32_t read = 0; read < whole.reads.size(); ++read) {
    auto write = static_cast<uint32_t>(whole.reads.size());
    for (size_t member = 0; member < members_.size(); ++member) {
      for (size_t i = 0; i < members_[member].writes.size(); ++i, ++write) {
        if (MayTakePlace(whole.reads[read], member, i)) whole.in_place.push_back({write, read});
      }
    }
  }
}

bool RowJoiner::MayTakePlace(const Leaf& read, size_t writer, size_t write) const {
  const Leaf& result = members_[writer].writes[write];
  if (read.bytes() != result.bytes()) return false;
  for (size_t i = 0; i < members_.size(); ++i) {
    const StepSpec& member = members_[i];
    for (size_t k = 0; k < member.reads.size(); ++k) {
      if (!IsSameMemory(member.reads[k], read)) continue;
      const RowAccess& access = member.rows->accesses[k];
      if (i > writer || access.kind != RowAccess::Kind::kUnits) return false;
      if (!IsByRow(access, member.rows->units, rows_, read)) return false;
      if (i == writer && !IsPair(member, write, k)) return false;
    }
  }
  return true;
}

void RowJoiner::Describe(const StepSpec& whole, RowLoop& loop) const {
  loop.members.clear();
  loop.rows = loop.rows_per_part = rows_;
  AddShared(whole, loop);
  loop.scratch_bytes = whole.scratch_bytes;
  loop.reference_count = static_cast<uint32_t>(whole.reads.size() + whole.writes.size());
  loop.row_bytes.assign(loop.reference_count, 0);
  for (const StepSpec& step : members_) {
    const RowForm& form = *step.rows;
    const bool streams = form.stream != nullptr && !IsReadHere(step);
    RowLoop::Member member{streams ? form.stream : form.run,
                           form.has_parts() ? form.parts : step.parameters,
                           form.units / rows_,
                           {},
                           form.parts,
                           form.divide};
    if (form.has_parts()) loop.rows_per_part = form.units_per_part;
    const std::vector<Leaf> leaves = LeavesOfStep(step);
    for (size_t i = 0; i < leaves.size(); ++i) {
      const uint32_t place = PlaceOf(whole, leaves[i]);
      member.references.push_back(place);
      const RowAccess& access = step.rows->accesses[i];
      if (access.kind != RowAccess::Kind::kUnits) continue;
      loop.row_bytes[place] = access.unit_bytes * member.units_per_row;
    }
    loop.members.push_back(std::move(member));
  }
}

// A member's result takes the place of what it reads, if another member has computed this, and no
// later one reads it.
void RowJoiner::AddShared(const StepSpec& whole, RowLoop& loop) const {
  loop.shared.clear();
  for (auto member = members_.begin(); member != members_.end(); ++member) {
    for (const InPlacePair& pair : member->in_place) {
      const Leaf& operand = member->reads[pair.read];
      const auto reads_it = [&](const StepSpec& other) { return IsAmong(other.reads, operand); };
      const bool is_last = std::none_of(member + 1, members_.end(), reads_it);
      if (!is_last || !IsAmong(whole.writes, operand)) continue;
      const Leaf& result = member->writes[pair.write - member->reads.size()];
      const RowLoop::Shared shared{PlaceOf(whole, result), PlaceOf(whole, operand)};
      const bool is_taken = std::ranges::any_of(loop.shared, [&](const RowLoop::Shared& other) {
        return other.write == shared.write || other.read == shared.read;
      });
      if (!is_taken) loop.shared.push_back(shared);
    }
  }
}

bool RowJoiner::IsReadHere(const StepSpec& step) const {
  return std::ranges::any_of(step.writes, [&](const Leaf& write) {
    return std::ranges::any_of(
        members_, [&](const StepSpec& member) { return IsAmong(member.reads, write); });
  });
}

std::vector<const Operation*> RowJoiner::Operations() const {
  std::vector<const Operation*> all;
  for (const StepSpec& member : members_) {
    for (const Operation* operation : member.fused) all.push_back(operation);
    if (member.fused.empty()) all.push_back(member.operation);
  }
  all.erase(std::ranges::unique(all).begin(), all.end());
  return all;
}

void FinishRowLoops(PlanDraft& draft) {
  if (draft.row_loops.empty()) return;
  RowLoopFinisher finisher(draft);
  for (const DraftRowLoop& found : draft.row_loops) {
    finisher.Finish(draft.steps[found.step], *found.loop);
  }
}

}  // namespace paddock
