#ifndef __wasm__

#include "core/plan/fusion/row_sink.h"

#include <algorithm>
#include <iterator>

#include "core/plan/fusion/chain_code_table.h"

namespace paddock::chain_code {
namespace {

using simd::Monoid;

struct SinkOfType {
  Monoid monoid;
  ElementType type;
  RowSink sink;
};

constexpr VexOp OnSingles(uint8_t opcode) { return On256(Prefix::kNone, Map::k0F, opcode); }

constexpr uint32_t kLeast = 0x80000000, kGreatest = 0x7FFFFFFF, kAllOnes = 0xFFFFFFFF;
// The sum of -0 and a number is that number, also of +0.
constexpr uint32_t kMinusZero = 0x80000000, kOneSingle = 0x3F800000;

constexpr uint32_t kInfinity = 0x7F800000, kMinusInfinity = 0xFF800000;

// vrangeps.
constexpr VexOp kRange = In0F3A(0x50);

constexpr SinkOfType kSinks[] = {
    {Monoid::kAdd, ElementType::kF32, {OnSingles(0x58), kMinusZero}},
    {Monoid::kMultiply, ElementType::kF32, {OnSingles(0x59), kOneSingle}},
    {Monoid::kMaximum, ElementType::kF32, {kRange, kMinusInfinity, RowSink::Extreme::kMaximum}},
    {Monoid::kMinimum, ElementType::kF32, {kRange, kInfinity, RowSink::Extreme::kMinimum}},
    {Monoid::kAdd, ElementType::kI32, {In0F(0xFE), 0}},
    {Monoid::kMultiply, ElementType::kI32, {In0F38(0x40), 1}},
    {Monoid::kMaximum, ElementType::kI32, {In0F38(0x3D), kLeast}},
    {Monoid::kMinimum, ElementType::kI32, {In0F38(0x39), kGreatest}},
    {Monoid::kAnd, ElementType::kI32, {In0F(0xDB), kAllOnes}},
    {Monoid::kOr, ElementType::kI32, {In0F(0xEB), 0}},
    {Monoid::kXor, ElementType::kI32, {In0F(0xEF), 0}},
    {Monoid::kAdd, ElementType::kUI32, {In0F(0xFE), 0}},
    {Monoid::kMultiply, ElementType::kUI32, {In0F38(0x40), 1}},
    {Monoid::kMaximum, ElementType::kUI32, {In0F38(0x3F), 0}},
    {Monoid::kMinimum, ElementType::kUI32, {In0F38(0x3B), kAllOnes}},
    {Monoid::kAnd, ElementType::kUI32, {In0F(0xDB), kAllOnes}},
    {Monoid::kOr, ElementType::kUI32, {In0F(0xEB), 0}},
    {Monoid::kXor, ElementType::kUI32, {In0F(0xEF), 0}},
};

}  // namespace

std::optional<RowSink> FindRowSink(const simd::MonoidKernels& kernels) {
  const auto* const found = std::ranges::find_if(kSinks, [&](const SinkOfType& one) {
    return one.type == kernels.type && simd::FindMonoidKernels(one.monoid, one.type) == &kernels;
  });
  return found == std::end(kSinks) ? std::nullopt : std::optional(found->sink);
}

}  // namespace paddock::chain_code

#endif
