#include "core/api/query/hash.h"

#include <catch2/catch_test_macros.hpp>
#include <span>
#include <vector>

namespace paddock {
namespace {

Tensor Row(std::vector<float> values) {
  const std::vector<int64_t> shape = {static_cast<int64_t>(values.size())};
  return Tensor::FromElements<float>(ElementType::kF32, shape, values);
}

TEST_CASE("hashing results in parts gives the hash of the whole") {
  const std::vector<Tensor> all = {Row({1, 2}), Tensor(), Row({3})};
  for (size_t cut = 0; cut <= all.size(); ++cut) {
    ResultHasher first;
    first.Add(std::span(all).first(cut));
    ResultHasher second(first.state());
    second.Add(std::span(all).subspan(cut));
    CHECK(second.Finish() == HashResults(all));
  }
  CHECK(HashResults({}) == ResultHasher().Finish());
  CHECK(HashResults(std::span(all).first(2)) != HashResults(std::span(all).first(1)));
}

}  // namespace
}  // namespace paddock
