// Values whose sizes change during a run: loops and branches that carry or return other sizes, and
// functions called with several sizes. The closed version of each is written without them.
#include <algorithm>

#include "tests/generate/open_text.h"
#include "tests/generate/writer.h"

namespace paddock::generate {
namespace {

constexpr int64_t kMostElements = 1000;

// Returns the type with all sizes open.
std::string OpenText(const TensorSpec& type) {
  std::string text = "tensor<";
  for (size_t d = 0; d < type.rank(); ++d) text += "?x";
  return text + std::string(Spelling(type.element)) + ">";
}

std::string DefinitionLine(const std::string& result, const std::string& operation) {
  return "  " + result + " = " + operation + "\n";
}

// Defines one name for the results of this type in both versions.
void Conclude(Writer& writer, const std::string& open, const std::string& closed,
              const TensorSpec& type) {
  const Named result = {writer.NewName(), type, writer.AnySizes(type.shape)};
  writer.Text(DefinitionLine(result.name, "\"stablehlo.convert\"(" + Either(open, closed) +
                                              ") : (" + Either(OpenText(type), type.text()) +
                                              ") -> " + result.type_text()));
  writer.Add(result);
}

// An operation that changes sizes, written with any spelling of its types.
struct Growth {
  std::string op;
  size_t dimension = 0;
  std::string padding;  // the name of a scalar

  Shape After(Shape shape) const {
    if (op == "concatenate") shape[dimension] *= 2;
    if (op == "pad") ++shape[dimension];
    return shape;
  }
  std::string Text(const std::string& operand, const TensorSpec& type,
                   const std::string& operand_type, const std::string& result_type) const;
};

std::string Growth::Text(const std::string& operand, const TensorSpec& type,
                         const std::string& operand_type, const std::string& result_type) const {
  const std::string at = std::to_string(dimension), name = "\"stablehlo." + op + "\"(" + operand;
  if (op == "reverse") {
    return name + ") <{dimensions = array<i64: " + at + ">}> : (" + operand_type + ") -> " +
           result_type;
  }
  if (op == "pad") {
    const std::string none = ArrayText(Shape(type.rank(), 0));
    Shape low(type.rank(), 0);
    low[dimension] = 1;
    return name + ", " + padding + ") <{edge_padding_low = " + ArrayText(low) +
           ", edge_padding_high = " + none + ", interior_padding = " + none + "}> : (" +
           operand_type + ", " + type.With(Shape()).text() + ") -> " + result_type;
  }
  const std::string attributes = op == "concatenate" ? " <{dimension = " + at + " : i64}>" : "";
  return name + ", " + operand + ")" + attributes + " : (" + operand_type + ", " + operand_type +
         ") -> " + result_type;
}

// Wraps it in a loop of a few iterations.
void WriteGrowingLoop(Writer& writer) {
  const Named operand = writer.GetAny(kStoredElements, 1, 3);
  if (operand.type.count() > kMostElements) return;
  const int64_t rounds = writer.random.Below(4);
  Growth growth{writer.random.Chance(50) ? "concatenate" : "pad",
                static_cast<size_t>(writer.random.Below(static_cast<int64_t>(operand.type.rank()))),
                {}};
  if (growth.op == "pad") growth.padding = writer.Get(operand.type.With(Shape())).name;
  const std::string open = OpenText(operand.type), i32 = "tensor<i32>", i1 = "tensor<i1>";
  const std::string zero = writer.KnownScalar(0).name,
                    one = writer.Integers({1}, {ElementType::kI32, {}}).name;
  const std::string limit = writer.KnownScalar(rounds).name;
  const std::string loop = writer.NewName(), i = writer.NewName(), value = writer.NewName(),
                    goes_on = writer.NewName(), next = writer.NewName(), grown = writer.NewName();
  const std::string arguments = "^bb0(" + i + ": " + i32 + ", " + value + ": " + open + "):\n";
  std::string text =
      "  " + loop + ":2 = \"stablehlo.while\"(" + zero + ", " + operand.name + ") ({\n";
  text += arguments + DefinitionLine(goes_on, "stablehlo.compare LT, " + i + ", " + limit + " : (" +
                                                  i32 + ", " + i32 + ") -> " + i1);
  text += "  stablehlo.return " + goes_on + " : " + i1 + "\n}, {\n" + arguments;
  text += DefinitionLine(next, "stablehlo.add " + i + ", " + one + " : " + i32);
  text += DefinitionLine(grown, growth.Text(value, operand.type, open, open));
  text += "  stablehlo.return " + next + ", " + grown + " : " + i32 + ", " + open + "\n}) : (" +
          i32 + ", " + operand.type_text() + ") -> (" + i32 + ", " + open + ")\n";
  std::string unrolled, last = operand.name;
  TensorSpec type = operand.type;
  for (int64_t round = 0; round < rounds; ++round) {
    const TensorSpec larger = type.With(growth.After(type.shape));
    const std::string result = loop + "_" + std::to_string(round);
    unrolled += DefinitionLine(result, growth.Text(last, type, type.text(), larger.text()));
    type = larger;
    last = result;
  }
  writer.Text(Either(text, unrolled));
  Conclude(writer, loop + "#1", last, type);
}

// Writes branches with results of different sizes; the one taken is known.
void WriteChosenSizes(Writer& writer) {
  const Named first = writer.GetAny(kStoredElements, 1);
  const auto other = writer.Find([&](const TensorSpec& type) {
    return type.element == first.type.element && type.rank() == first.type.rank() &&
           type.shape != first.type.shape;
  });
  if (!other) return;
  const int64_t value = writer.random.Below(3), limit = writer.random.Below(3);
  const Named& chosen = value < limit ? first : *other;
  const Named index = writer.KnownScalar(value);
  const Named bound = writer.KnownScalar(limit);
  const std::string truth = writer.NewName(), result = writer.NewName();
  const std::string open = OpenText(first.type);
  const auto branch = [&](const Named& given) {
    return writer.Region({}, true, [&](const auto&) {
      if (writer.random.Chance(40)) WriteOperation(writer);
      const Sizes sizes(given.type.rank(), Dimension());
      return std::vector{writer.As(given, sizes)};
    });
  };
  const std::string is_first = branch(first), is_other = branch(*other);
  std::string text =
      DefinitionLine(truth, "stablehlo.compare LT, " + index.name + ", " + bound.name +
                                " : (tensor<i32>, tensor<i32>) -> tensor<i1>");
  text += DefinitionLine(result, "\"stablehlo.if\"(" + truth + ") (" + is_first + ", " + is_other +
                                     ") : (tensor<i1>) -> " + open);
  writer.Text(Either(text, ""));
  const Named real = writer.As(chosen, {});
  Conclude(writer, result, real.name, real.type);
}

// Writes the function's operations, with static or open types. Returns the name of the last value.
std::string OperationsOf(const Writer::OpenFunction& function, const std::string& argument,
                         const std::string& prefix, TensorSpec& type, bool is_open,
                         std::string& text) {
  std::string value = argument;
  for (size_t i = 0; i < function.ops.size(); ++i) {
    const Growth growth{function.ops[i], 0, {}};
    const TensorSpec result = type.With(growth.After(type.shape));
    const std::string next = prefix + "_" + std::to_string(i);
    text += DefinitionLine(next, growth.Text(value, type, is_open ? OpenText(type) : type.text(),
                                             is_open ? OpenText(result) : result.text()));
    type = result;
    value = next;
  }
  return value;
}

void WriteOpenCall(Writer& writer) {
  if (writer.open_functions.empty()) return;
  const Writer::OpenFunction function = writer.random.Pick(writer.open_functions);
  const auto found = writer.Find([&](const TensorSpec& type) {
    return type.element == function.element && type.rank() == function.rank &&
           type.count() <= kMostElements;
  });
  if (!found) return;
  const Named operand = writer.As(*found, Sizes(function.rank, Dimension()));
  const std::string result = writer.NewName(), open = OpenText(operand.type);
  TensorSpec type = operand.type;
  std::string operations;
  const std::string last = OperationsOf(function, operand.name, result, type, false, operations);
  writer.Text(Either(DefinitionLine(result, "func.call " + function.name + "(" + operand.name +
                                                ") : (" + open + ") -> " + open),
                     operations));
  Conclude(writer, result, last, type);
}

}  // namespace

std::string WriteOpenFunction(Random& random, const std::string& name,
                              std::vector<Writer::OpenFunction>& functions) {
  constexpr ElementType kElements[] = {ElementType::kF32, ElementType::kI32, ElementType::kI1};
  constexpr const char* kOps[] = {"add",     "multiply",    "maximum",
                                  "minimum", "concatenate", "reverse"};
  Writer::OpenFunction function{
      name, random.Pick(kElements), static_cast<size_t>(random.Between(1, 3)), {}};
  const int64_t count = random.Between(1, 4);
  for (int64_t i = 0; i < count; ++i) function.ops.emplace_back(random.Pick(kOps));
  functions.push_back(function);
  TensorSpec type = {function.element, Shape(function.rank, 1)};
  const std::string open = OpenText(type);
  std::string text;
  const std::string last = OperationsOf(function, "%x", "%v", type, true, text);
  return Either("func.func private " + name + "(%x: " + open + ") -> " + open + " {\n" + text +
                    "  func.return " + last + " : " + open + "\n}\n",
                "");
}

std::vector<OperationKind> OpenSizeKinds() {
  return {{"stablehlo.while", 3, WriteGrowingLoop},
          {"stablehlo.if", 2, WriteChosenSizes},
          {"func.call", 3, WriteOpenCall}};
}

}  // namespace paddock::generate
