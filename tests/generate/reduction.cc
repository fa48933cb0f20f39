// Reductions and sorts.
#include <algorithm>

#include "tests/generate/writer.h"

namespace paddock::generate {
namespace {

// Returns `first` and up to two more values of its shape.
std::vector<Named> Inputs(Writer& writer, const Named& first) {
  std::vector<Named> inputs = {first};
  while (inputs.size() < 3 && writer.random.Chance(30)) {
    inputs.push_back(writer.Get(first.type.With(writer.AnyElement(kStoredElements))));
  }
  return inputs;
}

std::vector<TensorSpec> ScalarsOf(const std::vector<Named>& values) {
  std::vector<TensorSpec> types;
  for (const Named& value : values) types.push_back(value.type.With(Shape()));
  return types;
}

void WriteReduce(Writer& writer) {
  const Named first = writer.GetAny(kStoredElements);
  std::vector<Named> operands = Inputs(writer, first);
  const std::vector<TensorSpec> scalars = ScalarsOf(operands);
  const size_t rank = first.type.rank();
  std::vector<int64_t> dimensions =
      ChooseDimensions(writer.random, rank,
                       static_cast<size_t>(writer.random.Below(static_cast<int64_t>(rank) + 1)));
  if (writer.random.Chance(50)) std::ranges::sort(dimensions);
  Shape shape;
  for (size_t d = 0; d < rank; ++d) {
    const bool is_reduced =
        std::ranges::find(dimensions, static_cast<int64_t>(d)) != dimensions.end();
    if (!is_reduced) shape.push_back(first.type.shape[d]);
  }
  std::vector<TensorSpec> results;
  for (const TensorSpec& type : scalars) {
    operands.push_back(writer.Get(type));
    results.push_back(type.With(shape));
  }
  const std::string body = writer.CombinerBody(scalars);
  writer.Apply("stablehlo.reduce", operands, results, "dimensions = " + ArrayText(dimensions),
               {body});
}

// Usually an order by one pair; sometimes any function of all values.
std::string Comparator(Writer& writer, const std::vector<TensorSpec>& scalars) {
  std::vector<TensorSpec> arguments;
  for (const TensorSpec& type : scalars) arguments.insert(arguments.end(), {type, type});
  if (writer.random.Chance(25)) {
    return writer.ScalarBody(arguments, {TensorSpec{ElementType::kI1, {}}});
  }
  constexpr const char* kDirections[] = {"LT", "GT", "LE", "GE"};
  const char* direction = writer.random.Pick(kDirections);
  const auto pair = static_cast<size_t>(writer.random.Below(static_cast<int64_t>(scalars.size())));
  const bool is_total = IsFloat(scalars[pair].element) && writer.random.Chance(50);
  return writer.Region(arguments, false, [&](const std::vector<Named>& values) {
    const std::string attributes =
        "comparison_direction = #stablehlo<comparison_direction " + std::string(direction) + ">" +
        (is_total ? ", compare_type = #stablehlo<comparison_type TOTALORDER>" : "");
    return writer.Apply("stablehlo.compare", {values[2 * pair], values[2 * pair + 1]},
                        {TensorSpec{ElementType::kI1, {}}}, attributes);
  });
}

void WriteSort(Writer& writer) {
  const Named first = writer.GetAny(kStoredElements, 1);
  const std::vector<Named> operands = Inputs(writer, first);
  std::vector<TensorSpec> results;
  for (const Named& operand : operands) results.push_back(operand.type);
  const auto rank = static_cast<int64_t>(first.type.rank());
  const std::string body = Comparator(writer, ScalarsOf(operands));
  writer.Apply("stablehlo.sort", operands, results,
               "dimension = " + std::to_string(writer.random.Between(-rank, rank - 1)) +
                   " : i64, is_stable = true",
               {body});
}

void WriteTopK(Writer& writer) {
  const Named operand = writer.GetAny(kSignedElements | kUnsignedElements | kFloatElements, 1);
  TensorSpec values = operand.type;
  values.shape.back() = writer.random.Between(0, operand.type.shape.back());
  const std::string name = writer.NewName();
  writer.Text("  " + name + ":2 = chlo.top_k(" + operand.name +
              ", k = " + std::to_string(values.shape.back()) + ") : " + operand.type_text() +
              " -> (" + values.text() + ", " + values.With(ElementType::kI32).text() + ")\n");
  writer.Add({name + "#0", values});
  writer.Add({name + "#1", values.With(ElementType::kI32)});
}

// Carries one value along a dimension, with a result at each position.
void WriteScan(Writer& writer) {
  const Named input = writer.GetAny(kStoredElements, 1, 3);
  const int64_t dimension = writer.random.Below(static_cast<int64_t>(input.type.rank()));
  TensorSpec slice = input.type;
  slice.shape.erase(slice.shape.begin() + dimension);
  const std::string body = writer.Region(
      {slice, slice}, false,
      [&](const std::vector<Named>& values) {
        const Named sum = writer.Apply("stablehlo.add", values, {slice})[0];
        return std::vector<Named>{sum, writer.random.Chance(50) ? sum : values[0]};
      },
      /*opens_arguments=*/true);
  const Named init = writer.Get(slice);
  const std::string name = writer.NewName();
  const Named output{name + "#0", input.type, writer.AnySizes(input.type.shape)};
  const Named carry{name + "#1", slice, writer.AnySizes(slice.shape)};
  writer.Text("  " + name + ":2 = chlo.scan(" + input.name + ") inits(" + init.name +
              ") dimension=" + std::to_string(dimension) + " " + body + " : (" + input.type_text() +
              ", " + init.type_text() + ") -> (" + output.type_text() + ", " + carry.type_text() +
              ")\n");
  writer.Add(output);
  writer.Add(carry);
}

}  // namespace

std::vector<OperationKind> ReductionKinds() {
  return {{"stablehlo.reduce", 8, WriteReduce},
          {"stablehlo.sort", 3, WriteSort},
          {"chlo.scan", 1, WriteScan},
          {"chlo.top_k", 1, WriteTopK}};
}

}  // namespace paddock::generate
