#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "core/bytecode/artifact.h"
#include "core/bytecode/byte_writer.h"
#include "core/text/parse/parse.h"
#include "core/text/print/print.h"

namespace paddock {
namespace {

std::string Load(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  REQUIRE(file);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::unique_ptr<Module> ParseModule(const std::string& text) {
  DiagnosticSink sink;
  auto module = Parse(std::make_shared<Source>("text", text), sink);
  REQUIRE_FALSE(sink.has_errors());
  return module;
}

std::string Refusal(const std::string& text, VhloVersion version) {
  DiagnosticSink sink;
  const auto module = ParseModule(text);
  CHECK_FALSE(WriteArtifact(*module, version, sink));
  REQUIRE(sink.diagnostics().size() == 1);
  CHECK(sink.diagnostics()[0].span.is_known());
  return sink.diagnostics()[0].message;
}

std::vector<std::filesystem::path> Written() {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator("tests/artifacts")) {
    if (entry.path().extension() == ".bc") paths.push_back(entry.path());
  }
  REQUIRE(paths.size() > 10);
  return paths;
}

TEST_CASE("an artifact is written back byte for byte at its version", "[bytecode]") {
  for (const auto& path : Written()) {
    INFO(path);
    const std::string bytes = Load(path.string());
    DiagnosticSink sink;
    const auto module = ReadArtifact(std::as_bytes(std::span(bytes)), nullptr, sink);
    REQUIRE_FALSE(sink.has_errors());
    const auto version = ParseProducer(module->origin()->producer);
    REQUIRE(version);
    const auto again = WriteArtifact(*module, *version, sink);
    REQUIRE(again);
    CHECK(*again == bytes);
  }
}

TEST_CASE("a text gives the bytes of StableHLO's own serializer", "[bytecode]") {
  for (const auto& path : Written()) {
    INFO(path);
    // Locations in the text have no file and line.
    const std::string name = path.filename().string();
    const auto module =
        ParseModule(Load("tests/artifacts/" + name.substr(0, name.find('.')) + ".mlir"));
    const std::string bytes = Load(path.string());
    if (name.starts_with("places")) continue;
    const size_t begin = name.find('.') + 1;
    const auto version = ParseVhloVersion(name.substr(begin, name.find(".mlir") - begin));
    REQUIRE(version);
    // The serializer that wrote these artifacts uses its own order of uses.
    if (name.starts_with("operations") && *version > Vhlo(1, 0)) continue;
    DiagnosticSink sink;
    const auto written = WriteArtifact(*module, *version, sink);
    REQUIRE(written);
    CHECK(*written == bytes);
  }
}

TEST_CASE("a single boolean whose bits are all set is written back unchanged", "[bytecode]") {
  const auto written = [](const char* element) {
    DiagnosticSink sink;
    return *WriteArtifact(*ParseModule("func.func @main() {\n%0 = stablehlo.constant dense<" +
                                       std::string(element) + "> : tensor<i1>\nreturn\n}\n"),
                          Vhlo(1, 13), sink);
  };
  std::string bytes = written("true");
  const std::string other = written("false");
  const auto differing = std::ranges::mismatch(bytes, other);
  REQUIRE(*differing.in1 == 1);
  *differing.in1 = '\xFF';
  DiagnosticSink sink;
  const auto module = ReadArtifact(std::as_bytes(std::span(bytes)), nullptr, sink);
  CHECK(Print(*module).find("dense<true> : tensor<i1>") != std::string::npos);
  CHECK(WriteArtifact(*module, Vhlo(1, 13), sink) == bytes);
}

TEST_CASE("an artifact whose functions are not isolated is written back unchanged", "[bytecode]") {
  const std::string newer = Load("tests/artifacts/operations.0.9.0.mlir.bc");
  DiagnosticSink sink;
  const auto module = ReadArtifact(std::as_bytes(std::span(newer)), nullptr, sink);
  CHECK_FALSE(module->origin()->isolates_module_only);
  module->origin()->isolates_module_only = true;
  const auto older = WriteArtifact(*module, Vhlo(0, 9), sink);
  REQUIRE(older);
  CHECK(*older != newer);
  const auto again = ReadArtifact(std::as_bytes(std::span(*older)), nullptr, sink);
  REQUIRE_FALSE(sink.has_errors());
  CHECK(again->origin()->isolates_module_only);
  CHECK(IsEquivalent(*module, *again));
  CHECK(WriteArtifact(*again, Vhlo(0, 9), sink) == older);
}

TEST_CASE("every version that can express a program reads back as the program", "[bytecode]") {
  const auto module = ParseModule(Load("tests/artifacts/operations.mlir"));
  for (uint32_t minor = 9; minor <= 20; ++minor) {
    for (const VhloVersion version : {Vhlo(0, minor), Vhlo(1, minor - 9), Vhlo(1, minor)}) {
      INFO(ToString(version));
      DiagnosticSink sink;
      const auto bytes = WriteArtifact(*module, version, sink);
      REQUIRE(bytes);
      const auto again = ReadArtifact(std::as_bytes(std::span(*bytes)), nullptr, sink);
      REQUIRE_FALSE(sink.has_errors());
      CHECK(IsEquivalent(*module, *again));
    }
  }
}

TEST_CASE("the diagnostic names the feature that a version cannot express", "[bytecode]") {
  const auto function = [](std::string_view arguments, std::string_view body) {
    return "func.func @main(" + std::string(arguments) + ") {\n" + std::string(body) +
           "\nreturn\n}\n";
  };
  CHECK(
      Refusal(function("%x: tensor<2xf32>", "%0 = stablehlo.tan %x : tensor<2xf32>"), Vhlo(1, 3)) ==
      "stablehlo.tan: it was added in 1.4, but the artifact has version 1.3");
  CHECK(Refusal(function("%x: tensor<2xf4E2M1FN>", ""), Vhlo(1, 7)) ==
        "func.func: the type f4E2M1FN came in 1.8, but the artifact has version 1.7");
  CHECK(Refusal(function("%x: tensor<2xf32>",
                         "%0 = stablehlo.exponential %x {result_accuracy = "
                         "#stablehlo.result_accuracy<ulps = 1, mode = "
                         "#stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2xf32>"),
                Vhlo(1, 8)) ==
        "stablehlo.exponential: StableHLO 1.8 has no attribute result_accuracy of it");
  CHECK(Refusal(function("%x: tensor<2xf32>", "%0 = chlo.erf %x : tensor<2xf32> -> tensor<2xf32>"),
                kNewestVhlo) ==
        "chlo.erf: a portable artifact holds operations of stablehlo, func and sdy only");
  CHECK(Refusal(function("%x: tensor<2xf32> {sdy.sharding = #sdy.sharding<@m, [{a}]>}", ""),
                kNewestVhlo) ==
        "func.func: an artifact cannot contain the attribute #sdy.sharding<@m, [{a}]>");
  CHECK(Refusal(function("%x: tensor<2xf32>",
                         "\"sdy.sharding_group\"(%x) {group_id = 1 : i64} : (tensor<2xf32>) -> ()"),
                kNewestVhlo) ==
        "sdy.sharding_group: a portable artifact holds operations of stablehlo, func and sdy only");
  DiagnosticSink sink;
  CHECK_FALSE(WriteArtifact(*ParseModule(function("", "")), Vhlo(0, 8), sink));
  CHECK(sink.diagnostics()[0].message ==
        "artifacts are written of versions 0.9 to 1.20, not of 0.8");
}

TEST_CASE("numbers are written in the form that is read", "[bytecode]") {
  for (int bits = 0; bits <= 64; ++bits) {
    for (uint64_t below : {0, 1}) {
      const uint64_t value = (bits == 64 ? 0 : uint64_t{1} << bits) - below;
      ByteWriter writer;
      writer.VarInt(value);
      DiagnosticSink sink;
      ArtifactErrors errors(sink);
      const std::string& bytes = writer.bytes();
      ByteReader reader(std::as_bytes(std::span(bytes)), 0, bytes.size(), "test", errors);
      CHECK(reader.ReadVarInt() == value);
      CHECK(reader.at_end());
    }
  }
}

}  // namespace
}  // namespace paddock
