// Fuzz target: peers send arbitrary messages in any order. The hub must answer with valid messages,
// and end the run once all peers are gone.
#include <string>
#include <vector>

#include "core/base/fuzz_testing.h"
#include "core/grid/hub_server.h"

namespace paddock {
namespace {

using testing::FuzzNumbers;
using testing::FuzzRequire;

constexpr GridSize kSize{2, 2};

// A peer's words, mostly valid: with few processes, channels, tickets and times.
class Words {
 public:
  explicit Words(FuzzNumbers& numbers) : numbers_(numbers) {}

  wire::FromPeer Draw(size_t peer) {
    switch (numbers_.Below(13)) {
      case 0:
        return wire::Hello{.size = kSize, .share = Share(peer), .program_hash = numbers_.Below(8)};
      case 1:
      case 2:
        return wire::Join{Ticket(), Process(), Time(), Site(), Members(), Values()};
      case 3:
        return wire::Send{Process(), Time(), Site(), Key(), Values()};
      case 4:
        return wire::Ask{Ticket(), Process(), Time(), Site(), Key()};
      case 5:
        return wire::Idle{numbers_.Below(8), Tickets()};
      case 6:
        return wire::Outfeed{Process(), Channel(), {"tensor<f32>"}, Values()};
      case 7:
        return wire::Finish{Process(), Values()};
      case 8:
        return wire::Fail{Process(), Time(), {Diagnostic()}};
      case 9:
        return wire::Closed{{}, numbers_.Number()};
      case 10:
        return wire::Record{std::string(numbers_.Text(4))};
      case 11:
        return wire::Print{std::string(numbers_.Text(4))};
      default:
        return wire::GiveUp{};
    }
  }

 private:
  static std::vector<int64_t> Share(size_t peer) {
    return peer == 0 ? std::vector<int64_t>{0, 1} : std::vector<int64_t>{2, 3};
  }
  uint64_t Ticket() { return numbers_.Below(5); }
  int64_t Time() { return static_cast<int64_t>(numbers_.Number() >> 4); }
  // Returns a process, or one that does not exist.
  int64_t Process() { return static_cast<int64_t>(numbers_.Below(6)) - 1; }
  int64_t Channel() { return static_cast<int64_t>(numbers_.Below(2)); }
  std::vector<uint64_t> Tickets() {
    std::vector<uint64_t> tickets(numbers_.Below(4));
    for (uint64_t& ticket : tickets) ticket = Ticket();
    return tickets;
  }
  std::vector<int64_t> Members() {
    static const std::vector<int64_t> kGroups[] = {{0, 1}, {2, 3}, {0, 2}, {0, 1, 2, 3}, {3, 1}};
    if (const size_t group = numbers_.Below(6); group < std::size(kGroups)) return kGroups[group];
    std::vector<int64_t> members(numbers_.Below(5));
    for (int64_t& member : members) member = Process();
    return members;
  }
  SiteRef Site() {
    paddock::Site site;
    const size_t bits = numbers_.Byte();
    site.operation = (bits & 1) != 0 ? "stablehlo.all_reduce" : "stablehlo.all_gather";
    site.signature = (bits & 2) != 0 ? "(tensor<f32>)" : "";
    site.channel = static_cast<int64_t>(bits >> 2 & 1);
    return std::make_shared<const paddock::Site>(std::move(site));
  }
  MailboxKey Key() {
    MailboxKey key;
    const size_t bits = numbers_.Byte();
    if ((bits & 1) != 0) key.kind = MailboxKey::Kind::kPermute;
    key.channel = static_cast<int64_t>(bits >> 1 & 1);
    if ((bits & 4) == 0) return key;
    key.source = Process();
    key.target = Process();
    return key;
  }
  Parcel Values() {
    Parcel parcel;
    for (size_t count = numbers_.Below(3); count > 0; --count) {
      const int64_t shape[] = {static_cast<int64_t>(numbers_.Below(3))};
      parcel.push_back(numbers_.Below(2) == 0 ? Tensor::WithoutBytes(ElementType::kF32, shape)
                                              : Tensor::Allocate(ElementType::kF32, shape));
    }
    return parcel;
  }

  FuzzNumbers& numbers_;
};

HubServerOptions Options() {
  HubServerOptions options;
  options.size = kSize;
  options.shares = {{0, 1}, {2, 3}};
  options.send = [](size_t, const Message& message) {
    FuzzRequire(wire::ReadFromHub(message).has_value(), "the hub says what cannot be read");
  };
  options.on_results = [](int64_t, const Parcel& results) { return results.size() < 2; };
  options.on_record = [](size_t, std::string_view bytes) { return bytes.size() < 3; };
  return options;
}

void Act(HubServer& hub, FuzzNumbers& numbers) {
  const size_t peer = numbers.Below(2);
  switch (numbers.Below(16)) {
    case 0:
      return hub.Vanish(peer, "was lost");
    case 1:
      return hub.Stop();
    case 2: {
      Message message;
      for (char c : numbers.Text(12)) message.words.push_back(static_cast<std::byte>(c));
      return hub.Take(peer, message);
    }
    default:
      return hub.Take(peer, wire::Encode(Words(numbers).Draw(peer)));
  }
}

}  // namespace

PADDOCK_FUZZ_TARGET(hub) {
  FuzzNumbers numbers(bytes);
  HubServer hub(Options());
  while (!numbers.is_at_end() && !hub.is_closed()) Act(hub, numbers);
  for (size_t peer = 0; peer < hub.peer_count(); ++peer) hub.Vanish(peer, "was lost");
  FuzzRequire(hub.is_closed() && hub.outcome(), "all peers are gone, but the run goes on");
  (void)hub.Remarks();
}

}  // namespace paddock
