// Types in the notation of the specification and MLIR.
#include "core/base/number_text.h"
#include "core/types/type.h"

namespace paddock {
namespace {

void Append(std::string& out, Type type);

void AppendList(std::string& out, std::span<const Type> types) {
  for (size_t i = 0; i < types.size(); ++i) {
    if (i != 0) out += ", ";
    Append(out, types[i]);
  }
}

void AppendSize(std::string& out, int64_t size) {
  if (size == kDynamic) {
    out += '?';
  } else {
    out += std::to_string(size);
  }
}

void AppendSizes(std::string& out, std::span<const int64_t> shape) {
  for (int64_t size : shape) {
    AppendSize(out, size);
    out += 'x';
  }
}

void AppendShaped(std::string& out, std::string_view keyword, Type type) {
  out += keyword;
  out += '<';
  AppendSizes(out, type->shape);
  Append(out, type->element);
  if (!type->bounds.empty()) {
    out += ", #stablehlo.bounds<";
    for (size_t i = 0; i < type->bounds.size(); ++i) {
      if (i != 0) out += ", ";
      AppendSize(out, type->bounds[i]);
    }
    out += '>';
  }
  if (!type->encoding.empty()) {
    out += ", ";
    out += type->encoding;
  }
  out += '>';
}

void AppendScale(std::string& out, const QuantizedType& type, size_t index) {
  out += FormatF64(type.scales[index]);
  if (type.zero_points[index] != 0) {
    out += ':';
    out += StoredText(type, type.zero_points[index]);
  }
}

void AppendQuantized(std::string& out, const QuantizedType& type) {
  out += "!quant.uniform<";
  out += StorageText(type);
  out += ':';
  Append(out, type.expressed);
  if (type.axis < 0) {
    out += ", ";
    AppendScale(out, type, 0);
    out += '>';
    return;
  }
  out += ':' + std::to_string(type.axis) + ", {";
  for (size_t i = 0; i < type.scales.size(); ++i) {
    if (i != 0) out += ", ";
    AppendScale(out, type, i);
  }
  out += "}>";
}

void AppendFunction(std::string& out, Type type) {
  out += '(';
  AppendList(out, type->elements);
  out += ") -> ";
  const bool is_bare = type->results.size() == 1 && !type->results[0].is(TypeKind::kFunction);
  if (!is_bare) out += '(';
  AppendList(out, type->results);
  if (!is_bare) out += ')';
}

void AppendBracketed(std::string& out, std::string_view keyword, Type type) {
  out += keyword;
  out += '<';
  AppendList(out, type->elements);
  out += '>';
}

void Append(std::string& out, Type type) {
  if (!type) {
    out += "<unknown type>";
    return;
  }
  switch (type.kind()) {
    case TypeKind::kScalar:
    case TypeKind::kOpaque:
      out += type->text;
      return;
    case TypeKind::kComplex:
      out += "complex<";
      Append(out, type->element);
      out += '>';
      return;
    case TypeKind::kQuantized:
      return AppendQuantized(out, *type->quantized);
    case TypeKind::kTensor:
      return AppendShaped(out, "tensor", type);
    case TypeKind::kMemref:
      return AppendShaped(out, "memref", type);
    case TypeKind::kUnrankedTensor:
      out += "tensor<*x";
      Append(out, type->element);
      out += '>';
      return;
    case TypeKind::kToken:
      out += "!stablehlo.token";
      return;
    case TypeKind::kTuple:
      return AppendBracketed(out, "tuple", type);
    case TypeKind::kFuture:
      return AppendBracketed(out, "!stablehlo.future", type);
    case TypeKind::kFunction:
      return AppendFunction(out, type);
    case TypeKind::kNone:
      out += "none";
      return;
  }
}

}  // namespace

std::string ToString(Type type) {
  std::string out;
  Append(out, type);
  return out;
}

std::string StorageText(const QuantizedType& type) {
  std::string out = ToString(type.storage);
  if (type.has_whole_range()) return out;
  return out + '<' + StoredText(type, type.storage_min) + ':' + StoredText(type, type.storage_max) +
         '>';
}

std::string TensorTypeText(std::string_view element, std::span<const int64_t> shape) {
  std::string out = "tensor<";
  AppendSizes(out, shape);
  out += element;
  out += '>';
  return out;
}

}  // namespace paddock
