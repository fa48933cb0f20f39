#include "core/types/type_context.h"

#include <algorithm>
#include <bit>

namespace paddock {
namespace {

class Hasher {
 public:
  void Mix(uint64_t value) { hash_ = (hash_ ^ value) * 0x9E3779B97F4A7C15ull + (hash_ >> 29); }
  void Mix(std::string_view text) {
    Mix(text.size());
    for (char c : text) Mix(static_cast<unsigned char>(c));
  }
  void Mix(Type type) { Mix(reinterpret_cast<uintptr_t>(type.storage())); }
  template <class T>
  void MixAll(std::span<const T> values) {
    Mix(values.size());
    for (const T& value : values) {
      if constexpr (std::is_same_v<T, Type>) {
        Mix(value);
      } else {
        Mix(std::bit_cast<uint64_t>(value));
      }
    }
  }
  uint64_t hash() const { return hash_; }

 private:
  uint64_t hash_ = 0x243F6A8885A308D3ull;
};

uint64_t HashOf(const TypeStorage& type) {
  Hasher hasher;
  hasher.Mix(static_cast<uint64_t>(type.kind));
  hasher.Mix(type.text);
  hasher.Mix(type.element);
  hasher.MixAll(type.shape);
  hasher.MixAll(type.bounds);
  hasher.Mix(type.encoding);
  hasher.MixAll(type.elements);
  hasher.MixAll(type.results);
  if (const QuantizedType* quantized = type.quantized) {
    hasher.Mix(quantized->storage);
    hasher.Mix(quantized->expressed);
    hasher.Mix(static_cast<uint64_t>(quantized->axis));
    for (size_t i = 0; i < quantized->scales.size(); ++i) {
      hasher.Mix(std::bit_cast<uint64_t>(quantized->scale(i)));
    }
    hasher.MixAll(quantized->zero_points);
  }
  return hasher.hash();
}

// Scales are numbers of the expressed type: 0.1 and 0.10000000149 are one f32.
bool SameScales(const QuantizedType& a, const QuantizedType& b) {
  if (a.scales.size() != b.scales.size()) return false;
  for (size_t i = 0; i < a.scales.size(); ++i) {
    if (a.scale(i) != b.scale(i)) return false;
  }
  return true;
}

bool SameQuantized(const QuantizedType* a, const QuantizedType* b) {
  if (a == nullptr || b == nullptr) return a == b;
  return a->storage == b->storage && a->expressed == b->expressed &&
         a->storage_min == b->storage_min && a->storage_max == b->storage_max &&
         a->axis == b->axis && SameScales(*a, *b) &&
         std::ranges::equal(a->zero_points, b->zero_points);
}

bool Same(const TypeStorage& a, const TypeStorage& b) {
  return a.kind == b.kind && a.text == b.text && a.element == b.element &&
         std::ranges::equal(a.shape, b.shape) && std::ranges::equal(a.bounds, b.bounds) &&
         a.encoding == b.encoding && std::ranges::equal(a.elements, b.elements) &&
         std::ranges::equal(a.results, b.results) && SameQuantized(a.quantized, b.quantized);
}

// "i32" -> 32; 0 if `digits` is no width between 1 and 16,777,215.
uint32_t ParseWidth(std::string_view digits) {
  if (digits.empty() || digits.size() > 8 || digits[0] == '0') return 0;
  uint32_t width = 0;
  for (char c : digits) {
    if (c < '0' || c > '9') return 0;
    width = width * 10 + static_cast<uint32_t>(c - '0');
  }
  return width <= 0xFFFFFF ? width : 0;
}

// Fills in the fields of an integer's spelling; returns false if it is not one.
bool DescribeInteger(std::string_view spelling, TypeStorage& type) {
  std::string_view digits = spelling;
  if (digits.starts_with("si")) {
    type.signedness = Signedness::kSigned;
    digits.remove_prefix(2);
  } else if (digits.starts_with("ui")) {
    type.signedness = Signedness::kUnsigned;
    digits.remove_prefix(2);
  } else if (digits.starts_with("i")) {
    digits.remove_prefix(1);
  } else {
    return false;
  }
  type.width = ParseWidth(digits);
  type.is_integer = type.width != 0;
  return type.is_integer;
}

// Floats that types may name, but tensors cannot hold.
constexpr std::string_view kForeignFloats[] = {"tf32", "f80", "f128"};

}  // namespace

std::optional<ElementType> Type::stored_element_type() const {
  return is_quantized() ? element()->quantized->storage_element() : element_type();
}

const TypeStorage* TypeContext::Find(const TypeStorage& storage, uint64_t hash) const {
  const auto [begin, end] = interned_.equal_range(hash);
  for (auto at = begin; at != end; ++at) {
    if (Same(*at->second, storage)) return at->second;
  }
  return parent_ == nullptr ? nullptr : parent_->Find(storage, hash);
}

Type TypeContext::Intern(const TypeStorage& storage) {
  const uint64_t hash = HashOf(storage);
  if (const TypeStorage* found = Find(storage, hash)) return Type(found);
  TypeStorage copy = storage;
  copy.text = arena_.CopyString(storage.text);
  copy.encoding = arena_.CopyString(storage.encoding);
  copy.shape = arena_.CopyArray(storage.shape);
  copy.bounds = arena_.CopyArray(storage.bounds);
  copy.elements = arena_.CopyArray(storage.elements);
  copy.results = arena_.CopyArray(storage.results);
  if (storage.quantized != nullptr) {
    QuantizedType quantized = *storage.quantized;
    quantized.scales = arena_.CopyArray(quantized.scales);
    quantized.zero_points = arena_.CopyArray(quantized.zero_points);
    copy.quantized = arena_.Make<QuantizedType>(quantized);
  }
  const TypeStorage* kept = arena_.Make<TypeStorage>(copy);
  interned_.emplace(hash, kept);
  return Type(kept);
}

Type TypeContext::GetScalar(std::string_view spelling) {
  TypeStorage type;
  type.kind = TypeKind::kScalar;
  type.text = spelling;
  const std::optional<ElementType> element = ElementTypeFromSpelling(spelling);
  if (element && IsComplex(*element)) return Type();
  type.element_type = element;
  const bool is_foreign = std::ranges::find(kForeignFloats, spelling) != std::end(kForeignFloats);
  if (!DescribeInteger(spelling, type) && !element && !is_foreign) return Type();
  return Intern(type);
}

Type TypeContext::GetScalar(ElementType element) {
  if (IsComplex(element)) return GetComplex(GetScalar(PartType(element)));
  return GetScalar(Spelling(element));
}

Type TypeContext::GetComplex(Type part) {
  TypeStorage type;
  type.kind = TypeKind::kComplex;
  type.element = part;
  if (part->element_type == ElementType::kF32) type.element_type = ElementType::kC64;
  if (part->element_type == ElementType::kF64) type.element_type = ElementType::kC128;
  return Intern(type);
}

Type TypeContext::GetQuantized(const QuantizedType& description) {
  TypeStorage type;
  type.kind = TypeKind::kQuantized;
  type.quantized = &description;
  return Intern(type);
}

Type TypeContext::GetTensor(std::span<const int64_t> shape, Type element,
                            std::span<const int64_t> bounds, std::string_view encoding) {
  TypeStorage type;
  type.kind = TypeKind::kTensor;
  type.shape = shape;
  type.element = element;
  // Bounds without any bound are no encoding.
  if (std::ranges::any_of(bounds, [](int64_t bound) { return bound != kDynamic; })) {
    type.bounds = bounds;
  }
  type.encoding = encoding;
  return Intern(type);
}

Type TypeContext::GetUnrankedTensor(Type element) {
  TypeStorage type;
  type.kind = TypeKind::kUnrankedTensor;
  type.element = element;
  return Intern(type);
}

Type TypeContext::GetMemref(std::span<const int64_t> shape, Type element,
                            std::string_view encoding) {
  TypeStorage type;
  type.kind = TypeKind::kMemref;
  type.shape = shape;
  type.element = element;
  type.encoding = encoding;
  return Intern(type);
}

Type TypeContext::GetToken() {
  TypeStorage type;
  type.kind = TypeKind::kToken;
  return Intern(type);
}

Type TypeContext::GetNone() { return Intern(TypeStorage()); }

Type TypeContext::GetTuple(std::span<const Type> elements) {
  TypeStorage type;
  type.kind = TypeKind::kTuple;
  type.elements = elements;
  return Intern(type);
}

Type TypeContext::GetFuture(std::span<const Type> elements) {
  TypeStorage type;
  type.kind = TypeKind::kFuture;
  type.elements = elements;
  return Intern(type);
}

Type TypeContext::GetFunction(std::span<const Type> inputs, std::span<const Type> results) {
  TypeStorage type;
  type.kind = TypeKind::kFunction;
  type.elements = inputs;
  type.results = results;
  return Intern(type);
}

Type TypeContext::GetOpaque(std::string_view text) {
  TypeStorage type;
  type.kind = TypeKind::kOpaque;
  type.text = text;
  return Intern(type);
}

}  // namespace paddock
