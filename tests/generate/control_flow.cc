// Loops, branches, calls, and operations that only order values.
#include "tests/generate/writer.h"

namespace paddock::generate {
namespace {

std::vector<TensorSpec> AnyTypes(Writer& writer, int64_t most) {
  std::vector<TensorSpec> types;
  const int64_t count = writer.random.Between(1, most);
  for (int64_t i = 0; i < count; ++i) types.push_back(writer.GetAny(kStoredElements).type);
  return types;
}

std::vector<Named> GetAll(Writer& writer, const std::vector<TensorSpec>& types) {
  std::vector<Named> values;
  for (const TensorSpec& type : types) values.push_back(writer.Get(type));
  return values;
}

std::vector<Named> WriteSome(Writer& writer, const std::vector<TensorSpec>& results) {
  const int64_t count = writer.random.Between(1, writer.depth > 1 ? 3 : 6);
  for (int64_t i = 0; i < count; ++i) WriteOperation(writer);
  return GetAll(writer, results);
}

std::string CompareWith(const char* direction) {
  return "comparison_direction = #stablehlo<comparison_direction " + std::string(direction) + ">";
}

TensorSpec IndexType() { return {ElementType::kI32, {}}; }

// Counts to at most 3, sometimes 12; the body's results may end it earlier.
void WriteWhile(Writer& writer) {
  std::vector<TensorSpec> types = AnyTypes(writer, 3);
  types.insert(types.begin(), IndexType());
  std::vector<Named> operands = GetAll(writer, types);
  operands[0] = writer.Integers({0}, IndexType());
  const int64_t limit = writer.random.Between(0, writer.random.Chance(20) ? 12 : 3);
  const bool may_stop = writer.random.Chance(30);
  const std::string condition = writer.Region(
      types, true,
      [&](const std::vector<Named>& values) {
        const TensorSpec truth = {ElementType::kI1, {}};
        Named goes_on =
            writer.Apply("stablehlo.compare", {values[0], writer.Integers({limit}, IndexType())},
                         {truth}, CompareWith("LT"))[0];
        if (may_stop)
          goes_on = writer.Apply("stablehlo.and", {goes_on, writer.Get(truth)}, {truth})[0];
        return std::vector<Named>{goes_on};
      },
      true);
  const std::string body = writer.Region(
      types, true,
      [&](const std::vector<Named>& values) {
        const Named one = writer.Integers({1}, IndexType());
        const Named next = writer.Apply("stablehlo.add", {values[0], one}, {IndexType()})[0];
        std::vector<Named> results = WriteSome(writer, types);
        // Sometimes the values are unchanged, or exchanged.
        for (size_t i = 1; i < results.size(); ++i) {
          if (writer.random.Chance(25)) results[i] = values[i];
        }
        if (results.size() > 2 && results[1].type == results[2].type && writer.random.Chance(30)) {
          std::swap(results[1], results[2]);
        }
        results[0] = next;
        return results;
      },
      true);
  writer.Apply("stablehlo.while", operands, types, "", {condition, body});
}

void WriteIf(Writer& writer) {
  const std::vector<TensorSpec> types = AnyTypes(writer, 3);
  const Named predicate = writer.Get({ElementType::kI1, {}});
  std::vector<std::string> branches;
  for (int i = 0; i < 2; ++i) {
    branches.push_back(
        writer.Region({}, true, [&](const auto&) { return WriteSome(writer, types); }));
  }
  writer.Apply("stablehlo.if", {predicate}, types, "", branches);
}

void WriteCase(Writer& writer) {
  const std::vector<TensorSpec> types = AnyTypes(writer, 3);
  const Named index = writer.Get(IndexType());
  std::vector<std::string> branches;
  const int64_t count = writer.random.Between(1, 4);
  for (int64_t i = 0; i < count; ++i) {
    branches.push_back(
        writer.Region({}, true, [&](const auto&) { return WriteSome(writer, types); }));
  }
  writer.Apply("stablehlo.case", {index}, types, "", branches);
}

const Writer::Function* AnyFunction(Writer& writer) {
  return writer.functions.empty() ? nullptr : &writer.random.Pick(writer.functions);
}

std::vector<Named> Arguments(Writer& writer, const Writer::Function& function) {
  std::vector<Named> values;
  for (const Named& argument : function.arguments) {
    values.push_back(writer.As(writer.Get(argument.type), argument.sizes));
  }
  for (int64_t value : function.known) values.push_back(writer.As(writer.KnownScalar(value), {}));
  return values;
}

void WriteCall(Writer& writer) {
  const Writer::Function* function = AnyFunction(writer);
  if (function == nullptr) return;
  writer.ApplyAs("func.call", Arguments(writer, *function), function->results,
                 "callee = " + function->name);
}

void WriteComposite(Writer& writer) {
  const Writer::Function* function = AnyFunction(writer);
  if (function == nullptr) return;
  writer.ApplyAs(
      "stablehlo.composite", Arguments(writer, *function), function->results,
      "name = \"generated.helper\", decomposition = " + function->name + ", version = 1 : i32");
}

void WriteBarrier(Writer& writer) {
  const std::vector<TensorSpec> types = AnyTypes(writer, 3);
  writer.Apply("stablehlo.optimization_barrier", GetAll(writer, types), types);
}

// Sends a token and a value through a barrier together.
void WriteTokens(Writer& writer) {
  const Named value = writer.GetAny(kStoredElements);
  const std::string first = writer.NewName(), second = writer.NewName(), both = writer.NewName();
  const std::string token = "!stablehlo.token", types = token + ", " + value.type_text();
  writer.Text("  " + first + " = stablehlo.create_token : " + token + "\n  " + second +
              " = stablehlo.after_all " + first + ", " + first + " : " + token + "\n  " + both +
              ":2 = stablehlo.optimization_barrier " + second + ", " + value.name + " : " + types +
              "\n");
  writer.Add({both + "#1", value.type, value.sizes});
}

// Packs values, and takes one or all of the elements out again.
void WriteTuple(Writer& writer) {
  const std::vector<TensorSpec> types = AnyTypes(writer, 3);
  const std::vector<Named> values = GetAll(writer, types);
  const std::string tuple = writer.NewName(), type = "tuple<" + TypesOf(values) + ">";
  writer.Text("  " + tuple + " = \"stablehlo.tuple\"(" + NamesOf(values) + ") : (" +
              TypesOf(values) + ") -> " + type + "\n");
  for (size_t i = 0; i < types.size(); ++i) {
    if (writer.random.Chance(30)) continue;
    const std::string element = writer.NewName();
    writer.Text("  " + element + " = \"stablehlo.get_tuple_element\"(" + tuple + ") <{index = " +
                std::to_string(i) + " : i32}> : (" + type + ") -> " + values[i].type_text() + "\n");
    writer.Add({element, types[i], values[i].sizes});
  }
}

}  // namespace

std::vector<OperationKind> ControlFlowKinds() {
  return {{"stablehlo.while", 4, WriteWhile},
          {"stablehlo.if", 4, WriteIf},
          {"stablehlo.case", 2, WriteCase},
          {"func.call", 4, WriteCall},
          {"stablehlo.composite", 1, WriteComposite},
          {"stablehlo.optimization_barrier", 1, WriteBarrier},
          {"stablehlo.after_all", 1, WriteTokens},
          {"stablehlo.tuple", 2, WriteTuple}};
}

}  // namespace paddock::generate
