// A team gives the bits of one thread. The thread sanitizer runs these tests.
#ifndef __wasm__

#include <algorithm>
#include <barrier>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <iterator>
#include <limits>
#include <thread>
#include <vector>

#include "simd/factor/testing.h"

namespace paddock::simd {
namespace {

using Catch::Generators::from_range;
using testing::Hermitian;
using testing::kTypes;
using testing::Outcome;
using testing::RandomMatrix;
using testing::Run;
using testing::Shape;
using testing::Values;

constexpr ElementType kI32 = ElementType::kI32;

// Around the sizes of panels and tiles, and so large that threads share them.
constexpr Shape kShapes[] = {{33, 33}, {97, 97}, {140, 140}, {100, 190}, {190, 100}, {300, 40}};

// Threads that stay: under an emulator each new one takes memory that it never gives back.
class Threads {
 public:
  explicit Threads(int64_t size) : barrier_(size + 1) {
    for (int64_t t = 0; t < size; ++t) {
      all_.emplace_back([this, t, size] { RunBatches(t, size); });
    }
  }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;
  ~Threads() {
    batch_ = {};
    barrier_.arrive_and_wait();
  }

  Team team() { return {Run, this, std::ssize(all_)}; }

 private:
  struct Batch {
    int64_t count = 0;
    Team::Task task = nullptr;
    void* argument = nullptr;
  };

  static void Run(void* host, int64_t count, int64_t, Team::Task task, void* argument) {
    Threads& threads = *static_cast<Threads*>(host);
    threads.batch_ = {count, task, argument};
    threads.barrier_.arrive_and_wait();
    threads.barrier_.arrive_and_wait();
  }

  // Thread t takes every size-th task, the last one first, until there is a batch without any.
  void RunBatches(int64_t t, int64_t size) {
    while (true) {
      barrier_.arrive_and_wait();
      if (batch_.task == nullptr) return;
      for (int64_t i = batch_.count - 1 - t; i >= 0; i -= size) batch_.task(batch_.argument, i);
      barrier_.arrive_and_wait();
    }
  }

  Batch batch_;
  std::barrier<> barrier_;
  std::vector<std::jthread> all_;
};

// Compares the results of a call for teams of these sizes.
void CheckTeams(Routine routine, const std::vector<Values>& operands,
                const std::vector<FactorValue>& results, const std::vector<int64_t>& options,
                bool is_fast) {
  const Outcome alone = Run(routine, operands, results, options, 1, is_fast);
  static Threads sizes[] = {Threads(2), Threads(5)};
  for (Threads& threads : sizes) {
    const Team team = threads.team();
    INFO(team.size << " threads");
    const Outcome shared = Run(routine, operands, results, options, 1, is_fast, team);
    for (size_t i = 0; i < results.size(); ++i) {
      INFO("result " << i);
      CHECK(shared.results[i].bytes == alone.results[i].bytes);
    }
  }
}

TEST_CASE("a team shares Cholesky factors, also of matrices that have none", "[threads]") {
  const ElementType type = GENERATE(from_range(kTypes));
  const bool is_fast = GENERATE(false, true);
  for (const int64_t n : {31, 64, 97, 170}) {
    const Values a = Hermitian(RandomMatrix(type, n, n, 1), 16.0 * static_cast<double>(n));
    for (const int64_t failed : {n, n - 1, int64_t{0}, n / 2}) {
      Values matrix = a;
      if (failed < n) matrix.Set(failed, failed, -1);
      INFO("size " << n << ", row " << failed);
      for (const char uplo : {'L', 'U'}) {
        CheckTeams(Routine::kPotrf, {matrix}, {a.shape, {kI32}}, {uplo}, is_fast);
      }
    }
  }
}

TEST_CASE("a team shares LU factors, also of singular matrices", "[threads]") {
  const ElementType type = GENERATE(from_range(kTypes));
  const bool is_fast = GENERATE(false, true);
  for (const auto [m, n] : kShapes) {
    INFO("rows " << m << ", columns " << n);
    const int64_t k = std::min(m, n);
    Values a = RandomMatrix(type, m, n, 2);
    CheckTeams(Routine::kGetrf, {a}, {a.shape, {kI32, k}, {kI32}}, {}, is_fast);
    CheckTeams(Routine::kLuDecomposition, {a}, {a.shape, {kI32, k}, {kI32, m}}, {}, is_fast);
    for (const int64_t column : {int64_t{3}, k - 1}) {
      for (int64_t i = 0; i < m; ++i) a.Set(i, column, 0);
    }
    a.Set(m - 1, n - 1, std::numeric_limits<double>::quiet_NaN());
    CheckTeams(Routine::kGetrf, {a}, {a.shape, {kI32, k}, {kI32}}, {}, is_fast);
  }
}

TEST_CASE("a team shares QR factors and products with them", "[threads]") {
  const ElementType type = GENERATE(from_range(kTypes));
  const bool is_fast = GENERATE(false, true);
  for (const auto [m, n] : kShapes) {
    INFO("rows " << m << ", columns " << n);
    const int64_t k = std::min(m, n);
    const Values a = RandomMatrix(type, m, n, 3);
    CheckTeams(Routine::kGeqrf, {a}, {a.shape, {type, k}}, {}, is_fast);
    const auto factors = Run(Routine::kGeqrf, {a}, {a.shape, {type, k}}, {}, 1, is_fast).results;
    if (m >= n) CheckTeams(Routine::kOrgqr, {factors[0], factors[1]}, {a.shape}, {}, is_fast);
    const Values c = RandomMatrix(type, m, 110, 4);
    for (const int64_t transposes : {0, 1}) {
      CheckTeams(Routine::kOrmqr, {factors[0], factors[1], c}, {c.shape}, {1, transposes}, is_fast);
    }
  }
}

TEST_CASE("a team shares eigenvalues and the forms before them", "[threads]") {
  const ElementType type = GENERATE(from_range(kTypes));
  const ElementType part = PartType(type);
  const bool is_fast = GENERATE(false, true);
  for (const int64_t n : {1, 40, 120}) {
    INFO("size " << n);
    const Values general = RandomMatrix(type, n, n, 5), a = Hermitian(general, 0);
    const FactorValue values{part, n}, next{part, n - 1}, factors{type, n - 1}, info{kI32};
    for (const char uplo : {'L', 'U'}) {
      CheckTeams(Routine::kSyevd, {a}, {a.shape, values, info}, {'V', uplo}, is_fast);
      CheckTeams(Routine::kSytrd, {a}, {a.shape, values, next, factors, info}, {uplo}, is_fast);
    }
    CheckTeams(Routine::kSyevd, {a}, {a.shape, values, info}, {'N', 'L'}, is_fast);
    CheckTeams(Routine::kGehrd, {general}, {a.shape, factors, info}, {1, n}, is_fast);
  }
}

TEST_CASE("a team shares singular values", "[threads]") {
  const ElementType type = GENERATE(from_range(kTypes));
  const bool is_fast = GENERATE(false, true);
  for (const auto [m, n] : {Shape{1, 1}, {40, 33}, {120, 105}, {105, 120}, {700, 40}, {40, 700}}) {
    INFO("rows " << m << ", columns " << n);
    const int64_t k = std::min(m, n);
    const Values a = RandomMatrix(type, m, n, 6);
    for (const char mode : {'S', 'N'}) {
      CheckTeams(Routine::kGesdd, {a},
                 {a.shape, {PartType(type), k}, {type, m, k}, {type, k, n}, {kI32}}, {mode},
                 is_fast);
    }
  }
}

}  // namespace
}  // namespace paddock::simd
#endif  // __wasm__
