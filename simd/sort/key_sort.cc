#include "simd/sort/key_sort.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>
#include <type_traits>

#include "core/types/small_float.h"
#include "simd/sort/radix.h"
#include "simd/sort/sort_key.h"
#include "simd/sort/value_sort.h"

namespace paddock::simd {
namespace {

// A key and the element's place. All entries differ, and so have one order only.
struct Entry32 {
  uint64_t bits;  // key, place
  using Key = uint32_t;
  static Entry32 Of(uint32_t key, uint32_t place) { return {uint64_t{key} << 32 | place}; }
  Key key() const { return static_cast<Key>(bits >> 32); }
  uint32_t place() const { return static_cast<uint32_t>(bits); }
  friend bool operator<(Entry32 a, Entry32 b) { return a.bits < b.bits; }
};

struct Entry64 {
  uint64_t bits;
  uint64_t at;
  using Key = uint64_t;
  static Entry64 Of(uint64_t key, uint32_t place) { return {key, place}; }
  Key key() const { return bits; }
  uint32_t place() const { return static_cast<uint32_t>(at); }
  friend bool operator<(Entry64 a, Entry64 b) {
    return a.bits != b.bits ? a.bits < b.bits : a.at < b.at;
  }
};

// --- Keys.

bool IsTabled(ElementType type) { return IsFloat(type) && ByteSize(type) == 1; }

std::vector<uint32_t> TableOf(const SortOrder& order) {
  std::vector<uint32_t> table;
  if (!IsTabled(order.type)) return table;
  const KeyCodec<uint32_t, true> codec(order);
  for (uint32_t code = 0; code < 256; ++code) {
    table.push_back(codec.Encode(std::bit_cast<uint32_t>(DecodeSmallFloat(order.type, code))));
  }
  return table;
}

size_t KeyBytes(ElementType type) { return IsTabled(type) ? 4 : ByteSize(type); }

// --- The sort of one slice.

template <class Entry, int kDigitBits>
class SliceSort {
 public:
  SliceSort(const KeySortPlan& plan, const SortBuffers& buffers, int64_t slice)
      : plan_(plan), buffers_(buffers), slice_(slice), size_(plan.shape.size) {
    const auto count = static_cast<size_t>(size_);
    entries_ = reinterpret_cast<Entry*>(buffers.workspace);
    other_ = entries_ + count;
    counts_ = reinterpret_cast<Counts*>(other_ + count);
  }

  void Run() {
    const bool takes_part = plan_.kept < size_ / 4;
    if (size_ <= kShortSlice || takes_part) {
      Encode(0, size_, nullptr);
      takes_part ? SelectFirst() : InsertionSort();
      return Give(entries_, 0, plan_.kept);
    }
    for (int64_t phase = 0; phase < kPhases; ++phase) RunPhase(phase, 0, size_);
  }

  void RunPiece(int64_t piece) {
    const int64_t pieces = SortPieces(size_);
    const int64_t begin = piece % pieces * kSortPiece;
    RunPhase(piece / pieces, begin, std::min(begin + kSortPiece, size_));
  }

  using Counts = RadixCounts<8 * static_cast<int>(sizeof(typename Entry::Key)), kDigitBits>;
  // Counting, a pass for each digit, giving the results.
  static constexpr int64_t kPhases = Counts::kDigits + 2;

  static size_t Bytes(int64_t size) {
    return 2 * static_cast<size_t>(size) * sizeof(Entry) + sizeof(Counts);
  }

 private:
  void RunPhase(int64_t phase, int64_t begin, int64_t end) {
    if (phase == 0) {
      if (begin == 0) counts_->Clear();
      Encode(begin, end, counts_);
      if (end == size_) counts_->Finish(entries_[0].key(), size_, digit_count());
    } else if (phase == kPhases - 1) {
      Give(RowOf(counts_->passes), begin, std::min(end, plan_.kept));
    } else if (phase <= int64_t{counts_->passes}) {
      Pass(static_cast<uint32_t>(phase - 1), begin, end);
    }
  }

  int digit_count() const {
    return (8 * static_cast<int>(KeyBytes(plan_.order.type)) + kDigitBits - 1) / kDigitBits;
  }

  template <class Bits>
  Bits LoadBits(const std::byte* key) const {
    Bits bits;
    std::memcpy(&bits, key, sizeof(bits));
    return bits;
  }

  // `key_of(address)` of the elements begin .. end; counts digits if there is a place for them.
  template <class KeyOf>
  void EncodeWith(int64_t begin, int64_t end, Counts* counts, KeyOf key_of) {
    const auto width = static_cast<int64_t>(ByteSize(plan_.order.type));
    const int64_t step = plan_.shape.stride() * width;
    const int64_t origin = plan_.shape.Origin(slice_, size_) * width;
    const std::byte* from = buffers_.operands[plan_.key_operand] + origin;
    for (int64_t k = begin; k < end; ++k) {
      const auto key = static_cast<typename Entry::Key>(key_of(from + k * step));
      entries_[k] = Entry::Of(key, static_cast<uint32_t>(k));
      if (counts != nullptr) counts->Count(key, digit_count());
    }
  }

  template <class Bits, bool kFloat>
  void EncodeBits(int64_t begin, int64_t end, Counts* counts) {
    const KeyCodec<Bits, kFloat> codec(plan_.order);
    EncodeWith(begin, end, counts,
               [&](const std::byte* key) { return codec.Encode(LoadBits<Bits>(key)); });
  }

  template <class Bits>
  void EncodeNumbers(int64_t begin, int64_t end, Counts* counts) {
    IsFloat(plan_.order.type) ? EncodeBits<Bits, true>(begin, end, counts)
                              : EncodeBits<Bits, false>(begin, end, counts);
  }

  void Encode(int64_t begin, int64_t end, Counts* counts) {
    if constexpr (sizeof(typename Entry::Key) == 8) {
      EncodeNumbers<uint64_t>(begin, end, counts);
    } else {
      const size_t bytes = ByteSize(plan_.order.type);
      if (bytes == 4) return EncodeNumbers<uint32_t>(begin, end, counts);
      if (bytes == 2) return EncodeNumbers<uint16_t>(begin, end, counts);
      if (plan_.key_of_code.empty()) return EncodeBits<uint8_t, false>(begin, end, counts);
      EncodeWith(begin, end, counts, [&](const std::byte* key) {
        return plan_.key_of_code[static_cast<size_t>(*key)];
      });
    }
  }

  void InsertionSort() {
    for (int64_t k = 1; k < size_; ++k) {
      const Entry entry = entries_[k];
      int64_t at = k;
      for (; at > 0 && entry < entries_[at - 1]; --at) entries_[at] = entries_[at - 1];
      entries_[at] = entry;
    }
  }

  void SelectFirst() {
    Entry* kept = entries_ + plan_.kept;
    std::nth_element(entries_, kept, entries_ + size_);
    std::sort(entries_, kept);
  }

  // Where the entries are before a pass.
  Entry* RowOf(uint32_t pass) const { return pass % 2 == 0 ? entries_ : other_; }

  void Pass(uint32_t pass, int64_t begin, int64_t end) {
    const int digit = counts_->digits[pass];
    const Entry* from = RowOf(pass);
    Entry* to = RowOf(pass + 1);
    counts_->Scatter(
        digit, begin, end, [from](int64_t k) { return from[k]; },
        [](Entry entry) { return entry.key(); }, to);
  }

  void Give(const Entry* sorted, int64_t begin, int64_t end) {
    uint32_t places[256];
    for (int64_t k = begin; k < end; k += static_cast<int64_t>(std::size(places))) {
      const int64_t count = std::min(static_cast<int64_t>(std::size(places)), end - k);
      for (int64_t i = 0; i < count; ++i) places[i] = sorted[k + i].place();
      for (size_t i = 0; i < plan_.outputs.size(); ++i) GiveOutput(i, k, places, count);
    }
  }

  void GiveOutput(size_t output, int64_t at, const uint32_t* places, int64_t count) {
    const SortOutput& kind = plan_.outputs[output];
    const SortShape& shape = plan_.shape;
    const auto width = static_cast<int64_t>(kind.element_bytes);
    std::byte* result =
        buffers_.results[output] + (shape.Origin(slice_, plan_.kept) + at * shape.stride()) * width;
    if (kind.operand == SortOutput::kPlaces) {
      for (int64_t i = 0; i < count; ++i) {
        const uint64_t place = places[i];
        std::memcpy(result + i * shape.stride() * width, &place, kind.element_bytes);
      }
      return;
    }
    const std::byte* source = buffers_.operands[kind.operand] + shape.Origin(slice_, size_) * width;
    GatherSlice(kind.element_bytes, source, result, shape.stride(), places, count);
  }

  const KeySortPlan& plan_;
  const SortBuffers& buffers_;
  int64_t slice_;
  int64_t size_;
  Entry* entries_;
  Entry* other_;
  Counts* counts_;
};

// Calls with the SliceSort of the plan, as a type.
template <class Function>
auto WithSliceSort(const KeySortPlan& plan, Function function) {
  const size_t bytes = KeyBytes(plan.order.type);
  if (TakesLongDigits(bytes, plan.shape.size)) {
    return bytes == 8 ? function(std::type_identity<SliceSort<Entry64, kLongDigit>>())
                      : function(std::type_identity<SliceSort<Entry32, kLongDigit>>());
  }
  return bytes == 8 ? function(std::type_identity<SliceSort<Entry64, kShortDigit>>())
                    : function(std::type_identity<SliceSort<Entry32, kShortDigit>>());
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
  plan.is_of_values = IsValueSort(order, key_operand, outputs, shape, kept);
  const size_t bytes =
      kHasValueSort && plan.is_of_values
          ? ValueSortBytes(plan)
          : WithSliceSort(plan, [&](auto type) { return decltype(type)::type::Bytes(shape.size); });
  plan.workspace_bytes = (bytes + 15) / 16 * 16;
  return plan;
}

void SortSlice(const KeySortPlan& plan, const SortBuffers& buffers, int64_t slice) {
  if (kHasValueSort && plan.is_of_values) return SortValueSlice(plan, buffers, slice);
  WithSliceSort(plan,
                [&](auto type) { typename decltype(type)::type(plan, buffers, slice).Run(); });
}

int64_t PieceCount(const KeySortPlan& plan) {
  if (kHasValueSort && plan.is_of_values) return ValuePieceCount(plan);
  return WithSliceSort(plan, [](auto type) { return decltype(type)::type::kPhases; }) *
         SortPieces(plan.shape.size);
}

void SortPiece(const KeySortPlan& plan, const SortBuffers& buffers, int64_t slice, int64_t piece) {
  if (kHasValueSort && plan.is_of_values) return SortValuePiece(plan, buffers, slice, piece);
  WithSliceSort(plan, [&](auto type) {
    typename decltype(type)::type(plan, buffers, slice).RunPiece(piece);
  });
}

}  // namespace paddock::simd
