#include "simd/sort/key_sort.h"

#include <bit>
#include <type_traits>

#include "core/types/small_float.h"
#include "simd/sort/entry_sort.h"
#include "simd/sort/first_sort.h"
#include "simd/sort/value_sort.h"

namespace paddock::simd {
namespace {

// From this size on counting is faster: 256 counts, and 2^16.
constexpr int64_t kManyBytes = 1 << 12;
constexpr int64_t kManyWords = 1 << 15;

std::vector<uint32_t> TableOf(const SortOrder& order) {
  std::vector<uint32_t> table;
  if (!IsFloat(order.type) || ByteSize(order.type) != 1) return table;
  const KeyCodec<uint32_t, true> codec(order);
  for (uint32_t code = 0; code < 256; ++code) {
    table.push_back(codec.Encode(std::bit_cast<uint32_t>(DecodeSmallFloat(order.type, code))));
  }
  return table;
}

bool IsOfValues(const KeySortPlan& plan) {
  return plan.key_of_code.empty() && plan.kept == plan.shape.size && plan.outputs.size() == 1 &&
         plan.outputs[0].operand == static_cast<int64_t>(plan.key_operand);
}

SortMethod MethodOf(const KeySortPlan& plan) {
  const int64_t size = plan.shape.size;
  if (plan.kept < size / 4 && plan.kept <= FirstSort<uint64_t>::kMostKept) {
    return SortMethod::kFirst;
  }
  if (!kHasVectorSort) return SortMethod::kDigits;
  const size_t bytes = ByteSize(plan.order.type);
  if (!IsOfValues(plan)) return SortMethod::kEntries;
  const bool is_counted = bytes == 1 ? size > kManyBytes : bytes == 2 && size > kManyWords;
  return is_counted ? SortMethod::kCounts : SortMethod::kValues;
}

template <class Entry, class Function>
auto WithDigitSort(const KeySortPlan& plan, Function function) {
  return TakesLongDigits(KeyBytes(plan), plan.shape.size)
             ? function(std::type_identity<DigitSort<Entry, kLongDigit>>())
             : function(std::type_identity<DigitSort<Entry, kShortDigit>>());
}

// Calls the function with the type of the class that sorts by the plan.
template <class Function>
auto WithSort(const KeySortPlan& plan, Function function) {
  const bool is_wide = ByteSize(plan.order.type) == 8;
  if constexpr (kHasVectorSort) {
    switch (plan.method) {
      case SortMethod::kEntries:
        return is_wide ? function(std::type_identity<VectorSort<Key128>>())
                       : function(std::type_identity<VectorSort<uint64_t>>());
      case SortMethod::kValues:
        return is_wide ? function(std::type_identity<ValueSort<uint64_t>>())
                       : function(std::type_identity<ValueSort<uint32_t>>());
      case SortMethod::kCounts:
        return function(std::type_identity<CountingSort>());
      default:
        break;
    }
  }
  if (plan.method == SortMethod::kFirst) {
    return is_wide ? function(std::type_identity<FirstSort<Key128>>())
                   : function(std::type_identity<FirstSort<uint64_t>>());
  }
  return is_wide ? WithDigitSort<Key128>(plan, function) : WithDigitSort<uint64_t>(plan, function);
}

template <class Sort>
void RunPieceOf(Sort& sort, const KeySortPlan& plan, int64_t piece) {
  if constexpr (requires { sort.RunPiece(piece); }) {
    sort.RunPiece(piece);
  } else {
    RunPartPiece(sort, plan.shape.size, piece);
  }
}

}  // namespace

KeySortPlan PlanKeySort(const SortOrder& order, const SortShape& shape, size_t key_operand,
                        std::span<const SortOutput> outputs, int64_t kept) {
  KeySortPlan plan;
  plan.order = order;
  plan.shape = shape;
  plan.key_operand = key_operand;
  plan.kept = kept;
  plan.outputs.assign(outputs.begin(), outputs.end());
  plan.key_of_code = TableOf(order);
  plan.method = MethodOf(plan);
  const size_t bytes = WithSort(plan, [&](auto type) { return decltype(type)::type::Bytes(plan); });
  plan.workspace_bytes = (bytes + 15) / 16 * 16;
  return plan;
}

void SortSlice(const KeySortPlan& plan, const SortBuffers& buffers, int64_t slice) {
  WithSort(plan, [&](auto type) {
    typename decltype(type)::type sort(plan, buffers, slice);
    if constexpr (requires { sort.Run(); }) {
      sort.Run();
    } else {
      const int64_t pieces = sort.PieceCount(plan);
      for (int64_t piece = 0; piece < pieces; ++piece) RunPieceOf(sort, plan, piece);
    }
  });
}

int64_t PieceCount(const KeySortPlan& plan) {
  return WithSort(plan, [&](auto type) { return decltype(type)::type::PieceCount(plan); });
}

void SortPiece(const KeySortPlan& plan, const SortBuffers& buffers, int64_t slice, int64_t piece) {
  WithSort(plan, [&](auto type) {
    typename decltype(type)::type sort(plan, buffers, slice);
    RunPieceOf(sort, plan, piece);
  });
}

int64_t PiecesTogether(const KeySortPlan& plan, int64_t piece) {
  return WithSort(plan, [&](auto type) -> int64_t {
    using Sort = typename decltype(type)::type;
    if constexpr (requires { Sort::Together(plan, piece); }) return Sort::Together(plan, piece);
    return 1;
  });
}

}  // namespace paddock::simd
