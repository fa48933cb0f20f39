// Types of an artifact: VHLO's, and those of MLIR's builtin dialect in attributes of the module.
#include <algorithm>
#include <bit>
#include <limits>

#include "core/bytecode/builtin_codes.h"
#include "core/bytecode/encode.h"

namespace paddock {

void Encoder::Require(VhloVersion since, std::string_view what) {
  if (version_ >= since) return;
  Refuse(std::string(what) + " came in " + ToString(since) + ", but the artifact has version " +
         ToString(version_));
}

uint32_t Encoder::VhloTypeNode(Type type) {
  const auto known = types_.find(type.storage());
  if (known != types_.end()) return known->second;
  const uint32_t node = EncodeType(type);
  types_.emplace(type.storage(), node);
  return node;
}

uint32_t Encoder::Scalar(std::string_view spelling) {
  for (const VhloScalar& scalar : VhloTable::Scalars()) {
    if (scalar.spelling != spelling) continue;
    Require(scalar.since, "the type " + std::string(spelling));
    return MakeType(WireParts(scalar.code));
  }
  Refuse("VHLO has no type " + std::string(spelling));
  return MakeType(WireParts(0));
}

void Encoder::AddTypes(WireParts& parts, std::span<const Type> types) {
  parts.Number(types.size());
  for (Type type : types) parts.Type(VhloTypeNode(type));
}

void Encoder::AddSizes(WireParts& parts, std::span<const int64_t> sizes) {
  parts.Number(sizes.size());
  for (int64_t size : sizes) {
    parts.Signed(size == kDynamic ? std::numeric_limits<int64_t>::min() : size);
  }
}

uint32_t Encoder::Words(VhloType code, std::span<const Type> elements) {
  WireParts parts(static_cast<uint64_t>(code));
  AddTypes(parts, elements);
  return MakeType(std::move(parts));
}

uint32_t Encoder::EncodeTensorType(Type type) {
  if (!type->encoding.empty()) {
    Refuse("an artifact cannot contain the encoding of " + ToString(type));
  }
  const bool is_bounded = !type->bounds.empty();
  WireParts parts(
      static_cast<uint64_t>(is_bounded ? VhloType::kTensorWithEncoding : VhloType::kTensor));
  if (is_bounded) {
    WireParts bounds(static_cast<uint64_t>(VhloAttributeCode::kTypeExtensions));
    AddSizes(bounds, type->bounds);
    parts.Attribute(Make(std::move(bounds)));
  }
  AddSizes(parts, type->shape);
  parts.Type(VhloTypeNode(type->element));
  return MakeType(std::move(parts));
}

uint32_t Encoder::EncodeQuantized(const QuantizedType& type) {
  const bool is_per_axis = type.axis >= 0;
  if (is_per_axis) Require(Vhlo(0, 18), "quantization per axis");
  const bool is_unsigned = type.storage->signedness == Signedness::kUnsigned;
  WireParts parts(
      static_cast<uint64_t>(is_per_axis ? VhloType::kQuantizedPerAxis : VhloType::kQuantized));
  parts.Number(is_unsigned ? 0 : 1);
  parts.Type(Scalar("i" + std::to_string(type.storage->width)));
  parts.Type(VhloTypeNode(type.expressed));
  const auto add_scale = [&](double scale) { parts.Bits(std::bit_cast<uint64_t>(scale), 64); };
  if (is_per_axis) {
    parts.Signed(type.axis);
  } else {
    add_scale(type.scales[0]);
    parts.Signed(type.zero_points[0]);
  }
  parts.Signed(type.storage_min);
  parts.Signed(type.storage_max);
  if (is_per_axis) {
    parts.Number(type.scales.size());
    for (double scale : type.scales) add_scale(scale);
    parts.Number(type.zero_points.size());
    for (int64_t zero_point : type.zero_points) parts.Signed(zero_point);
  }
  return MakeType(std::move(parts));
}

uint32_t Encoder::EncodeType(Type type) {
  switch (type.kind()) {
    case TypeKind::kScalar:
      return Scalar(type->text);
    case TypeKind::kComplex: {
      WireParts parts(static_cast<uint64_t>(VhloType::kComplex));
      parts.Type(VhloTypeNode(type->element));
      return MakeType(std::move(parts));
    }
    case TypeKind::kQuantized:
      return EncodeQuantized(*type->quantized);
    case TypeKind::kTensor:
      return EncodeTensorType(type);
    case TypeKind::kUnrankedTensor: {
      WireParts parts(static_cast<uint64_t>(VhloType::kUnrankedTensor));
      parts.Type(VhloTypeNode(type->element));
      return MakeType(std::move(parts));
    }
    case TypeKind::kMemref: {
      Require(Vhlo(1, 13), "the type memref");
      if (!type->encoding.empty())
        Refuse("an artifact cannot contain the layout of " + ToString(type));
      WireParts parts(static_cast<uint64_t>(VhloType::kBuffer));
      AddSizes(parts, type->shape);
      parts.Type(VhloTypeNode(type->element));
      return MakeType(std::move(parts));
    }
    case TypeKind::kToken:
      return MakeType(WireParts(static_cast<uint64_t>(VhloType::kToken)));
    case TypeKind::kTuple:
      return Words(VhloType::kTuple, type->elements);
    case TypeKind::kFuture:
      Require(Vhlo(1, 15), "the type !stablehlo.future");
      return Words(VhloType::kFuture, type->elements);
    case TypeKind::kFunction: {
      WireParts parts(static_cast<uint64_t>(VhloType::kFunction));
      AddTypes(parts, type->elements);
      AddTypes(parts, type->results);
      return MakeType(std::move(parts));
    }
    case TypeKind::kNone:
      Require(Vhlo(1, 6), "the type none");
      return MakeType(WireParts(static_cast<uint64_t>(VhloType::kNone)));
    case TypeKind::kOpaque:
      break;
  }
  if (type->text == "!shape.witness") {
    return MakeType(WireParts(static_cast<uint64_t>(VhloType::kWitness)));
  }
  Refuse("VHLO has no type " + ToString(type));
  return MakeType(WireParts(0));
}

uint32_t Encoder::BuiltinTypeNode(Type type) {
  const auto known = builtin_types_.find(type.storage());
  if (known != builtin_types_.end()) return known->second;
  const uint32_t node = EncodeBuiltinType(type);
  builtin_types_.emplace(type.storage(), node);
  return node;
}

uint32_t Encoder::EncodeBuiltinType(Type type) {
  const auto make = [&](WireParts parts) {
    return pool_.Intern(WireKind::kType, WireDialect::kBuiltin, std::move(parts));
  };
  const auto code = [](BuiltinType kind) { return static_cast<uint64_t>(kind); };
  if (type.is(TypeKind::kScalar) && type->is_integer) {
    WireParts parts(code(BuiltinType::kInteger));
    parts.Number(uint64_t{type->width} << 2 | static_cast<uint64_t>(type->signedness));
    return make(std::move(parts));
  }
  if (type.is(TypeKind::kScalar) && type->text == "index") {
    return make(WireParts(code(BuiltinType::kIndex)));
  }
  const auto found = type.is(TypeKind::kScalar) ? std::ranges::find(kBuiltinFloats, type->text)
                                                : std::end(kBuiltinFloats);
  if (found != std::end(kBuiltinFloats)) {
    return make(WireParts(code(BuiltinType::kFirstFloat) +
                          static_cast<uint64_t>(found - std::begin(kBuiltinFloats))));
  }
  if (type.is_tensor() && type->bounds.empty() && type->encoding.empty()) {
    WireParts parts(code(BuiltinType::kTensor));
    AddSizes(parts, type->shape);
    parts.Type(BuiltinTypeNode(type->element));
    return make(std::move(parts));
  }
  if (type.is(TypeKind::kComplex)) {
    WireParts parts(code(BuiltinType::kComplex));
    parts.Type(BuiltinTypeNode(type->element));
    return make(std::move(parts));
  }
  if (type.is(TypeKind::kNone)) return make(WireParts(code(BuiltinType::kNone)));
  Refuse("a module's attribute in an artifact cannot have the type " + ToString(type));
  return make(WireParts(code(BuiltinType::kIndex)));
}

}  // namespace paddock
