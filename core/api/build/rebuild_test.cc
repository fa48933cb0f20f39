// Rebuilds every program under tests and examples with the builder.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "core/api/build/rebuild_testing.h"

namespace paddock::build {
namespace {

std::string Read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

bool HasUnknownOperation(const Block& block) {
  for (const paddock::Operation* operation : block) {
    if (operation->info == nullptr) return true;
    for (const paddock::Region* region : operation->regions) {
      if (region->first != nullptr && HasUnknownOperation(*region->first)) return true;
    }
  }
  return false;
}

// Old texts end functions with stablehlo.return, which the builder does not write.
bool EndsInRegionReturn(const Program& program) {
  for (const paddock::Operation* operation : *program.module().body()) {
    const Block* body = operation->is(OpKind::kFuncFunc) ? FunctionBody(*operation) : nullptr;
    if (body != nullptr && body->last->is(OpKind::kStablehloReturn)) return true;
  }
  return false;
}

std::vector<std::filesystem::path> Programs() {
  std::vector<std::filesystem::path> paths;
  for (const char* folder : {"tests", "examples"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      if (entry.path().extension() == ".mlir") paths.push_back(entry.path());
    }
  }
  std::ranges::sort(paths);
  return paths;
}

TEST_CASE("the builder rebuilds every program") {
  std::set<std::string> given;
  size_t made = 0;
  for (const std::filesystem::path& path : Programs()) {
    const auto program = Program::Load(path.string(), Read(path));
    if (program->has_errors() || HasUnknownOperation(*program->module().body())) continue;
    if (EndsInRegionReturn(*program)) continue;
    Rebuild rebuild(*program);
    const auto built = rebuild.Make();
    given.insert(rebuild.given.begin(), rebuild.given.end());
    if (built == nullptr && rebuild.problem == "a declaration") continue;
    INFO(path.string() << '\n' << rebuild.problem);
    CHECK(built != nullptr);
    if (built == nullptr) continue;
    CHECK(built->IsSameProgram(*program));
    ++made;
  }
  // Operations whose result types are a choice: accumulation types, quantization parameters, and
  // known sizes that the program leaves open.
  const std::set<std::string> choices = {"chlo.scan",
                                         "stablehlo.add",
                                         "stablehlo.convolution",
                                         "stablehlo.dot_general",
                                         "stablehlo.reduce",
                                         "stablehlo.reduce_window",
                                         "stablehlo.scatter",
                                         "stablehlo.select",
                                         "stablehlo.select_and_scatter",
                                         "stablehlo.triangular_solve"};
  for (const std::string& name : given) {
    INFO(name << ": a type that the table says is inferred had to be given");
    CHECK(choices.contains(name));
  }
  // Guards against an empty test.
  CHECK(made > 300);
}

}  // namespace
}  // namespace paddock::build
