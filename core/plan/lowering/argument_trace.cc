#include "core/plan/lowering/argument_trace.h"

#include <algorithm>

#include "core/base/overflow.h"

namespace paddock {
namespace {

class ArgumentTrace {
 public:
  // The blocks around a value, with the operations in them that the next one belongs to.
  using Path = std::vector<SuspensionFrame>;

  ArgumentTrace(const Module& module, const Values& values) : module_(module), values_(values) {}

  // Returns false if a value has another source.
  bool Follow(const Value& value, const Path& path) {
    if (++visited_ > kMostVisited) return false;
    if (value.operation == nullptr) return FollowArgument(value, Within(path, value.block));
    const Operation& operation = *value.operation;
    const Path around = Within(path, operation.parent);
    if (around.empty()) return false;
    if (operation.is(OpKind::kFuncCall)) return FollowCall(operation, value.index, around);
    if (operation.info == nullptr || !operation.info->has(kPure) || !operation.regions.empty()) {
      return false;
    }
    // Sizes do not depend on the elements.
    if (operation.is(OpKind::kStablehloGetDimensionSize)) return true;
    if (!IsSmall(value)) return false;
    return std::ranges::all_of(operation.operands,
                               [&](const Value* operand) { return Follow(*operand, around); });
  }

  std::vector<uint32_t> TakeArguments() { return std::move(arguments_); }

 private:
  static constexpr int kMostVisited = 10'000;

  // Returns the path up to `block`; empty if `block` is not on it.
  static Path Within(Path path, const Block* block) {
    while (!path.empty() && path.back().block != block) path.pop_back();
    return path;
  }

  bool IsSmall(const Value& value) const {
    const Type type = values_.TypeOf(value);
    if (!type.is_tensor()) return !type.is(TypeKind::kTuple);
    if (!type.has_static_shape()) return false;
    return CheckedProduct(type.shape()).value_or(Values::kMostKnown + 1) <= Values::kMostKnown;
  }

  bool FollowCall(const Operation& call, uint32_t result, Path path) {
    const Attribute* callee = call.Find("callee");
    const Operation* function = callee == nullptr ? nullptr : module_.FindSymbol(callee->text);
    Block* body = function == nullptr ? nullptr : FunctionBody(*function);
    if (body == nullptr || body->last == nullptr || result >= body->last->operands.size()) {
      return false;
    }
    path.back().operation = &call;
    path.push_back({body, body->last});
    return Follow(*body->last->operands[result], path);
  }

  bool FollowArgument(const Value& value, Path path) {
    if (path.empty()) return false;
    if (path.size() == 1) return FollowInput(value);
    path.pop_back();
    const Operation& call = *path.back().operation;
    return call.is(OpKind::kFuncCall) && value.index < call.operands.size() &&
           Follow(*call.operands[value.index], path);
  }

  // An argument of the planned function. Tuples and tokens are no sizes.
  bool FollowInput(const Value& value) {
    const std::vector<Leaf> leaves = values_.Leaves(value);
    if (leaves.size() != 1) return false;
    const Leaf& leaf = leaves[0];
    if (leaf.where == Leaf::Where::kConstant) return true;
    const bool is_whole = IsInteger(leaf.type) || IsBoolean(leaf.type);
    if (leaf.where != Leaf::Where::kInput || !is_whole || leaf.count > Values::kMostKnown) {
      return false;
    }
    arguments_.push_back(leaf.index);
    return true;
  }

  const Module& module_;
  const Values& values_;
  std::vector<uint32_t> arguments_;
  int visited_ = 0;
};

}  // namespace

std::optional<std::vector<uint32_t>> ArgumentsBehind(const Module& module, const Values& values,
                                                     std::span<const SuspensionFrame> frames,
                                                     std::span<const Value* const> traced) {
  std::vector<uint32_t> found;
  for (const Value* value : traced) {
    ArgumentTrace trace(module, values);
    if (!trace.Follow(*value, {frames.begin(), frames.end()})) return std::nullopt;
    const std::vector<uint32_t> arguments = trace.TakeArguments();
    found.insert(found.end(), arguments.begin(), arguments.end());
  }
  return found;
}

}  // namespace paddock
