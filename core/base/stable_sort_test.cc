#include "core/base/stable_sort.h"

#include <catch2/catch_test_macros.hpp>
#include <string>

namespace paddock {
namespace {

TEST_CASE("a stable sort keeps the order of items with equal keys") {
  std::vector<std::string> words = {"three", "a", "two", "be", "one", "", "no"};
  StableSortBy(std::span(words), [](const std::string& word) { return word.size(); });
  CHECK(words == std::vector<std::string>{"", "a", "be", "no", "two", "one", "three"});
  std::vector<int> numbers = {3, -1, 2, -5};
  StableSortBy(std::span(numbers).subspan(1), [](int number) { return number; });
  CHECK(numbers == std::vector<int>{3, -5, -1, 2});
  std::vector<int> none;
  StableSortBy(std::span(none), [](int number) { return number; });
  CHECK(none.empty());
}

}  // namespace
}  // namespace paddock
