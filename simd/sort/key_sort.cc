#include "simd/sort/key_sort.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>

#include "core/types/small_float.h"

namespace paddock::simd {
namespace {

constexpr int64_t kPiece = 1 << 18;
constexpr int kDigitBits = 8;
constexpr size_t kDigitValues = size_t{1} << kDigitBits;
// Up to here an insertion sort does less than clearing and summing the digits' counts.
constexpr int64_t kShort = 48;

// A key and the element's place. All entries differ, and so have one order only.
struct Entry32 {
  uint64_t bits;  // key, place
  using Key = uint32_t;
  static Entry32 Of(uint32_t key, uint32_t place) { return {uint64_t{key} << 32 | place}; }
  size_t Digit(int digit) const { return bits >> (32 + digit * kDigitBits) & (kDigitValues - 1); }
  uint32_t place() const { return static_cast<uint32_t>(bits); }
  friend bool operator<(Entry32 a, Entry32 b) { return a.bits < b.bits; }
};

struct Entry64 {
  uint64_t key;
  uint64_t at;
  using Key = uint64_t;
  static Entry64 Of(uint64_t key, uint32_t place) { return {key, place}; }
  size_t Digit(int digit) const { return key >> (digit * kDigitBits) & (kDigitValues - 1); }
  uint32_t place() const { return static_cast<uint32_t>(at); }
  friend bool operator<(Entry64 a, Entry64 b) {
    return a.key != b.key ? a.key < b.key : a.at < b.at;
  }
};

// --- Keys. Ascending first; a descending order is that of the complement.

template <class Bits>
constexpr Bits SignBit() {
  return static_cast<Bits>(Bits{1} << (8 * sizeof(Bits) - 1));
}

// `infinity`: the bits of +inf.
template <class Bits>
Bits FloatKey(Bits bits, Bits infinity, const SortOrder& order) {
  constexpr Bits kSign = SignBit<Bits>();
  constexpr Bits kAll = static_cast<Bits>(~Bits{0});
  const Bits magnitude = bits & static_cast<Bits>(~kSign);
  if (!order.is_total) {
    if (magnitude > infinity) return kAll;
    if (magnitude == 0) bits = 0;
  }
  const Bits key = static_cast<Bits>((bits & kSign) != 0 ? ~bits : bits | kSign);
  return order.is_descending ? static_cast<Bits>(~key) : key;
}

template <class Bits>
Bits IntegerKey(Bits bits, const SortOrder& order) {
  if (IsSigned(order.type)) bits ^= SignBit<Bits>();
  return order.is_descending ? static_cast<Bits>(~bits) : bits;
}

template <class Bits>
Bits InfinityOf(ElementType type) {
  if constexpr (sizeof(Bits) == 8) return Bits{0x7FF} << 52;
  if constexpr (sizeof(Bits) == 4) return Bits{0xFF} << 23;
  return type == ElementType::kF16 ? Bits{0x7C00} : Bits{0x7F80};
}

bool IsTabled(ElementType type) { return IsFloat(type) && ByteSize(type) == 1; }

std::vector<uint32_t> TableOf(const SortOrder& order) {
  std::vector<uint32_t> table;
  if (!IsTabled(order.type)) return table;
  for (uint32_t code = 0; code < 256; ++code) {
    const auto bits = std::bit_cast<uint32_t>(DecodeSmallFloat(order.type, code));
    table.push_back(FloatKey<uint32_t>(bits, uint32_t{0xFF} << 23, order));
  }
  return table;
}

size_t KeyBytes(ElementType type) { return IsTabled(type) ? 4 : ByteSize(type); }

// --- The sort of one slice.

template <class Entry>
class SliceSort {
 public:
  SliceSort(const KeySortPlan& plan, const SortBuffers& buffers, int64_t slice)
      : plan_(plan), buffers_(buffers), slice_(slice), size_(plan.shape.size) {
    const auto count = static_cast<size_t>(size_);
    entries_ = reinterpret_cast<Entry*>(buffers.workspace);
    other_ = entries_ + count;
    digits_ = reinterpret_cast<Digits*>(other_ + count);
  }

  void Run() {
    const bool takes_part = plan_.kept < size_ / 4;
    if (size_ <= kShort || takes_part) {
      Encode(0, size_, nullptr);
      takes_part ? SelectFirst() : InsertionSort();
      return Give(entries_, 0, plan_.kept);
    }
    for (int64_t piece = 0; piece < PieceCount(plan_); ++piece) RunPiece(piece);
  }

  // First the keys, then each digit's pass, then the results.
  void RunPiece(int64_t piece) {
    const int64_t per_phase = Pieces(size_);
    const int64_t phase = piece / per_phase;
    const int64_t begin = piece % per_phase * kPiece;
    const int64_t end = std::min(begin + kPiece, size_);
    const auto digit_count = static_cast<int64_t>(KeyBytes(plan_.order.type));
    if (phase == 0) {
      if (begin == 0) std::memset(static_cast<void*>(digits_), 0, sizeof(Digits));
      Encode(begin, end, digits_);
    } else if (phase <= digit_count) {
      Pass(static_cast<int>(phase - 1), begin, end);
    } else {
      Give(From(), begin, std::min(end, plan_.kept));
    }
  }

  static int64_t Pieces(int64_t size) { return (size + kPiece - 1) / kPiece; }

  struct Digits {
    uint32_t counts[sizeof(typename Entry::Key)][kDigitValues];
    // Passes that moved the entries to the other place, and whether the present one does not.
    uint32_t moves;
    uint32_t is_skipped;
  };

 private:
  template <class Bits>
  Bits LoadBits(const std::byte* key) const {
    Bits bits;
    std::memcpy(&bits, key, sizeof(bits));
    return bits;
  }

  // `key_of(address)` of the elements begin .. end; counts digits if there is a place for them.
  template <class KeyOf>
  void EncodeWith(int64_t begin, int64_t end, Digits* digits, KeyOf key_of) {
    const auto width = static_cast<int64_t>(ByteSize(plan_.order.type));
    const int64_t step = plan_.shape.stride() * width;
    const int64_t origin = plan_.shape.Origin(slice_, size_) * width;
    const std::byte* from = buffers_.operands[plan_.key_operand] + origin;
    const int digit_count = static_cast<int>(KeyBytes(plan_.order.type));
    for (int64_t k = begin; k < end; ++k) {
      const auto key = static_cast<typename Entry::Key>(key_of(from + k * step));
      entries_[k] = Entry::Of(key, static_cast<uint32_t>(k));
      if (digits == nullptr) continue;
      for (int d = 0; d < digit_count; ++d) ++digits->counts[d][entries_[k].Digit(d)];
    }
  }

  template <class Bits>
  void EncodeBits(int64_t begin, int64_t end, Digits* digits) {
    const SortOrder& order = plan_.order;
    if (!IsFloat(order.type)) {
      return EncodeWith(begin, end, digits, [&](const std::byte* key) {
        return IntegerKey(LoadBits<Bits>(key), order);
      });
    }
    const Bits infinity = InfinityOf<Bits>(order.type);
    EncodeWith(begin, end, digits, [&](const std::byte* key) {
      return FloatKey(LoadBits<Bits>(key), infinity, order);
    });
  }

  void Encode(int64_t begin, int64_t end, Digits* digits) {
    if constexpr (sizeof(typename Entry::Key) == 8) {
      EncodeBits<uint64_t>(begin, end, digits);
    } else {
      switch (ByteSize(plan_.order.type)) {
        case 4:
          return EncodeBits<uint32_t>(begin, end, digits);
        case 2:
          return EncodeBits<uint16_t>(begin, end, digits);
        default:
          break;
      }
      if (plan_.key_of_code.empty()) return EncodeBytes(begin, end, digits);
      EncodeWith(begin, end, digits, [&](const std::byte* key) {
        return plan_.key_of_code[static_cast<size_t>(*key)];
      });
    }
  }

  void EncodeBytes(int64_t begin, int64_t end, Digits* digits) {
    EncodeWith(begin, end, digits, [&](const std::byte* key) {
      return IntegerKey(LoadBits<uint8_t>(key), plan_.order);
    });
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

  Entry* From() const { return digits_->moves % 2 == 0 ? entries_ : other_; }

  // A digit that all keys share leaves the entries where they are. The counts become the places
  // where the next entry of each value goes.
  void Pass(int digit, int64_t begin, int64_t end) {
    uint32_t* counts = digits_->counts[digit];
    const Entry* from = From();
    Entry* to = from == entries_ ? other_ : entries_;
    if (begin == 0) {
      const uint32_t shared = counts[from[0].Digit(digit)];
      uint32_t sum = 0;
      for (size_t value = 0; value < kDigitValues; ++value) {
        const uint32_t count = counts[value];
        counts[value] = sum;
        sum += count;
      }
      digits_->is_skipped = shared == static_cast<uint32_t>(size_) ? 1 : 0;
    }
    if (digits_->is_skipped != 0) return;
    for (int64_t k = begin; k < end; ++k) {
      const Entry entry = from[k];
      to[counts[entry.Digit(digit)]++] = entry;
    }
    if (end == size_) ++digits_->moves;
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
        std::memcpy(result + i * shape.stride() * width, places + i, sizeof(uint32_t));
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
  Digits* digits_;
};

template <class Entry>
size_t WorkspaceBytes(int64_t size) {
  return 2 * static_cast<size_t>(size) * sizeof(Entry) + sizeof(typename SliceSort<Entry>::Digits);
}

bool IsWide(const KeySortPlan& plan) { return KeyBytes(plan.order.type) == 8; }

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
  const size_t bytes =
      IsWide(plan) ? WorkspaceBytes<Entry64>(shape.size) : WorkspaceBytes<Entry32>(shape.size);
  plan.workspace_bytes = (bytes + 15) / 16 * 16;
  return plan;
}

void SortSlice(const KeySortPlan& plan, const SortBuffers& buffers, int64_t slice) {
  if (IsWide(plan)) {
    SliceSort<Entry64>(plan, buffers, slice).Run();
  } else {
    SliceSort<Entry32>(plan, buffers, slice).Run();
  }
}

int64_t PieceCount(const KeySortPlan& plan) {
  const auto phases = static_cast<int64_t>(KeyBytes(plan.order.type)) + 2;
  return phases * SliceSort<Entry32>::Pieces(plan.shape.size);
}

void SortPiece(const KeySortPlan& plan, const SortBuffers& buffers, int64_t slice, int64_t piece) {
  if (IsWide(plan)) {
    SliceSort<Entry64>(plan, buffers, slice).RunPiece(piece);
  } else {
    SliceSort<Entry32>(plan, buffers, slice).RunPiece(piece);
  }
}

}  // namespace paddock::simd
