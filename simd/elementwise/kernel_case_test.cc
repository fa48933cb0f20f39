// Definitions of the functions that testing.h declares.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>
#include <map>
#include <sstream>

#include "simd/elementwise/testing.h"

namespace paddock::simd::testing {
namespace {

using samples::Element;

bool IsSameElement(ElementType type, const uint8_t* a, const uint8_t* b) {
  if (IsComplex(type)) {
    const size_t part = ByteSize(type) / 2;
    return IsSameElement(PartType(type), a, b) && IsSameElement(PartType(type), a + part, b + part);
  }
  if (memcmp(a, b, ByteSize(type)) == 0) return true;
  return IsFloat(type) && std::isnan(ReadFloat(type, a)) && std::isnan(ReadFloat(type, b));
}

std::string Hex(const uint8_t* element, size_t size) {
  std::ostringstream out;
  out << std::hex << "0x";
  for (size_t i = size; i-- > 0;) {
    out << (element[i] >> 4) << (element[i] & 15);
  }
  return out.str();
}

// One call of a kernel.
class Run {
 public:
  Run(const KernelCase& kernel_case, size_t count, size_t misalignment)
      : case_(kernel_case), count_(count) {
    for (const ElementType type : case_.operand_types) {
      operands_.emplace_back(count * ByteSize(type), misalignment);
      misalignment = (misalignment * 5 + 1) % 32;
    }
  }

  void Set(size_t operand, size_t i, const Element& element) {
    memcpy(operands_[operand].data() + i * element.size(), element.data(), element.size());
  }

  // `in_place`: the operand to write over, or none.
  void CheckIntoPlace(int in_place, size_t misalignment) {
    const size_t result_size = ByteSize(case_.result_type);
    std::vector<uint8_t> expected(count_ * result_size);
    std::vector<std::vector<uint8_t>> before;
    for (GuardedBuffer& operand : operands_) {
      before.emplace_back(operand.data(), operand.data() + operand.size());
    }
    for (size_t i = 0; i < count_; ++i) {
      const uint8_t* elements[3];
      for (size_t k = 0; k < operands_.size(); ++k) elements[k] = At(before, k, i);
      case_.reference({elements, operands_.size()}, expected.data() + i * result_size);
    }
    GuardedBuffer separate(count_ * result_size, misalignment);
    GuardedBuffer& result = in_place < 0 ? separate : operands_[static_cast<size_t>(in_place)];
    std::vector<const void*> pointers;
    for (GuardedBuffer& operand : operands_) pointers.push_back(operand.data());
    case_.kernel(pointers.data(), result.data(), count_, case_.attributes);

    for (size_t i = 0; i < count_; ++i) {
      const uint8_t* actual = result.data() + i * result_size;
      if (IsSameElement(case_.result_type, actual, expected.data() + i * result_size)) continue;
      FAIL(Describe(before, i) << Hex(actual, result_size) << ", expected "
                               << Hex(expected.data() + i * result_size, result_size)
                               << (in_place < 0 ? "" : " (in place)"));
    }
    for (size_t k = 0; k < operands_.size(); ++k) {
      REQUIRE(operands_[k].guards_are_whole());
      if (static_cast<int>(k) == in_place) continue;
      REQUIRE(std::equal(before[k].begin(), before[k].end(), operands_[k].data()));
    }
    REQUIRE(separate.guards_are_whole());
  }

 private:
  const uint8_t* At(const std::vector<std::vector<uint8_t>>& data, size_t k, size_t i) const {
    return data[k].data() + i * ByteSize(case_.operand_types[k]);
  }
  std::string Describe(const std::vector<std::vector<uint8_t>>& before, size_t i) const {
    std::ostringstream out;
    out << case_.name << " of " << count_ << ", element " << i << ":";
    for (size_t k = 0; k < before.size(); ++k) {
      out << ' ' << Hex(At(before, k, i), ByteSize(case_.operand_types[k]));
    }
    out << " -> ";
    return out.str();
  }

  const KernelCase& case_;
  size_t count_;
  std::vector<GuardedBuffer> operands_;
};

const std::vector<Element>& CachedSamples(ElementType type, size_t limit) {
  static std::map<std::pair<ElementType, size_t>, std::vector<Element>> cache;
  const auto [place, is_new] = cache.try_emplace({type, limit});
  if (is_new) place->second = Samples(type, limit);
  return place->second;
}

// Every combination of sample values in one call.
void CheckCombinations(const KernelCase& kernel_case) {
  const size_t arity = kernel_case.operand_types.size();
  size_t limit = arity == 1 ? 65536 : arity == 2 ? 256 : 28;
  if (kernel_case.limit != 0) limit = std::min(limit, kernel_case.limit);
  std::vector<std::vector<Element>> samples;
  size_t count = 1;
  for (const ElementType type : kernel_case.operand_types) {
    samples.push_back(CachedSamples(type, limit));
    count *= samples.back().size();
  }
  Run run(kernel_case, count, 0);
  for (size_t i = 0; i < count; ++i) {
    size_t rest = i;
    for (size_t k = 0; k < arity; ++k) {
      run.Set(k, i, samples[k][rest % samples[k].size()]);
      rest /= samples[k].size();
    }
  }
  run.CheckIntoPlace(-1, 0);
}

void CheckCounts(const KernelCase& kernel_case) {
  Random random(7);
  std::vector<std::vector<Element>> samples;
  for (const ElementType type : kernel_case.operand_types)
    samples.push_back(CachedSamples(type, 70));
  const auto fill = [&](Run& run, size_t count) {
    for (size_t k = 0; k < samples.size(); ++k) {
      for (size_t i = 0; i < count; ++i) {
        const int64_t last = static_cast<int64_t>(samples[k].size()) - 1;
        run.Set(k, i, samples[k][static_cast<size_t>(random.Between(0, last))]);
      }
    }
  };
  // Counts up to two of the widest vectors, and past the tiles of the adapters.
  size_t narrowest = ByteSize(kernel_case.result_type);
  for (const ElementType type : kernel_case.operand_types) {
    narrowest = std::min(narrowest, ByteSize(type));
  }
  std::vector<size_t> counts = {511, 512, 513, 1030};
  for (size_t count = 0; count <= 2 * 64 / narrowest + 1; ++count) counts.push_back(count);
  constexpr size_t kMisalignments[] = {0, 1, 12, 7};
  for (const size_t count : counts) {
    const size_t misalignment = kMisalignments[(count + count / 4) % 4];
    Run run(kernel_case, count, misalignment);
    fill(run, count);
    run.CheckIntoPlace(-1, (misalignment * 3) % 16);
    for (size_t k = 0; k < samples.size(); ++k) {
      if (ByteSize(kernel_case.operand_types[k]) != ByteSize(kernel_case.result_type)) continue;
      Run in_place(kernel_case, count, misalignment);
      fill(in_place, count);
      in_place.CheckIntoPlace(static_cast<int>(k), 0);
    }
  }
}

}  // namespace

void CheckKernel(const KernelCase& kernel_case) {
  INFO(kernel_case.name);
  REQUIRE(kernel_case.kernel != nullptr);
  CheckCombinations(kernel_case);
  CheckCounts(kernel_case);
}

}  // namespace paddock::simd::testing
