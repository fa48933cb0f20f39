#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "core/bytecode/artifact.h"
#include "core/bytecode/byte_reader.h"
#include "core/text/parse/parse.h"

namespace paddock {
namespace {

const std::string kFolder = "tests/artifacts/";

std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  REQUIRE(file);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> Artifacts() {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    if (entry.path().extension() == ".bc") paths.push_back(entry.path().string());
  }
  REQUIRE(paths.size() > 10);
  return paths;
}

// Returns the text beside "NAME.VERSION.mlir.bc".
std::string TextOf(const std::string& path) {
  const size_t name = path.find_first_not_of("/", path.rfind('/'));
  return path.substr(0, path.find('.', name)) + ".mlir";
}

std::unique_ptr<Module> Read(const std::string& bytes, DiagnosticSink& sink) {
  return ReadArtifact(std::as_bytes(std::span(bytes)), nullptr, sink);
}

std::string FirstMessage(const DiagnosticSink& sink) {
  return sink.diagnostics().empty() ? std::string() : sink.diagnostics()[0].message;
}

TEST_CASE("an artifact of each version reads as the program of its text", "[bytecode]") {
  for (const std::string& path : Artifacts()) {
    INFO(path);
    DiagnosticSink sink;
    const auto module = Read(ReadFile(path), sink);
    CHECK(FirstMessage(sink) == "");
    const auto text = Parse(std::make_shared<Source>("text", ReadFile(TextOf(path))), sink);
    CHECK(FirstMessage(sink) == "");
    CHECK(IsEquivalent(*module, *text));
  }
}

TEST_CASE("an artifact that is truncated anywhere is refused with a position", "[bytecode]") {
  for (const std::string& path : Artifacts()) {
    const std::string bytes = ReadFile(path);
    for (size_t size = 4; size < bytes.size(); ++size) {
      DiagnosticSink sink;
      const auto module = Read(bytes.substr(0, size), sink);
      INFO(path << " cut at " << size << ": " << FirstMessage(sink));
      REQUIRE(sink.has_errors());
      REQUIRE(FirstMessage(sink).find("(section '") != std::string::npos);
      REQUIRE(FirstMessage(sink).find(", byte ") != std::string::npos);
      REQUIRE(module->body()->is_empty());
    }
  }
}

TEST_CASE("an artifact with any byte changed is read or refused", "[bytecode]") {
  for (const std::string& path : Artifacts()) {
    const std::string bytes = ReadFile(path);
    size_t refused = 0;
    for (size_t i = 4; i < bytes.size(); ++i) {
      for (int change : {0x01, 0x80, 0xFF}) {
        std::string changed = bytes;
        changed[i] = static_cast<char>(changed[i] ^ change);
        DiagnosticSink sink;
        const auto module = Read(changed, sink);
        REQUIRE(module != nullptr);
        refused += sink.has_errors();
      }
    }
    CHECK(refused > bytes.size() / 2);
  }
}

TEST_CASE("diagnostics name newer bytecode and unknown operations", "[bytecode]") {
  std::string bytes = ReadFile(kFolder + "operations.1.17.0.mlir.bc");
  DiagnosticSink sink;
  std::string newer = bytes;
  newer[4] = (7 << 1) | 1;
  Read(newer, sink);
  CHECK(FirstMessage(sink) ==
        "MLIR bytecode of version 7, but versions 0 to 6 are read (section 'header', byte 5)");
  DiagnosticSink unknown;
  bytes.replace(bytes.find("tanh_v2"), 7, "tanh_v9");
  Read(bytes, unknown);
  CHECK(
      FirstMessage(unknown).starts_with("there is no operation vhlo.tanh_v9 in VHLO 0.9 to 1.20; "
                                        "the artifact is of StableHLO_v1.17.0 (section "));
}

TEST_CASE("numbers of every length are read", "[bytecode]") {
  const auto read = [](std::initializer_list<uint8_t> bytes) {
    DiagnosticSink sink;
    ArtifactErrors errors(sink);
    const std::vector<uint8_t> data(bytes);
    ByteReader reader(std::as_bytes(std::span(data)), 0, data.size(), "test", errors);
    const uint64_t value = reader.ReadVarInt();
    CHECK(reader.at_end());
    CHECK_FALSE(reader.has_failed());
    return value;
  };
  CHECK(read({0x01}) == 0);
  CHECK(read({0xFF}) == 127);
  CHECK(read({0x02, 0x02}) == 128);
  CHECK(read({0xFE, 0xFF}) == (1 << 14) - 1);
  CHECK(read({0x40, 0, 0, 0, 0, 0, 1}) == uint64_t{1} << 41);
  CHECK(read({0x80, 1, 2, 0, 0, 0, 0, 0}) == 0x201);
  CHECK(read({0x00, 1, 0, 0, 0, 0, 0, 0, 0x80}) == 0x8000000000000001);
}

}  // namespace
}  // namespace paddock
