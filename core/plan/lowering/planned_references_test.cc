#include "core/plan/lowering/planned_references.h"

#include <array>
#include <catch2/catch_test_macros.hpp>

namespace paddock {
namespace {

struct SampleParameters {
  size_t rank = 0;
  std::vector<int64_t> results;
  bool has_padding = false;

  int padding_count() const { return has_padding ? 1 : 0; }
};

template <class Phase>
struct SampleReferences {
  Read<Phase> operand;
  ReadSpan<Phase, &SampleParameters::padding_count> padding;
  ReadSpan<Phase, &SampleParameters::rank> start_indices;
  WriteSpan<Phase, &SampleParameters::results> results;
  Write<Phase> count;
  WriteSpan<Phase, 2> bounds;
};

Leaf SlotLeaf(uint32_t index) {
  Leaf leaf;
  leaf.where = Leaf::Where::kSlot;
  leaf.index = index;
  return leaf;
}

SampleReferences<Planning> Sample() {
  return {.operand = SlotLeaf(0),
          .padding = {},
          .start_indices = {SlotLeaf(1), SlotLeaf(2)},
          .results = {SlotLeaf(3), SlotLeaf(4), SlotLeaf(5)},
          .count = SlotLeaf(6),
          .bounds = {SlotLeaf(7), SlotLeaf(8)}};
}

const SampleParameters kParameters{2, {1, 1, 1}, false};

std::vector<uint32_t> IndicesOf(const std::vector<Leaf>& leaves) {
  std::vector<uint32_t> indices;
  for (const Leaf& leaf : leaves) indices.push_back(leaf.index);
  return indices;
}

TEST_CASE("references become reads and writes in the order of their declaration") {
  StepSpec spec;
  SetReferences(spec, Sample(), kParameters);
  CHECK(IndicesOf(spec.reads) == std::vector<uint32_t>{0, 1, 2});
  CHECK(IndicesOf(spec.writes) == std::vector<uint32_t>{3, 4, 5, 6, 7, 8});
}

TEST_CASE("Bind returns the references in the order in which planning set them") {
  std::array<std::byte, 9> memory{};
  std::array<std::byte*, 9> pointers{};
  for (size_t i = 0; i < memory.size(); ++i) pointers[i] = &memory[i];
  StepContext context;
  context.pointers = pointers.data();
  const auto at = Bind<SampleReferences>(context, kParameters);
  CHECK(at.operand == &memory[0]);
  CHECK(at.padding.empty());
  REQUIRE(at.start_indices.size() == 2);
  CHECK(at.start_indices[1] == &memory[2]);
  REQUIRE(at.results.size() == 3);
  CHECK(at.results[0] == &memory[3]);
  CHECK(at.count == &memory[6]);
  REQUIRE(at.bounds.size() == 2);
  CHECK(at.bounds[1] == &memory[8]);
}

TEST_CASE("an in-place pair consists of indices of references") {
  const SampleReferences<Planning> all = Sample();
  const InPlacePair single = InPlace(all, all.count, all.operand);
  CHECK((single.write == 6 && single.read == 0));
  const InPlacePair of_spans = InPlace(all, all.results[1], all.start_indices[1]);
  CHECK((of_spans.write == 4 && of_spans.read == 2));
}

}  // namespace
}  // namespace paddock
