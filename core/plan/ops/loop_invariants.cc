#include "core/plan/ops/loop_invariants.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/overflow.h"
#include "core/ir/attribute_values.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/lowering/repeatable.h"
#include "core/plan/ops/chosen_update.h"
#include "core/plan/ops/threefry_call.h"

namespace paddock {
namespace {

using Scope = HoistedOperations::Scope;

// Limits of hoisted values, which take memory as long as the loop runs.
constexpr uint64_t kMostBytes = uint64_t{16} << 20;
constexpr uint64_t kMostBytesOfLoop = uint64_t{64} << 20;
// Reading so many bytes takes less time than computing them, whatever the operands are.
constexpr uint64_t kFewBytes = uint64_t{16} << 10;
// Limits of the search: functions are visited once for each call.
constexpr size_t kMostEntries = size_t{1} << 16;
constexpr int kMostNestedCalls = 50;

const Block* HomeOf(const Value& value) {
  return value.is_block_argument() ? value.block : value.operation->parent;
}

// Calls `visit` with each value of outside that the operation or one of its regions, whose
// operations have no regions, uses.
template <class Visit>
void VisitUses(const Operation& operation, const Visit& visit) {
  for (const Value* operand : operation.operands) visit(*operand);
  for (const Region* region : operation.regions) {
    for (const Operation* inner : *region->only_block()) {
      for (const Value* operand : inner->operands) {
        if (HomeOf(*operand) != inner->parent) visit(*operand);
      }
    }
  }
}

// Returns whether all operations in the regions are repeatable, too.
bool HasRepeatableRegions(const Operation& operation) {
  for (const Region* region : operation.regions) {
    const Block* block = region->only_block();
    if (block == nullptr) return false;
    for (const Operation* inner : *block) {
      const bool is_end = inner->info != nullptr && inner->info->has(kTerminator);
      if (!is_end && (!IsRepeatable(*inner) || !inner->regions.empty())) return false;
    }
  }
  return true;
}

// Returns the elements of a tensor; nothing for any other type.
std::optional<int64_t> CountOf(Type type) {
  if (!type.is_tensor() || !type.stored_element_type()) return std::nullopt;
  return CheckedProduct(type.shape());
}

uint64_t BytesOf(Type type) {
  return static_cast<uint64_t>(*CountOf(type)) * ByteSize(*type.stored_element_type());
}

class InvariantHoisting {
 public:
  explicit InvariantHoisting(Lowering& lowering)
      : lowering_(lowering), hoisted_(lowering.hoisted()) {}

  Scope Run(std::span<const Block* const> blocks, std::span<const Leaf> arguments,
            const std::vector<bool>& is_carried) {
    const Scope scope = hoisted_.NewScope();
    for (const Block* block : blocks) {
      for (size_t i = 0; i < std::min(arguments.size(), block->arguments.size()); ++i) {
        if (!is_carried[i]) AddOuter(scope, *block->arguments[i], arguments.subspan(i, 1));
      }
      Visit(*block, scope);
    }
    if (std::ranges::none_of(entries_, &Entry::is_kept)) return scope;
    CountUses();
    for (const Block* block : blocks) BindArguments(*block, arguments, is_carried);
    for (const Entry& entry : entries_) Lower(entry);
    lowering_.elementwise().FlushAll();
    for (Kept& kept : kept_) {
      for (Leaf& leaf : kept.leaves) leaf = lowering_.InMemory(leaf);
      hoisted_.Add(kept.scope, *kept.operation, std::move(kept.leaves));
    }
    return scope;
  }

 private:
  // An invariant value.
  struct Invariant {
    bool is_splat = false;
    // Bytes that are read to compute the value again.
    uint64_t bytes = 0;
    // Its uses by operations that are lowered early, and by those of them that are not repeated.
    uint32_t early_uses = 0;
    uint32_t kept_uses = 0;
  };
  // An operation with invariant results, or the begin or end of a call, in the order of execution.
  struct Entry {
    enum class Kind : uint8_t { kOperation, kArgument, kResult };
    Kind kind = Kind::kOperation;
    Scope scope = 0;
    // For an argument or a result of a call, `value` in `scope` is another name of `source`.
    const Operation* operation = nullptr;
    const Value* value = nullptr;
    const Value* source = nullptr;
    Scope source_scope = 0;
    // The results are in memory while the loop runs; any other operation is lowered again in it.
    bool is_kept = false;
    bool is_early = false;
  };
  struct Kept {
    Scope scope = 0;
    const Operation* operation = nullptr;
    std::vector<Leaf> leaves;
  };

  Invariant* Find(Scope scope, const Value& value) {
    const auto found = invariants_.find({scope, &value});
    return found == invariants_.end() ? nullptr : &found->second;
  }

  // Adds a value that is in memory before the loop.
  bool AddOuter(Scope scope, const Value& value, std::span<const Leaf> leaves) {
    if (leaves.size() != 1 || leaves[0].is_token || !CountOf(value.type)) return false;
    invariants_[{scope, &value}] = {leaves[0].is_splat || leaves[0].count == 1, leaves[0].bytes()};
    return true;
  }

  bool IsInvariant(const Block& block, Scope scope, const Value& value) {
    if (Find(scope, value) != nullptr) return true;
    if (HomeOf(value) == &block) return false;
    return AddOuter(scope, value, lowering_.values().Leaves(value));
  }

  void Visit(const Block& block, Scope scope) {
    for (const Operation* operation : block) {
      if (entries_.size() > kMostEntries) return;
      if (lowering_.facts().IsLeftOut(*operation)) continue;
      if (operation->is(OpKind::kFuncCall)) {
        VisitCall(*operation, scope);
      } else {
        VisitOperation(block, *operation, scope);
      }
    }
  }

  void VisitOperation(const Block& block, const Operation& operation, Scope scope) {
    if (!IsRepeatable(operation) || !HasRepeatableRegions(operation)) return;
    if (IsChosenLater(lowering_, operation)) return;
    bool are_invariant = true, are_splats = true;
    uint64_t bytes = 0;
    VisitUses(operation, [&](const Value& value) {
      are_invariant = are_invariant && IsInvariant(block, scope, value);
      if (!are_invariant) return;
      const Invariant& operand = *Find(scope, value);
      are_splats = are_splats && operand.is_splat;
      bytes += operand.bytes;
    });
    const auto is_tensor = [](const Value* result) { return CountOf(result->type).has_value(); };
    if (!are_invariant || !std::ranges::all_of(operation.results, is_tensor)) return;
    Entry entry{.scope = scope, .operation = &operation};
    entry.is_kept = IsKept(operation, are_splats, bytes);
    for (const Value* result : operation.results) {
      Invariant& invariant = invariants_[{scope, result}];
      invariant.is_splat = IsSplat(operation, *result, are_splats);
      const uint64_t whole = invariant.is_splat ? 0 : BytesOf(result->type);
      invariant.bytes =
          entry.is_kept || operation.operands.empty() ? whole : std::min(whole, bytes);
      if (operation.is(OpKind::kStablehloIota)) invariant.bytes = 0;
      if (entry.is_kept) kept_bytes_ += whole;
    }
    entries_.push_back(entry);
  }

  // Returns whether all elements of the result are equal and only one of them is computed.
  static bool IsSplat(const Operation& operation, const Value& result, bool are_splats) {
    if (CountOf(result.type) == 1) return true;
    if (operation.info->has(kConstantLike)) {
      const Attribute* value = operation.Find("value");
      return value != nullptr && value->is_splat;
    }
    const bool is_spread = operation.info->has(kElementwise) || IsView(operation);
    return are_splats && is_spread && !operation.is(OpKind::kStablehloIota);
  }

  bool IsKept(const Operation& operation, bool are_splats, uint64_t bytes) const {
    if (operation.info->has(kConstantLike) || operation.is(OpKind::kStablehloIota)) return false;
    if (IsView(operation)) return false;
    const bool is_transpose = operation.is(OpKind::kStablehloTranspose);
    if (is_transpose && lowering_.facts().IsReadByProductsOnly(*operation.results[0])) return false;
    const bool is_elementwise = operation.info->has(kElementwise);
    if (is_elementwise && are_splats) return true;
    uint64_t results = 0;
    for (const Value* result : operation.results) results += BytesOf(result->type);
    if (results > kMostBytes || results + kept_bytes_ > kMostBytesOfLoop) return false;
    return !is_elementwise || results <= std::max(kFewBytes, bytes);
  }

  void VisitCall(const Operation& call, Scope scope) {
    const Operation* function = lowering_.module().FindSymbol(TextOf(call, "callee"));
    const Block* body = function == nullptr ? nullptr : FunctionBody(*function);
    if (body == nullptr || body->last == nullptr || depth_ >= kMostNestedCalls) return;
    if (body->arguments.size() != call.operands.size()) return;
    if (body->last->operands.size() != call.results.size()) return;
    if (!kHasChainModules && IsThreeFry(lowering_.module(), *function)) return;
    const Scope callee = hoisted_.NewScope();
    hoisted_.AddCall(scope, call, callee);
    for (size_t i = 0; i < call.operands.size(); ++i) {
      if (!IsInvariant(*call.parent, scope, *call.operands[i])) continue;
      AddName({Entry::Kind::kArgument, callee, &call, body->arguments[i], call.operands[i], scope});
    }
    ++depth_;
    Visit(*body, callee);
    --depth_;
    for (size_t i = 0; i < call.results.size(); ++i) {
      if (Find(callee, *body->last->operands[i]) == nullptr) continue;
      AddName(
          {Entry::Kind::kResult, scope, &call, call.results[i], body->last->operands[i], callee});
    }
  }

  void AddName(const Entry& entry) {
    const Invariant& source = *Find(entry.source_scope, *entry.source);
    const Invariant named{source.is_splat, source.bytes};
    invariants_[{entry.scope, entry.value}] = named;
    entries_.push_back(entry);
  }

  // Finds the operations that kept ones need, and counts uses.
  void CountUses() {
    for (size_t i = entries_.size(); i-- > 0;) {
      Entry& entry = entries_[i];
      if (entry.kind != Entry::Kind::kOperation) {
        entry.is_early = Find(entry.scope, *entry.value)->early_uses != 0;
        if (entry.is_early) ++Find(entry.source_scope, *entry.source)->early_uses;
        continue;
      }
      entry.is_early = entry.is_kept;
      for (const Value* result : entry.operation->results) {
        entry.is_early = entry.is_early || Find(entry.scope, *result)->early_uses != 0;
      }
      if (!entry.is_early) continue;
      VisitUses(*entry.operation, [&](const Value& value) {
        Invariant& used = *Find(entry.scope, value);
        ++used.early_uses;
        if (entry.is_kept) ++used.kept_uses;
      });
    }
  }

  void BindArguments(const Block& block, std::span<const Leaf> arguments,
                     const std::vector<bool>& is_carried) {
    for (size_t i = 0; i < std::min(arguments.size(), block.arguments.size()); ++i) {
      if (!is_carried[i]) lowering_.Alias(*block.arguments[i], arguments.subspan(i, 1));
    }
  }

  void Lower(const Entry& entry) {
    if (!entry.is_early || lowering_.diagnostics().has_failed()) return;
    if (entry.kind != Entry::Kind::kOperation) {
      lowering_.Alias(*entry.value, lowering_.values().Leaves(*entry.source));
      return DropLateUses(entry.scope, *entry.value);
    }
    lowering_.LowerOperation(*entry.operation);
    if (lowering_.values().IsPoisoned(*entry.operation->results[0])) return;
    if (entry.is_kept) return Keep(entry);
    for (const Value* result : entry.operation->results) DropLateUses(entry.scope, *result);
  }

  // The operations of the loop use a value that is lowered again there.
  void DropLateUses(Scope scope, const Value& value) {
    const uint32_t all = lowering_.facts().UseCount(value);
    const uint32_t early = Find(scope, value)->early_uses;
    for (const Leaf& leaf : lowering_.values().Leaves(value)) {
      for (uint32_t i = early; i < all; ++i) lowering_.elementwise().DoWithout(leaf);
    }
  }

  void Keep(const Entry& entry) {
    Kept kept{entry.scope, entry.operation, {}};
    for (const Value* result : entry.operation->results) {
      const bool has_late_uses =
          lowering_.facts().UseCount(*result) > Find(entry.scope, *result)->kept_uses;
      const Leaf leaf = lowering_.values().Leaves(*result).front();
      if (has_late_uses) lowering_.elementwise().Hold(leaf);
      kept.leaves.push_back(has_late_uses ? leaf : Leaf());
    }
    kept_.push_back(std::move(kept));
  }

  Lowering& lowering_;
  HoistedOperations& hoisted_;
  std::map<std::pair<Scope, const Value*>, Invariant> invariants_;
  std::vector<Entry> entries_;
  std::vector<Kept> kept_;
  uint64_t kept_bytes_ = 0;
  int depth_ = 0;
};

}  // namespace

Scope HoistInvariants(Lowering& lowering, std::span<const Block* const> blocks,
                      std::span<const Leaf> arguments, const std::vector<bool>& is_carried) {
  const bool is_fixed = !lowering.facts().is_dynamic() && !lowering.facts().has_async();
  if (lowering.level() != Level::kFast || !is_fixed || lowering.position().is_composed()) {
    return HoistedOperations::kNoScope;
  }
  return InvariantHoisting(lowering).Run(blocks, arguments, is_carried);
}

}  // namespace paddock
