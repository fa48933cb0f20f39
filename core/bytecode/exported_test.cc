#include "core/bytecode/exported.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "core/bytecode/artifact.h"
#include "core/text/print/print.h"

namespace paddock {
namespace {

using Names = std::vector<std::string>;

std::string ReadExample(const std::string& name) {
  std::ifstream file("tests/artifacts/" + name, std::ios::binary);
  REQUIRE(file);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct ReadFileResult {
  explicit ReadFileResult(const std::string& bytes) {
    // Heap memory, so that sanitizers detect reads past the end or after its release.
    auto owner = std::make_shared<const std::string>(bytes);
    const auto all = std::as_bytes(std::span(*owner));
    module = ReadExported(all, std::move(owner), info, sink);
    for (const Diagnostic& diagnostic : sink.diagnostics()) message = diagnostic.message;
  }

  Names ArgumentNames() const {
    Names names;
    for (const Value* argument : FunctionBody(*module->FindSymbol("main"))->arguments) {
      names.emplace_back(argument->name);
    }
    return names;
  }

  ExportedInfo info;
  DiagnosticSink sink;
  std::unique_ptr<Module> module;
  std::string message;
};

// Overwrites a number in the root table's field.
void SetU16(std::string& bytes, size_t field, uint16_t value) {
  const auto u16 = [&](size_t at) {
    return static_cast<size_t>(static_cast<uint8_t>(bytes[at]) | static_cast<uint8_t>(bytes[at + 1])
                                                                     << 8);
  };
  const size_t table = u16(0);
  const size_t vtable = table - u16(table);
  const size_t at = table + u16(vtable + 4 + 2 * field);
  bytes[at] = static_cast<char>(value & 0xFF);
  bytes[at + 1] = static_cast<char>(value >> 8);
}

TEST_CASE("a file of jax.export reads as its artifact, with its names", "[exported]") {
  const std::string name =
      GENERATE("layer", "symbolic", "versioned", "platforms", "sharded", "shardy", "mapped");
  const std::string bytes = ReadExample(name + ".jax");
  CHECK(IsExported(bytes));
  CHECK_FALSE(IsArtifact(bytes));
  const ReadFileResult read(bytes);
  REQUIRE(read.message == "");
  const std::string artifact = ReadExample(name + ".jax.artifact");
  CHECK_FALSE(IsExported(artifact));
  DiagnosticSink sink;
  const auto version = ParseProducer(read.module->origin()->producer);
  CHECK(WriteArtifact(*read.module, *version, sink) == artifact);
}

TEST_CASE("arguments of an export have their names in Python", "[exported]") {
  const ReadFileResult layer(ReadExample("layer.jax"));
  CHECK(layer.ArgumentNames() == Names{"params_b_0", "params_w", "x", "scale"});
  CHECK(layer.info.comment ==
        "// jax.export of layer for cpu, 1 device, calling convention 10\n"
        "// its gradient, which is in the file too, is omitted\n"
        "// argument params_b_0: params['b'][0]\n"
        "// argument params_w: params['w']\n"
        "// args[0]['unused'] is not used, and no argument here\n");
  const ReadFileResult platforms(ReadExample("platforms.jax"));
  CHECK(platforms.ArgumentNames() == Names{"platform_index", "x"});
  CHECK(platforms.info.platforms == Names{"cpu", "tpu"});
}

TEST_CASE("the comment has symbolic sizes and shardings of an export", "[exported]") {
  CHECK(ReadFileResult(ReadExample("symbolic.jax")).info.comment ==
        "// jax.export of <lambda> for cpu, 1 device, calling convention 10\n"
        "// argument args_0: args[0], [rows, columns]\n");
  CHECK(ReadFileResult(ReadExample("sharded.jax")).info.comment ==
        "// jax.export of <lambda> for cpu, 4 devices, calling convention 10\n"
        "// argument x: x, P('data', None) over data=2, model=2\n"
        "// argument w: w, P(None, 'model') over data=2, model=2\n"
        "// result 0: result, P('data', 'model') over data=2, model=2\n");
}

TEST_CASE("an export whose shardings are Shardy's opens, with its meshes and bodies",
          "[exported]") {
  const ReadFileResult shardy(ReadExample("shardy.jax"));
  REQUIRE(shardy.message == "");
  const std::string text = Print(*shardy.module);
  CHECK(text.find("sdy.mesh @mesh = <[\"data\"=2, \"model\"=2]>") != std::string::npos);
  CHECK(text.find("%x: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"data\"}, {}]>}") !=
        std::string::npos);
  const ReadFileResult mapped(ReadExample("mapped.jax"));
  REQUIRE(mapped.message == "");
  const std::string body = Print(*mapped.module);
  CHECK(body.find("<@mesh, [{\"data\", \"model\"}, {}]>") != std::string::npos);
  CHECK(body.find("in_shardings=[<@mesh, [{\"data\"}, {\"model\"}]>, <@mesh, [{\"model\"}, {}]>] "
                  "out_shardings=[<@mesh, [{\"data\"}, {}]>] "
                  "manual_axes={\"data\", \"model\"}") != std::string::npos);
}

TEST_CASE("an export of an unsupported calling convention is refused", "[exported]") {
  std::string bytes = ReadExample("layer.jax");
  SetU16(bytes, 14, 11);
  CHECK(ReadFileResult(bytes).message ==
        "a file of jax.export of calling convention 11, but 9 and 10 are read");
  SetU16(bytes, 14, 8);
  CHECK(ReadFileResult(bytes).message ==
        "a file of jax.export of calling convention 8, but 9 and 10 are read");
}

TEST_CASE("an export has the version of JAX, and later versions of the schema are read",
          "[exported]") {
  std::string bytes = ReadExample("versioned.jax");
  const std::string comment =
      "// jax.export of layer for cpu, 1 device, calling convention 10, by JAX 0.12.0.1\n"
      "// argument args_0_b_0: args[0]['b'][0]\n"
      "// argument args_0_unused: args[0]['unused']\n"
      "// argument args_0_w: args[0]['w']\n"
      "// argument args_1: args[1], [rows, 3]\n";
  CHECK(ReadFileResult(bytes).info.comment == comment);
  constexpr size_t kSerializationVersion = 0;
  SetU16(bytes, kSerializationVersion, 99);
  CHECK(ReadFileResult(bytes).info.comment == comment);
}

TEST_CASE("a truncated or damaged export gives a diagnostic", "[exported]") {
  const std::string whole = ReadExample(GENERATE("layer.jax", "sharded.jax"));
  for (size_t size = 0; size < whole.size(); ++size) {
    const std::string cut = whole.substr(0, size);
    if (!IsExported(cut)) continue;
    const std::string message = ReadFileResult(cut).message;
    // The missing bytes may belong to a part that is not read, such as the gradient.
    CHECK((message.empty() || message.find("byte ") != std::string::npos));
  }
  // Reading must only end without a crash.
  for (size_t i = 0; i < whole.size(); ++i) {
    std::string damaged = whole;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x55);
    if (IsExported(damaged)) ReadFileResult{damaged};
  }
  std::string artifact = whole;
  // The artifact of the gradient may come first.
  const size_t begin = whole.rfind("ML\xefR");
  artifact[begin + 4] = 99;
  const std::string message = ReadFileResult(artifact).message;
  CHECK(message.find("byte " + std::to_string(begin + 5)) != std::string::npos);
}

TEST_CASE("texts and other files are not taken for exports", "[exported]") {
  CHECK_FALSE(IsExported(""));
  CHECK_FALSE(IsExported(std::string(200, '\0')));
  CHECK_FALSE(IsExported("func.func @main() {\n  return\n}\n" + std::string(100, ' ')));
  CHECK_FALSE(IsExported(ReadExample("places.1.17.0.mlir.bc")));
}

}  // namespace
}  // namespace paddock
