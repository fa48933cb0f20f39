// Checks of ragged_dot.
#include "core/base/contains.h"
#include "core/check/context.h"
#include "core/check/dot_rules.h"
#include "core/ir/attribute_values.h"

namespace paddock {
namespace {

constexpr std::string_view kRaggedNumbers = "ragged_dot_dimension_numbers";

// Role of the ragged dimension of lhs.
enum class RaggedMode : uint8_t { kFree, kContracting, kBatching };

class RaggedDot {
 public:
  explicit RaggedDot(CheckContext& context)
      : context_(context),
        lhs_(context.operand(0)),
        rhs_(context.operand(1)),
        group_sizes_(context.operand(2)),
        dims_(*context.attribute(kRaggedNumbers)),
        ragged_(IntegersOf(context.attribute(kRaggedNumbers)->Find("lhs_ragged_dimensions"))),
        groups_(IntegersOf(context.attribute(kRaggedNumbers)->Find("rhs_group_dimensions"))) {}

  // Checks X1 to X13.
  bool CheckNumbers() {
    constexpr DotRules kRules = {Constraint::kChloRaggedDotX1, Constraint::kChloRaggedDotX2,
                                 Constraint::kChloRaggedDotX3, Constraint::kChloRaggedDotX4,
                                 Constraint::kChloRaggedDotX5, Constraint::kChloRaggedDotX6,
                                 Constraint::kChloRaggedDotX7, Constraint::kChloRaggedDotX8,
                                 Constraint::kChloRaggedDotX9, Constraint::kChloRaggedDotX10};
    if (!CheckDotDimensions(context_, kRaggedNumbers, dims_, lhs_, rhs_, kRules)) return false;
    const bool is_ragged =
        ragged_.size() == 1 && ragged_[0] >= 0 && ragged_[0] < static_cast<int64_t>(lhs_.rank());
    if (!is_ragged) return Fail(Constraint::kChloRaggedDotX11, Say("it is ", ragged_));
    if (groups_.size() != (mode() == RaggedMode::kFree ? 1 : 0)) {
      return Fail(Constraint::kChloRaggedDotX12, Say("it is ", groups_));
    }
    for (int64_t d : groups_) {
      const bool is_free = d >= 0 && d < static_cast<int64_t>(rhs_.rank()) &&
                           !Contains(dims_.rhs_batching, d) && !Contains(dims_.rhs_contracting, d);
      if (!is_free) return Fail(Constraint::kChloRaggedDotX13, Say("it is ", d));
    }
    return true;
  }

  // Checks X14: one list of sizes, or one for each index of the dimensions before the ragged one.
  bool CheckGroupSizes() {
    const std::vector<Dimension> prefix = Prefix();
    bool fits = group_sizes_.rank() == 1 || group_sizes_.rank() == prefix.size() + 1;
    for (size_t d = 0; fits && d + 1 < group_sizes_.rank(); ++d) {
      fits = Agree(group_sizes_.shape[d], prefix[d]);
    }
    if (fits && mode() == RaggedMode::kFree) {
      fits = Agree(rhs_.shape[static_cast<size_t>(groups_[0])], group_sizes_.shape.back());
    }
    if (!fits) {
      context_.Fail(
          Constraint::kChloRaggedDotX14, At::Operand(2),
          Say("shape(group_sizes) = ", group_sizes_.shape, " and the prefix is ", prefix));
    }
    return fits;
  }

  // Returns the result type by X15.
  TensorType ResultType() const {
    TensorType rhs = rhs_;
    DotDimensions dims = dims_;
    if (mode() == RaggedMode::kFree) {
      // The group dimension is summed like a contracting one.
      dims.rhs_contracting.push_back(groups_[0]);
    }
    TensorType result;
    result.shape = DotShape(dims, lhs_, rhs);
    if (mode() == RaggedMode::kContracting) {
      result.shape.insert(result.shape.begin(), group_sizes_.shape.back());
    }
    result.element = context_.result(0).element;
    return result;
  }

 private:
  RaggedMode mode() const {
    if (Contains(dims_.lhs_batching, ragged_[0])) return RaggedMode::kBatching;
    if (Contains(dims_.lhs_contracting, ragged_[0])) return RaggedMode::kContracting;
    return RaggedMode::kFree;
  }

  // Returns the sizes of the dimensions of lhs before the ragged one.
  std::vector<Dimension> Prefix() const {
    std::vector<int64_t> before;
    const auto add_until_ragged = [&](std::span<const int64_t> list) {
      for (int64_t d : list) {
        if (d == ragged_[0]) return;
        before.push_back(d);
      }
    };
    add_until_ragged(dims_.lhs_batching);
    if (mode() == RaggedMode::kContracting) add_until_ragged(dims_.lhs_contracting);
    for (int64_t d = 0; mode() == RaggedMode::kFree && d < ragged_[0]; ++d) {
      const bool is_free = !Contains(dims_.lhs_batching, d) && !Contains(dims_.lhs_contracting, d);
      if (is_free) before.push_back(d);
    }
    std::vector<Dimension> sizes;
    for (int64_t d : before) sizes.push_back(lhs_.shape[static_cast<size_t>(d)]);
    return sizes;
  }

  bool Fail(Constraint rule, std::string_view detail) {
    context_.Fail(rule, At::Attribute(kRaggedNumbers), detail);
    return false;
  }

  CheckContext& context_;
  const TensorType lhs_;
  const TensorType rhs_;
  const TensorType group_sizes_;
  const DotDimensions dims_;
  const std::vector<int64_t> ragged_;
  const std::vector<int64_t> groups_;
};

}  // namespace

CheckResult CheckRaggedDot(CheckContext& context) {
  RaggedDot dot(context);
  if (!dot.CheckNumbers() || !dot.CheckGroupSizes() ||
      !CheckPrecision(context, Constraint::kChloRaggedDotX16, Constraint::kChloRaggedDotX17)) {
    return Failed();
  }
  return InferredTypes{context.Infer(dot.ResultType(), Constraint::kChloRaggedDotX15,
                                     Constraint::kChloRaggedDotX15)};
}

}  // namespace paddock
