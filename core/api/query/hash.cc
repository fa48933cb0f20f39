#include "core/api/query/hash.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "core/types/small_float.h"

namespace paddock {
namespace {

// FNV-1a over 64-bit words with a final mix.
class Hasher {
 public:
  explicit Hasher(uint64_t state = 0xCBF29CE484222325ull) : hash_(state) {}
  uint64_t state() const { return hash_; }
  void Mix(uint64_t word) {
    hash_ = (hash_ ^ word) * 0x100000001B3ull;
    hash_ ^= hash_ >> 29;
  }
  uint64_t Finish() const {
    uint64_t hash = hash_;
    hash = (hash ^ (hash >> 32)) * 0xD6E8FEB86659FD93ull;
    hash = (hash ^ (hash >> 32)) * 0xD6E8FEB86659FD93ull;
    return hash ^ (hash >> 32);
  }

 private:
  uint64_t hash_;
};

template <class T>
T Load(const std::byte* data) {
  T value;
  std::memcpy(&value, data, sizeof(T));
  return value;
}

bool IsNaN(ElementType part, const std::byte* data) {
  switch (part) {
    case ElementType::kF64:
      return std::isnan(Load<double>(data));
    case ElementType::kF32:
      return std::isnan(Load<float>(data));
    case ElementType::kF16:
    case ElementType::kBF16:
      return std::isnan(DecodeSmallFloat(part, Load<uint16_t>(data)));
    default:
      return std::isnan(DecodeSmallFloat(part, Load<uint8_t>(data)));
  }
}

constexpr uint64_t kNaN = 0x7FF8DEADBEEF0000ull;

void MixElements(Hasher& hasher, const Tensor& tensor) {
  const ElementType part = PartType(tensor.element_type());
  const size_t width = ByteSize(part);
  const std::byte* const end = tensor.data() + tensor.byte_size();
  for (const std::byte* at = tensor.data(); at < end; at += width) {
    uint64_t word = 0;
    std::memcpy(&word, at, width);
    hasher.Mix(IsFloat(part) && IsNaN(part, at) ? kNaN : word);
  }
}

}  // namespace

void ResultHasher::Add(std::span<const Tensor> results) {
  Hasher hasher(state_);
  for (const Tensor& tensor : results) {
    hasher.Mix(tensor.has_value() ? static_cast<uint64_t>(tensor.element_type()) + 1 : 0);
    if (!tensor.has_value()) continue;
    hasher.Mix(tensor.rank());
    for (int64_t size : tensor.shape()) hasher.Mix(static_cast<uint64_t>(size));
    MixElements(hasher, tensor);
  }
  state_ = hasher.state();
}

uint64_t ResultHasher::Finish() const { return Hasher(state_).Finish(); }

uint64_t HashResults(std::span<const Tensor> results) {
  ResultHasher hasher;
  hasher.Add(results);
  return hasher.Finish();
}

uint64_t HashText(std::string_view text) {
  Hasher hasher;
  hasher.Mix(text.size());
  for (size_t at = 0; at < text.size(); at += sizeof(uint64_t)) {
    uint64_t word = 0;
    std::memcpy(&word, text.data() + at, std::min(sizeof(word), text.size() - at));
    hasher.Mix(word);
  }
  return hasher.Finish();
}

}  // namespace paddock
