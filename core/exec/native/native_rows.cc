#include "core/exec/native/native_rows.h"

#include <cstdint>

namespace paddock {
namespace {

using Kind = NativeOperation::Kind;

uintptr_t AddressNumber(const void* address) { return reinterpret_cast<uintptr_t>(address); }

// Returns the number of operands; 0: lanes do not have the operation.
size_t ArityOf(const NativeOperation& operation) {
  if (operation.is_vector || operation.operand_bytes < 4) return 0;
  if (operation.operand_bytes != operation.result_bytes) return 0;
  if (operation.kind == Kind::kBinary) return 2;
  const bool is_multiply_add =
      operation.kind == Kind::kFusedMultiplyAdd || operation.kind == Kind::kMultiplyAdd;
  return is_multiply_add ? 3 : 0;
}

class RowFinder {
 public:
  RowFinder(std::span<const simd::TapeInstruction* const> instructions,
            const NativeOperation& operation)
      : instructions_(instructions), bytes_(operation.operand_bytes), arity_(ArityOf(operation)) {}

  NativeRow Find() {
    if (arity_ == 0 || instructions_.size() < 2) return {};
    NativeRow row;
    for (size_t k = 0; k < arity_; ++k) {
      row.is_spread[k] = instructions_[0]->operands[k] == instructions_[1]->operands[k];
    }
    row.count = 1;
    while (row.count < instructions_.size() && Continues(row)) ++row.count;
    while (row.count > 1 && !IsIndependent(row)) --row.count;
    return row;
  }

 private:
  bool Continues(const NativeRow& row) const {
    const simd::TapeInstruction& first = *instructions_[0];
    const simd::TapeInstruction& next = *instructions_[row.count];
    const size_t distance = row.count * bytes_;
    if (next.code != first.code ||
        AddressNumber(next.result) != AddressNumber(first.result) + distance) {
      return false;
    }
    for (size_t k = 0; k < arity_; ++k) {
      const size_t offset = row.is_spread[k] ? 0 : distance;
      if (AddressNumber(next.operands[k]) != AddressNumber(first.operands[k]) + offset)
        return false;
    }
    return true;
  }

  // Whether no instruction reads the result of an earlier one. An element may be computed in place.
  bool IsIndependent(const NativeRow& row) const {
    const simd::TapeInstruction& first = *instructions_[0];
    const uintptr_t begin = AddressNumber(first.result);
    const size_t bytes = row.count * bytes_;
    for (size_t k = 0; k < arity_; ++k) {
      const uintptr_t operand = AddressNumber(first.operands[k]);
      const size_t read = row.is_spread[k] ? bytes_ : bytes;
      const bool is_in_place = !row.is_spread[k] && operand == begin;
      if (!is_in_place && operand < begin + bytes && begin < operand + read) return false;
    }
    return true;
  }

  const std::span<const simd::TapeInstruction* const> instructions_;
  const size_t bytes_;
  const size_t arity_;
};

}  // namespace

NativeRow FindRow(std::span<const simd::TapeInstruction* const> instructions,
                  const NativeOperation& operation) {
  return RowFinder(instructions, operation).Find();
}

}  // namespace paddock
