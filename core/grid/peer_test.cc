#include "core/grid/peer.h"

#include <catch2/catch_test_macros.hpp>
#include <string>

#include "core/grid/courier_testing.h"
#include "core/types/type_context.h"

namespace paddock {
namespace {

using testing::Courier;

SiteRef PlaceOf(std::string_view operation, std::string signature, int64_t channel = 0) {
  return std::make_shared<const Site>(Site{operation, Span{1, 2}, channel, std::move(signature)});
}

Parcel One(int32_t number) {
  return {Tensor::FromElements<int32_t>(ElementType::kI32, {}, std::span(&number, 1))};
}

int32_t OneIn(const Parcel& parcel) {
  int32_t number = 0;
  __builtin_memcpy(&number, parcel.at(0).data(), sizeof(number));
  return number;
}

HubServerOptions Shares(GridSize size, std::vector<std::vector<int64_t>> shares) {
  HubServerOptions options;
  options.size = size;
  options.shares = std::move(shares);
  options.peer_noun = "rank";
  return options;
}

// Returns the one diagnostic that every peer receives.
Diagnostic FailureOf(Courier& courier) {
  courier.DeliverAll();
  // No process can continue.
  for (size_t i = 0; i < courier.peer_count(); ++i) courier.peer(i).ReportIdle();
  courier.DeliverAll();
  for (size_t i = 0; i < courier.peer_count(); ++i) {
    REQUIRE(courier.peer(i).stop());
    CHECK(courier.peer(i).stop()->cause == wire::Stop::Cause::kFailed);
    REQUIRE(courier.peer(i).stop()->diagnostics.size() == 1);
    CHECK(courier.peer(i).stop()->diagnostics[0].message ==
          courier.hub().outcome()->diagnostics.at(0).message);
  }
  return courier.hub().outcome()->diagnostics.at(0);
}

const SiteRef kReduce = PlaceOf("stablehlo.all_reduce", "(tensor<i32>)");

TEST_CASE("shares are about equal and consecutive") {
  CHECK(ShareOf({3, 1}, 0, 2) == std::vector<int64_t>{0, 1});
  CHECK(ShareOf({3, 1}, 1, 2) == std::vector<int64_t>{2});
  CHECK(ShareOf({2, 2}, 2, 3) == std::vector<int64_t>{3});
  CHECK(ShareOf({1, 1}, 0, 4) == std::vector<int64_t>{0});
  CHECK(ShareOf({1, 1}, 3, 4).empty());
}

TEST_CASE("peers receive parcels in group order, for any order of messages") {
  for (uint32_t seed = 0; seed < 20; ++seed) {
    Courier courier(Shares({4, 1}, {{0, 2}, {1}, {3}}), seed);
    const int64_t members[] = {3, 0, 1, 2};
    DiagnosticSink sink;
    struct Came {
      ProcessLink* link;
      std::vector<uint64_t> tickets;
    };
    std::vector<Came> came = {{&courier.link(0, 0), {}},
                              {&courier.link(1, 0), {}},
                              {&courier.link(0, 1), {}},
                              {&courier.link(2, 0), {}}};
    // Each process joins three meetings before it takes any results.
    for (int32_t round = 0; round < 3; ++round) {
      for (Came& one : came) {
        const auto number = static_cast<int32_t>(10 * round + one.link->process());
        one.tickets.push_back(*one.link->Join(kReduce, members, One(number), sink));
        CHECK(one.link->Look(one.tickets.back()) == nullptr);
        if (courier.Draw(2) == 0) courier.Deliver();
      }
    }
    courier.DeliverAll();
    for (const Came& one : came) {
      for (size_t round = 0; round < 3; ++round) {
        const std::vector<Parcel>* parcels = one.link->Look(one.tickets[round]);
        REQUIRE(parcels != nullptr);
        for (size_t i = 0; i < 4; ++i) {
          CHECK(OneIn((*parcels)[i]) == static_cast<int32_t>(10 * round) + members[i]);
        }
        one.link->Leave(one.tickets[round]);
      }
    }
  }
}

TEST_CASE("parcels of a group within one share stay there") {
  Courier courier(Shares({2, 2}, {{0, 1}, {2, 3}}), 1);
  const int64_t members[] = {0, 1};
  DiagnosticSink sink;
  const int64_t shape[] = {1000};
  const auto give = [&](size_t place) {
    Parcel large = {Tensor::Allocate(ElementType::kF32, shape)};
    return *courier.link(0, place).Join(kReduce, members, std::move(large), sink);
  };
  const uint64_t first = give(0);
  give(1);
  for (const BufferRef& bytes : courier.to_hub(0)) CHECK(bytes->size() < 200);
  courier.DeliverAll();
  const std::vector<Parcel>* parcels = courier.link(0, 0).Look(first);
  REQUIRE(parcels != nullptr);
  CHECK(parcels->at(1).at(0).has_value());
}

TEST_CASE("messages between peers are received in order, reserved ones by their number") {
  for (uint32_t seed = 0; seed < 20; ++seed) {
    Courier courier(Shares({1, 2}, {{0}, {1}}), seed);
    ProcessLink& sender = courier.link(0, 0);
    ProcessLink& receiver = courier.link(1, 0);
    const SiteRef site = PlaceOf("stablehlo.send", "(tensor<i32>)", 1);
    const MailboxKey key = {MailboxKey::Kind::kChannel, 1, 0, 1};
    DiagnosticSink sink;
    const uint64_t first = receiver.Reserve(site, key);
    const uint64_t second = receiver.Reserve(site, key);
    CHECK_FALSE(receiver.Receive(site, key, std::nullopt, sink)->has_value());
    for (int32_t i = 0; i < 4; ++i) {
      CHECK(sender.Send(site, key, One(i), sink));
      if (courier.Draw(2) == 0) courier.Deliver();
    }
    courier.DeliverAll();
    CHECK(OneIn(**receiver.Receive(site, key, second, sink)) == 1);
    CHECK(OneIn(**receiver.Receive(site, key, std::nullopt, sink)) == 2);
    CHECK(OneIn(**receiver.Receive(site, key, first, sink)) == 0);
    CHECK_FALSE(receiver.Receive(site, key, std::nullopt, sink)->has_value());
    courier.DeliverAll();
    CHECK(OneIn(**receiver.Receive(site, key, std::nullopt, sink)) == 3);
  }
}

TEST_CASE(
    "a deadlock is detected once no message is pending, with the diagnostic of a single hub") {
  for (uint32_t seed = 0; seed < 20; ++seed) {
    Courier courier(Shares({3, 1}, {{0}, {1}, {2}}), seed);
    const int64_t members[] = {0, 1, 2};
    DiagnosticSink sink;
    for (size_t i = 0; i < 2; ++i) {
      ProcessLink& link = courier.link(i, 0);
      CHECK(link.Look(*link.Join(kReduce, members, One(1), sink)) == nullptr);
      courier.peer(i).ReportIdle();
    }
    // The third message may still arrive.
    courier.DeliverAll();
    CHECK_FALSE(courier.hub().outcome());
    courier.peer(2).Finish(2, {});
    courier.peer(2).ReportIdle();
    const Diagnostic deadlock = FailureOf(courier);
    CHECK(deadlock.code == "deadlock");
    CHECK(deadlock.message ==
          "deadlock: process (0, 0) waits in all_reduce for (2, 0); (2, 0) has finished");
    REQUIRE(deadlock.notes.size() == 1);
    CHECK(deadlock.notes[0].message == "process (1, 0) waits in all_reduce for (2, 0)");
  }
}

TEST_CASE("a peer that reported idle before its last message is not idle") {
  Courier courier(Shares({2, 1}, {{0}, {1}}), 1);
  const int64_t members[] = {0, 1};
  DiagnosticSink sink;
  ProcessLink& first = courier.link(0, 0);
  ProcessLink& second = courier.link(1, 0);
  const uint64_t ticket = *first.Join(kReduce, members, One(1), sink);
  CHECK(first.Look(ticket) == nullptr);
  courier.peer(0).ReportIdle();
  courier.peer(0).ReportIdle();  // reports nothing new
  CHECK(courier.to_hub(0).size() == 3);
  static_cast<void>(second.Join(kReduce, members, One(2), sink));
  courier.DeliverAll();
  // Both can continue, although each has reported that it cannot.
  courier.peer(1).ReportIdle();
  courier.DeliverAll();
  CHECK_FALSE(courier.hub().outcome());
  CHECK(first.Look(ticket) != nullptr);
}

TEST_CASE("a mismatch ends the run at every peer") {
  Courier courier(Shares({2, 1}, {{0}, {1}}), 1);
  const int64_t members[] = {0, 1};
  DiagnosticSink sink;
  static_cast<void>(courier.link(0, 0).Join(kReduce, members, One(1), sink));
  courier.DeliverAll();
  static_cast<void>(courier.link(1, 0).Join(PlaceOf("stablehlo.all_to_all", "(tensor<i32>)"),
                                            members, One(2), sink));
  const Diagnostic mismatch = FailureOf(courier);
  CHECK(mismatch.message ==
        "processes execute different collectives: (1, 0) came to all_to_all and (0, 0) to "
        "all_reduce");
  CHECK(mismatch.notes.back().message == "in process (1, 0)");
}

TEST_CASE("a lost peer ends the run, and the diagnostic names it") {
  Courier courier(Shares({2, 2}, {{0}, {1, 2, 3}}), 1);
  courier.DeliverAll();
  courier.hub().Vanish(1, "exited with code 9");
  courier.DeliverAll();
  REQUIRE(courier.peer(0).stop());
  CHECK(courier.peer(0).stop()->diagnostics.at(0).message ==
        "rank 1, which runs (0, 1), (1, 0), (1, 1), exited with code 9");
  CHECK_FALSE(courier.hub().is_closed());
  courier.peer(0).Close({}, 0);
  courier.DeliverAll();
  CHECK(courier.hub().is_closed());
}

TEST_CASE("results, prints and remarks reach the hub") {
  std::string printed;
  std::vector<int32_t> results(3);
  HubServerOptions options = Shares({3, 1}, {{0, 1}, {2}});
  options.on_print = [&](std::string_view text) { printed += text; };
  options.on_results = [&](int64_t process, const Parcel& values) {
    results[static_cast<size_t>(process)] = OneIn(values);
    return true;
  };
  options.on_outfeed = [&](const OutfeedEntry& entry) {
    printed += ToString(entry.process) + std::to_string(entry.channel) + entry.types[0] +
               std::to_string(OneIn({entry.values[0]}));
  };
  Courier courier(options, 3);
  courier.peer(1).Print("a");
  courier.peer(1).Print("b");
  TypeContext types;
  const Type type = types.GetTensor({}, ElementType::kI32);
  Site site;
  courier.link(1, 0).WriteOutfeed(site, false, std::span(&type, 1), One(7));
  site.channel = 5;
  courier.link(1, 0).WriteOutfeed(site, true, std::span(&type, 1), One(8));
  courier.peer(1).Finish(2, One(30));
  courier.peer(0).Finish(1, One(20));
  courier.peer(0).Finish(0, One(10));
  courier.DeliverAll();
  REQUIRE(courier.hub().outcome());
  CHECK(courier.hub().outcome()->cause == wire::Stop::Cause::kFinished);
  CHECK(printed == "ab(2, 0)0tensor<i32>7(2, 0)5tensor<i32>8");
  CHECK(results == std::vector<int32_t>{10, 20, 30});
  for (size_t i = 0; i < 2; ++i) {
    REQUIRE(courier.peer(i).stop());
    Diagnostic remark;
    remark.code = "expectation";
    remark.message = "of peer " + std::to_string(i);
    Diagnostic warning;
    warning.severity = Severity::kWarning;
    warning.message = "said by both";
    Diagnostic own = remark;
    own.severity = Severity::kWarning;
    courier.peer(i).Close({remark, warning, own}, 100);
  }
  courier.DeliverAll();
  CHECK(courier.hub().is_closed());
  const std::vector<Diagnostic> remarks = courier.hub().Remarks();
  REQUIRE(remarks.size() == 3);
  CHECK(remarks[1].message == "of peer 1");
  CHECK(remarks[2].message == "said by both");
  CHECK(courier.hub().peak_bytes() == 200);
}

TEST_CASE("a peer with a different program is refused") {
  Courier courier(Shares({2, 1}, {{0}, {1}}), 1);
  std::deque<BufferRef> said;
  PeerOptions other;
  other.size = {2, 1};
  other.share = {1};
  other.program_hash = 1;
  other.send = [&](const Message& message) { said.push_back(testing::FlatBytes(message)); };
  const Peer stranger(std::move(other));
  courier.hub().TakeBytes(0, courier.to_hub(0).front());
  courier.hub().TakeBytes(1, said.front());
  CHECK(courier.hub().outcome()->diagnostics.at(0).message ==
        "rank 1, which runs (1, 0), runs another program or grid than those before it");
}

// Exchanges all kinds of messages between peers and hub in a short run.
void Converse(Courier& courier) {
  const int64_t members[] = {0, 1};
  DiagnosticSink sink;
  const SiteRef site = PlaceOf("stablehlo.send", "(tensor<i32>)", 1);
  const MailboxKey key = {MailboxKey::Kind::kChannel, 1, 0, 1};
  ProcessLink& first = courier.link(0, 0);
  ProcessLink& second = courier.link(1, 0);
  const uint64_t ticket = *first.Join(kReduce, members, One(1), sink);
  static_cast<void>(second.Join(kReduce, members, One(2), sink));
  static_cast<void>(first.Send(site, key, One(3), sink));
  (void)second.Receive(site, key, std::nullopt, sink);
  first.Look(ticket);
  courier.peer(0).Print("text");
  courier.peer(0).ReportIdle();
  courier.peer(1).ReportIdle();
  Diagnostic diagnostic;
  diagnostic.code = "run";
  diagnostic.message = "failed";
  diagnostic.notes = {{"note", Span{1, 2}}};
  diagnostic.fixes = {{"fix", Span{1, 2}, "text"}};
  diagnostic.caused_by = DiagnosticCause{"syntax", Span{3, 4}};
  if (courier.Draw(2) == 0) courier.peer(1).Fail({diagnostic});
  if (courier.Draw(2) == 0) courier.peer(0).Fail(0, 7, {diagnostic});
  courier.peer(1).Finish(1, One(5));
}

TEST_CASE("no bytes crash a hub or a peer") {
  for (uint32_t seed = 0; seed < 3000; ++seed) {
    Courier courier(Shares({2, 1}, {{0}, {1}}), seed);
    Converse(courier);
    for (int i = 0; i < 40; ++i) {
      // Changes a random byte of a random pending message.
      const size_t peer = courier.Draw(2);
      std::deque<BufferRef>& queue =
          courier.Draw(3) == 0 ? courier.to_peer(peer) : courier.to_hub(peer);
      if (!queue.empty() && courier.Draw(3) == 0) {
        const BufferRef& bytes = queue[courier.Draw(queue.size())];
        const size_t at = courier.Draw(bytes->size());
        bytes->mutable_data()[at] = static_cast<std::byte>(courier.Draw(256));
      }
      courier.Deliver();
    }
    courier.DeliverAll();
    CHECK(courier.hub().size() == GridSize{2, 1});
  }
}

}  // namespace
}  // namespace paddock
