#include "core/check/dot_rules.h"

#include <algorithm>

#include "core/check/gather_rules.h"
#include "core/check/index_rules.h"
#include "core/ir/attribute_values.h"

namespace paddock {
namespace {

std::vector<int64_t> Joined(const std::vector<int64_t>& a, const std::vector<int64_t>& b) {
  std::vector<int64_t> joined = a;
  joined.insert(joined.end(), b.begin(), b.end());
  return joined;
}

// Requires that the sizes of paired dimensions agree.
bool CheckPairs(CheckContext& context, Constraint rule, const TensorType& lhs,
                const TensorType& rhs, std::span<const int64_t> lhs_dims,
                std::span<const int64_t> rhs_dims) {
  for (size_t i = 0; i < lhs_dims.size(); ++i) {
    const Dimension x = lhs.shape[static_cast<size_t>(lhs_dims[i])];
    const Dimension y = rhs.shape[static_cast<size_t>(rhs_dims[i])];
    if (Agree(x, y)) continue;
    context.Fail(
        rule, At::Operand(1), At::Operand(0),
        Say("dim(lhs, ", lhs_dims[i], ") = ", x, " and dim(rhs, ", rhs_dims[i], ") = ", y));
    return false;
  }
  return true;
}

struct Algorithm {
  std::string_view precision;  // type of lhs and rhs
  std::string_view accumulation;
  int64_t operations;
  // Number of components into which each operand is split.
  int64_t components = 1;
};

// Algorithms without coarse accumulation.
constexpr Algorithm kAlgorithms[] = {
    {"f16", "f16", 1},     {"f16", "f32", 1},     {"bf16", "bf16", 1},   {"bf16", "f32", 1},
    {"bf16", "f32", 3, 2}, {"bf16", "f32", 6, 3}, {"bf16", "f32", 9, 3}, {"tf32", "f32", 1},
    {"tf32", "f32", 3, 2}, {"f32", "f32", 1},     {"f64", "f64", 1},
};

// 8-bit floats that may be mixed, accumulated in f32. Coarse accumulation is allowed.
constexpr std::string_view kEightBitFloats[] = {
    "f8E3M4", "f8E4M3", "f8E4M3FN", "f8E4M3FNUZ", "f8E4M3B11FNUZ", "f8E5M2", "f8E5M2FNUZ"};

bool IsEightBit(std::string_view type) {
  return std::ranges::find(kEightBitFloats, type) != std::end(kEightBitFloats);
}

std::string TypeField(const Attribute& algorithm, std::string_view name) {
  const Attribute* field = algorithm.Find(name);
  return field == nullptr || !field->type ? "" : ToString(field->type);
}

int64_t IntegerField(const Attribute& algorithm, std::string_view name) {
  const Attribute* field = algorithm.Find(name);
  return field == nullptr ? 0 : field->integer;
}

// Returns whether both operands have one component, as upstream writes every algorithm, or as many
// as `algorithm` splits them into, as the specification requires.
bool HasComponents(const Attribute& attribute, int64_t components) {
  const int64_t lhs = IntegerField(attribute, "lhs_component_count");
  const int64_t rhs = IntegerField(attribute, "rhs_component_count");
  return lhs == rhs && (lhs == 1 || lhs == components);
}

bool IsListed(const Attribute& algorithm) {
  const std::string lhs = TypeField(algorithm, "lhs_precision_type");
  const std::string rhs = TypeField(algorithm, "rhs_precision_type");
  const std::string accumulation = TypeField(algorithm, "accumulation_type");
  const int64_t operations = IntegerField(algorithm, "num_primitive_operations");
  if (IsEightBit(lhs) && IsEightBit(rhs)) {
    return accumulation == "f32" && operations == 1 && HasComponents(algorithm, 1);
  }
  if (IntegerField(algorithm, "allow_imprecise_accumulation") != 0) return false;
  return std::ranges::any_of(kAlgorithms, [&](const Algorithm& known) {
    return known.precision == lhs && known.precision == rhs && known.accumulation == accumulation &&
           known.operations == operations && HasComponents(algorithm, known.components);
  });
}

}  // namespace

DotDimensions::DotDimensions(const Attribute& numbers)
    : lhs_batching(IntegersOf(numbers.Find("lhs_batching_dimensions"))),
      rhs_batching(IntegersOf(numbers.Find("rhs_batching_dimensions"))),
      lhs_contracting(IntegersOf(numbers.Find("lhs_contracting_dimensions"))),
      rhs_contracting(IntegersOf(numbers.Find("rhs_contracting_dimensions"))) {}

bool CheckDotDimensions(CheckContext& context, std::string_view attribute,
                        const DotDimensions& dims, const TensorType& lhs, const TensorType& rhs,
                        const DotRules& rules) {
  const At at = At::Attribute(attribute);
  if (dims.lhs_batching.size() != dims.rhs_batching.size()) {
    context.Fail(rules[0], at, Say("they are ", dims.lhs_batching, " and ", dims.rhs_batching));
    return false;
  }
  if (dims.lhs_contracting.size() != dims.rhs_contracting.size()) {
    context.Fail(rules[1], at,
                 Say("they are ", dims.lhs_contracting, " and ", dims.rhs_contracting));
    return false;
  }
  return CheckUnique(context, rules[2], at, Joined(dims.lhs_batching, dims.lhs_contracting)) &&
         CheckUnique(context, rules[3], at, Joined(dims.rhs_batching, dims.rhs_contracting)) &&
         CheckInRange(context, rules[4], at, dims.lhs_batching, lhs.rank()) &&
         CheckInRange(context, rules[5], at, dims.lhs_contracting, lhs.rank()) &&
         CheckInRange(context, rules[6], at, dims.rhs_batching, rhs.rank()) &&
         CheckInRange(context, rules[7], at, dims.rhs_contracting, rhs.rank()) &&
         CheckPairs(context, rules[8], lhs, rhs, dims.lhs_batching, dims.rhs_batching) &&
         CheckPairs(context, rules[9], lhs, rhs, dims.lhs_contracting, dims.rhs_contracting);
}

std::vector<Dimension> DotShape(const DotDimensions& dims, const TensorType& lhs,
                                const TensorType& rhs) {
  std::vector<Dimension> shape;
  for (int64_t d : dims.lhs_batching) shape.push_back(lhs.shape[static_cast<size_t>(d)]);
  const auto lhs_rest = SizesExcept(lhs.shape, Joined(dims.lhs_batching, dims.lhs_contracting));
  const auto rhs_rest = SizesExcept(rhs.shape, Joined(dims.rhs_batching, dims.rhs_contracting));
  shape.insert(shape.end(), lhs_rest.begin(), lhs_rest.end());
  shape.insert(shape.end(), rhs_rest.begin(), rhs_rest.end());
  return shape;
}

bool CheckPrecision(CheckContext& context, Constraint at_most, Constraint two) {
  const Attribute* precision = context.attribute("precision_config");
  if (precision == nullptr || precision->elements.size() == 2) return true;
  const At at = At::Attribute("precision_config");
  const std::string detail = Say("it has ", precision->elements.size(), " entries");
  if (precision->elements.size() < 2) return context.Warn(two, at, detail).has_value();
  context.Fail(at_most, at, detail);
  return false;
}

bool CheckAlgorithm(CheckContext& context) {
  const Attribute* algorithm = context.attribute("algorithm");
  if (algorithm == nullptr) return true;
  const At at = At::Attribute("algorithm");
  struct Count {
    std::string_view name;
    Constraint rule;
  };
  for (const Count& count : {Count{"lhs_component_count", Constraint::kDotGeneralC22},
                             Count{"rhs_component_count", Constraint::kDotGeneralC23},
                             Count{"num_primitive_operations", Constraint::kDotGeneralC24}}) {
    const int64_t value = IntegerField(*algorithm, count.name);
    if (value > 0) continue;
    context.Fail(count.rule, at, Say(count.name, " = ", value));
    return false;
  }
  const Attribute* precision = context.attribute("precision_config");
  for (size_t i = 0; precision != nullptr && i < precision->elements.size(); ++i) {
    if (precision->elements[i]->text == "DEFAULT") continue;
    context.Fail(Constraint::kDotGeneralC21, At::Attribute("precision_config"),
                 Say("precision_config[", i, "] = ", precision->elements[i]->text));
    return false;
  }
  if (IsListed(*algorithm)) return true;
  context.Fail(
      Constraint::kDotGeneralX2, at,
      Say(TypeField(*algorithm, "lhs_precision_type"), " times ",
          TypeField(*algorithm, "rhs_precision_type"), ", summed in ",
          TypeField(*algorithm, "accumulation_type"), ", of ",
          IntegerField(*algorithm, "lhs_component_count"), " and ",
          IntegerField(*algorithm, "rhs_component_count"), " components with ",
          IntegerField(*algorithm, "num_primitive_operations"), " operations",
          IntegerField(*algorithm, "allow_imprecise_accumulation") != 0 ? ", imprecisely" : "",
          " is none of them"));
  return false;
}

}  // namespace paddock
