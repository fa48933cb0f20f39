// The bits of factorisations are the same on every machine and target, and independent of the
// slices of work. Hashes of results are pinned; a change of an algorithm changes them on purpose.
#include "simd/factor/testing.h"
#include "simd/movement/testing.h"

namespace paddock::simd {
namespace {

using testing::Hermitian;
using testing::Outcome;
using testing::RandomMatrix;
using testing::Run;
using testing::Values;

constexpr int64_t kSize = 37;
constexpr ElementType kI32 = ElementType::kI32;

struct PinnedCall {
  const char* name;
  Routine routine;
  std::vector<Values> operands;
  std::vector<FactorValue> results;
  std::vector<int64_t> options;
  uint64_t hash;
};

std::vector<PinnedCall> PinnedCalls() {
  const ElementType f = ElementType::kF64, c = ElementType::kC64, cd = ElementType::kC128;
  const Values a = RandomMatrix(f, kSize, kSize, 1), b = RandomMatrix(c, kSize, kSize, 2);
  const Values tall = RandomMatrix(f, kSize + 9, kSize, 3);
  const Values positive = Hermitian(a, 600), hermitian = Hermitian(b, 0);
  const FactorValue v{f, kSize}, w{c, kSize}, r{ElementType::kF32, kSize}, info{kI32};
  const FactorValue pivots{kI32, kSize}, wide{cd, kSize, kSize};
  return {
      {"potrf", Routine::kPotrf, {positive}, {a.shape, info}, {'L'}, 0x3f1ca8444a5f282a},
      {"getrf", Routine::kGetrf, {a}, {a.shape, pivots, info}, {}, 0xc4541a4d7e805c5e},
      {"complex getrf", Routine::kGetrf, {b}, {b.shape, pivots, info}, {}, 0x8f46596291e3b55d},
      {"geqrf", Routine::kGeqrf, {tall}, {tall.shape, v}, {}, 0xac0bebf0b3670699},
      {"complex geqrf", Routine::kGeqrf, {b}, {b.shape, w}, {}, 0x1522bab183841fcb},
      {"geqp3", Routine::kGeqp3, {a, Values(pivots)}, {a.shape, pivots, v}, {}, 0xb5de059db95e5a2e},
      {"syevd", Routine::kSyevd, {positive}, {a.shape, v, info}, {'V', 'L'}, 0xcb2241bbfe4a5072},
      {"heevd", Routine::kSyevd, {hermitian}, {b.shape, r, info}, {'V', 'U'}, 0x533b792465c72984},
      {"gesdd",
       Routine::kGesdd,
       {a},
       {a.shape, v, a.shape, a.shape, info},
       {'S'},
       0x83daf4bc47a90b70},
      {"complex gesdd",
       Routine::kGesdd,
       {b},
       {b.shape, r, b.shape, b.shape, info},
       {'S'},
       0xcf423d3a88672093},
      {"geev", Routine::kGeev, {a}, {v, v, wide, wide, info}, {'V', 'V'}, 0xf6069814700c3afe},
      {"complex geev",
       Routine::kGeev,
       {b},
       {w, b.shape, b.shape, info},
       {'V', 'V'},
       0xb751a7789f94c3dc},
      {"gees",
       Routine::kGees,
       {a},
       {a.shape, a.shape, v, v, info, info},
       {'V', 'N'},
       0xd5ac6f248d110147},
      {"complex gees",
       Routine::kGees,
       {b},
       {b.shape, b.shape, w, info, info},
       {'V', 'N'},
       0xa75980644a7c6c0d},
  };
}

uint64_t HashOf(const Outcome& outcome) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (const Values& values : outcome.results) {
    for (const std::byte byte : values.bytes) {
      hash = (hash ^ static_cast<uint64_t>(byte)) * 0x100000001b3u;
    }
  }
  return hash;
}

TEST_CASE("factorisations have the same bits on every target") {
  testing::ForEachTarget([] {
    for (const PinnedCall& pinned : PinnedCalls()) {
      INFO(pinned.name);
      const Outcome outcome = Run(pinned.routine, pinned.operands, pinned.results, pinned.options);
      CHECK(HashOf(outcome) == pinned.hash);
    }
  });
}

TEST_CASE("the division of the work does not change the bits") {
  for (const PinnedCall& pinned : PinnedCalls()) {
    INFO(pinned.name);
    constexpr int64_t kAll = int64_t{1} << 60;
    const auto run = [&](int64_t slice) {
      return HashOf(Run(pinned.routine, pinned.operands, pinned.results, pinned.options, slice));
    };
    CHECK(run(1) == run(kAll));
  }
}

// A matrix of 2,000 rows has pieces of at most about 16 million multiply-adds then.
TEST_CASE("pieces grow with the square of the size") {
  for (const PinnedCall& pinned : PinnedCalls()) {
    INFO(pinned.name);
    const Outcome outcome = Run(pinned.routine, pinned.operands, pinned.results, pinned.options);
    CHECK(outcome.longest <= 100 * (kSize + 9) * (kSize + 9));
  }
}

}  // namespace
}  // namespace paddock::simd
