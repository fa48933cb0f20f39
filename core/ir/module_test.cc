#include "core/ir/module.h"

#include <catch2/catch_test_macros.hpp>
#include <vector>

#include "core/ir/defaults.h"

namespace paddock {
namespace {

const Attribute* MakeString(Module& module, std::string_view text) {
  Attribute* attribute = module.arena().Make<Attribute>();
  attribute->kind = AttributeKind::kString;
  attribute->text = module.arena().CopyString(text);
  return attribute;
}

Operation* AddFunction(Module& module, std::string_view name) {
  Operation* function = module.MakeOperation("func.func");
  const std::vector<NamedAttribute> attributes = {{"sym_name", MakeString(module, name), {}}};
  function->attributes = module.arena().CopyArray(attributes);
  module.body()->Append(function);
  return function;
}

TEST_CASE("symbols are found, also after the body has grown") {
  Module module;
  Operation* f = AddFunction(module, "f");
  CHECK(module.FindSymbol("f") == f);
  CHECK(module.FindSymbol("g") == nullptr);
  Operation* g = AddFunction(module, "g");
  CHECK(module.FindSymbol("g") == g);
}

TEST_CASE("operations of the table have their row") {
  Module module;
  const Operation* add = module.MakeOperation("stablehlo.add");
  CHECK(add->is(OpKind::kStablehloAdd));
  CHECK(module.MakeOperation("other.op")->info == nullptr);
  CHECK(module.MakeOperation("other.op")->id == add->id + 2);
}

TEST_CASE("equal names are stored once") {
  Module module;
  const std::string name = "name";
  CHECK(module.InternName(name).data() == module.InternName("name").data());
  CHECK(module.InternName(name).data() != name.data());
}

TEST_CASE("blocks list their operations in order") {
  Module module;
  const Operation* f = AddFunction(module, "f");
  const Operation* g = AddFunction(module, "g");
  std::vector<const Operation*> seen;
  for (const Operation* operation : *module.body()) seen.push_back(operation);
  CHECK(seen == std::vector{f, g});
  CHECK(g->previous == f);
  CHECK(g->parent == module.body());
}

TEST_CASE("a splat equals its expansion") {
  Module module;
  const int64_t shape[] = {3};
  const int32_t same[] = {7, 7, 7};
  const int32_t other[] = {7, 7, 8};
  Attribute splat;
  splat.kind = AttributeKind::kElements;
  splat.type = module.types().GetTensor(shape, ElementType::kI32);
  Attribute full = splat;
  Attribute different = splat;
  splat.is_splat = true;
  splat.value =
      module.Keep(Tensor::FromElements<int32_t>(ElementType::kI32, {}, std::span(same).first(1)));
  full.value = module.Keep(Tensor::FromElements<int32_t>(ElementType::kI32, shape, same));
  different.value = module.Keep(Tensor::FromElements<int32_t>(ElementType::kI32, shape, other));
  CHECK(IsEquivalent(splat, full));
  CHECK(IsEquivalent(full, splat));
  CHECK_FALSE(IsEquivalent(splat, different));
}

TEST_CASE("a default is recognized by its text") {
  Attribute value;
  value.kind = AttributeKind::kBool;
  AttributeInfo info;
  CHECK_FALSE(IsDefault(info, value));
  info.default_text = "false";
  CHECK(IsDefault(info, value));
  value.integer = 1;
  CHECK_FALSE(IsDefault(info, value));
  Module module;
  value.kind = AttributeKind::kInteger;
  value.type = module.types().GetScalar("i32");
  info.default_text = "1 : i32";
  CHECK(IsDefault(info, value));
  info.default_text = "1 : i64";
  CHECK_FALSE(IsDefault(info, value));
}

TEST_CASE("equality of modules ignores names of values") {
  Module a;
  Module b;
  CHECK(IsEquivalent(a, b));
  AddFunction(a, "f");
  CHECK_FALSE(IsEquivalent(a, b));
  AddFunction(b, "f");
  CHECK(IsEquivalent(a, b));
  AddFunction(a, "g");
  AddFunction(b, "h");
  CHECK_FALSE(IsEquivalent(a, b));
}

}  // namespace
}  // namespace paddock
