// DeadStores: stores of a segment that later ones overwrite before anything reads them from memory.
// Temporary memory serves one value after the other, and registers pass on most of them.
#ifndef PADDOCK_CORE_EXEC_NATIVE_DEAD_STORES_H_
#define PADDOCK_CORE_EXEC_NATIVE_DEAD_STORES_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <utility>
#include <vector>

namespace paddock {

// The segment is written twice. The first time reports all accesses, in order. After Finish(), the
// same stores follow in the same order.
class DeadStores {
 public:
  // Reports the next store. Returns whether it must be written, which holds for all before
  // Finish().
  bool Store(const void* address, size_t bytes);
  void Read(const void* address, size_t bytes);
  // Reports a way out of the segment, behind which everything may be read. Returns the stores that
  // must be written there because the segment leaves them out, none before Finish(). `is_held`:
  // whether a register has these bytes, so that they can be.
  struct LateStore {
    const void* address = nullptr;
    size_t bytes = 0;
  };
  using IsHeld = std::function<bool(const void* address, size_t bytes)>;
  std::vector<LateStore> Leave(const IsHeld& is_held);
  void Finish();

 private:
  struct Pending {
    size_t bytes;
    size_t number;
  };
  // No access has more bytes, except reads at unknown places of a range.
  static constexpr size_t kMostBytes = 16;

  // Calls `decide(begin, pending)` for each pending store that overlaps, and removes it.
  template <class Decide>
  void Resolve(uintptr_t begin, size_t bytes, Decide decide);

  // Stores that nothing has read or overwritten yet, by address.
  std::map<uintptr_t, Pending> pending_;
  // By number of the store.
  std::vector<bool> is_needed_;
  size_t next_ = 0;
  // The stores that are pending where the segment is left, by way out.
  struct Exit {
    std::vector<std::pair<LateStore, size_t>> stores;
  };
  std::vector<Exit> exits_;
  size_t next_exit_ = 0;
  bool is_finished_ = false;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_EXEC_NATIVE_DEAD_STORES_H_
