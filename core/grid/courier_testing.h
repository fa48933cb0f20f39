// For tests: delivers the messages between a hub and its peers, in flat form and random order, but
// first in, first out between two ends.
#ifndef PADDOCK_CORE_GRID_COURIER_TESTING_H_
#define PADDOCK_CORE_GRID_COURIER_TESTING_H_

#include <deque>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "core/grid/hub_server.h"
#include "core/grid/peer.h"

namespace paddock::testing {

inline BufferRef FlatBytes(const Message& message) {
  const FlatMessage flat(message);
  BufferRef bytes = Buffer::Allocate(flat.byte_size());
  flat.CopyTo(bytes->mutable_data());
  return bytes;
}

class Courier {
 public:
  Courier(HubServerOptions options, uint32_t seed) : random_(seed) {
    const size_t count = options.shares.size();
    to_hub_.resize(count);
    to_peer_.resize(count);
    options.send = [this](size_t peer, const Message& message) {
      to_peer_[peer].push_back(FlatBytes(message));
    };
    hub_ = std::make_unique<HubServer>(options);
    for (size_t i = 0; i < count; ++i) {
      PeerOptions own;
      own.size = options.size;
      own.share = options.shares[i];
      own.sends_results = true;
      own.send = [this, i](const Message& message) { to_hub_[i].push_back(FlatBytes(message)); };
      peers_.push_back(std::make_shared<Peer>(std::move(own)));
      std::vector<std::unique_ptr<ProcessLink>>& links = links_.emplace_back();
      for (size_t place = 0; place < options.shares[i].size(); ++place) {
        links.push_back(peers_.back()->NewLink(place));
      }
    }
  }

  HubServer& hub() { return *hub_; }
  size_t peer_count() const { return peers_.size(); }
  Peer& peer(size_t i) { return *peers_[i]; }
  // The link of the process at `place` in a peer's share.
  ProcessLink& link(size_t peer, size_t place) { return *links_[peer][place]; }
  std::shared_ptr<Peer> shared_peer(size_t i) { return peers_[i]; }
  std::deque<BufferRef>& to_hub(size_t peer) { return to_hub_[peer]; }
  std::deque<BufferRef>& to_peer(size_t peer) { return to_peer_[peer]; }
  uint32_t Draw(size_t limit) { return static_cast<uint32_t>(random_() % limit); }

  // Delivers one message. Returns false if none is pending.
  bool Deliver() {
    std::vector<std::pair<size_t, bool>> filled;
    for (size_t i = 0; i < peers_.size(); ++i) {
      if (!to_hub_[i].empty()) filled.emplace_back(i, true);
      if (!to_peer_[i].empty()) filled.emplace_back(i, false);
    }
    if (filled.empty()) return false;
    const auto [peer, is_to_hub] = filled[Draw(filled.size())];
    std::deque<BufferRef>& queue = is_to_hub ? to_hub_[peer] : to_peer_[peer];
    const BufferRef bytes = queue.front();
    queue.pop_front();
    if (is_to_hub) {
      hub_->TakeBytes(peer, bytes);
    } else {
      peers_[peer]->TakeBytes(bytes);
    }
    return true;
  }
  void DeliverAll() {
    while (Deliver()) {
    }
  }

 private:
  std::mt19937 random_;
  std::vector<std::deque<BufferRef>> to_hub_;
  std::vector<std::deque<BufferRef>> to_peer_;
  std::unique_ptr<HubServer> hub_;
  std::vector<std::shared_ptr<Peer>> peers_;
  std::vector<std::vector<std::unique_ptr<ProcessLink>>> links_;
};

}  // namespace paddock::testing

#endif  // PADDOCK_CORE_GRID_COURIER_TESTING_H_
