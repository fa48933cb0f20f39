#include "core/grid/hub.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>

namespace paddock {
namespace {

SiteRef SiteOf(std::string_view operation, std::string signature, int64_t channel = 0) {
  return std::make_shared<const Site>(Site{operation, Span{1, 2}, channel, std::move(signature)});
}

Parcel Number(int32_t number) {
  return {Tensor::FromElements<int32_t>(ElementType::kI32, {}, std::span(&number, 1))};
}

int32_t NumberIn(const Parcel& parcel) {
  int32_t number = 0;
  __builtin_memcpy(&number, parcel[0].data(), sizeof(number));
  return number;
}

TEST_CASE("parcels are in group order, for any order of arrival") {
  Hub hub({2, 1});
  DiagnosticSink sink;
  const int64_t members[] = {1, 0};
  const SiteRef site = SiteOf("stablehlo.all_gather", "(tensor<i32>)");
  const auto first = hub.Join(0, site, members, Number(10), sink);
  CHECK(hub.Look(*first) == nullptr);
  const auto second = hub.Join(1, site, members, Number(20), sink);
  const std::vector<Parcel>* parcels = hub.Look(*first);
  REQUIRE(parcels != nullptr);
  CHECK(NumberIn((*parcels)[0]) == 20);
  CHECK(NumberIn((*parcels)[1]) == 10);
  hub.Leave(*first);
  CHECK(hub.Look(*second) != nullptr);
  hub.Leave(*second);
}

TEST_CASE("a member may be meetings ahead of the others") {
  Hub hub({2, 1});
  DiagnosticSink sink;
  const int64_t members[] = {0, 1};
  const SiteRef site = SiteOf("stablehlo.all_reduce", "");
  std::vector<uint64_t> tickets;
  for (int32_t i = 0; i < 3; ++i) tickets.push_back(*hub.Join(0, site, members, Number(i), sink));
  for (int32_t i = 0; i < 3; ++i) {
    const auto ticket = hub.Join(1, site, members, Number(100 + i), sink);
    const std::vector<Parcel>* parcels = hub.Look(*ticket);
    REQUIRE(parcels != nullptr);
    CHECK(NumberIn((*parcels)[0]) == i);
    CHECK(NumberIn((*parcels)[1]) == 100 + i);
    hub.Leave(*ticket);
    hub.Leave(tickets[static_cast<size_t>(i)]);
  }
}

TEST_CASE("meetings of the same members on different channels are separate") {
  Hub hub({2, 1});
  DiagnosticSink sink;
  const int64_t members[] = {0, 1};
  const auto one = hub.Join(0, SiteOf("stablehlo.all_reduce", "", 1), members, Number(1), sink);
  const auto two = hub.Join(1, SiteOf("stablehlo.all_reduce", "", 2), members, Number(2), sink);
  CHECK(hub.Look(*one) == nullptr);
  CHECK(hub.Look(*two) == nullptr);
  const Diagnostic deadlock = hub.DescribeDeadlock();
  CHECK(deadlock.code == "deadlock");
  CHECK(deadlock.message == "deadlock: process (0, 0) waits in all_reduce on channel 1 for (1, 0)");
  REQUIRE(deadlock.notes.size() == 1);
  CHECK(deadlock.notes[0].message == "process (1, 0) waits in all_reduce on channel 2 for (0, 0)");
}

TEST_CASE("a different operation, type or order is a mismatch") {
  DiagnosticSink sink;
  const int64_t members[] = {0, 1};
  const int64_t reversed[] = {1, 0};
  const SiteRef site = SiteOf("stablehlo.all_gather", "(tensor<i32>)");
  const auto refused = [&](const SiteRef& other, std::span<const int64_t> others) {
    Hub hub({2, 1});
    DiagnosticSink errors;
    CHECK(hub.Join(0, site, members, Number(1), errors));
    CHECK_FALSE(hub.Join(1, other, others, Number(2), errors));
    return errors.diagnostics().at(0).message;
  };
  const std::string kStart = "processes execute different collectives: ";
  CHECK(refused(SiteOf("stablehlo.all_to_all", "(tensor<i32>)"), members) ==
        kStart + "(1, 0) came to all_to_all and (0, 0) to all_gather");
  CHECK(refused(SiteOf("stablehlo.all_gather", "(tensor<i8>)"), members) ==
        kStart + "(1, 0) came to all_gather with (tensor<i8>) and (0, 0) with (tensor<i32>)");
  CHECK(refused(SiteOf("stablehlo.all_gather", "(tensor<i32>)"), reversed) ==
        kStart +
            "the group of (1, 0) in all_gather is (1, 0), (0, 0) and that of (0, 0) is "
            "(0, 0), (1, 0)");
}

TEST_CASE("messages are received in order, reserved ones by their number") {
  Hub hub({1, 2});
  DiagnosticSink sink;
  const SiteRef site = SiteOf("stablehlo.send", "(tensor<i32>)", 1);
  const MailboxKey key = {MailboxKey::Kind::kChannel, 1, 0, 1};
  CHECK_FALSE(hub.Receive(1, site, key, std::nullopt, sink)->has_value());
  const uint64_t first = hub.Reserve(key);
  const uint64_t second = hub.Reserve(key);
  for (int32_t i = 0; i < 3; ++i) CHECK(hub.Send(0, site, key, Number(i), sink));
  CHECK(NumberIn(**hub.Receive(1, site, key, second, sink)) == 1);
  CHECK(NumberIn(**hub.Receive(1, site, key, std::nullopt, sink)) == 2);
  CHECK(NumberIn(**hub.Receive(1, site, key, first, sink)) == 0);
  CHECK_FALSE(hub.Receive(1, site, key, std::nullopt, sink)->has_value());
}

TEST_CASE("waiting processes are woken when they can continue") {
  Hub hub({3, 1});
  DiagnosticSink sink;
  std::vector<int64_t> woken;
  hub.set_on_wake([&](int64_t process) { woken.push_back(process); });
  const int64_t members[] = {0, 1, 2};
  const SiteRef site = SiteOf("stablehlo.all_reduce", "");
  const auto first = *hub.Join(0, site, members, Number(1), sink);
  CHECK(hub.Look(first) == nullptr);
  const auto second = *hub.Join(1, site, members, Number(1), sink);
  CHECK(woken.empty());
  // The second process has not asked, so it does not wait yet. The last one never waits.
  const auto third = *hub.Join(2, site, members, Number(1), sink);
  CHECK(woken == std::vector<int64_t>{0});
  // Once all have left, no process reads the parcels.
  hub.Leave(first);
  hub.Leave(second);
  CHECK(woken == std::vector<int64_t>{0});
  hub.Leave(third);
  CHECK(woken == std::vector<int64_t>{0, 0, 1});

  woken.clear();
  const MailboxKey key = {MailboxKey::Kind::kChannel, 1, 0, 1};
  CHECK_FALSE(hub.Receive(1, site, key, std::nullopt, sink)->has_value());
  CHECK(hub.Send(0, site, key, Number(1), sink));
  CHECK(woken == std::vector<int64_t>{1});
  CHECK(hub.Receive(1, site, key, std::nullopt, sink)->has_value());
  CHECK(hub.Send(0, site, key, Number(1), sink));
  CHECK(woken == std::vector<int64_t>{1});
}

TEST_CASE("a fault does not depend on the order of arrival") {
  const int64_t members[] = {0, 1, 2};
  const SiteRef gather = SiteOf("stablehlo.all_gather", "");
  const SiteRef reduce = SiteOf("stablehlo.all_reduce", "");
  int64_t order[] = {0, 1, 2};
  do {
    Hub hub({3, 1});
    DiagnosticSink sink;
    CHECK_FALSE(hub.FindFault());
    int refused = 0;
    for (int64_t process : order) {
      const bool is_in =
          hub.Join(process, process == 1 ? gather : reduce, members, Number(1), sink).has_value();
      CHECK(hub.is_refused(process) != is_in);
      refused += !is_in;
    }
    CHECK(refused >= 1);
    REQUIRE(hub.FindFault());
    CHECK(hub.FindFault()->process == 1);
    CHECK(hub.FindFault()->diagnostic.message ==
          "processes execute different collectives: (1, 0) came to all_gather and (0, 0) to "
          "all_reduce");
    for (int64_t process : order) {
      const SiteRef send = SiteOf("stablehlo.send", "", 4);
      static_cast<void>(hub.Send(process, send, {MailboxKey::Kind::kChannel, 4}, Number(1), sink));
    }
    CHECK(hub.FindFault()->process == 1);
  } while (std::ranges::next_permutation(order).found);
}

TEST_CASE("a deadlock names the finished processes") {
  Hub hub({3, 1});
  DiagnosticSink sink;
  const int64_t members[] = {0, 1, 2};
  const auto ticket = hub.Join(1, SiteOf("stablehlo.all_reduce", ""), members, Number(1), sink);
  CHECK(hub.Look(*ticket) == nullptr);
  hub.Finish(0);
  hub.Finish(2);
  CHECK(hub.DescribeDeadlock().message ==
        "deadlock: process (1, 0) waits in all_reduce for (0, 0), (2, 0); (0, 0), (2, 0) have "
        "finished");
}

}  // namespace
}  // namespace paddock
