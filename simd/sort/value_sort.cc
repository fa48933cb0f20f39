#include "simd/sort/value_sort.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "simd/sort/radix.h"
#include "simd/sort/sort_key.h"

namespace paddock::simd {
namespace {

// One slice. The last pass writes the result and those before it go to and fro between two rows
// of keys, of which the result is one where its elements are neighbours.
template <class Bits, bool kFloat, int kDigitBits>
class ValueSort {
 public:
  using Codec = KeyCodec<Bits, kFloat>;
  using Counts = RadixCounts<8 * static_cast<int>(sizeof(Bits)), kDigitBits>;
  // Counting, a pass for each digit, mending.
  static constexpr int64_t kPhases = Counts::kDigits + 2;

  struct State {
    Counts counts;
    bool is_lossy;
    // Where the next zero and the next NaN go.
    int64_t zero;
    int64_t nan;
  };

  static size_t Bytes(const KeySortPlan& plan) {
    const size_t rows = plan.shape.stride() == 1 ? 1 : 2;
    return sizeof(State) + rows * static_cast<size_t>(plan.shape.size) * sizeof(Bits);
  }

  ValueSort(const KeySortPlan& plan, const SortBuffers& buffers, int64_t slice)
      : codec_(plan.order),
        size_(plan.shape.size),
        state_(*reinterpret_cast<State*>(buffers.workspace)) {
    constexpr auto kBytes = static_cast<int64_t>(sizeof(Bits));
    const int64_t origin = plan.shape.Origin(slice, size_) * kBytes;
    elements_ = {buffers.operands[plan.key_operand] + origin, plan.shape.stride() * kBytes};
    result_ = buffers.results[0] + origin;
    odd_row_ = reinterpret_cast<Bits*>(buffers.workspace + sizeof(State));
    even_row_ = plan.shape.stride() == 1 ? reinterpret_cast<Bits*>(result_) : odd_row_ + size_;
  }

  void Run() {
    if (size_ <= kShortSlice) return InsertionSort();
    for (int64_t phase = 0; phase < kPhases; ++phase) RunPhase(phase, 0, size_);
  }

  void RunPiece(int64_t piece) {
    const int64_t pieces = SortPieces(size_);
    const int64_t begin = piece % pieces * kSortPiece;
    RunPhase(piece / pieces, begin, std::min(begin + kSortPiece, size_));
  }

 private:
  void RunPhase(int64_t phase, int64_t begin, int64_t end) {
    if (phase == 0) return Count(begin, end);
    if (phase == kPhases - 1) return Mend(begin, end);
    const auto pass = static_cast<uint32_t>(phase - 1);
    // Equal keys: the elements are in their order.
    if (state_.counts.passes == 0 && pass == 0) return Copy(begin, end);
    if (pass < state_.counts.passes) Pass(pass, begin, end);
  }

  // Loops take a copy: what they write might be the pointer itself, for all that is known.
  struct Elements {
    Bits At(int64_t k) const {
      Bits bits;
      std::memcpy(&bits, first + k * step, sizeof(bits));
      return bits;
    }
    const std::byte* first;
    int64_t step;
  };
  Bits ElementAt(int64_t k) const { return elements_.At(k); }
  Bits ResultAt(int64_t k) const { return Elements{result_, elements_.step}.At(k); }
  void Give(int64_t k, Bits bits) const {
    std::memcpy(result_ + k * elements_.step, &bits, sizeof(bits));
  }

  void Count(int64_t begin, int64_t end) {
    if (begin == 0) {
      state_.counts.Clear();
      state_.is_lossy = false;
    }
    bool is_lossy = false;
    const Codec codec = codec_;
    const Elements elements = elements_;
    for (int64_t k = begin; k < end; ++k) {
      const Bits bits = elements.At(k);
      is_lossy |= codec.IsLossy(bits);
      state_.counts.Count(codec.Encode(bits));
    }
    state_.is_lossy |= is_lossy;
    if (end == size_) state_.counts.Finish(codec_.Encode(ElementAt(0)), size_);
  }

  void Copy(int64_t begin, int64_t end) const {
    for (int64_t k = begin; k < end; ++k) Give(k, ElementAt(k));
  }

  Bits* RowOf(uint32_t pass) const {
    return (state_.counts.passes - 1 - pass) % 2 != 0 ? odd_row_ : even_row_;
  }

  void Pass(uint32_t pass, int64_t begin, int64_t end) {
    const int digit = state_.counts.digits[pass];
    uint32_t* next = state_.counts.counts[digit];
    const bool is_last = pass + 1 == state_.counts.passes;
    if (pass == 0) {
      const auto key_of = [codec = codec_, elements = elements_](int64_t k) {
        return codec.Encode(elements.At(k));
      };
      return is_last ? Scatter(digit, next, begin, end, key_of, nullptr)
                     : Scatter(digit, next, begin, end, key_of, RowOf(pass));
    }
    const Bits* row = RowOf(pass - 1);
    Scatter(
        digit, next, begin, end, [row](int64_t k) { return row[k]; },
        is_last ? nullptr : RowOf(pass));
  }

  // To a row of keys, or to the result if there is none.
  template <class KeyOf>
  void Scatter(int digit, uint32_t* next, int64_t begin, int64_t end, KeyOf key_of,
               Bits* row) const {
    if (row != nullptr) {
      return state_.counts.Scatter(digit, begin, end, key_of, [](Bits key) { return key; }, row);
    }
    const Codec codec = codec_;
    std::byte* const result = result_;
    const int64_t step = elements_.step;
    for (int64_t k = begin; k < end; ++k) {
      const Bits key = key_of(k);
      const Bits bits = codec.Decode(key);
      std::memcpy(result + next[Counts::DigitOf(key, digit)]++ * step, &bits, sizeof(bits));
    }
  }

  // Zeros and NaNs lie where they should and look alike: each gets its own bits.
  void Mend(int64_t begin, int64_t end) {
    if (!state_.is_lossy || state_.counts.passes == 0) return;
    if (begin == 0) BeginMending();
    for (int64_t k = begin; k < end; ++k) MendOne(ElementAt(k));
  }

  void BeginMending() {
    state_.zero = FirstNotBefore(codec_.Encode(0));
    state_.nan = FirstNotBefore(static_cast<Bits>(~Bits{0}));
  }

  void MendOne(Bits bits) {
    if (codec_.IsNaNKey(bits)) {
      Give(state_.nan++, bits);
    } else if (codec_.IsZeroKey(bits)) {
      Give(state_.zero++, bits);
    }
  }

  // In the sorted result.
  int64_t FirstNotBefore(Bits key) const {
    int64_t low = 0, high = size_;
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (codec_.Encode(ResultAt(middle)) < key) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  void InsertionSort() {
    bool is_lossy = false;
    Bits keys[kShortSlice];
    for (int64_t k = 0; k < size_; ++k) {
      const Bits bits = ElementAt(k);
      const Bits key = codec_.Encode(bits);
      is_lossy |= codec_.IsLossy(bits);
      int64_t at = k;
      for (; at > 0 && key < keys[at - 1]; --at) keys[at] = keys[at - 1];
      keys[at] = key;
    }
    for (int64_t k = 0; k < size_; ++k) Give(k, codec_.Decode(keys[k]));
    if (!is_lossy) return;
    BeginMending();
    for (int64_t k = 0; k < size_; ++k) MendOne(ElementAt(k));
  }

  const Codec codec_;
  const int64_t size_;
  State& state_;
  Elements elements_;
  std::byte* result_;
  Bits* odd_row_;
  Bits* even_row_;
};

// Calls with the ValueSort of the plan's elements, as a type.
template <class Bits, int kDigitBits, class Function>
auto WithValuesOf(const KeySortPlan& plan, Function function) {
  return IsFloat(plan.order.type)
             ? function(std::type_identity<ValueSort<Bits, true, kDigitBits>>())
             : function(std::type_identity<ValueSort<Bits, false, kDigitBits>>());
}

template <class Function>
auto WithValueSort(const KeySortPlan& plan, Function function) {
  const size_t bytes = ByteSize(plan.order.type);
  if (TakesLongDigits(bytes, plan.shape.size)) {
    return bytes == 4 ? WithValuesOf<uint32_t, kLongDigit>(plan, function)
                      : WithValuesOf<uint64_t, kLongDigit>(plan, function);
  }
  switch (bytes) {
    case 1:
      return function(std::type_identity<ValueSort<uint8_t, false, kShortDigit>>());
    case 2:
      return WithValuesOf<uint16_t, kShortDigit>(plan, function);
    case 4:
      return WithValuesOf<uint32_t, kShortDigit>(plan, function);
    default:
      return WithValuesOf<uint64_t, kShortDigit>(plan, function);
  }
}

}  // namespace

bool IsValueSort(const SortOrder& order, size_t key_operand, std::span<const SortOutput> outputs,
                 const SortShape& shape, int64_t kept) {
  if (!kHasValueSort || (IsFloat(order.type) && ByteSize(order.type) == 1)) return false;
  return kept == shape.size && outputs.size() == 1 &&
         outputs[0].operand == static_cast<int64_t>(key_operand);
}

size_t ValueSortBytes(const KeySortPlan& plan) {
  return WithValueSort(plan, [&](auto type) { return decltype(type)::type::Bytes(plan); });
}

void SortValueSlice(const KeySortPlan& plan, const SortBuffers& buffers, int64_t slice) {
  WithValueSort(plan,
                [&](auto type) { typename decltype(type)::type(plan, buffers, slice).Run(); });
}

int64_t ValuePieceCount(const KeySortPlan& plan) {
  return WithValueSort(plan, [](auto type) { return decltype(type)::type::kPhases; }) *
         SortPieces(plan.shape.size);
}

void SortValuePiece(const KeySortPlan& plan, const SortBuffers& buffers, int64_t slice,
                    int64_t piece) {
  WithValueSort(plan, [&](auto type) {
    typename decltype(type)::type(plan, buffers, slice).RunPiece(piece);
  });
}

}  // namespace paddock::simd
