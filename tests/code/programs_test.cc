// Programs as C++ code: what the compiled code makes is the program that it was written from.
#include "tests/code/programs.h"

#include <catch2/catch_test_macros.hpp>
#include <set>
#include <string>

#include "core/ir/module.h"

namespace paddock {
namespace {

using code_cases::Built;
using code_cases::Case;

std::vector<Case> Cases() {
  std::vector<Case> cases;
  for (const auto part :
       {&code_cases::Part0, &code_cases::Part1, &code_cases::Part2, &code_cases::Part3}) {
    for (const Case& one : part()) cases.push_back(one);
  }
  return cases;
}

// Old texts end functions in stablehlo.return, which the builder does not write.
bool EndsInRegionReturn(const Program& program) {
  for (const Operation* operation : *program.module().body()) {
    const Block* body = operation->is(OpKind::kFuncFunc) ? FunctionBody(*operation) : nullptr;
    if (body != nullptr && body->last->is(OpKind::kStablehloReturn)) return true;
  }
  return false;
}

void AddNames(const Block& block, std::multiset<std::string>& names) {
  const auto add = [&](const Value* value) {
    if (value->name.find_first_not_of("0123456789") != std::string_view::npos) {
      names.emplace(value->name);
    }
  };
  for (const Operation* operation : block) {
    for (const Value* result : operation->results) add(result);
    for (const Region* region : operation->regions) {
      if (region->first != nullptr) AddNames(*region->first, names);
    }
  }
}

std::multiset<std::string> NamesOf(const Program& program) {
  std::multiset<std::string> names;
  AddNames(*program.module().body(), names);
  return names;
}

void AddKinds(const Block& block, std::set<OpKind>& kinds) {
  for (const Operation* operation : block) {
    if (operation->info != nullptr) kinds.insert(operation->info->kind);
    for (const Region* region : operation->regions) {
      if (region->first != nullptr) AddKinds(*region->first, kinds);
    }
  }
}

TEST_CASE("the code of a program makes the program again") {
  std::set<OpKind> kinds;
  for (const Case& one : Cases()) {
    INFO(one.path << ", program " << one.index);
    const auto program = Program::Load(one.path, code_cases::ProgramsOf(one.path)[one.index]);
    AddKinds(*program->module().body(), kinds);
    const Built built = one.build({.has_locations = false});
    CHECK((built || RenderText(built.error().front()).empty()));
    if (!built || EndsInRegionReturn(*program)) continue;
    CHECK((*built)->Print(PrintForm::kGeneric) == program->Print(PrintForm::kGeneric));
    if (one.has_names) CHECK(NamesOf(**built) == NamesOf(*program));
  }
  for (const OpInfo& info : OpTable()) {
    // The program itself, and the end of a region that no operation of the table has.
    if (info.kind == OpKind::kBuiltinModule || info.kind == OpKind::kTensorYield) continue;
    INFO(info.name);
    CHECK(kinds.contains(info.kind));
  }
}

}  // namespace
}  // namespace paddock
