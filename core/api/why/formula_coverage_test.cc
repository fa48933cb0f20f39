// Every operation has a formula, or one sentence that says why it has none.
#include <catch2/catch_test_macros.hpp>

#include "core/api/why/computed_formula.h"

namespace paddock {
namespace {

TEST_CASE("every operation has a formula, or one sentence why it has none") {
  for (const OpInfo& info : OpTable()) {
    CAPTURE(info.name);
    const std::string_view reason = WhyNoFormula(info);
    CHECK(HasFormula(info) != !reason.empty());
    if (reason.empty()) continue;
    CHECK((reason.front() >= 'A' && reason.front() <= 'Z'));
    CHECK(reason.find('.') == reason.size() - 1);
  }
}

}  // namespace
}  // namespace paddock
