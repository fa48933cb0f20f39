#include "core/tensor/spare_memory.h"

#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

#include "core/tensor/buffer.h"

namespace paddock {
namespace {

constexpr size_t kLarge = SpareMemory::kLeastKept;

// Returns the memory budget of a session.
std::shared_ptr<MemoryBudget> BudgetOf(const std::shared_ptr<SpareMemory>& spare,
                                       uint64_t limit = 64 * kLarge) {
  return std::make_shared<MemoryBudget>(limit, spare);
}

TEST_CASE("the next buffer of the same size reuses the memory of a released one", "[tensor]") {
  if (!SpareMemory::kIsUsed) return;
  const auto spare = std::make_shared<SpareMemory>();
  BufferRef first = Buffer::Allocate(kLarge, BudgetOf(spare));
  const std::byte* place = first->data();
  CHECK(spare->kept_bytes() == 0);
  BufferRef held = first;
  first = {};
  CHECK(spare->kept_bytes() == 0);
  held = {};
  CHECK(spare->kept_bytes() == kLarge);
  const BufferRef other = Buffer::Allocate(kLarge + 64, BudgetOf(spare));
  CHECK(other->data() != place);
  CHECK(spare->kept_bytes() == kLarge);
  const BufferRef second = Buffer::Allocate(kLarge, BudgetOf(spare));
  CHECK(second->data() == place);
  CHECK(spare->kept_bytes() == 0);
}

TEST_CASE("small buffers are not kept", "[tensor]") {
  const auto spare = std::make_shared<SpareMemory>();
  Buffer::Allocate(kLarge - 1, BudgetOf(spare));
  CHECK(spare->kept_bytes() == 0);
}

TEST_CASE("spare memory is limited to the peak of one session", "[tensor]") {
  if (!SpareMemory::kIsUsed) return;
  const auto spare = std::make_shared<SpareMemory>();
  {
    const auto budget = BudgetOf(spare);
    const BufferRef a = Buffer::Allocate(2 * kLarge, budget);
    const BufferRef b = Buffer::Allocate(kLarge, budget);
  }
  CHECK(spare->kept_bytes() == 3 * kLarge);
  // The oldest blocks are freed.
  {
    const BufferRef c = Buffer::Allocate(kLarge + 64, BudgetOf(spare));
  }
  CHECK(spare->kept_bytes() <= 3 * kLarge);
  const BufferRef d = Buffer::Allocate(kLarge + 64, BudgetOf(spare));
  CHECK(spare->kept_bytes() <= 2 * kLarge);
}

TEST_CASE("spare memory counts towards the limit of a session", "[tensor]") {
  if (!SpareMemory::kIsUsed) return;
  const auto spare = std::make_shared<SpareMemory>();
  {
    const BufferRef a = Buffer::Allocate(4 * kLarge, BudgetOf(spare));
  }
  CHECK(spare->kept_bytes() == 4 * kLarge);
  const BufferRef b = Buffer::Allocate(2 * kLarge, BudgetOf(spare, 5 * kLarge));
  REQUIRE(b);
  CHECK(spare->kept_bytes() == 0);
}

TEST_CASE("memory returns to the system on request, and with its owner", "[tensor]") {
  if (!SpareMemory::kIsUsed) return;
  auto spare = std::make_shared<SpareMemory>();
  const auto budget = BudgetOf(spare);
  {
    const BufferRef a = Buffer::Allocate(kLarge, budget);
  }
  CHECK(spare->kept_bytes() == kLarge);
  spare->ReleaseDownTo(0);
  CHECK(spare->kept_bytes() == 0);
  // Memory that is released after the spare memory's end is freed.
  const BufferRef late = Buffer::Allocate(kLarge, budget);
  const std::weak_ptr<SpareMemory> watch = spare;
  spare.reset();
  CHECK(watch.expired());
}

TEST_CASE("threads share spare memory, and no two get the same block", "[tensor]") {
  const auto spare = std::make_shared<SpareMemory>();
  const auto budget = BudgetOf(spare);
  std::vector<int> mistakes(4);
  std::vector<std::thread> threads;
  for (size_t t = 0; t < mistakes.size(); ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 50; ++i) {
        const BufferRef buffer = Buffer::Allocate(kLarge, budget);
        std::byte* bytes = buffer->mutable_data();
        for (size_t at = 0; at < kLarge; at += 4096) bytes[at] = static_cast<std::byte>(t);
        for (size_t at = 0; at < kLarge; at += 4096) {
          mistakes[t] += bytes[at] != static_cast<std::byte>(t);
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(mistakes == std::vector<int>(4));
}

}  // namespace
}  // namespace paddock
