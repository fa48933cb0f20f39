// TypeContext: makes types, and stores each once.
#ifndef PADDOCK_CORE_TYPES_TYPE_CONTEXT_H_
#define PADDOCK_CORE_TYPES_TYPE_CONTEXT_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/base/arena.h"
#include "core/types/type.h"

namespace paddock {

class TypeContext {
 public:
  TypeContext() = default;
  // Types that `parent` has are reused, so types of both contexts compare equal. `parent` is not
  // changed, and must outlive the context.
  explicit TypeContext(const TypeContext* parent) : parent_(parent) {}
  TypeContext(const TypeContext&) = delete;
  TypeContext& operator=(const TypeContext&) = delete;

  // Returns a scalar by its spelling: "i32", "si8", "ui4", "i10", "bf16", "tf32", "index". Null if
  // the spelling is no scalar type; GetComplex makes complex types.
  Type GetScalar(std::string_view spelling);
  // Returns any element type of the table, including complex ones.
  Type GetScalar(ElementType type);
  Type GetComplex(Type part);
  Type GetQuantized(const QuantizedType& description);
  Type GetTensor(std::span<const int64_t> shape, Type element, std::span<const int64_t> bounds = {},
                 std::string_view encoding = {});
  Type GetTensor(std::span<const int64_t> shape, ElementType element) {
    return GetTensor(shape, GetScalar(element));
  }
  Type GetUnrankedTensor(Type element);
  Type GetMemref(std::span<const int64_t> shape, Type element, std::string_view encoding = {});
  Type GetToken();
  Type GetNone();
  Type GetTuple(std::span<const Type> elements);
  Type GetFuture(std::span<const Type> elements);
  Type GetFunction(std::span<const Type> inputs, std::span<const Type> results);
  Type GetOpaque(std::string_view text);

 private:
  // Returns an equal description, or stores a copy of `storage` with its spans.
  Type Intern(const TypeStorage& storage);

  const TypeStorage* Find(const TypeStorage& storage, uint64_t hash) const;

  const TypeContext* parent_ = nullptr;
  Arena arena_;
  std::unordered_multimap<uint64_t, const TypeStorage*> interned_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_TYPES_TYPE_CONTEXT_H_
