// ChainFollower: follows a chain node by node, so that a caller can pause between two.
#ifndef PADDOCK_CORE_API_WHY_CHAIN_FOLLOWER_H_
#define PADDOCK_CORE_API_WHY_CHAIN_FOLLOWER_H_

namespace paddock {

class ChainFollower {
 public:
  virtual ~ChainFollower() = default;
  // Follows the next node. Returns false if none is left.
  virtual bool Step() = 0;
  // Completes the chain, after the last step or before it.
  virtual void Finish() = 0;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_API_WHY_CHAIN_FOLLOWER_H_
