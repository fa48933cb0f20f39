#include "core/plan/lowering/update_order.h"

#include <algorithm>
#include <unordered_map>

#include "core/plan/lowering/repeatable.h"

namespace paddock {
namespace {

bool IsUpdate(const Operation& operation) {
  return operation.is(OpKind::kStablehloDynamicUpdateSlice) ||
         (operation.is(OpKind::kStablehloScatter) && operation.operands.size() == 3);
}

bool ReadsPart(const Operation& operation, const Value& tensor) {
  return (operation.is(OpKind::kStablehloGather) || operation.is(OpKind::kStablehloDynamicSlice)) &&
         operation.operands[0] == &tensor;
}

class UpdateOrder {
 public:
  explicit UpdateOrder(const Operation* first) {
    for (const Operation* at = first; at != nullptr; at = at->next) {
      places_.emplace(at, operations_.size());
      operations_.push_back(at);
    }
    is_listed_.assign(operations_.size(), false);
  }

  std::vector<const Operation*> Take() {
    for (size_t i = 0; i < operations_.size(); ++i) {
      if (IsUpdate(*operations_[i])) ListReaders(i);
      List(i);
    }
    return std::move(ordered_);
  }

 private:
  void List(size_t place) {
    if (is_listed_[place]) return;
    is_listed_[place] = true;
    ordered_.push_back(operations_[place]);
  }

  void ListReaders(size_t update) {
    const Value& tensor = *operations_[update]->operands[0];
    for (size_t i = update + 1; i < operations_.size(); ++i) {
      if (is_listed_[i] || !ReadsPart(*operations_[i], tensor)) continue;
      needed_ = {i};
      if (!FindNeeded(update)) continue;
      std::ranges::sort(needed_);
      for (const size_t place : needed_) List(place);
    }
  }

  // Completes `needed_` by the operations behind the update that its first one depends on. Returns
  // false if they cannot come before the update.
  bool FindNeeded(size_t update) {
    for (size_t i = 0; i < needed_.size(); ++i) {
      const Operation& operation = *operations_[needed_[i]];
      if (!IsRepeatable(operation) || !operation.regions.empty()) return false;
      if (needed_.size() > kMostNeeded) return false;
      for (const Value* operand : operation.operands) {
        const auto found = places_.find(operand->operation);
        if (found == places_.end() || found->second < update || is_listed_[found->second]) continue;
        if (found->second == update) return false;
        if (std::ranges::find(needed_, found->second) == needed_.end()) {
          needed_.push_back(found->second);
        }
      }
    }
    return true;
  }

  // Operations that compute indices.
  static constexpr size_t kMostNeeded = 32;

  std::vector<const Operation*> operations_;
  std::unordered_map<const Operation*, size_t> places_;
  std::vector<bool> is_listed_;
  std::vector<const Operation*> ordered_;
  std::vector<size_t> needed_;
};

}  // namespace

std::vector<const Operation*> OrderAroundUpdates(const Operation* first) {
  return UpdateOrder(first).Take();
}

}  // namespace paddock
