#include <algorithm>
#include <bit>

#include "core/exec/native/native_segment.h"

namespace paddock {
namespace {

uintptr_t NumberOf(const void* address) { return reinterpret_cast<uintptr_t>(address); }

// Displacements are signed; the margin is more than an element.
constexpr int64_t kFarthest = (int64_t{1} << 31) - 4096;

}  // namespace

const NativeRegisters::Held* NativeRegisters::Find(const void* address, size_t bytes,
                                                   size_t mask_bytes) const {
  const auto found = std::ranges::find_if(held_, [&](const Held& held) {
    return held.address == NumberOf(address) && held.bytes == bytes &&
           held.mask_bytes == mask_bytes;
  });
  return found == held_.end() ? nullptr : &*found;
}

Xmm NativeRegisters::Use(Xmm vector) {
  taken_ |= 1U << vector;
  last_use_[vector] = ++clock_;
  return vector;
}

bool NativeRegisters::HasPartOf(const void* address, size_t bytes) const {
  return std::ranges::any_of(held_, [&](const Held& held) {
    return held.mask_bytes == 0 && held.bytes < bytes && held.address >= NumberOf(address) &&
           held.address < NumberOf(address) + bytes;
  });
}

// Prefers a register without a value, then the one whose last use is longest ago. Memory has all
// values, so none is saved.
Xmm NativeRegisters::Take() {
  uint32_t full = taken_;
  for (const Held& held : held_) full |= 1U << held.vector;
  constexpr uint32_t kAll = (1U << kCount) - 1;
  if (full != kAll) return Use(static_cast<Xmm>(std::countr_one(full)));
  size_t oldest = kCount;
  for (size_t i = 0; i < kCount; ++i) {
    const bool is_taken = (taken_ >> i & 1U) != 0;
    if (!is_taken && (oldest == kCount || last_use_[i] < last_use_[oldest])) oldest = i;
  }
  const auto vector = static_cast<Xmm>(oldest);
  std::erase_if(held_, [&](const Held& held) { return held.vector == vector; });
  return Use(vector);
}

void NativeRegisters::ForgetRegisters() {
  held_.clear();
  std::ranges::fill(bases_, 0);
}

Xmm NativeRegisters::Load(const void* address, size_t bytes) {
  if (const Held* held = Find(address, bytes, 0)) return Use(held->vector);
  const Xmm vector = Take();
  assembler_.Access(native::Load(bytes), vector, ReadAt(address, bytes));
  held_.push_back({NumberOf(address), static_cast<uint8_t>(bytes), 0, vector});
  return vector;
}

void NativeRegisters::Store(Xmm vector, const void* address, size_t bytes) {
  if (stores_.Store(address, bytes)) {
    assembler_.Access(native::Store(bytes), vector, At(address));
  }
  Forget(address, bytes);
  held_.push_back({NumberOf(address), static_cast<uint8_t>(bytes), 0, vector});
}

Xmm NativeRegisters::LoadAtOffset(const void* address, size_t bytes, size_t extent) {
  const Xmm vector = Take();
  MemoryOperand memory = ReadAt(address, bytes, extent);
  memory.adds_rax = true;
  assembler_.Access(native::Load(bytes), vector, memory);
  return vector;
}

void NativeRegisters::Forget(const void* address, size_t bytes) {
  const uintptr_t begin = NumberOf(address);
  std::erase_if(held_, [&](const Held& held) {
    return held.address < begin + bytes && begin < held.address + held.bytes;
  });
}

void NativeRegisters::StoreRax(const void* address, size_t bytes) {
  if (stores_.Store(address, bytes)) assembler_.StoreRax(bytes, At(address));
  Forget(address, bytes);
}

void NativeRegisters::StoreMask(Xmm vector, const void* address, size_t lane_bytes) {
  StoreRax(address, 1);
  held_.push_back({NumberOf(address), 1, static_cast<uint8_t>(lane_bytes), vector});
}

Xmm NativeRegisters::LoadMask(const void* address, size_t lane_bytes) {
  if (const Held* held = Find(address, 1, lane_bytes)) return Use(held->vector);
  const Xmm vector = Take();
  assembler_.LoadRax(1, ReadAt(address, 1));
  assembler_.NegateRax();
  assembler_.MoveFromRax(vector);
  held_.push_back({NumberOf(address), 1, static_cast<uint8_t>(lane_bytes), vector});
  return vector;
}

MemoryOperand NativeRegisters::ReadAt(const void* address, size_t bytes, size_t extent) {
  stores_.Read(address, bytes + extent);
  return At(address);
}

MemoryOperand NativeRegisters::At(const void* address) {
  constexpr BaseRegister kRegisters[] = {BaseRegister::kR9, BaseRegister::kR10, BaseRegister::kR11};
  for (size_t i = 0; i < kBases; ++i) {
    const auto distance = static_cast<int64_t>(NumberOf(address) - bases_[i]);
    if (bases_[i] != 0 && distance > -kFarthest && distance < kFarthest) {
      return {kRegisters[i], static_cast<int32_t>(distance)};
    }
  }
  const size_t i = next_base_;
  next_base_ = (next_base_ + 1) % kBases;
  bases_[i] = NumberOf(address);
  assembler_.SetAddress(kRegisters[i], bases_[i]);
  return {kRegisters[i], 0};
}

}  // namespace paddock
