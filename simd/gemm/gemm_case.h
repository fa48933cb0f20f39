// Random problems for the tests of this folder: creates operands with their layout, runs a plan,
// and compares with the oracle.
#ifndef PADDOCK_SIMD_GEMM_GEMM_CASE_H_
#define PADDOCK_SIMD_GEMM_GEMM_CASE_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "hwy/highway.h"
#include "simd/gemm/gemm.h"
#include "simd/gemm/gemm_case_elements.h"
#include "simd/gemm/gemm_oracle.h"
#include "simd/gemm/machine.h"

namespace paddock::simd {

struct Types {
  ElementType lhs, rhs, result;
};

// One operand's memory, of exactly the bytes that its strides reach, and the address of its
// first element in there (strides may be negative).
struct OperandMemory {
  std::unique_ptr<std::byte[]> bytes;
  size_t byte_count = 0;
  std::byte* first = nullptr;
};

class GemmCase {
 public:
  using Sizes = std::vector<int64_t>;
  GemmCase(Types types, Numerics numerics, uint32_t seed) : random_(seed) {
    problem_.lhs_type = types.lhs;
    problem_.rhs_type = types.rhs;
    problem_.result_type = types.result;
    problem_.numerics = numerics;
  }

  // Sets the sizes, and strides of a random order of dimensions: packed, with gaps,
  // repeated (0) or backwards.
  void SetSizes(const Sizes& batch, const Sizes& m, const Sizes& n, const Sizes& k) {
    const auto fill = [](const Sizes& sizes, std::vector<GemmDimension>& dimensions) {
      dimensions.clear();
      for (int64_t size : sizes) dimensions.push_back({size, 0, 0});
    };
    fill(batch, problem_.batch);
    fill(m, problem_.m);
    fill(n, problem_.n);
    fill(k, problem_.k);
    lhs_ = LayOut(problem_.lhs_type, problem_.m, &GemmDimension::lhs_stride);
    rhs_ = LayOut(problem_.rhs_type, problem_.n, &GemmDimension::rhs_stride);
  }

  // Sets strides of the result: rows of matrices beside each other, as in a transposed result, and
  // `gap` elements between them. After SetSizes.
  void SetResultStrides(int64_t gap) {
    problem_.result_batch_strides.clear();
    int64_t stride = Count(problem_.n) + gap;
    for (const GemmDimension& dimension : problem_.batch) {
      problem_.result_batch_strides.push_back(stride);
      stride *= dimension.size;
    }
    problem_.result_row_stride = stride;
  }

  // Sets products of vectors, with these strides.
  void SetStrides(const std::vector<GemmDimension>& batch, const std::vector<GemmDimension>& k) {
    problem_.batch = batch;
    problem_.m.clear();
    problem_.n.clear();
    problem_.k = k;
    lhs_ = FillVectors(problem_.lhs_type, &GemmDimension::lhs_stride);
    rhs_ = FillVectors(problem_.rhs_type, &GemmDimension::rhs_stride);
  }

  // Sets every element of the operands to one value; f32 only, after SetSizes.
  void SetF32(float lhs, float rhs) {
    for (const auto& [memory, value] : {std::pair(&lhs_, lhs), std::pair(&rhs_, rhs)}) {
      for (size_t at = 0; at < memory->byte_count; at += sizeof(value)) {
        std::memcpy(memory->bytes.get() + at, &value, sizeof(value));
      }
    }
  }

  // Sets every element to the least or greatest of its type; integers only, after SetSizes.
  void SetExtremes(bool lhs_is_least, bool rhs_is_least) {
    FillWithExtreme(problem_.lhs_type, lhs_is_least, lhs_.bytes.get(), lhs_.byte_count);
    FillWithExtreme(problem_.rhs_type, rhs_is_least, rhs_.bytes.get(), rhs_.byte_count);
  }

  const GemmProblem& problem() const { return problem_; }

  // Ways to run: all at once, in steps of a budget, or chunks in random order.
  enum class Mode { kWhole, kSteps, kChunks };

  // Returns an empty string if every result element equals the oracle's and the guards are intact.
  template <class Arithmetic>
  std::string Check(bool fused, Mode mode) {
    const auto plan = PlanGemm(problem_);
    if (!plan) return "not planned";
    const std::vector<std::byte> memory = Run(*plan, mode);
    const std::byte* const result = memory.data() + kGuardBytes;
    const size_t bytes = memory.size() - 2 * kGuardBytes;
    for (size_t i = 0; i < kGuardBytes; ++i) {
      if (memory[i] != kGuard || result[bytes + i] != kGuard) return "guard overwritten";
    }
    if (problem_.result_row_stride != 0) return CompareStrided<Arithmetic>(result, bytes, fused);
    return Compare<Arithmetic>(result, fused);
  }

  std::vector<std::byte> Run(const GemmPlan& plan, Mode mode) {
    return RunWith(plan, mode, rhs_.first);
  }

  // Runs with a packed rhs, whose blocks are packed in random order.
  std::vector<std::byte> RunPacked(const GemmPlan& plan, Mode mode) {
    const auto lanes = static_cast<size_t>(PackedRhsCount(plan));
    const Aligned packed = NewAligned(lanes * plan.kernels.lane_bytes);
    const Aligned workspace = NewAligned(WorkspaceBytes(plan));
    std::vector<int64_t> order(static_cast<size_t>(PackedRhsBlocks(plan)));
    for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int64_t>(i);
    std::shuffle(order.begin(), order.end(), random_);
    for (int64_t block : order) {
      PackRhsBlock(plan, rhs_.first, workspace.get(), packed.get(), block);
    }
    return RunWith(WithPackedRhs(plan), mode, packed.get());
  }

  std::mt19937& random() { return random_; }

 private:
  using Aligned = std::unique_ptr<void, decltype(&std::free)>;

  static Aligned NewAligned(size_t bytes) {
    const size_t rounded = (bytes + 2 * kGemmWorkspaceAlignment) & ~(kGemmWorkspaceAlignment - 1);
    Aligned memory(std::aligned_alloc(kGemmWorkspaceAlignment, rounded), &std::free);
    std::memset(memory.get(), 0xFF, rounded);
    return memory;
  }

  std::vector<std::byte> RunWith(const GemmPlan& plan, Mode mode, const void* rhs) {
    const size_t bytes = static_cast<size_t>(ResultElements()) * ByteSize(problem_.result_type);
    std::vector<std::byte> memory(bytes + 2 * kGuardBytes, kGuard);
    const Aligned workspace = NewAligned(WorkspaceBytes(plan));
    const GemmPointers pointers{lhs_.first, rhs, memory.data() + kGuardBytes};
    if (mode == Mode::kChunks) {
      const int64_t threads = 1 + Below(4);
      std::vector<int64_t> order(static_cast<size_t>(ChunkCount(plan, threads)));
      for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int64_t>(i);
      std::vector<Aligned> workspaces;
      for (size_t i = 0; i < order.size(); ++i) {
        workspaces.push_back(NewAligned(WorkspaceBytes(plan)));
      }
      for (int64_t round = 0; round < RoundCount(plan); ++round) {
        std::shuffle(order.begin(), order.end(), random_);
        for (int64_t chunk : order) {
          void* own = workspaces[static_cast<size_t>(chunk)].get();
          RunGemmChunk(plan, pointers, own, threads, chunk, {round, round + 1});
        }
      }
      return memory;
    }
    GemmPosition position;
    bool done = false;
    while (!done) {
      int64_t budget = mode == Mode::kWhole ? INT64_MAX : 1;
      done = RunGemm(plan, pointers, workspace.get(), position, budget);
    }
    return memory;
  }

  static constexpr size_t kGuardBytes = 64;
  static constexpr std::byte kGuard{0xA5};

  static int64_t Count(const std::vector<GemmDimension>& dimensions) {
    int64_t count = 1;
    for (const GemmDimension& dimension : dimensions) count *= dimension.size;
    return count;
  }

  int64_t ResultElements() const {
    if (problem_.result_row_stride != 0) return problem_.result_row_stride * Count(problem_.m);
    return Count(problem_.batch) * Count(problem_.m) * Count(problem_.n);
  }

  int64_t Below(int64_t bound) {
    return static_cast<int64_t>(random_() % static_cast<uint64_t>(bound));
  }

  OperandMemory LayOut(ElementType type, std::vector<GemmDimension>& outer,
                       int64_t GemmDimension::* stride) {
    std::vector<GemmDimension*> dimensions;
    for (auto* group : {&problem_.batch, &outer, &problem_.k}) {
      for (GemmDimension& dimension : *group) dimensions.push_back(&dimension);
    }
    // Half of the cases keep the order [batch, outer, k], as most programs do.
    if (Below(2) == 0) std::shuffle(dimensions.begin(), dimensions.end(), random_);
    int64_t count = 1;
    int64_t first = 0;
    for (size_t i = dimensions.size(); i-- > 0;) {
      GemmDimension& dimension = *dimensions[i];
      const int64_t kind = Below(8);
      const int64_t step = kind == 0 ? 0 : kind == 1 ? -count : count;
      dimension.*stride = step;
      const int64_t reach = std::max<int64_t>(dimension.size - 1, 0) * count;
      if (step < 0) first += reach;
      if (step != 0) count = count * std::max<int64_t>(dimension.size, 1) + (kind == 2 ? 3 : 0);
    }
    return Fill(type, count, first);
  }

  OperandMemory FillVectors(ElementType type, int64_t GemmDimension::* stride) {
    int64_t count = 1, first = 0;
    for (const auto* group : {&problem_.batch, &problem_.k}) {
      for (const GemmDimension& dimension : *group) {
        const int64_t reach = (dimension.size - 1) * dimension.*stride;
        count += std::abs(reach);
        first += std::max<int64_t>(-reach, 0);
      }
    }
    return Fill(type, count, first);
  }

  OperandMemory Fill(ElementType type, int64_t count, int64_t first) {
    const size_t bytes = ByteSize(type);
    OperandMemory memory;
    memory.byte_count = static_cast<size_t>(count) * bytes;
    memory.bytes = std::make_unique<std::byte[]>(memory.byte_count);
    memory.first = memory.bytes.get() + static_cast<size_t>(first) * bytes;
    // A few operands have infinities, NaN, zeros of both signs and tiny numbers.
    const bool is_special = Below(6) == 0;
    for (int64_t i = 0; i < count; ++i) {
      std::byte* const at = memory.bytes.get() + static_cast<size_t>(i) * bytes;
      if (IsFloat(type) || IsComplex(type)) {
        const size_t part = ByteSize(PartType(type));
        for (size_t p = 0; p < bytes; p += part)
          StoreFloat(PartType(type), is_special, random_, at + p);
      } else {
        StoreInteger(type, random_, at);
      }
    }
    return memory;
  }

  // The offsets of all indices of a group, outermost dimension slowest.
  static std::vector<int64_t> Offsets(const std::vector<GemmDimension>& dimensions,
                                      int64_t GemmDimension::* stride) {
    std::vector<int64_t> offsets = {0};
    for (const GemmDimension& dimension : dimensions) {
      std::vector<int64_t> next;
      for (int64_t offset : offsets) {
        for (int64_t i = 0; i < dimension.size; ++i)
          next.push_back(offset + i * (dimension.*stride));
      }
      offsets = std::move(next);
    }
    return offsets;
  }

  // lines[i][l]: the elements along k at index i of `outer`, in matrix `batch`.
  template <class Arithmetic>
  static std::vector<std::vector<typename Arithmetic::Value>> ReadLines(
      ElementType type, const std::byte* first, int64_t batch_offset,
      const std::vector<int64_t>& outer, const std::vector<int64_t>& k) {
    std::vector<std::vector<typename Arithmetic::Value>> lines(outer.size());
    for (size_t i = 0; i < outer.size(); ++i) {
      for (int64_t offset : k) {
        const int64_t at = batch_offset + outer[i] + offset;
        lines[i].push_back(
            Arithmetic::Decode(type, first + at * static_cast<int64_t>(ByteSize(type))));
      }
    }
    return lines;
  }

  // Brings the rows of a result with strides together. Between them, nothing may be written.
  template <class Arithmetic>
  std::string CompareStrided(const std::byte* result, size_t bytes, bool fused) {
    const size_t element = ByteSize(problem_.result_type);
    const size_t row_bytes = static_cast<size_t>(Count(problem_.n)) * element;
    std::vector<std::byte> rows, between(result, result + bytes);
    std::vector<int64_t> batch = {0};
    for (size_t i = 0; i < problem_.batch.size(); ++i) {
      std::vector<int64_t> next;
      for (int64_t offset : batch) {
        for (int64_t j = 0; j < problem_.batch[i].size; ++j) {
          next.push_back(offset + j * problem_.result_batch_strides[i]);
        }
      }
      batch = std::move(next);
    }
    for (int64_t offset : batch) {
      for (int64_t i = 0; i < Count(problem_.m); ++i) {
        const size_t at = static_cast<size_t>(offset + i * problem_.result_row_stride) * element;
        rows.insert(rows.end(), result + at, result + at + row_bytes);
        std::fill_n(between.begin() + static_cast<std::ptrdiff_t>(at), row_bytes, kGuard);
      }
    }
    if (std::ranges::any_of(between, [](std::byte at) { return at != kGuard; })) {
      return "gap overwritten";
    }
    return Compare<Arithmetic>(rows.data(), fused);
  }

  template <class Arithmetic>
  std::string Compare(const std::byte* result, bool fused) {
    const auto lhs_batch = Offsets(problem_.batch, &GemmDimension::lhs_stride);
    const auto rhs_batch = Offsets(problem_.batch, &GemmDimension::rhs_stride);
    const auto m = Offsets(problem_.m, &GemmDimension::lhs_stride);
    const auto n = Offsets(problem_.n, &GemmDimension::rhs_stride);
    const auto lhs_k = Offsets(problem_.k, &GemmDimension::lhs_stride);
    const auto rhs_k = Offsets(problem_.k, &GemmDimension::rhs_stride);
    for (size_t b = 0; b < lhs_batch.size(); ++b) {
      const auto rows =
          ReadLines<Arithmetic>(problem_.lhs_type, lhs_.first, lhs_batch[b], m, lhs_k);
      const auto columns =
          ReadLines<Arithmetic>(problem_.rhs_type, rhs_.first, rhs_batch[b], n, rhs_k);
      for (size_t i = 0; i < m.size(); ++i) {
        for (size_t j = 0; j < n.size(); ++j, result += ByteSize(problem_.result_type)) {
          const bool in_lanes = m.size() == 1 || n.size() == 1;
          const bool swap = m.size() == 1 && n.size() != 1;
          const auto& a = swap ? columns[j] : rows[i];
          const auto& b_line = swap ? rows[i] : columns[j];
          const auto sum = in_lanes ? oracle::SumInLanes<Arithmetic>(a, b_line, fused)
                                    : oracle::SumInOrder<Arithmetic>(a, b_line, fused);
          if (Arithmetic::Matches(sum, problem_.result_type, result)) continue;
          return "result[" + std::to_string(b) + ", " + std::to_string(i) + ", " +
                 std::to_string(j) + "] differs";
        }
      }
    }
    return "";
  }

  std::mt19937 random_;
  GemmProblem problem_;
  OperandMemory lhs_, rhs_;
};

// Runs `body` once with each compiled target that this machine has.
template <class Body>
void ForEachTarget(Body body) {
  const int64_t all = hwy::SupportedTargets() & HWY_TARGETS;
  for (int64_t targets = all; targets != 0; targets &= targets - 1) {
    const int64_t target = targets & -targets;
    hwy::SetSupportedTargetsForTest(target);
    INFO("target " << hwy::TargetName(target));
    body();
  }
  hwy::SetSupportedTargetsForTest(0);
}

inline std::string CheckCase(GemmCase& gemm, GemmCase::Mode mode) {
  const GemmProblem& problem = gemm.problem();
  const bool fused = problem.numerics == Numerics::kFast && FusesMultiplyAdd();
  switch (*AccumulationFor(problem.lhs_type, problem.rhs_type, problem.result_type)) {
    case GemmAccumulation::kI1:
      return gemm.Check<oracle::BooleanArithmetic>(fused, mode);
    case GemmAccumulation::kU32:
    case GemmAccumulation::kU64:
      return gemm.Check<oracle::IntegerArithmetic>(fused, mode);
    case GemmAccumulation::kF32:
      return gemm.Check<oracle::RealArithmetic<float>>(fused, mode);
    case GemmAccumulation::kF64:
      return gemm.Check<oracle::RealArithmetic<double>>(fused, mode);
    case GemmAccumulation::kC64:
      return gemm.Check<oracle::ComplexArithmetic<float>>(fused, mode);
    case GemmAccumulation::kC128:
      break;
  }
  return gemm.Check<oracle::ComplexArithmetic<double>>(fused, mode);
}

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_GEMM_GEMM_CASE_H_
