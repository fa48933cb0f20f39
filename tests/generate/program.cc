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
};

const std::vector<Family>& Families() {
  static const std::vector<Family> families = {
      {ElementwiseKinds(), true, false},    {DataMovementKinds(), false, false},
      {IndexingKinds(), false, false},      {ContractionKinds(), false, false},
      {ReductionKinds(), false, false},     {WindowKinds(), false, false},
      {LinearAlgebraKinds(), false, false}, {ControlFlowKinds(), false, true},
      {DynamismKinds(), false, false},      {CollectiveKinds(), false, false},
      {QuantizationKinds(), false, false}};
  return families;
}

// Loops and branches within a body of a reduction are rare, and only where they are small.
bool IsAllowed(const Writer& writer, const Family& family) {
  if (writer.is_in_body) return family.fits_bodies;
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

// A function that later ones and @main may call.
std::string WriteHelper(uint64_t seed, int64_t index, std::vector<Writer::Function>& functions) {
  Writer writer(seed * 31 + static_cast<uint64_t>(index) + 7);
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
    for (const Family& family : Families()) {
      if (!IsAllowed(writer, family)) continue;
      for (const OperationKind& kind : family.kinds) {
        if (!writer.Runs(kind.op)) continue;
        kinds.push_back(&kind);
        total += kind.weight;
      }
    }
    int64_t choice = writer.random.Below(total);
    const auto chosen = std::ranges::find_if(
        kinds, [&](const OperationKind* kind) { return (choice -= kind->weight) < 0; });
    const size_t before = writer.scope().size();
    (*chosen)->write(writer);
    if (writer.scope().size() > before) return;
  }
}

std::string WriteProgram(uint64_t seed, int64_t operations) {
  std::vector<Writer::Function> functions;
  std::string text = "// paddock: example\n";
  Random random(seed ^ 0x5DEECE66Du);
  const int64_t helpers = random.Below(3);
  for (int64_t i = 0; i < helpers; ++i) text += WriteHelper(seed, i, functions);
  Writer writer(seed);
  writer.functions = functions;
  const std::vector<Named> arguments = NewArguments(writer, 4, 4);
  std::string values;
  for (const Named& argument : arguments) {
    writer.Add(argument);
    values += "  // " + argument.name + ": " + writer.Literal(argument.type) + "\n";
  }
  for (int64_t i = 0; i < operations; ++i) WriteOperation(writer);
  const std::vector<Named> results = ChooseResults(writer);
  return text + Close(results, values + writer.Take(), "func.func @main" + Signature(arguments));
}

}  // namespace paddock::generate
