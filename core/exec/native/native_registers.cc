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
                                                   size_t mask_bytes, bool is_inverted) const {
  const auto found = std::ranges::find_if(held_, [&](const Held& held) {
    return held.address == NumberOf(address) && held.bytes == bytes &&
           held.mask_bytes == mask_bytes && held.is_inverted == is_inverted;
  });
  return found == held_.end() ? nullptr : &*found;
}

const NativeRegisters::Held* NativeRegisters::FindMask(const void* address,
                                                       const MaskShape& shape) const {
  const Held* const mask = Find(address, shape.lanes, shape.lane_bytes);
  return mask != nullptr ? mask : Find(address, shape.lanes, shape.lane_bytes, true);
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

const NativeRegisters::Held* NativeRegisters::FindAround(const void* address, size_t bytes) const {
  const auto found = std::ranges::find_if(held_, [&](const Held& held) {
    return held.mask_bytes == 0 && held.address <= NumberOf(address) &&
           NumberOf(address) + bytes <= held.address + held.bytes;
  });
  return found == held_.end() ? nullptr : &*found;
}

Xmm NativeRegisters::Load(const void* address, size_t bytes) {
  if (const Held* held = Find(address, bytes, 0)) return Use(held->vector);
  const Held* const around = FindAround(address, bytes);
  const size_t offset = around == nullptr ? 0 : NumberOf(address) - around->address;
  if (around != nullptr && offset == 0) return Use(around->vector);
  const bool has_lane = bytes >= 4 && offset != 0 && offset % 4 == 0;
  const Xmm from = has_lane ? Use(around->vector) : Xmm{0};
  const Xmm vector = Take();
  if (has_lane) {
    // vpshufd: the lanes from this one on.
    const auto lanes = static_cast<uint8_t>(offset == 4 ? 0xF9 : offset == 8 ? 0xFE : 0xFF);
    assembler_.Compute({VexOp::Prefix::k66, VexOp::Map::k0F, 0x70}, vector, 0, from, lanes);
  } else if (bytes < 4) {
    assembler_.LoadRax(bytes, ReadAt(address, bytes));
    assembler_.MoveFromRax(vector);
  } else {
    assembler_.Access(native::Load(bytes), vector, ReadAt(address, bytes));
  }
  held_.push_back({NumberOf(address), static_cast<uint8_t>(bytes), 0, vector});
  return vector;
}

Xmm NativeRegisters::LoadSpread(const void* address, size_t bytes) {
  if (const Held* held = Find(address, bytes, kSpread)) return Use(held->vector);
  const bool is_held = FindAround(address, bytes) != nullptr;
  const Xmm from = is_held ? Load(address, bytes) : Xmm{0};
  const Xmm vector = Take();
  if (is_held) {
    assembler_.Compute(native::Spread(bytes), vector, 0, from);
  } else {
    assembler_.Access(native::Spread(bytes), vector, ReadAt(address, bytes));
  }
  held_.push_back({NumberOf(address), static_cast<uint8_t>(bytes), kSpread, vector});
  return vector;
}

bool RecentStores::HaveParts(const void* address, size_t bytes) const {
  const uintptr_t begin = NumberOf(address), end = begin + bytes;
  return std::ranges::any_of(stored_, [&](const Stored& stored) {
    const uintptr_t stored_end = stored.address + stored.bytes;
    const bool overlaps = stored.address < end && begin < stored_end;
    if (stored.piece < stored.bytes) return overlaps && bytes > stored.piece;
    return overlaps && !(stored.address <= begin && end <= stored_end);
  });
}

Xmm NativeRegisters::LoadElements(const std::byte* address, size_t bytes, size_t element_bytes) {
  using enum VexOp::Prefix;
  const bool is_whole = bytes == element_bytes || FindAround(address, bytes) != nullptr;
  if (is_whole || !stored_.HaveParts(address, bytes)) return Load(address, bytes);
  const size_t half = bytes / 2;
  const uint32_t taken = taken_;
  const Xmm low = LoadElements(address, half, element_bytes);
  const Xmm high = LoadElements(address + half, half, element_bytes);
  const Xmm joined = Take();
  // The instruction does not use the halves.
  taken_ = taken | 1U << joined;
  // vunpcklps, vunpcklpd
  assembler_.Compute({half == 4 ? kNone : k66, VexOp::Map::k0F, 0x14}, joined, low, high);
  held_.push_back({NumberOf(address), static_cast<uint8_t>(bytes), 0, joined});
  return joined;
}

void NativeRegisters::Store(Xmm vector, const void* address, size_t bytes) {
  if (stores_.Store(address, bytes)) {
    if (bytes < 4) {
      assembler_.StoreLowest(bytes, vector, At(address));
    } else {
      assembler_.Access(native::Store(bytes), vector, At(address));
    }
  }
  stored_.Add(address, bytes);
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
  indices_.Overwrite(address, bytes);
}

void NativeRegisters::LoadRax(const void* address, size_t bytes, bool is_signed) {
  const bool is_element = Find(address, bytes, 0) != nullptr;
  if (is_element || (bytes >= 4 && FindAround(address, bytes) != nullptr)) {
    assembler_.MoveToRax(Load(address, bytes));
    if (bytes < 8) assembler_.ExtendRax(bytes, is_signed);
  } else if (is_signed) {
    assembler_.LoadRaxSigned(bytes, ReadAt(address, bytes));
  } else {
    assembler_.LoadRax(bytes, ReadAt(address, bytes));
  }
}

void NativeRegisters::StoreRax(const void* address, size_t bytes) {
  // A vector register passes it on faster than memory.
  if (bytes >= 4) {
    const Xmm vector = Take();
    assembler_.MoveFromRax(vector);
    return Store(vector, address, bytes);
  }
  if (stores_.Store(address, bytes)) assembler_.StoreRax(bytes, At(address));
  stored_.Add(address, bytes);
  Forget(address, bytes);
}

void NativeRegisters::StoreRaxAndKeep(const void* address, size_t bytes) {
  StoreRax(address, bytes);
  if (bytes >= 4) return;
  const Xmm vector = Take();
  assembler_.MoveFromRax(vector);
  held_.push_back({NumberOf(address), static_cast<uint8_t>(bytes), 0, vector});
}

bool NativeRegisters::HasElement(const void* address, size_t bytes) const {
  if (Find(address, bytes, 0) != nullptr) return true;
  const Held* const around = FindAround(address, bytes);
  return around != nullptr && around->address == NumberOf(address);
}

void NativeRegisters::StoreMask(const Mask& mask, const void* address, const MaskShape& shape) {
  const size_t lanes = shape.lanes;
  // Whether the store is needed or not, values are in the same registers.
  const Xmm bytes = lanes == 1 ? mask.vector : Take();
  if (stores_.Store(address, lanes)) {
    if (lanes == 1) {
      assembler_.MoveToRax(mask.vector);
      assembler_.KeepLowestBit();
      if (mask.is_inverted) assembler_.FlipLowestBit();
    } else {
      ToBooleans(bytes, mask.vector, shape.lane_bytes);
      assembler_.MoveToRax(bytes);
      if (mask.is_inverted) assembler_.FlipBooleans();
    }
    assembler_.StoreRax(lanes, At(address));
    if (lanes == 1) {
      tested_ = address;
      tested_at_ = assembler_.code().size();
    }
  }
  Forget(address, lanes);
  HoldMask(mask, address, shape);
}

void NativeRegisters::HoldMask(const Mask& mask, const void* address, const MaskShape& shape) {
  held_.push_back({NumberOf(address), static_cast<uint8_t>(shape.lanes),
                   static_cast<uint8_t>(shape.lane_bytes), mask.vector, mask.is_inverted});
}

// A lane of all ones is -1, whose absolute value is 1.
void NativeRegisters::ToBooleans(Xmm bytes, Xmm mask, size_t lane_bytes) {
  using enum VexOp::Prefix;
  using enum VexOp::Map;
  Xmm lanes = mask;
  if (lane_bytes == 8) {
    // vshufps: lanes 0 and 2.
    assembler_.Compute({kNone, k0F, 0xC6}, bytes, mask, mask, 0x88);
    lanes = bytes;
  }
  // vpackssdw, vpacksswb, vpabsb
  assembler_.Compute({k66, k0F, 0x6B}, bytes, lanes, lanes);
  assembler_.Compute({k66, k0F, 0x63}, bytes, bytes, bytes);
  assembler_.Convert({k66, k0F38, 0x1C}, bytes, bytes);
}

NativeRegisters::Mask NativeRegisters::LoadAnyMask(const void* address, const MaskShape& shape) {
  if (const Held* held = FindMask(address, shape)) return {Use(held->vector), held->is_inverted};
  return {LoadMask(address, shape)};
}

Xmm NativeRegisters::LoadMask(const void* address, const MaskShape& shape) {
  if (const Held* held = FindMask(address, shape)) {
    const Xmm vector = Use(held->vector);
    if (!held->is_inverted) return vector;
    const Xmm mask = Take();
    assembler_.Compute(native::kSetOnes, mask, mask, mask);
    assembler_.Compute(native::kXor, mask, mask, vector);
    HoldMask({mask}, address, shape);
    return mask;
  }
  const MaskShape other{1, 12 - shape.lane_bytes};
  const bool has_other = shape.lanes == 1 && HasMask(address, other);
  const Xmm from = has_other ? LoadMask(address, other) : Xmm{0};
  // The low half of one wide lane is a mask, too.
  if (has_other && shape.lane_bytes == 4) return from;
  const Xmm mask = Take();
  if (has_other) {
    // vpmovsxdq
    assembler_.Convert({VexOp::Prefix::k66, VexOp::Map::k0F38, 0x25}, mask, from);
  } else {
    LoadMaskFromMemory(mask, address, shape);
  }
  HoldMask({mask}, address, shape);
  return mask;
}

void NativeRegisters::LoadMaskFromMemory(Xmm mask, const void* address, const MaskShape& shape) {
  using enum VexOp::Prefix;
  using enum VexOp::Map;
  assembler_.LoadRax(shape.lanes, ReadAt(address, shape.lanes));
  if (shape.lanes == 1) assembler_.NegateRax();
  assembler_.MoveFromRax(mask);
  if (shape.lanes == 1) return;
  const Xmm zero = Take();
  assembler_.Compute(native::kXor, zero, zero, zero);
  // vpsubb; vpmovsxbd or vpmovsxbq
  assembler_.Compute({k66, k0F, 0xF8}, mask, zero, mask);
  const auto extend = static_cast<uint8_t>(shape.lane_bytes == 4 ? 0x21 : 0x22);
  assembler_.Convert({k66, k0F38, extend}, mask, mask);
}

const NativeRegisters::Held* NativeRegisters::FindStored(const void* address, size_t bytes) const {
  if (const Held* element = Find(address, bytes, 0)) return element;
  const auto shape = bytes == 1 ? FindShape(address) : std::nullopt;
  return shape ? FindMask(address, *shape) : nullptr;
}

std::optional<NativeRegisters::MaskShape> NativeRegisters::FindShape(const void* boolean) const {
  for (const size_t lane_bytes : {size_t{4}, size_t{8}}) {
    const MaskShape shape{1, lane_bytes};
    if (HasMask(boolean, shape)) return shape;
  }
  return std::nullopt;
}

std::vector<NativeRegisters::LateStore> NativeRegisters::Leave() {
  const auto is_held = [&](const void* address, size_t bytes) {
    return FindStored(address, bytes) != nullptr;
  };
  std::vector<LateStore> late;
  for (const DeadStores::LateStore& store : stores_.Leave(is_held)) {
    const Held& held = *FindStored(store.address, store.bytes);
    late.push_back(
        {store.address, store.bytes, held.vector, held.mask_bytes != 0, held.is_inverted});
  }
  return late;
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
