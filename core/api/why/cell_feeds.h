// CellFeeds: the operand cells of one execution of an operation that fed a cell of its result.
#ifndef PADDOCK_CORE_API_WHY_CELL_FEEDS_H_
#define PADDOCK_CORE_API_WHY_CELL_FEEDS_H_

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/api/why/run_reader.h"
#include "core/explain/explain.h"

namespace paddock {

// Cells of one operand, of one process.
struct Feed {
  // The operand, as the operation read it.
  ValueMoment moment;
  CellBox box;
};

struct Feeds {
  std::vector<Feed> feeds;
  // About clamped indices, padding and the like.
  std::vector<std::string> notes;
  // ChosenCells::asked.
  std::optional<CellBox> asked = {};
  // A sentence if the operation has no index relation.
  std::string reason;
};

// `moment` is a result of an operation, at the clock after its execution.
Feeds FeedsOf(RunReader& reader, ValueMoment moment, std::span<const int64_t> cell);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_WHY_CELL_FEEDS_H_
