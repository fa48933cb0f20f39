#include "core/pjrt/completion.h"

#include <atomic>
#include <catch2/catch_test_macros.hpp>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "core/pjrt/background.h"

namespace paddock::pjrt {

TEST_CASE("a completion calls its listeners once, at its end") {
  Completion completion;
  std::vector<std::string> heard;
  const auto listen = [&](const std::optional<Problem>& problem) {
    heard.push_back(problem ? problem->message : "none");
  };
  completion.OnDone(listen);
  CHECK(heard.empty());
  CHECK_FALSE(completion.is_done());
  completion.Finish(Problem{PJRT_Error_Code_INTERNAL, "wrong"});
  completion.OnDone(listen);
  CHECK(heard == std::vector<std::string>{"wrong", "wrong"});
  CHECK(completion.Wait()->message == "wrong");
}

TEST_CASE("a long chain of completions needs no deep stack") {
  constexpr size_t kLength = 100'000;
  std::vector<CompletionRef> chain(kLength);
  for (auto& completion : chain) completion = std::make_shared<Completion>();
  for (size_t i = 0; i + 1 < kLength; ++i) {
    chain[i]->OnDone([next = chain[i + 1]](const auto& problem) { next->Finish(problem); });
  }
  chain.front()->Finish(std::nullopt);
  CHECK(chain.back()->is_done());
}

TEST_CASE("the first problem of several completions is reported when all are done") {
  const auto first = std::make_shared<Completion>();
  const auto second = std::make_shared<Completion>();
  std::optional<Problem> reported;
  int calls = 0;
  WhenAllDone({first, second}, [&](const std::optional<Problem>& problem) {
    reported = problem;
    ++calls;
  });
  second->Finish(Problem{PJRT_Error_Code_INTERNAL, "wrong"});
  CHECK(calls == 0);
  first->Finish(std::nullopt);
  CHECK(calls == 1);
  REQUIRE(reported);
  CHECK(reported->message == "wrong");
}

TEST_CASE("the background ends after all its tasks") {
  std::atomic<int> done = 0;
  {
    Background background;
    for (int i = 0; i < 50; ++i) {
      background.Run([&] {
        std::this_thread::yield();
        ++done;
      });
    }
  }
  CHECK(done == 50);
}

}  // namespace paddock::pjrt
