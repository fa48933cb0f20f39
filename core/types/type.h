// Types of StableHLO programs. A Type is a handle to a description that its TypeContext stores
// once, so equal types of one context are the same pointer.
#ifndef PADDOCK_CORE_TYPES_TYPE_H_
#define PADDOCK_CORE_TYPES_TYPE_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/types/element_type.h"

namespace paddock {

// A dimension size that is determined at run time, written `?`.
inline constexpr int64_t kDynamic = -1;

enum class TypeKind : uint8_t {
  kScalar,          // i32, si8, f32, tf32, index: an element type by itself
  kComplex,         // complex<f32>
  kQuantized,       // !quant.uniform<...>
  kTensor,          // tensor<2x?xf32>
  kUnrankedTensor,  // tensor<*xf32>
  kMemref,          // memref<2xf32>
  kToken,           // !stablehlo.token
  kTuple,           // tuple<...>
  kFuture,          // !stablehlo.future<...>
  kFunction,        // (...) -> (...)
  kNone,            // none
  kOpaque,          // any other type, kept as its text
};

enum class Signedness : uint8_t { kSignless, kSigned, kUnsigned };

struct TypeStorage;

class Type {
 public:
  Type() = default;
  explicit Type(const TypeStorage* storage) : storage_(storage) {}

  explicit operator bool() const { return storage_ != nullptr; }
  // Compares pointers: both types must come from one context.
  friend bool operator==(Type, Type) = default;

  const TypeStorage* operator->() const { return storage_; }
  const TypeStorage* storage() const { return storage_; }
  TypeKind kind() const;
  bool is(TypeKind kind) const { return storage_ != nullptr && this->kind() == kind; }

  // Returns whether the type is a ranked tensor.
  bool is_tensor() const { return is(TypeKind::kTensor); }
  size_t rank() const;
  std::span<const int64_t> shape() const;
  // Returns whether every dimension size is known.
  bool has_static_shape() const;
  // Returns the element type of tensors, memrefs and complex types; the type itself otherwise.
  Type element() const;
  // Returns the type in which elements are stored and computed, if it is in the table: for a scalar
  // or complex type, or a tensor of one. Quantized types have none, unlike quantized().storage.
  std::optional<ElementType> element_type() const;
  bool is_quantized() const;  // itself or its element
  // Returns the element type that a tensor of this type stores: element_type(), or a quantized
  // element's storage type.
  std::optional<ElementType> stored_element_type() const;

 private:
  const TypeStorage* storage_ = nullptr;
};

// A uniformly quantized element type; per axis when `axis` >= 0. Stored numbers are the bits of the
// storage type, sign- or zero-extended to 64 bits; those of ui64 are unsigned.
struct QuantizedType {
  Type storage;    // i8, ui8; si8, which means i8
  Type expressed;  // f32 ...
  int64_t storage_min = 0;
  int64_t storage_max = 0;
  int64_t axis = -1;
  std::span<const double> scales;  // one, or one per index of the axis
  std::span<const int64_t> zero_points;

  // Returns the element type that holds `storage`; nothing for unsupported widths.
  std::optional<ElementType> storage_element() const;
  // Returns scale i as a number of the expressed type.
  double scale(size_t i) const;
  // Returns the number that a stored number represents.
  double NumberOf(int64_t stored) const;
  bool IsInRange(int64_t stored) const {
    return !IsLess(stored, storage_min) && !IsLess(storage_max, stored);
  }
  // Returns whether stored number `a` is less than `b`.
  bool IsLess(int64_t a, int64_t b) const;
  // Returns whether the range is the storage type's full range.
  bool has_whole_range() const;
};

// The least and the greatest stored number of an integer type of at most 64 bits.
struct StorageRange {
  int64_t least;
  int64_t greatest;
};
StorageRange StorageRangeOf(Type storage);

// Returns whether `scale` is a positive, finite number of a float type: between the least positive
// subnormal and the greatest number.
bool IsScaleOf(ElementType expressed, double scale);

struct TypeStorage {
  TypeKind kind = TypeKind::kNone;
  // kScalar: the signedness of an integer.
  Signedness signedness = Signedness::kSignless;
  bool is_integer = false;
  uint32_t width = 0;
  std::optional<ElementType> element_type;
  // kScalar and kOpaque: the whole text.
  std::string_view text;
  // kComplex, kTensor, kUnrankedTensor, kMemref.
  Type element;
  // kTensor, kMemref.
  std::span<const int64_t> shape;
  // kTensor with #stablehlo.bounds: one entry for each dimension, kDynamic without a bound.
  std::span<const int64_t> bounds;
  // kTensor with any other encoding, kMemref with a layout or memory space: its text.
  std::string_view encoding;
  // kTuple and kFuture: the elements. kFunction: the inputs.
  std::span<const Type> elements;
  // kFunction.
  std::span<const Type> results;
  const QuantizedType* quantized = nullptr;
};

inline TypeKind Type::kind() const { return storage_->kind; }
inline size_t Type::rank() const { return storage_->shape.size(); }
inline std::span<const int64_t> Type::shape() const { return storage_->shape; }
inline bool Type::has_static_shape() const {
  for (int64_t size : storage_->shape) {
    if (size == kDynamic) return false;
  }
  return true;
}
inline Type Type::element() const { return storage_->element ? storage_->element : *this; }
inline std::optional<ElementType> Type::element_type() const {
  const Type scalar = is(TypeKind::kComplex) ? *this : element();
  return scalar.storage_->element_type;
}
inline bool Type::is_quantized() const { return element().is(TypeKind::kQuantized); }

// Returns the type in the notation of the specification and MLIR: "tensor<2x?xf32>".
std::string ToString(Type type);
// Returns the decimal text of a stored number of `type`.
std::string StoredText(const QuantizedType& type, int64_t stored);
// Returns "i8<-10:10>": the storage type, with the range if it is not the full one.
std::string StorageText(const QuantizedType& type);
// Returns "tensor<2x?xf32>" for a type without bounds and encoding.
std::string TensorTypeText(std::string_view element, std::span<const int64_t> shape);
inline std::string TensorTypeText(ElementType element, std::span<const int64_t> shape) {
  return TensorTypeText(Spelling(element), shape);
}

}  // namespace paddock

#endif  // PADDOCK_CORE_TYPES_TYPE_H_
