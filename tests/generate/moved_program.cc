// Programs of idioms that move the elements of large arrays.
#include <algorithm>
#include <utility>

#include "tests/generate/moves.h"
#include "tests/generate/program.h"

namespace paddock::generate {
namespace {

void WriteIdiom(Moves& moves);

// Writes idioms whose values later ones read, and returns the last value.
Named WriteSome(Moves& moves, int64_t most) {
  const int64_t count = moves.random().Between(1, most);
  for (int64_t i = 0; i < count; ++i) WriteIdiom(moves);
  return moves.values.back();
}

// Two to four iterations of a few idioms; the values are often exchanged.
Named WriteLoop(Moves& moves) {
  Writer& writer = moves.writer;
  const TensorSpec index = {ElementType::kI32, {}};
  std::vector<Named> operands = {writer.Integers({0}, index)};
  std::vector<TensorSpec> types = {index};
  const int64_t count = writer.random.Between(1, 3);
  for (int64_t i = 0; i < count; ++i) {
    operands.push_back(moves.Any());
    types.push_back(operands.back().type);
  }
  const int64_t limit = writer.random.Between(2, 4);
  const std::string condition = writer.Region(types, true, [&](const std::vector<Named>& values) {
    return writer.Apply("stablehlo.compare", {values[0], writer.Integers({limit}, index)},
                        {{ElementType::kI1, {}}},
                        "comparison_direction = #stablehlo<comparison_direction LT>");
  });
  const std::string body = writer.Region(types, true, [&](const std::vector<Named>& values) {
    const Named one = writer.Integers({1}, index);
    std::vector<Named> next = {Binary(writer, "stablehlo.add", values[0], one)};
    Moves inner = {writer, moves.shape, moves.elements, moves.values, moves.starts};
    if (writer.random.Chance(60)) inner.values.clear();
    inner.values.insert(inner.values.end(), values.begin() + 1, values.end());
    if (writer.random.Chance(50)) inner.starts.push_back(values[0]);
    for (size_t i = 1; i < values.size(); ++i) {
      const Named last = WriteSome(inner, 2);
      const bool fits = last.type == types[i];
      next.push_back(fits ? last : inner.Any(types[i].element));
    }
    if (next.size() > 2 && types[1] == types[2] && writer.random.Chance(30)) {
      std::swap(next[1], next[2]);
    }
    return next;
  });
  const std::vector<Named> results =
      writer.Apply("stablehlo.while", operands, types, "", {condition, body});
  for (size_t i = 2; i < results.size(); ++i) moves.values.push_back(results[i]);
  return results[1];
}

Named WriteCall(Moves& moves) {
  const Writer::Function& function = moves.random().Pick(moves.writer.functions);
  std::vector<Named> operands;
  for (const Named& argument : function.arguments) {
    operands.push_back(moves.Any(argument.type.element));
  }
  const std::vector<Named> results =
      moves.writer.ApplyAs("func.call", operands, function.results, "callee = " + function.name);
  for (size_t i = 1; i < results.size(); ++i) moves.results.push_back(results[i]);
  return results[0];
}

Named AnyIdiom(Moves& moves) {
  static const std::vector<MoveIdiom> idioms = [] {
    std::vector<MoveIdiom> all = ShiftIdioms();
    for (const auto& family : {StackIdioms(), FoldIdioms(), ChoiceIdioms()}) {
      all.insert(all.end(), family.begin(), family.end());
    }
    return all;
  }();
  const Writer& writer = moves.writer;
  if (writer.depth < 2 && moves.random().Chance(writer.depth == 0 ? 5 : 2)) return WriteLoop(moves);
  if (!writer.functions.empty() && moves.random().Chance(6)) return WriteCall(moves);
  int64_t total = 0;
  for (const MoveIdiom& idiom : idioms) total += idiom.weight;
  int64_t choice = moves.random().Below(total);
  size_t chosen = 0;
  while ((choice -= idioms[chosen].weight) >= 0) ++chosen;
  return idioms[chosen].write(moves);
}

// At the outermost level some values are only returned, and some returned and read.
void WriteIdiom(Moves& moves) {
  const Named value = AnyIdiom(moves);
  const bool is_returned = moves.writer.depth == 0 && moves.random().Chance(30);
  const bool is_only_returned = is_returned && moves.random().Chance(60);
  if (is_returned) moves.results.push_back(value);
  if (!is_only_returned || moves.values.empty()) moves.values.push_back(value);
}

// Returns the last values and the kept ones, each only once.
std::vector<Named> ChooseResults(const Moves& moves) {
  constexpr size_t kMost = 12;
  std::vector<Named> results;
  std::vector<Named> wanted(
      moves.values.end() - std::min<std::ptrdiff_t>(2, std::ssize(moves.values)),
      moves.values.end());
  wanted.insert(wanted.end(), moves.results.rbegin(), moves.results.rend());
  for (const Named& value : wanted) {
    const bool is_there = std::ranges::any_of(
        results, [&](const Named& result) { return result.name == value.name; });
    if (!is_there && results.size() < kMost) results.push_back(value);
  }
  return results;
}

std::vector<Named> AnyArguments(Moves& moves, int64_t most) {
  std::vector<Named> arguments;
  const int64_t count = moves.random().Between(1, most);
  for (int64_t i = 0; i < count; ++i) {
    const ElementType element = moves.random().Pick(moves.elements);
    arguments.push_back({moves.writer.NewName(), {element, moves.shape}});
    moves.values.push_back(arguments.back());
  }
  return arguments;
}

// Writes a function of a few idioms that @main calls.
std::string WriteHelper(uint64_t seed, const Shape& shape, const std::vector<ElementType>& elements,
                        std::vector<Writer::Function>& functions) {
  Writer writer(seed ^ 0x6A09E667u);
  writer.Prefer(elements);
  writer.depth = 1;
  Moves moves = {writer, shape, elements};
  const std::vector<Named> arguments = AnyArguments(moves, 3);
  std::vector<Named> results = {WriteSome(moves, 4)};
  if (writer.random.Chance(50)) {
    const Named other = moves.Any();
    if (other.name != results[0].name) results.push_back(other);
  }
  functions.push_back({"@helper", arguments, {}, results});
  return FunctionText("private @helper", arguments, writer.Take(), results);
}

Shape AnyMainShape(Random& random) {
  constexpr int64_t kMost = 20000;
  constexpr int64_t kLengths[] = {64, 129, 500, 1000, 1025, 4099, 6000, 16384};
  constexpr int64_t kRows[] = {2, 3, 7, 16, 33, 40, 64, 129, 300, 1000};
  constexpr int64_t kColumns[] = {1, 2, 3, 8, 17, 31, 50, 64, 100, 257};
  constexpr int64_t kPlanes[] = {2, 3, 7, 9, 16};
  if (random.Chance(8)) {
    Shape shape(static_cast<size_t>(random.Between(1, 3)));
    for (int64_t& size : shape) size = random.Between(1, 5);
    return shape;
  }
  const int64_t rank = random.Between(1, 3);
  if (rank == 1) return {random.Chance(70) ? random.Pick(kLengths) : random.Between(500, 9000)};
  Shape shape;
  do {
    shape = {random.Pick(kRows), random.Pick(kColumns)};
    if (rank == 3) shape.insert(shape.begin(), random.Pick(kPlanes));
  } while (TensorSpec{ElementType::kF32, shape}.count() > kMost);
  return shape;
}

std::vector<ElementType> AnyElements(Random& random) {
  std::vector<ElementType> stored;
  for (size_t i = 0; i < kElementTypeCount; ++i) {
    const auto type = static_cast<ElementType>(i);
    if ((ElementBit(type) & kStoredElements) != 0) stored.push_back(type);
  }
  using enum ElementType;
  constexpr ElementType kUsual[] = {kF64, kBF16, kF16, kI32, kI1, kI64, kI8, kUI8, kC64};
  std::vector<ElementType> elements;
  const int64_t count = random.Chance(60) ? 1 : 2;
  for (int64_t i = 0; i < count; ++i) {
    if (random.Chance(50)) {
      elements.push_back(kF32);
    } else {
      elements.push_back(random.Chance(60) ? random.Pick(kUsual) : random.Pick(stored));
    }
  }
  return elements;
}

}  // namespace

std::string WriteMovedProgram(uint64_t seed, int64_t operations) {
  Random random(seed ^ 0x1F83D9ABu);
  const Shape shape = AnyMainShape(random);
  const std::vector<ElementType> elements = AnyElements(random);
  std::string text = "// paddock: example\n";
  Writer writer(seed);
  if (random.Chance(30)) text += WriteHelper(seed, shape, elements, writer.functions);
  writer.Prefer(elements);
  Moves moves = {writer, shape, elements};
  std::vector<Named> arguments = AnyArguments(moves, 3);
  std::string values;
  for (const Named& argument : arguments) {
    values += "  // " + argument.name + ": " + writer.Literal(argument.type) + "\n";
  }
  if (random.Chance(60)) {
    const int64_t start = random.Between(-2, shape.back());
    arguments.push_back({writer.NewName(), {ElementType::kI32, {}}});
    moves.starts = {arguments.back()};
    values += "  // " + arguments.back().name + ": " + std::to_string(start) + "\n";
  }
  for (int64_t i = 0; i < operations; ++i) WriteIdiom(moves);
  const std::vector<Named> results = ChooseResults(moves);
  return text + FunctionText("@main", arguments, values + writer.Take(), results);
}

}  // namespace paddock::generate
