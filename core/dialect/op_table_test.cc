#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <set>
#include <string>

#include "core/dialect/op_info.h"

namespace paddock {
namespace {

TEST_CASE("every operation is found by its name, and is at the index of its kind", "[dialect]") {
  REQUIRE(OpTable().size() == kOpCount);
  for (size_t i = 0; i < kOpCount; ++i) {
    const OpInfo& info = OpTable()[i];
    CAPTURE(info.name);
    CHECK(static_cast<size_t>(info.kind) == i);
    CHECK(FindOp(info.name) == &info);
    CHECK(&Info(info.kind) == &info);
    CHECK(FindOp(std::string(info.name) + "x") == nullptr);
  }
  CHECK(FindOp("") == nullptr);
  CHECK(FindOp("stablehlo") == nullptr);
}

TEST_CASE("every operation is documented and belongs to a family", "[dialect]") {
  for (const OpInfo& info : OpTable()) {
    CAPTURE(info.name);
    CHECK(info.doc.ends_with('.'));
    CHECK((info.link.starts_with('#') || info.link.starts_with("https://")));
    CHECK_FALSE(info.family.empty());
    CHECK(info.name.substr(0, info.dialect.size() + 1) == std::string(info.dialect) + ".");
  }
}

// Version 1.9 of the specification has 436 constraints. Rules without a section there have X
// labels.
TEST_CASE("the constraints of the specification are all there, in order", "[dialect]") {
  size_t count = 0;
  for (const OpInfo& info : OpTable()) {
    size_t expected = 1;
    for (const ConstraintInfo& constraint : info.constraints) {
      CAPTURE(info.name, constraint.label);
      CHECK_FALSE(constraint.formula.empty());
      CHECK(constraint.link == info.link);
      if (constraint.label[0] != 'C') continue;
      CHECK(constraint.label == "C" + std::to_string(expected++));
      ++count;
    }
  }
  CHECK(count == 436);
}

TEST_CASE("a constraint is named by its enumerator", "[dialect]") {
  const ConstraintInfo& info = Info(Constraint::kPadC3);
  CHECK(info.label == "C3");
  CHECK(info.code == "pad-c3");
  CHECK(info.subject == "pad");
  CHECK(info.formula == "0 <= interior_padding");
  CHECK(SpecificationLink(info.link) == "https://openxla.org/stablehlo/spec#pad");
}

TEST_CASE("constraint codes are unique", "[dialect]") {
  std::set<std::string_view> codes;
  for (const auto rules : {ConstraintTable(), CallRuleTable()}) {
    for (const ConstraintInfo& rule : rules) CHECK(codes.insert(rule.code).second);
  }
}

TEST_CASE("the words of a type parse to a set of types", "[dialect]") {
  const OpInfo& abs = *FindOp("stablehlo.abs");
  CHECK(abs.operands[0].set.elements == (kSignedElements | kFloatElements | kComplexElements));
  CHECK(abs.operands[0].set.flags == kPerTensorQuantized);
  CHECK(abs.operands[0].set.rank == -1);
  const OpInfo& branch = *FindOp("stablehlo.if");
  CHECK(branch.operands[0].set.elements == ElementBit(ElementType::kI1));
  CHECK(branch.operands[0].set.rank == 0);
  CHECK(branch.results[0].arity == Arity::kVariadic);
}

TEST_CASE("attributes have forms, names and defaults", "[dialect]") {
  const OpInfo& sort = *FindOp("stablehlo.sort");
  const int dimension = sort.FindAttribute("dimension");
  REQUIRE(dimension >= 0);
  CHECK(sort.attributes[static_cast<size_t>(dimension)].default_text == "-1 : i64");
  CHECK(sort.attributes[static_cast<size_t>(dimension)].is_optional);
  CHECK(sort.FindAttribute("no such attribute") == -1);
  const OpInfo& compare = *FindOp("stablehlo.compare");
  CHECK(compare.attributes[0].form == AttributeForm::kEnum);
  REQUIRE(FindEnum(compare.attributes[0].of_name) != nullptr);
  CHECK(FindEnum("comparison_direction")->cases.size() == 6);
  REQUIRE(FindStruct("gather") != nullptr);
  CHECK(FindStruct("gather")->fields.size() == 6);
  CHECK(FindStruct("no_such_struct") == nullptr);
}

TEST_CASE("kernels are named for element-wise operations only", "[dialect]") {
  for (const OpInfo& info : OpTable()) {
    CAPTURE(info.name);
    if (!info.kernel.empty()) CHECK(info.has(kElementwise));
  }
  CHECK(FindOp("stablehlo.add")->kernel == "add");
  CHECK(FindOp("stablehlo.add")->boolean_kernel.empty());
  CHECK(FindOp("arith.addi")->boolean_kernel == "xor");
}

TEST_CASE("the table has the constraints of replica groups", "[dialect]") {
  const GroupInfo* gather = FindOp("stablehlo.all_gather")->groups;
  REQUIRE(gather != nullptr);
  CHECK(!gather->is_cross_partition);
  CHECK(gather->is_complete);
  CHECK(gather->complete == Constraint::kAllGatherC3);
  CHECK(gather->range == Constraint::kAllGatherC4);
  const GroupInfo* broadcast = FindOp("stablehlo.collective_broadcast")->groups;
  REQUIRE(broadcast != nullptr);
  CHECK(broadcast->is_cross_partition);
  CHECK(!broadcast->is_complete);
  CHECK(FindOp("stablehlo.add")->groups == nullptr);
}

}  // namespace
}  // namespace paddock
