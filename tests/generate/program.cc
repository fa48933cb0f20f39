#include "tests/generate/program.h"

#include <algorithm>

#include "tests/generate/writer.h"

namespace paddock::generate {
namespace {

constexpr int kDeepest = 3;

struct Family {
  std::vector<OperationKind> kinds;
  bool fits_bodies = false;
  bool has_regions_of_its_own = false;
  bool is_collective = false;
};

const std::vector<Family>& Families() {
  static const std::vector<Family> families = {
      {ElementwiseKinds(), true, false},    {DataMovementKinds(), false, false},
      {IndexingKinds(), false, false},      {ContractionKinds(), false, false},
      {ReductionKinds(), false, false},     {WindowKinds(), false, false},
      {LinearAlgebraKinds(), false, false}, {ControlFlowKinds(), false, true},
      {DynamismKinds(), false, false},      {CollectiveKinds(), false, false, true},
      {QuantizationKinds(), false, false}};
  return families;
}

// Loops and branches within a body of a reduction are rare, and only where they are small.
bool IsAllowed(const Writer& writer, const Family& family) {
  if (writer.is_in_body) return family.fits_bodies;
  if (family.is_collective) return writer.meets_anywhere || writer.depth == 0;
  return !family.has_regions_of_its_own || writer.depth < kDeepest;
}

std::string Signature(const std::vector<Named>& arguments) {
  std::string text;
  for (const Named& argument : arguments) {
    text += (text.empty() ? "" : ", ") + argument.name + ": " + argument.type.text();
  }
  return "(" + text + ")";
}

std::vector<Named> NewArguments(Writer& writer, int64_t most, size_t most_rank) {
  std::vector<Named> arguments;
  const int64_t count = writer.random.Between(1, most);
  for (int64_t i = 0; i < count; ++i) {
    arguments.push_back(
        {writer.NewName(), {writer.AnyElement(kStoredElements), writer.AnyShape(0, most_rank)}});
  }
  return arguments;
}

std::string Close(const std::vector<Named>& results, const std::string& body,
                  const std::string& head) {
  return head + " -> (" + TypesOf(results) + ") {\n" + body + "  func.return " + NamesOf(results) +
         " : " + TypesOf(results) + "\n}\n";
}

// Of a grid of several processes about half are collective.
int WeightOf(const Writer& writer, const Family& family, const OperationKind& kind) {
  return kind.weight * (family.is_collective && writer.replicas * writer.partitions > 1 ? 12 : 1);
}

struct ProgramGrid {
  int64_t replicas = 1;
  int64_t partitions = 1;
  bool meets_anywhere = true;

  void Prepare(Writer& writer) const {
    writer.replicas = replicas;
    writer.partitions = partitions;
    writer.meets_anywhere = meets_anywhere;
  }
};

// A function that later ones and @main may call.
std::string WriteHelper(uint64_t seed, int64_t index, const ProgramGrid& grid,
                        std::vector<Writer::Function>& functions) {
  Writer writer(seed * 31 + static_cast<uint64_t>(index) + 7);
  grid.Prepare(writer);
  writer.functions = functions;
  writer.depth = 1;
  const std::vector<Named> arguments = NewArguments(writer, 3, 2);
  for (const Named& argument : arguments) writer.Add(argument);
  const int64_t count = writer.random.Between(1, 5);
  for (int64_t i = 0; i < count; ++i) WriteOperation(writer);
  std::vector<Named> results = {writer.scope().back()};
  if (writer.random.Chance(30)) results.push_back(writer.random.Pick(writer.scope()));
  const std::string name = "@helper" + std::to_string(index);
  Writer::Function function = {name, {}, {}};
  for (const Named& argument : arguments) function.arguments.push_back(argument.type);
  for (const Named& result : results) function.results.push_back(result.type);
  functions.push_back(function);
  return Close(results, writer.Take(), "func.func private " + name + Signature(arguments));
}

// The last values, some others, and each only once.
std::vector<Named> ChooseResults(Writer& writer) {
  const std::vector<Named>& scope = writer.scope();
  std::vector<Named> results;
  for (size_t i = 0; i < scope.size(); ++i) {
    const bool is_late = i + 3 >= scope.size();
    if (is_late || writer.random.Chance(15)) results.push_back(scope[i]);
  }
  return results;
}

}  // namespace

void WriteOperation(Writer& writer) {
  // A kind may find nothing to write; in a few tries one does.
  for (int attempt = 0; attempt < 20; ++attempt) {
    int total = 0;
    std::vector<const OperationKind*> kinds;
    std::vector<int> weights;
    for (const Family& family : Families()) {
      if (!IsAllowed(writer, family)) continue;
      for (const OperationKind& kind : family.kinds) {
        if (!writer.Runs(kind.op)) continue;
        kinds.push_back(&kind);
        weights.push_back(WeightOf(writer, family, kind));
        total += weights.back();
      }
    }
    int64_t choice = writer.random.Below(total);
    size_t chosen = 0;
    while ((choice -= weights[chosen]) >= 0) ++chosen;
    const size_t before = writer.scope().size();
    kinds[chosen]->write(writer);
    if (writer.scope().size() > before) return;
  }
}

namespace {

std::string WriteFor(const ProgramGrid& grid, Random& random, uint64_t seed, int64_t operations) {
  std::vector<Writer::Function> functions;
  std::string text = "// paddock: example\n";
  const bool is_grid = grid.replicas * grid.partitions > 1;
  if (is_grid) {
    text += "// num_replicas: " + std::to_string(grid.replicas) +
            "\n// num_partitions: " + std::to_string(grid.partitions) + "\n";
  }
  const int64_t helpers = random.Below(3);
  for (int64_t i = 0; i < helpers; ++i) text += WriteHelper(seed, i, grid, functions);
  Writer writer(seed);
  grid.Prepare(writer);
  writer.functions = functions;
  const std::vector<Named> arguments = NewArguments(writer, 4, 4);
  std::string values;
  for (const Named& argument : arguments) {
    writer.Add(argument);
    for (int64_t i = 0; i < grid.replicas * grid.partitions; ++i) {
      const std::string process = "@(" + ListText({i / grid.partitions, i % grid.partitions}) + ")";
      values += "  // " + argument.name + (is_grid ? process : "") + ": " +
                writer.Literal(argument.type) + "\n";
    }
  }
  for (int64_t i = 0; i < operations; ++i) WriteOperation(writer);
  const std::vector<Named> results = ChooseResults(writer);
  return text + Close(results, values + writer.Take(), "func.func @main" + Signature(arguments));
}

}  // namespace

std::string WriteProgram(uint64_t seed, int64_t operations) {
  Random random(seed ^ 0x5DEECE66Du);
  return WriteFor({}, random, seed, operations);
}

std::string WriteGridProgram(uint64_t seed, int64_t operations) {
  Random random(seed ^ 0x2545F491u);
  ProgramGrid grid{random.Between(1, 4), random.Between(1, 4), random.Chance(12)};
  if (grid.replicas * grid.partitions == 1) grid.replicas = 2;
  return WriteFor(grid, random, seed, operations);
}

}  // namespace paddock::generate
