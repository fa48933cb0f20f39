#include "core/exec/native/native_indices.h"

#include <algorithm>
#include <cstring>

#include "core/native/assembler.h"

namespace paddock {
namespace {

// Bytes of the widest integer.
constexpr size_t kMostBytes = 8;

bool Overlap(const void* one, const void* other, size_t other_bytes) {
  const auto begin = reinterpret_cast<uintptr_t>(one);
  const auto other_begin = reinterpret_cast<uintptr_t>(other);
  return begin < other_begin + other_bytes && other_begin < begin + kMostBytes;
}

int64_t ValueOf(const void* constant, size_t bytes) {
  if (bytes == 4) {
    int32_t value = 0;
    std::memcpy(&value, constant, sizeof(value));
    return value;
  }
  int64_t value = 0;
  std::memcpy(&value, constant, sizeof(value));
  return value;
}

bool IsSumOfIntegers(const NativeOperation& operation) {
  return operation.kind == NativeOperation::Kind::kBinary &&
         operation.op == native::AddIntegers(operation.operand_bytes);
}

bool IsLess(const NativeOperation& operation) {
  return operation.kind == NativeOperation::Kind::kCompareIntegers &&
         operation.constant == static_cast<uint8_t>(Assembler::Condition::kLess);
}

}  // namespace

std::optional<NativeIndices::Fact> NativeIndices::FactOf(const simd::TapeInstruction& at,
                                                         const NativeOperation& operation,
                                                         const NativeConstants& constants) const {
  using Kind = NativeOperation::Kind;
  const size_t bytes = operation.operand_bytes;
  if (operation.is_vector || (bytes != 4 && bytes != 8)) return std::nullopt;
  std::optional<Fact> fact;
  if (operation.kind == Kind::kSelect) {
    fact = IndexOf(at);
  } else if (operation.kind == Kind::kMove) {
    fact = Fact{Fact::Kind::kCopy, at.result, SourceOf(at.operands[0]), 0};
  } else if (constants.contains(at.operands[1])) {
    // Sizes of tensors are below 2^31.
    constexpr int64_t kMostSize = (int64_t{1} << 31) - 1;
    const int64_t constant = ValueOf(at.operands[1], bytes);
    const void* source = SourceOf(at.operands[0]);
    if (IsLess(operation) && constant == 0) {
      fact = Fact{Fact::Kind::kNegative, at.result, source, 0};
    } else if (IsSumOfIntegers(operation) && constant >= 0 && constant <= kMostSize) {
      fact = Fact{Fact::Kind::kSum, at.result, source, constant};
    }
  }
  if (fact && Overlap(fact->source, at.result, kMostBytes)) return std::nullopt;
  return fact;
}

std::optional<NativeIndices::Fact> NativeIndices::IndexOf(
    const simd::TapeInstruction& selection) const {
  const Fact* is_negative = Find(Fact::Kind::kNegative, selection.operands[0]);
  const Fact* sum = Find(Fact::Kind::kSum, selection.operands[1]);
  const void* source = SourceOf(selection.operands[2]);
  const bool is_index = is_negative != nullptr && sum != nullptr && is_negative->source == source &&
                        sum->source == source;
  if (!is_index) return std::nullopt;
  return Fact{Fact::Kind::kIndex, selection.result, source, sum->size};
}

void NativeIndices::Overwrite(const void* place, size_t bytes) {
  std::erase_if(facts_, [&](const Fact& fact) {
    return Overlap(fact.of, place, bytes) || Overlap(fact.source, place, bytes);
  });
}

const NativeIndices::Fact* NativeIndices::Find(Fact::Kind kind, const void* of) const {
  const auto found = std::ranges::find_if(
      facts_, [&](const Fact& fact) { return fact.kind == kind && fact.of == of; });
  return found == facts_.end() ? nullptr : &*found;
}

const void* NativeIndices::SourceOf(const void* integer) const {
  const Fact* copy = Find(Fact::Kind::kCopy, integer);
  return copy == nullptr ? integer : copy->source;
}

}  // namespace paddock
