// The registers of a tile program while it is compiled.
#ifndef PADDOCK_CORE_PLAN_FUSION_TILE_REGISTER_POOL_H_
#define PADDOCK_CORE_PLAN_FUSION_TILE_REGISTER_POOL_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/plan/fusion/tile_program.h"
#include "core/types/element_type.h"

namespace paddock {

class TileRegisterPool {
 public:
  std::span<TileRegister> all() { return all_; }

  uint32_t Add(const TileRegister& added) {
    all_.push_back(added);
    return static_cast<uint32_t>(all_.size() - 1);
  }

  // Returns a register in scratch memory, without its place, for elements of as many bytes.
  uint32_t TakeScratch(ElementType type) {
    std::vector<uint32_t>& free = free_[ByteSize(type)];
    if (free.empty()) return Add({true, 0, static_cast<uint32_t>(ByteSize(type)), 0});
    const uint32_t found = free.back();
    free.pop_back();
    return found;
  }

  // Makes a register free for TakeScratch. Returns false if it is not in scratch memory.
  bool Release(uint32_t number) {
    if (!all_[number].is_scratch) return false;
    free_[all_[number].element_bytes].push_back(number);
    return true;
  }

 private:
  static constexpr size_t kMostBytes = 16;

  std::vector<TileRegister> all_;
  // By bytes of an element.
  std::vector<uint32_t> free_[kMostBytes + 1];
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_FUSION_TILE_REGISTER_POOL_H_
