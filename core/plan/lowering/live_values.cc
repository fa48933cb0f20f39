#include "core/plan/lowering/live_values.h"

#include <cstddef>
#include <utility>

namespace paddock {
namespace {

// Collects values that operations use and that are already defined.
class LiveSearch {
 public:
  LiveSearch(const Values& values, const ModuleFacts& facts)
      : values_(values), facts_(facts), is_added_(values.value_count()) {}

  // By value id: whether the value is defined after the suspension.
  using Later = std::vector<bool>;
  Later NoneLater() const { return Later(values_.value_count()); }

  // Adds the uses from `operation` to the end of its block.
  void AddFrom(const Operation* operation, Later& is_later) {
    for (; operation != nullptr; operation = operation->next) {
      if (facts_.IsLeftOut(*operation)) continue;
      for (const Value* value : facts_.equal().NeedsOf(*operation)) {
        if (!is_later[value->id]) Add(*value);
      }
      if (facts_.equal().Before(*operation) == nullptr) AddInside(*operation, is_later);
      for (const Value* result : operation->results) is_later[result->id] = true;
    }
  }

  // Adds the uses in the regions of `operation`.
  void AddInside(const Operation& operation, Later& is_later) {
    for (const Region* region : operation.regions) {
      for (const Block* block = region->first; block != nullptr; block = block->next) {
        for (const Value* argument : block->arguments) is_later[argument->id] = true;
        AddFrom(block->first, is_later);
      }
    }
  }

  void Add(const Value& value) {
    if (is_added_[value.id] || values_.IsPoisoned(value)) return;
    is_added_[value.id] = true;
    found_.push_back({&value, values_.Leaves(value)});
  }

  std::vector<LiveLeaves> Take() { return std::move(found_); }

 private:
  const Values& values_;
  const ModuleFacts& facts_;
  std::vector<bool> is_added_;
  std::vector<LiveLeaves> found_;
};

}  // namespace

std::vector<LiveLeaves> LiveAt(std::span<const SuspensionFrame> frames, const Values& values,
                               const ModuleFacts& facts) {
  LiveSearch search(values, facts);
  for (size_t i = 0; i < frames.size(); ++i) {
    const Operation* operation = frames[i].operation;
    const bool is_innermost = i + 1 == frames.size();
    LiveSearch::Later is_later = search.NoneLater();
    search.AddFrom(is_innermost ? operation : operation->next, is_later);
    if (is_innermost || !operation->is(OpKind::kStablehloWhile)) continue;
    // The loop's captured and carried values are live for its next iteration.
    for (const Value* argument : frames[i + 1].block->arguments) search.Add(*argument);
    search.AddInside(*operation, is_later);
  }
  return search.Take();
}

std::vector<LiveLeaves> CapturedBy(const Block& body, const Values& values,
                                   const ModuleFacts& facts) {
  LiveSearch search(values, facts);
  LiveSearch::Later is_inside = search.NoneLater();
  for (const Value* argument : body.arguments) is_inside[argument->id] = true;
  search.AddFrom(body.first, is_inside);
  return search.Take();
}

}  // namespace paddock
