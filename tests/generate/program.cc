#include "tests/generate/program.h"

#include <algorithm>

#include "tests/generate/open_text.h"
#include "tests/generate/writer.h"

namespace paddock::generate {
namespace {

constexpr int kDeepest = 3;

struct Family {
  std::vector<OperationKind> kinds;
  bool fits_bodies = false;
  bool has_regions_of_its_own = false;
  bool is_collective = false;
  bool is_open = false;
  bool computes_sizes = false;
};

const std::vector<Family>& Families() {
  static const std::vector<Family> families = {{ElementwiseKinds(), true, false},
                                               {DataMovementKinds(), false, false},
                                               {IndexingKinds(), false, false},
                                               {ContractionKinds(), false, false},
                                               {ReductionKinds(), false, false},
                                               {WindowKinds(), false, false},
                                               {LinearAlgebraKinds(), false, false},
                                               {ControlFlowKinds(), false, true},
                                               {DynamismKinds(), false, false, false, false, true},
                                               {CollectiveKinds(), false, false, true},
                                               {QuantizationKinds(), false, false},
                                               {OpenSizeKinds(), false, true, false, true}};
  return families;
}

// Loops and branches within the body of a reduction are rare, and small.
bool IsAllowed(const Writer& writer, const Family& family) {
  if (writer.is_in_body) return family.fits_bodies;
  if (family.is_open && writer.openness == 0) return false;
  if (family.is_collective) return writer.meets_anywhere || writer.depth == 0;
  return !family.has_regions_of_its_own || writer.depth < kDeepest;
}

std::vector<Named> NewArguments(Writer& writer, int64_t most, size_t most_rank) {
  std::vector<Named> arguments;
  const int64_t count = writer.random.Between(1, most);
  for (int64_t i = 0; i < count; ++i) {
    const TensorSpec type = {writer.AnyElement(kStoredElements), writer.AnyShape(0, most_rank)};
    arguments.push_back({writer.NewName(), type, writer.AnySizes(type.shape)});
  }
  return arguments;
}

// Scalar arguments that sizes are computed from.
std::vector<Named> KnownArguments(Writer& writer) {
  std::vector<Named> arguments;
  const int64_t count = writer.openness == 0 ? 0 : writer.random.Between(1, 2);
  for (int64_t i = 0; i < count; ++i) {
    arguments.push_back({writer.NewName(), {ElementType::kI32, {}}});
    writer.known.push_back({arguments.back().name, writer.random.Between(0, 5)});
  }
  return arguments;
}

// Returns the weight of a kind. On a grid of several processes about half of all operations are
// collective; open programs compute sizes more often.
int WeightOf(const Writer& writer, const Family& family, const OperationKind& kind) {
  if (family.is_collective && writer.replicas * writer.partitions > 1) return 12 * kind.weight;
  return writer.openness > 0 && family.computes_sizes ? 3 * kind.weight : kind.weight;
}

// Settings shared by all functions of a program.
struct Frame {
  int64_t replicas = 1;
  int64_t partitions = 1;
  bool meets_anywhere = true;
  int openness = 0;
  std::vector<Shape> shapes = {};
  std::vector<ElementType> elements = {};
  std::vector<Writer::Function> functions = {};
  std::vector<Writer::OpenFunction> open_functions = {};

  void Prepare(Writer& writer) const {
    writer.replicas = replicas;
    writer.partitions = partitions;
    writer.meets_anywhere = meets_anywhere;
    writer.openness = openness;
    writer.shapes = shapes;
    if (!elements.empty()) writer.Prefer(elements);
    writer.functions = functions;
    writer.open_functions = open_functions;
  }
};

// Writes a function that later ones and @main may call.
std::string WriteHelper(uint64_t seed, int64_t index, Frame& frame) {
  Writer writer(seed * 31 + static_cast<uint64_t>(index) + 7);
  frame.Prepare(writer);
  writer.depth = 1;
  std::vector<Named> arguments = NewArguments(writer, 3, 2);
  const std::string name = "@helper" + std::to_string(index);
  Writer::Function function = {name, arguments, {}, {}};
  for (Named& argument : KnownArguments(writer)) arguments.push_back(std::move(argument));
  for (const auto& argument : writer.known) function.known.push_back(argument.value);
  for (const Named& argument : arguments) writer.Add(argument);
  const int64_t count = writer.random.Between(1, 5);
  for (int64_t i = 0; i < count; ++i) WriteOperation(writer);
  function.results = {writer.scope().back()};
  if (writer.random.Chance(30)) function.results.push_back(writer.random.Pick(writer.scope()));
  frame.functions.push_back(function);
  return FunctionText("private " + name, arguments, writer.Take(), function.results);
}

// Returns the last values and some others, each only once.
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
  // A kind may find nothing to write; a few tries suffice.
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

// Returns the value in a comment for an argument on process `i`. Not every literal includes its
// sizes.
std::string InputText(Writer& writer, const Frame& frame, const Named& argument, int64_t i) {
  const bool is_grid = frame.replicas * frame.partitions > 1;
  const std::string process = "@(" + ListText({i / frame.partitions, i % frame.partitions}) + ")";
  std::string value;
  for (const auto& known : writer.known) {
    if (known.name == argument.name) value = std::to_string(known.value);
  }
  if (value.empty()) value = writer.Literal(argument.type);
  const bool needs_type = !argument.sizes.empty();
  return "  // " + argument.name + (is_grid ? process : "") + ": " + value +
         (needs_type ? " : " + argument.type.text() : "") + "\n";
}

std::string WriteFor(Frame frame, Random& random, uint64_t seed, int64_t operations) {
  std::string text = "// paddock: example\n";
  if (frame.replicas * frame.partitions > 1) {
    text += "// num_replicas: " + std::to_string(frame.replicas) +
            "\n// num_partitions: " + std::to_string(frame.partitions) + "\n";
  }
  const int64_t open_functions = frame.openness == 0 ? 0 : random.Below(3);
  for (int64_t i = 0; i < open_functions; ++i) {
    text += WriteOpenFunction(random, "@open" + std::to_string(i), frame.open_functions);
  }
  const int64_t helpers = random.Below(3);
  for (int64_t i = 0; i < helpers; ++i) text += WriteHelper(seed, i, frame);
  Writer writer(seed);
  frame.Prepare(writer);
  std::vector<Named> arguments = NewArguments(writer, 4, 4);
  for (Named& argument : KnownArguments(writer)) arguments.push_back(std::move(argument));
  std::string values;
  for (const Named& argument : arguments) {
    writer.Add(argument);
    for (int64_t i = 0; i < frame.replicas * frame.partitions; ++i) {
      values += InputText(writer, frame, argument, i);
    }
  }
  for (int64_t i = 0; i < operations; ++i) WriteOperation(writer);
  const std::vector<Named> results = ChooseResults(writer);
  return text + FunctionText("@main", arguments, values + writer.Take(), results);
}

Frame AnyGrid(Random& random) {
  Frame frame{random.Between(1, 4), random.Between(1, 4), random.Chance(12)};
  if (frame.replicas * frame.partitions == 1) frame.replicas = 2;
  return frame;
}

}  // namespace

std::string WriteProgram(uint64_t seed, int64_t operations) {
  Random random(seed ^ 0x5DEECE66Du);
  return WriteFor({}, random, seed, operations);
}

std::string WriteRelatedProgram(uint64_t seed, int64_t operations) {
  constexpr int64_t kRows[] = {1, 2, 3, 4, 7, 16, 40, 129}, kColumns[] = {1, 2, 3, 8, 17, 64, 100};
  constexpr int64_t kLengths[] = {5, 16, 33, 100, 257, 1000, 4099};
  using enum ElementType;
  constexpr ElementType kElements[] = {kF32, kF32,  kF32, kI32,  kI1, kF64, kC64,  kC128,
                                       kF16, kBF16, kI64, kUI32, kI8, kUI8, kUI64, kI16};
  Random random(seed ^ 0x3C6EF372u);
  Frame frame;
  if (random.Chance(40)) {
    frame.shapes = {{random.Pick(kLengths)}, {}};
  } else {
    const int64_t rows = random.Pick(kRows), columns = random.Pick(kColumns);
    frame.shapes = {{rows, columns}, {rows, columns}, {columns}, {rows}, {}};
    if (random.Chance(50)) frame.shapes.push_back({columns, rows});
    if (random.Chance(50)) frame.shapes.push_back({rows, 1});
    if (random.Chance(30)) frame.shapes.push_back({random.Between(2, 4), rows, columns});
    if (random.Chance(20)) frame.shapes.push_back({rows * columns});
  }
  const int64_t elements = random.Between(1, 3);
  for (int64_t i = 0; i < elements; ++i) frame.elements.push_back(random.Pick(kElements));
  return WriteFor(std::move(frame), random, seed, operations);
}

std::string WriteGridProgram(uint64_t seed, int64_t operations) {
  Random random(seed ^ 0x2545F491u);
  return WriteFor(AnyGrid(random), random, seed, operations);
}

OpenProgram WriteOpenProgram(uint64_t seed, int64_t operations) {
  constexpr int kOpenness[] = {15, 40, 75, 100};
  Random random(seed ^ 0x41C64E6Du);
  Frame frame = random.Chance(15) ? AnyGrid(random) : Frame();
  frame.openness = random.Pick(kOpenness);
  const std::string text = WriteFor(frame, random, seed, operations);
  return {Resolve(text, true), Resolve(text, false)};
}

}  // namespace paddock::generate
