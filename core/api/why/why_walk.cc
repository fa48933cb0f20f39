#include <memory>
#include <utility>

#include "core/api/why/why.h"
#include "core/api/why/why_back.h"
#include "core/api/why/why_forward.h"
#include "core/api/why/why_nodes.h"

namespace paddock {

struct WhyWalk::Parts {
  WhyChain chain;
  WhyNodes nodes;
  std::unique_ptr<ChainFollower> follower;

  explicit Parts(RunReader& reader) : nodes(reader, chain) {}
};

WhyWalk::WhyWalk(RunReader& reader, const WhyTarget& target, const WhyOptions& options,
                 bool is_forward)
    : parts_(std::make_unique<Parts>(reader)) {
  parts_->chain.grid = reader.session().grid();
  parts_->chain.is_forward = is_forward;
  parts_->follower = is_forward ? FollowForward(parts_->nodes, target, options)
                                : FollowBack(parts_->nodes, target, options);
}

WhyWalk::~WhyWalk() = default;

bool WhyWalk::Step() { return parts_->follower->Step(); }

WhyChain WhyWalk::Finish(bool is_cut) {
  while (!is_cut && Step()) {
  }
  parts_->follower->Finish();
  return std::move(parts_->chain);
}

}  // namespace paddock
