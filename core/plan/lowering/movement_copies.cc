#include "core/plan/lowering/movement_copies.h"

#include <cstring>

namespace paddock {
namespace {

// Limits of movements that are copies of a few bytes.
constexpr int64_t kMostSmallElements = 32;
constexpr int64_t kMostTracedElements = 4096;

// Numbers of elements, in their first four bytes, from `first` on.
std::vector<std::byte> Numbered(int64_t count, size_t bytes, uint32_t first) {
  std::vector<std::byte> elements(static_cast<size_t>(count) * bytes);
  for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
    const uint32_t number = first + static_cast<uint32_t>(i);
    std::memcpy(&elements[i * bytes], &number, sizeof(number));
  }
  return elements;
}

// Moves the numbers of the operands' elements, which shows where each element comes from.
std::vector<uint32_t> TraceMovement(const simd::MovementPlan& plan, const MovementShape& shape) {
  const size_t bytes = shape.element_bytes;
  std::vector<std::vector<std::byte>> numbers;
  std::vector<const void*> operands;
  uint32_t first = 0;
  for (const int64_t count : shape.operand_elements) {
    numbers.push_back(Numbered(count, bytes, first));
    first += static_cast<uint32_t>(count);
  }
  for (const auto& elements : numbers) operands.push_back(elements.data());
  std::vector<std::byte> moved(static_cast<size_t>(shape.result_elements) * bytes);
  for (int64_t chunk = 0; chunk < simd::ChunkCount(plan); ++chunk) {
    simd::RunChunk(plan, operands, moved.data(), chunk);
  }
  std::vector<uint32_t> traced(static_cast<size_t>(shape.result_elements));
  for (size_t i = 0; i < traced.size(); ++i) {
    std::memcpy(&traced[i], &moved[i * bytes], sizeof(uint32_t));
  }
  return traced;
}

SmallCopy CopyOf(const MovementShape& shape, uint32_t number, size_t place) {
  SmallCopy copy;
  while (number >= static_cast<uint32_t>(shape.operand_elements[copy.reference])) {
    number -= static_cast<uint32_t>(shape.operand_elements[copy.reference++]);
  }
  copy.bytes = static_cast<uint32_t>(shape.element_bytes);
  copy.source_offset = number * copy.bytes;
  copy.result_offset = static_cast<uint32_t>(place) * copy.bytes;
  return copy;
}

// Neighbours become one copy of at most 16 bytes, a power of two.
bool Continues(const SmallCopy& last, const SmallCopy& next) {
  return last.reference == next.reference && last.bytes == next.bytes && last.bytes <= 8 &&
         last.source_offset + last.bytes == next.source_offset &&
         last.result_offset + last.bytes == next.result_offset;
}

void AddCopy(SmallCopy copy, size_t first, std::vector<SmallCopy>& copies) {
  while (copies.size() > first && Continues(copies.back(), copy)) {
    copy.source_offset = copies.back().source_offset;
    copy.result_offset = copies.back().result_offset;
    copy.bytes *= 2;
    copies.pop_back();
  }
  copies.push_back(copy);
}

}  // namespace

void AddMovementCopies(const simd::MovementPlan& plan, const MovementShape& shape,
                       std::vector<SmallCopy>& copies) {
  int64_t elements = 0;
  for (const int64_t count : shape.operand_elements) elements += count;
  if (shape.element_bytes < sizeof(uint32_t) || elements > kMostTracedElements ||
      shape.result_elements > kMostSmallElements) {
    return;
  }
  const std::vector<uint32_t> traced = TraceMovement(plan, shape);
  const size_t first = copies.size();
  for (size_t i = 0; i < traced.size(); ++i) {
    AddCopy(CopyOf(shape, traced[i], i), first, copies);
  }
}

}  // namespace paddock
