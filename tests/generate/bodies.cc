// Bodies of reductions, scatters and maps.
#include <string>
#include <utility>
#include <vector>

#include "tests/generate/writer.h"

namespace paddock::generate {

std::string Writer::ScalarBody(const std::vector<TensorSpec>& arguments,
                               const std::vector<TensorSpec>& results) {
  return Region(arguments, false, [&](const std::vector<Named>&) {
    const bool was_in_body = std::exchange(is_in_body, true);
    const int64_t operations = random.Between(1, 6);
    for (int64_t i = 0; i < operations; ++i) WriteOperation(*this);
    is_in_body = was_in_body;
    std::vector<Named> returned;
    for (const TensorSpec& type : results) returned.push_back(Get(type));
    return returned;
  });
}

namespace {

// Numbers are ordered by their real parts, and equal ones by their imaginary parts, as in JAX.
Named WriteGreater(Writer& writer, const Named& lhs, const Named& rhs) {
  const TensorSpec part = lhs.type.With(PartType(lhs.type.element)), truth = {ElementType::kI1, {}};
  const auto part_of = [&](const char* op, const Named& value) {
    return writer.Apply(op, {value}, {part})[0];
  };
  const auto compare = [&](const char* direction, const Named& a, const Named& b) {
    const std::string attributes =
        "comparison_direction = #stablehlo<comparison_direction " + std::string(direction) + ">";
    return writer.Apply("stablehlo.compare", {a, b}, {truth}, attributes)[0];
  };
  const char* const direction = writer.random.Chance(50) ? "GT" : "LT";
  const Named real = part_of("stablehlo.real", lhs), other_real = part_of("stablehlo.real", rhs);
  const Named imag = part_of("stablehlo.imag", lhs), other_imag = part_of("stablehlo.imag", rhs);
  const Named are_equal = compare("EQ", real, other_real);
  const Named by_real = compare(direction, real, other_real);
  const Named by_imag = compare(direction, imag, other_imag);
  const Named is_left = writer.Apply("stablehlo.select", {are_equal, by_imag, by_real}, {truth})[0];
  return writer.Apply("stablehlo.select", {is_left, lhs, rhs}, {lhs.type})[0];
}

}  // namespace

std::string Writer::CombinerBody(const std::vector<TensorSpec>& scalars) {
  std::vector<TensorSpec> arguments = scalars;
  arguments.insert(arguments.end(), scalars.begin(), scalars.end());
  if (random.Chance(35)) return ScalarBody(arguments, scalars);
  return Region(arguments, false, [&](const std::vector<Named>& values) {
    std::vector<Named> results;
    for (size_t i = 0; i < scalars.size(); ++i) {
      const ElementType type = scalars[i].element;
      std::vector<const char*> ops = {"add", "multiply"};
      if (!IsComplex(type)) ops.insert(ops.end(), {"maximum", "minimum"});
      if (IsInteger(type) || IsBoolean(type)) ops.insert(ops.end(), {"and", "or", "xor"});
      std::vector<Named> operands = {values[i], values[i + scalars.size()]};
      if (random.Chance(20)) std::swap(operands[0], operands[1]);
      if (IsComplex(type) && random.Chance(40)) {
        results.push_back(WriteGreater(*this, operands[0], operands[1]));
        continue;
      }
      const std::string op = std::string("stablehlo.") + random.Pick(ops);
      results.push_back(Apply(op, operands, {scalars[i]})[0]);
    }
    return results;
  });
}

}  // namespace paddock::generate
