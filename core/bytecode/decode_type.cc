// Types of VHLO and of MLIR's builtin dialect.
#include <algorithm>
#include <cstring>
#include <limits>

#include "core/bytecode/builtin_codes.h"
#include "core/bytecode/decode.h"
#include "core/bytecode/vhlo_table.h"

namespace paddock {
namespace {

constexpr bool IsSignlessStorage(uint64_t flags) { return (flags & 1) != 0; }

}  // namespace

Type Decoder::DecodeVhloType(ByteReader& reader) {
  const uint64_t code = reader.ReadVarInt();
  for (const VhloScalar& scalar : VhloTable::Scalars()) {
    if (scalar.code == code) return module_.types().GetScalar(scalar.spelling);
  }
  return DecodeVhloCompositeType(code, reader);
}

Type Decoder::DecodeVhloCompositeType(uint64_t code, ByteReader& reader) {
  TypeContext& types = module_.types();
  switch (static_cast<VhloType>(code <= 0xFF ? code : 0xFF)) {
    case VhloType::kComplex: {
      const Type part = ReadType(reader);
      return part ? types.GetComplex(part) : Type();
    }
    case VhloType::kFunction: {
      const std::vector<Type> inputs = ReadTypes(reader);
      const std::vector<Type> results = ReadTypes(reader);
      return reader.has_failed() ? Type() : types.GetFunction(inputs, results);
    }
    case VhloType::kTensor:
    case VhloType::kTensorWithEncoding: {
      const bool has_encoding = code == static_cast<uint64_t>(VhloType::kTensorWithEncoding);
      const Attribute* encoding = has_encoding ? ReadAttribute(reader) : nullptr;
      const std::vector<int64_t> shape = ReadSizes(reader);
      const Type element = ReadType(reader);
      return MakeTensor(shape, element, encoding, reader);
    }
    case VhloType::kToken:
      return types.GetToken();
    case VhloType::kTuple:
    case VhloType::kFuture: {
      const std::vector<Type> elements = ReadTypes(reader);
      if (reader.has_failed()) return Type();
      return code == static_cast<uint64_t>(VhloType::kTuple) ? types.GetTuple(elements)
                                                             : types.GetFuture(elements);
    }
    case VhloType::kQuantized:
    case VhloType::kQuantizedPerAxis:
      return DecodeQuantized(reader, code == static_cast<uint64_t>(VhloType::kQuantizedPerAxis));
    case VhloType::kUnrankedTensor: {
      const Type element = ReadType(reader);
      return element ? types.GetUnrankedTensor(element) : Type();
    }
    case VhloType::kWitness:
      return types.GetOpaque("!shape.witness");
    case VhloType::kNone:
      return types.GetNone();
    case VhloType::kBuffer: {
      const std::vector<int64_t> shape = ReadSizes(reader);
      const Type element = ReadType(reader);
      return element ? types.GetMemref(shape, element) : Type();
    }
  }
  reader.Fail("a type of VHLO with the unknown code " + std::to_string(code));
  return Type();
}

Type Decoder::MakeTensor(std::span<const int64_t> shape, Type element, const Attribute* encoding,
                         ByteReader& reader) {
  if (reader.has_failed()) return Type();
  if (encoding == nullptr) return module_.types().GetTensor(shape, element);
  if (encoding->kind == AttributeKind::kStruct && encoding->name == "bounds") {
    const std::span<const int64_t> bounds = encoding->fields[0].value->integers;
    if (bounds.size() == shape.size()) return module_.types().GetTensor(shape, element, bounds);
    reader.Fail(std::to_string(bounds.size()) + " bounds for " + std::to_string(shape.size()) +
                " dimensions");
    return Type();
  }
  if (encoding->kind == AttributeKind::kOpaque) {
    return module_.types().GetTensor(shape, element, {}, encoding->text);
  }
  reader.Fail("a tensor type with an encoding of an unknown kind");
  return Type();
}

Type Decoder::DecodeQuantized(ByteReader& reader, bool is_per_axis) {
  QuantizedType type;
  const bool is_signed = IsSignlessStorage(reader.ReadVarInt());
  type.storage = ReadType(reader);
  type.expressed = ReadType(reader);
  std::vector<double> scales;
  std::vector<int64_t> zero_points;
  if (is_per_axis) {
    type.axis = reader.ReadSignedVarInt();
  } else {
    scales.push_back(ReadF64(reader));
    zero_points.push_back(reader.ReadSignedVarInt());
  }
  type.storage_min = reader.ReadSignedVarInt();
  type.storage_max = reader.ReadSignedVarInt();
  if (is_per_axis) {
    scales.resize(reader.ReadCount());
    for (double& scale : scales) scale = ReadF64(reader);
    zero_points = ReadSignedList(reader);
  }
  if (reader.has_failed()) return Type();
  const auto expressed = type.expressed.element_type();
  const bool is_storage = type.storage.is(TypeKind::kScalar) && type.storage->is_integer &&
                          type.storage->width <= 64 && type.expressed.is(TypeKind::kScalar) &&
                          expressed && IsFloat(*expressed);
  if (!is_storage || scales.empty() || scales.size() != zero_points.size() ||
      (is_per_axis && type.axis < 0) ||
      !std::ranges::all_of(scales, [&](double scale) { return IsScaleOf(*expressed, scale); })) {
    reader.Fail("a quantized type with inconsistent parts");
    return Type();
  }
  if (!is_signed) {
    type.storage = module_.types().GetScalar("ui" + std::to_string(type.storage->width));
  }
  const StorageRange range = StorageRangeOf(type.storage);
  if (!type.IsLess(type.storage_min, type.storage_max) ||
      type.IsLess(type.storage_min, range.least) || type.IsLess(range.greatest, type.storage_max)) {
    reader.Fail("a quantized type whose range is none of its storage type");
    return Type();
  }
  type.scales = scales;
  type.zero_points = zero_points;
  return module_.types().GetQuantized(type);
}

Type Decoder::DecodeBuiltinType(ByteReader& reader) {
  TypeContext& types = module_.types();
  const uint64_t code = reader.ReadVarInt();
  constexpr auto kFirstFloat = static_cast<uint64_t>(BuiltinType::kFirstFloat);
  if (code >= kFirstFloat && code < kFirstFloat + std::size(kBuiltinFloats)) {
    return types.GetScalar(kBuiltinFloats[code - kFirstFloat]);
  }
  switch (static_cast<BuiltinType>(code)) {
    case BuiltinType::kInteger: {
      const uint64_t word = reader.ReadVarInt();
      const std::string_view prefix = (word & 3) == 0 ? "i" : (word & 3) == 1 ? "si" : "ui";
      const Type type = types.GetScalar(std::string(prefix) + std::to_string(word >> 2));
      if (!type) reader.Fail("an integer type of " + std::to_string(word >> 2) + " bits");
      return type;
    }
    case BuiltinType::kIndex:
      return types.GetScalar("index");
    case BuiltinType::kFunction: {
      const std::vector<Type> inputs = ReadTypes(reader);
      const std::vector<Type> results = ReadTypes(reader);
      return reader.has_failed() ? Type() : types.GetFunction(inputs, results);
    }
    case BuiltinType::kComplex: {
      const Type part = ReadType(reader);
      return part ? types.GetComplex(part) : Type();
    }
    case BuiltinType::kNone:
      return types.GetNone();
    case BuiltinType::kTuple: {
      const std::vector<Type> elements = ReadTypes(reader);
      return reader.has_failed() ? Type() : types.GetTuple(elements);
    }
    case BuiltinType::kUnrankedTensor: {
      const Type element = ReadType(reader);
      return element ? types.GetUnrankedTensor(element) : Type();
    }
    default:
      return DecodeBuiltinShaped(code, reader);
  }
}

Type Decoder::DecodeBuiltinShaped(uint64_t code, ByteReader& reader) {
  TypeContext& types = module_.types();
  const auto kind = static_cast<BuiltinType>(code);
  const bool has_attribute =
      kind == BuiltinType::kTensorWithEncoding || kind == BuiltinType::kMemrefWithSpace;
  const Attribute* attribute = has_attribute ? ReadAttribute(reader) : nullptr;
  if (kind == BuiltinType::kTensor || kind == BuiltinType::kTensorWithEncoding) {
    const std::vector<int64_t> shape = ReadSizes(reader);
    const Type element = ReadType(reader);
    return MakeTensor(shape, element, attribute, reader);
  }
  if (kind == BuiltinType::kMemref) {
    const std::vector<int64_t> shape = ReadSizes(reader);
    const Type element = ReadType(reader);
    // Skips the layout: programs that run here only have the identity.
    ReadAttribute(reader);
    return reader.has_failed() ? Type() : types.GetMemref(shape, element);
  }
  reader.Fail("a builtin type of the kind " + std::to_string(code) + ", which no program here has");
  return Type();
}

}  // namespace paddock
