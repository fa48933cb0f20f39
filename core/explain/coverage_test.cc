#include <catch2/catch_test_macros.hpp>

#include "core/explain/explain.h"

namespace paddock {
namespace {

TEST_CASE("every operation has an index relation, or one sentence why it has none") {
  for (const OpInfo& info : OpTable()) {
    CAPTURE(info.name);
    const std::string_view reason = WhyUnexplained(info.kind);
    CHECK(HasRelation(info.kind) == reason.empty());
    if (reason.empty()) continue;
    CHECK((reason.front() >= 'A' && reason.front() <= 'Z'));
    CHECK(reason.find('.') == reason.size() - 1);
  }
}

TEST_CASE("every element-wise operation has an index relation") {
  for (const OpInfo& info : OpTable()) {
    CAPTURE(info.name);
    if (!info.has(kElementwise)) continue;
    CHECK(HasRelation(info.kind));
  }
}

}  // namespace
}  // namespace paddock
