#include "core/grid/recording_link.h"

#include <catch2/catch_test_macros.hpp>

namespace paddock {
namespace {

int64_t ticks = 0;
int64_t Tick() { return ++ticks; }

SiteRef RecordedSite(std::string_view operation, Exchange exchange, bool has_dynamic_root = false,
                     int64_t channel = 0) {
  return std::make_shared<const Site>(
      Site{operation, Span{3, 9}, channel, "()", exchange, has_dynamic_root});
}

Tensor Numbers(std::initializer_list<int32_t> numbers) {
  const int64_t shape[] = {static_cast<int64_t>(numbers.size())};
  return Tensor::FromElements<int32_t>(ElementType::kI32, shape,
                                       std::span(numbers.begin(), numbers.size()));
}

// An event with its members in its own memory.
struct Heard {
  Communication event;
  std::vector<int64_t> members;
};

struct Recorder {
  explicit Recorder(GridSize size) : hub(size) {
    ticks = 0;
    for (int64_t i = 0; i < size.process_count(); ++i) {
      auto local = std::make_unique<LocalLink>(hub, i, Infeed(), Outfeed());
      const auto listen = [this](const Communication& event) {
        heard.push_back({event, {event.members.begin(), event.members.end()}});
        heard.back().event.members = heard.back().members;
      };
      links.push_back(std::make_unique<RecordingLink>(std::move(local), listen, &Tick));
    }
  }

  // All members join, look and leave.
  void Meet(const SiteRef& site, std::span<const int64_t> members, std::vector<Parcel> parcels) {
    std::vector<uint64_t> tickets;
    for (size_t i = 0; i < members.size(); ++i) {
      tickets.push_back(*link(members[i]).Join(site, members, std::move(parcels[i]), sink));
    }
    for (size_t i = 0; i < members.size(); ++i) {
      REQUIRE(link(members[i]).Look(tickets[i]) != nullptr);
      link(members[i]).Leave(tickets[i]);
    }
  }

  ProcessLink& link(int64_t process) { return *links[static_cast<size_t>(process)]; }

  Hub hub;
  std::vector<std::unique_ptr<RecordingLink>> links;
  std::vector<Heard> heard;
  DiagnosticSink sink;
};

TEST_CASE("a meeting is reported with its members, its number and the time of the last arrival") {
  Recorder recorder({2, 1});
  const int64_t members[] = {1, 0};
  const SiteRef site = RecordedSite("stablehlo.all_gather", Exchange::kWhole, false, 7);
  recorder.Meet(site, members, {{Numbers({1, 2})}, {Numbers({3, 4})}});
  recorder.Meet(site, members, {{Numbers({1, 2})}, {Numbers({3, 4})}});
  REQUIRE(recorder.heard.size() == 4);
  const Communication& first = recorder.heard[0].event;
  CHECK(first.process == 1);
  CHECK(first.operation == "stablehlo.all_gather");
  CHECK(first.channel == 7);
  CHECK(recorder.heard[0].members == std::vector<int64_t>{1, 0});
  CHECK(first.occurrence == 0);
  CHECK(first.bytes == 8);
  CHECK(first.given() == 8);
  CHECK(first.taken() == 8);
  // Two members have joined, one has looked, and one has left.
  CHECK(first.begin == 1);
  CHECK(first.met == 3);
  CHECK(first.end == 4);
  CHECK(recorder.heard[3].event.occurrence == 1);
}

TEST_CASE("the exchange determines the bytes between members") {
  Recorder recorder({3, 1});
  const int64_t members[] = {2, 0, 1};
  const auto matrix = [&](const Communication& event) {
    std::vector<uint64_t> bytes;
    for (size_t from = 0; from < 3; ++from) {
      for (size_t to = 0; to < 3; ++to) bytes.push_back(event.BytesBetween(from, to));
    }
    return bytes;
  };
  using Matrix = std::vector<uint64_t>;
  const auto meet = [&](const SiteRef& site, auto parcel_of) {
    recorder.heard.clear();
    recorder.Meet(site, members, {parcel_of(0), parcel_of(1), parcel_of(2)});
    // A member's sent bytes are a row of the matrix, its received bytes a column.
    for (const Heard& heard : recorder.heard) {
      const Matrix bytes = matrix(heard.event);
      const size_t own =
          heard.event.process == 2 ? 0 : static_cast<size_t>(heard.event.process) + 1;
      uint64_t given = 0;
      uint64_t taken = 0;
      for (size_t i = 0; i < 3; ++i) {
        given += bytes[own * 3 + i];
        taken += bytes[i * 3 + own];
      }
      CHECK(heard.event.given() == given);
      CHECK(heard.event.taken() == taken);
    }
    return matrix(recorder.heard[0].event);
  };
  const auto three = [](int) { return Parcel{Numbers({1, 2, 3})}; };
  CHECK(meet(RecordedSite("stablehlo.all_reduce", Exchange::kWhole), three) ==
        Matrix{0, 12, 12, 12, 0, 12, 12, 12, 0});
  CHECK(meet(RecordedSite("stablehlo.all_to_all", Exchange::kParts), three) ==
        Matrix{0, 4, 4, 4, 0, 4, 4, 4, 0});
  CHECK(meet(RecordedSite("stablehlo.collective_reduce", Exchange::kToRoot), three) ==
        Matrix{0, 0, 0, 12, 0, 0, 12, 0, 0});
  // Two operands whose roots are members 2 and 1.
  const auto rooted = [](int) { return Parcel{Numbers({1, 2, 3}), Numbers({4}), Numbers({2, 1})}; };
  CHECK(meet(RecordedSite("stablehlo.collective_reduce", Exchange::kToRoot, true), rooted) ==
        Matrix{0, 4, 12, 0, 0, 12, 0, 4, 0});
  // Only the root's parcel has data.
  const auto broadcast = [](int member) {
    return Parcel{member == 1 ? Numbers({1, 2, 3}) : Tensor()};
  };
  CHECK(meet(RecordedSite("stablehlo.collective_broadcast", Exchange::kFromRoot), broadcast) ==
        Matrix{0, 0, 0, 12, 0, 12, 0, 0, 0});
}

TEST_CASE("both ends report a message with one number") {
  Recorder recorder({1, 2});
  const SiteRef site = RecordedSite("stablehlo.send", Exchange::kWhole, false, 1);
  const MailboxKey key = {MailboxKey::Kind::kChannel, 1, -1, -1};
  CHECK_FALSE(recorder.link(1).Receive(site, key, std::nullopt, recorder.sink)->has_value());
  for (int i = 0; i < 2; ++i) {
    REQUIRE(recorder.link(0).Send(site, key, {Numbers({1, 2, 3})}, recorder.sink));
    REQUIRE(recorder.link(1).Receive(site, key, std::nullopt, recorder.sink)->has_value());
  }
  REQUIRE(recorder.heard.size() == 4);
  const Communication& sent = recorder.heard[0].event;
  const Communication& received = recorder.heard[1].event;
  CHECK(sent.kind == CommunicationKind::kSend);
  CHECK(received.kind == CommunicationKind::kReceive);
  CHECK(recorder.heard[0].members == std::vector<int64_t>{0, -1});
  CHECK(recorder.heard[1].members == std::vector<int64_t>{-1, 1});
  CHECK(sent.given() == 12);
  CHECK(received.taken() == 12);
  // The wait began with the first request.
  CHECK(received.begin < sent.begin);
  CHECK(recorder.heard[3].event.occurrence == 1);
  CHECK(recorder.heard[2].event.occurrence == 1);
}

TEST_CASE("unfinished communications are reported when the run is abandoned") {
  Recorder recorder({2, 1});
  const int64_t members[] = {0, 1};
  const SiteRef site = RecordedSite("stablehlo.all_reduce", Exchange::kWhole);
  const MailboxKey key = {MailboxKey::Kind::kPermute, 0, 0, 1};
  REQUIRE(recorder.link(0).Join(site, members, {Numbers({1})}, recorder.sink));
  CHECK_FALSE(recorder.link(1).Receive(site, key, 0, recorder.sink)->has_value());
  for (const auto& link : recorder.links) link->Abandon();
  REQUIRE(recorder.heard.size() == 2);
  CHECK(recorder.heard[0].event.end == Communication::kNever);
  CHECK(recorder.heard[1].event.kind == CommunicationKind::kReceive);
  CHECK(recorder.heard[1].event.end == Communication::kNever);
}

TEST_CASE("a communication as JSON") {
  Communication event;
  event.process = 2;
  event.operation = "stablehlo.collective_reduce";
  event.span = {5, 8};
  event.exchange = Exchange::kToRoot;
  const int64_t members[] = {2, 0};
  event.members = members;
  event.bytes = 16;
  event.roots = {{1, 16}};
  event.begin = 1234567;
  event.met = 2000005;
  CHECK(CommunicationJson(event) ==
        R"({"kind": "meeting", "process": 2, "operation": "stablehlo.collective_reduce", )"
        R"("span": {"begin": 5, "end": 8}, "channel": 0, "exchange": "to_root", )"
        R"("members": [2, 0], "occurrence": 0, "bytes": 16, )"
        R"("roots": [{"position": 1, "bytes": 16}], "came": 1234.567, "met": 2000.005, )"
        R"("left": null})");
}

}  // namespace
}  // namespace paddock
