#include "core/plan/fusion/tile_parts.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "core/plan/fusion/tile_chain.h"
#include "simd/elementwise/elementwise.h"

namespace paddock {
namespace {

using simd::ComparisonDirection;
using simd::ElementwiseOp;
using Parts = std::array<uint32_t, 2>;

constexpr Parts kNoParts = {kNoNode, kNoNode};

bool IsComputation(const TileNode& node) { return node.kind == TileNode::Kind::kCompute; }

// Returns the cycles of AVX2 that an operation on complex numbers takes for eight of complex<f32>
// in the first-level cache; 0 if it is not done on parts.
int64_t CyclesOf(const TileNode& node) {
  const simd::ElementwiseKernel& kernel = node.kernel;
  if (!IsComplex(kernel.operand) && !IsComplex(kernel.result)) return 0;
  switch (kernel.operation) {
    case ElementwiseOp::kReal:
    case ElementwiseOp::kImag:
    case ElementwiseOp::kNegate:
      return 2;
    case ElementwiseOp::kComplex:
      return 4;
    case ElementwiseOp::kAdd:
    case ElementwiseOp::kSubtract:
      return 3;
    case ElementwiseOp::kSelect:
      return 5;
    case ElementwiseOp::kConvert:
      // Not a gather, which has no operation of its own, and not whether a number is 0.
      return node.operand_count != 1 || IsBoolean(kernel.result) ? 0 : 8;
    case ElementwiseOp::kAbs:
      return 8;
    case ElementwiseOp::kCompare:
    case ElementwiseOp::kConj:
    case ElementwiseOp::kMultiply:
      return 12;
    case ElementwiseOp::kSquare:
      return 20;
    default:
      return 0;
  }
}

class PartWriter {
 public:
  explicit PartWriter(const std::vector<TileNode>& original)
      : original_(original),
        last_uses_(LastUses(original)),
        whole_(original.size(), kNoNode),
        parts_(original.size(), kNoParts) {}

  std::optional<PartedNodes> Write() {
    for (uint32_t i = 0; i < original_.size(); ++i) {
      if (IsNeeded(i)) replaced_cycles_ += CyclesOf(original_[i]);
    }
    if (replaced_cycles_ == 0) return std::nullopt;
    ForEach([](const TileNode& node) { return IsLoad(node) || IsWhole(node); },
            [&](uint32_t i) { AddLoad(i); });
    ForEach([](const TileNode& node) { return IsComputation(node); },
            [&](uint32_t i) { AddComputation(i); });
    ForEach([](const TileNode& node) { return IsComputation(node) && node.is_output; },
            [&](uint32_t i) { AddOutput(i); });
    ForEach(IsSink, [&](uint32_t i) { AddSink(i); });
    if (nodes_.size() > kMaximumTileRegisters || AddedCycles() >= replaced_cycles_) {
      return std::nullopt;
    }
    return PartedNodes{std::move(nodes_), std::move(originals_)};
  }

 private:
  bool IsNeeded(uint32_t i) const { return last_uses_[i] != kNoNode; }

  template <class Condition, class Action>
  void ForEach(Condition condition, Action action) {
    for (uint32_t i = 0; i < original_.size(); ++i) {
      if (IsNeeded(i) && condition(original_[i])) action(i);
    }
  }

  // The cycles of what takes numbers apart and joins them, as CyclesOf.
  int64_t AddedCycles() const {
    int64_t cycles = 0;
    const std::vector<uint32_t> last_uses = LastUses(nodes_);
    for (size_t i = 0; i < nodes_.size(); ++i) {
      const bool is_needed = last_uses[i] != kNoNode && IsComputation(nodes_[i]);
      if (is_needed) cycles += CyclesOf(nodes_[i]);
    }
    return cycles;
  }

  // --- Nodes

  uint32_t Append(TileNode node, uint32_t original = kNoNode) {
    nodes_.push_back(std::move(node));
    originals_.push_back(original);
    return static_cast<uint32_t>(nodes_.size() - 1);
  }

  uint32_t Compute(const simd::ElementwiseKernel& kernel, ElementType type,
                   std::initializer_list<uint32_t> operands) {
    TileNode node;
    node.kind = TileNode::Kind::kCompute;
    node.type = type;
    node.kernel = kernel;
    for (uint32_t operand : operands) node.operands[node.operand_count++] = operand;
    for (uint32_t i = 0; i < nodes_.size(); ++i) {
      if (IsSameComputation(nodes_[i], node)) return i;
    }
    return Append(std::move(node));
  }
  // `type`: of the operands, of select its branches.
  uint32_t Compute(std::string_view op, ElementType type,
                   std::initializer_list<uint32_t> operands) {
    const simd::ElementwiseKernel kernel =
        simd::FindElementwise(op, type, simd::Numerics::kPortable);
    return Compute(kernel, kernel.result, operands);
  }
  uint32_t Compare(ComparisonDirection direction, ElementType type, uint32_t lhs, uint32_t rhs) {
    if (simd::IsMirrored(direction)) {
      std::swap(lhs, rhs);
      direction = direction == ComparisonDirection::kGe ? ComparisonDirection::kLe
                                                        : ComparisonDirection::kLt;
    }
    return Compute(simd::FindCompare(direction, false, type), ElementType::kI1, {lhs, rhs});
  }
  uint32_t Convert(uint32_t operand, ElementType to) {
    const ElementType from = nodes_[operand].type;
    return from == to ? operand : Compute(simd::FindConvert(from, to), to, {operand});
  }
  // Zeros as wide as a value, without memory.
  uint32_t Zero(uint32_t value) {
    const ElementType type = nodes_[value].type;
    const ElementType bits = ByteSize(type) == 4 ? ElementType::kI32 : ElementType::kI64;
    return Compute(simd::FindElementwise("xor", bits, simd::Numerics::kPortable), type,
                   {value, value});
  }

  // --- Values of the original

  uint32_t WholeOf(uint32_t i) {
    if (whole_[i] == kNoNode) {
      whole_[i] = Compute("complex", PartType(original_[i].type), {parts_[i][0], parts_[i][1]});
    }
    return whole_[i];
  }

  Parts PartsOf(uint32_t i) {
    if (parts_[i] == kNoParts) {
      const ElementType type = original_[i].type;
      parts_[i] = {Compute("real", type, {whole_[i]}), Compute("imag", type, {whole_[i]})};
    }
    return parts_[i];
  }

  // Numbers are taken apart before the first computation, so that no kernel is between two chains.
  void AddLoad(uint32_t i) {
    const TileNode& node = original_[i];
    whole_[i] = Append(node, node.is_output ? i : kNoNode);
    if (!IsComplex(node.type)) return;
    const bool is_repeated = node.kind == TileNode::Kind::kSplat ||
                             (node.kind == TileNode::Kind::kStrided && !node.loops.empty() &&
                              node.loops.back().source_stride == 0);
    if (is_repeated) {
      parts_[i] = {Append(PartOf(node, 0)), Append(PartOf(node, 1))};
    } else {
      PartsOf(i);
    }
  }

  // The load of a part of one number for all, or for each row.
  static TileNode PartOf(const TileNode& load, uint32_t part) {
    TileNode node = load;
    node.is_output = false;
    node.type = PartType(load.type);
    node.offset = 2 * load.offset + part;
    for (simd::CopyDimension& loop : node.loops) loop.source_stride *= 2;
    if (load.attributes != nullptr) {
      node.attributes = static_cast<const std::byte*>(load.attributes) + part * ByteSize(node.type);
    }
    return node;
  }

  void AddComputation(uint32_t i) {
    const TileNode& node = original_[i];
    if (CyclesOf(node) == 0) {
      AddWhole(i);
    } else if (IsComplex(node.type)) {
      parts_[i] = ComputeParts(node);
    } else {
      whole_[i] = ComputeReal(node);
    }
  }

  void AddWhole(uint32_t i) {
    TileNode node = original_[i];
    for (uint32_t k = 0; k < node.operand_count; ++k) node.operands[k] = WholeOf(node.operands[k]);
    const bool is_output = node.is_output;
    whole_[i] = Append(std::move(node), is_output ? i : kNoNode);
  }

  void AddSink(uint32_t i) { AddWhole(i); }

  // An output is a computation of its own.
  void AddOutput(uint32_t i) {
    uint32_t made = WholeOf(i);
    if (originals_[made] == i) return;
    if (!IsComputation(nodes_[made]) || nodes_[made].is_output) {
      // The conversion of a real number to its own type copies it.
      const ElementType type = nodes_[made].type;
      TileNode copy;
      copy.kind = TileNode::Kind::kCompute;
      copy.type = type;
      copy.kernel = simd::FindConvert(type, type);
      copy.operands[copy.operand_count++] = made;
      made = Append(std::move(copy));
    }
    nodes_[made].is_output = true;
    originals_[made] = i;
  }

  // --- Operations

  Parts ComputeParts(const TileNode& node) {
    const ElementType type = PartType(node.type);
    const uint32_t* const operands = node.operands;
    switch (node.kernel.operation) {
      case ElementwiseOp::kComplex:
        return {WholeOf(operands[0]), WholeOf(operands[1])};
      case ElementwiseOp::kConvert:
        return ConvertToComplex(operands[0], type);
      case ElementwiseOp::kSelect:
        return Select(node);
      default:
        break;
    }
    const Parts x = PartsOf(operands[0]);
    switch (node.kernel.operation) {
      case ElementwiseOp::kNegate:
        return {Compute("negate", type, {x[0]}), Compute("negate", type, {x[1]})};
      case ElementwiseOp::kConj:
        return {x[0], Compute("negate", type, {x[1]})};
      case ElementwiseOp::kSquare:
        return Square(type, x);
      default:
        break;
    }
    const Parts y = PartsOf(operands[1]);
    if (node.kernel.operation == ElementwiseOp::kMultiply) return Multiply(type, x, y);
    const std::string_view op = node.kernel.operation == ElementwiseOp::kAdd ? "add" : "subtract";
    return {Compute(op, type, {x[0], y[0]}), Compute(op, type, {x[1], y[1]})};
  }

  Parts ConvertToComplex(uint32_t operand, ElementType type) {
    if (IsComplex(original_[operand].type)) {
      const Parts x = PartsOf(operand);
      return {Convert(x[0], type), Convert(x[1], type)};
    }
    const uint32_t real = Convert(WholeOf(operand), type);
    return {real, Zero(real)};
  }

  Parts Select(const TileNode& node) {
    const ElementType type = PartType(node.type);
    const uint32_t pred = WholeOf(node.operands[0]);
    const Parts x = PartsOf(node.operands[1]), y = PartsOf(node.operands[2]);
    return {Compute("select", type, {pred, x[0], y[0]}),
            Compute("select", type, {pred, x[1], y[1]})};
  }

  Parts Multiply(ElementType type, Parts x, Parts y) {
    const auto product = [&](uint32_t lhs, uint32_t rhs) {
      return Compute("multiply", type, {lhs, rhs});
    };
    const uint32_t real = Compute("subtract", type, {product(x[0], y[0]), product(x[1], y[1])});
    return {real, Compute("add", type, {product(x[0], y[1]), product(x[1], y[0])})};
  }

  // As the kernel: (x - y) (x + y) + 2 x y i. The real part is 0 if finite parts have equal
  // magnitudes.
  Parts Square(ElementType type, Parts z) {
    using enum ComparisonDirection;
    const uint32_t negative = Compute("negate", type, {z[1]});
    const uint32_t is_diagonal =
        Compute("or", ElementType::kI1,
                {Compare(kEq, type, z[0], z[1]), Compare(kEq, type, z[0], negative)});
    const uint32_t is_zero =
        Compute("and", ElementType::kI1, {is_diagonal, Compute("is_finite", type, {z[0]})});
    const uint32_t real =
        Compute("multiply", type,
                {Compute("subtract", type, {z[0], z[1]}), Compute("add", type, {z[0], z[1]})});
    const uint32_t half = Compute("multiply", type, {z[0], z[1]});
    return {Compute("select", type, {is_zero, Zero(real), real}),
            Compute("add", type, {half, half})};
  }

  // A result that is real.
  uint32_t ComputeReal(const TileNode& node) {
    const Parts x = PartsOf(node.operands[0]);
    switch (node.kernel.operation) {
      case ElementwiseOp::kReal:
        return x[0];
      case ElementwiseOp::kImag:
        return x[1];
      case ElementwiseOp::kConvert:
        return Convert(x[0], node.type);
      case ElementwiseOp::kAbs:
        return Compute("hypot", node.type, {x[0], x[1]});
      default:
        return ComparePairs(node, x, PartsOf(node.operands[1]));
    }
  }

  // Numbers are ordered by their real parts, and equal ones by the imaginary parts.
  uint32_t ComparePairs(const TileNode& node, Parts x, Parts y) {
    using enum ComparisonDirection;
    const ElementType type = PartType(node.kernel.operand);
    const ComparisonDirection direction = node.kernel.direction;
    const bool is_unequal = direction == kNe;
    const uint32_t of_equals = Compare(is_unequal ? kNe : kEq, type, x[0], y[0]);
    const uint32_t of_imag = Compare(direction, type, x[1], y[1]);
    const uint32_t both =
        Compute(is_unequal ? "or" : "and", ElementType::kI1, {of_equals, of_imag});
    if (is_unequal || direction == kEq) return both;
    const bool is_less = direction == kLt || direction == kLe;
    const uint32_t of_real = Compare(is_less ? kLt : kGt, type, x[0], y[0]);
    return Compute("or", ElementType::kI1, {of_real, both});
  }

  const std::vector<TileNode>& original_;
  std::vector<uint32_t> last_uses_;
  std::vector<TileNode> nodes_;
  std::vector<uint32_t> originals_;
  // By node of the original: the node with its elements, and those with their parts.
  std::vector<uint32_t> whole_;
  std::vector<Parts> parts_;
  int64_t replaced_cycles_ = 0;
};

}  // namespace

size_t MostPartNodesOf(const TileNode& node) {
  const bool has_parts = IsComplex(node.type) || IsComplex(node.kernel.operand);
  if (kHasChainModules || !has_parts) return 1;
  // The result may be joined.
  switch (node.kernel.operation) {
    case ElementwiseOp::kSquare:
      return 14;
    case ElementwiseOp::kMultiply:
      return 7;
    case ElementwiseOp::kCompare:
      return 4;
    default:
      return 3;
  }
}

std::optional<PartedNodes> TakeParts(const std::vector<TileNode>& nodes) {
  if constexpr (kHasChainModules) return std::nullopt;
  return PartWriter(nodes).Write();
}

}  // namespace paddock
