// Attributes of Shardy (sdy), which JAX writes unchanged into portable artifacts. Each becomes the
// text that MLIR prints for it, including nested attributes.
#include "core/bytecode/decode.h"
#include "core/bytecode/location.h"
#include "core/bytecode/sdy_codes.h"

namespace paddock {
namespace {

// Limits of the text: a few bytes can repeat a text many times.
constexpr size_t kLongestText = 1 << 20;
constexpr size_t kMostText = 64 << 20;
constexpr std::string_view kTooLong = "an attribute of Shardy of more than a megabyte";

constexpr std::string_view kSharding = "#sdy.sharding";

std::string_view Without(std::string_view prefix, std::string_view text) {
  return text.starts_with(prefix) ? text.substr(prefix.size()) : text;
}

std::string FactorName(int64_t factor, ByteReader& reader) {
  if (factor < 0) reader.Fail("a factor of the number " + std::to_string(factor));
  if (factor < kLetterFactors) return std::string(1, static_cast<char>('i' + factor));
  return "z_" + std::to_string(factor - kLetterFactors + 1);
}

}  // namespace

std::string_view Decoder::ReadSdyText(ByteReader& reader) {
  const Attribute* attribute = ReadAttribute(reader);
  if (attribute == nullptr) return {};
  if (attribute->kind == AttributeKind::kOpaque) return attribute->text;
  reader.Fail("an attribute of Shardy where another one of Shardy is expected");
  return {};
}

// Returns `a, b`, without `prefix` before each.
std::string Decoder::SdyList(ByteReader& reader, std::string_view prefix) {
  std::string text;
  for (size_t count = reader.ReadCount(), i = 0; i < count && !reader.has_failed(); ++i) {
    if (i != 0) text += ", ";
    text += Without(prefix, ReadSdyText(reader));
    if (text.size() > kLongestText) reader.Fail(std::string(kTooLong));
  }
  return text;
}

// Returns `["a"=2]`, with device numbers unless they are in order.
std::string Decoder::SdyMesh(ByteReader& reader) {
  std::string text = "#sdy.mesh<[" + SdyList(reader, {}) + "]";
  const std::vector<int64_t> devices = ReadSignedList(reader);
  for (size_t i = 0; i < devices.size(); ++i) {
    text += (i == 0 ? ", device_ids=[" : ", ") + std::to_string(devices[i]);
  }
  return text + (devices.empty() ? ">" : "]>");
}

// Returns `"a"` or `"a":(1)2`.
std::string Decoder::SdyAxis(ByteReader& reader) {
  std::string text = QuoteLocation(ReadStringIndex(reader));
  const Attribute* part = ReadOptionalAttribute(reader);
  if (part != nullptr) text += ":" + std::string(part->text);
  return text;
}

// Returns `{"a", ?}p1`: a question mark if more axes are allowed, and a priority.
std::string Decoder::SdyDimension(ByteReader& reader) {
  std::string text = "{" + SdyList(reader, {});
  const bool is_closed = reader.ReadByte() != 0;
  if (!is_closed) text += text.size() == 1 ? "?" : ", ?";
  text += "}";
  const uint64_t priority = reader.ReadVarInt();
  if ((priority & 1) != 0) text += "p" + std::to_string(priority >> 1);
  return text;
}

// Returns `<@mesh, [{"a"}, {}], replicated={"b"}, unreduced={"c"}>`.
std::string Decoder::SdySharding(ByteReader& reader, bool has_unreduced) {
  const Attribute* mesh = ReadAttribute(reader);
  if (mesh == nullptr) return {};
  std::string text(kSharding);
  text += mesh->kind == AttributeKind::kOpaque ? "<" + std::string(Without("#sdy.", mesh->text))
                                               : "<@" + std::string(mesh->text);
  text += ", [" + SdyList(reader, {}) + "]";
  for (std::string_view name : {", replicated={", ", unreduced={"}) {
    if (name == ", unreduced={" && !has_unreduced) break;
    const std::string axes = SdyList(reader, {});
    if (!axes.empty()) text += std::string(name) + axes + "}";
  }
  return text + ">";
}

// Returns the names of factors with `between` between them.
std::string Decoder::SdyFactors(ByteReader& reader, std::string_view between) {
  std::string text;
  for (int64_t factor : ReadSignedList(reader)) {
    if (!text.empty()) text += between;
    text += FactorName(factor, reader);
    if (reader.has_failed()) return {};
  }
  return text;
}

// Returns `<([i, jk])->([i]) {i=8, j=2, k=4} reduction={j}, custom>`.
std::string Decoder::SdyRule(ByteReader& reader) {
  const std::vector<int64_t> sizes = ReadSignedList(reader);
  std::string text = "#sdy.op_sharding_rule<(" + SdyList(reader, {});
  text += ")->(" + SdyList(reader, {}) + ")";
  for (size_t i = 0; i < sizes.size(); ++i) {
    text += (i == 0 ? " {" : ", ") + FactorName(static_cast<int64_t>(i), reader) + "=" +
            std::to_string(sizes[i]);
  }
  if (!sizes.empty()) text += "}";
  for (std::string_view name :
       {"reduction", "need_replication", "permutation", "blocked_propagation"}) {
    const std::string factors = SdyFactors(reader, ", ");
    if (!factors.empty()) text += " " + std::string(name) + "={" + factors + "}";
  }
  return text + (reader.ReadByte() != 0 ? ", custom>" : ">");
}

std::string Decoder::SdyText(ByteReader& reader) {
  const uint64_t kind = reader.ReadVarInt();
  switch (static_cast<SdyKind>(kind)) {
    case SdyKind::kManualAxes: {
      std::string axes;
      for (size_t count = reader.ReadCount(), i = 0; i < count && !reader.has_failed(); ++i) {
        const Attribute* axis = ReadAttribute(reader);
        if (axis == nullptr) return {};
        axes += (i == 0 ? "" : ", ") + QuoteLocation(axis->text);
        if (axes.size() > kLongestText) reader.Fail(std::string(kTooLong));
      }
      return "#sdy<manual_axes{" + axes + "}>";
    }
    case SdyKind::kMeshAxis: {
      const std::string name = QuoteLocation(ReadStringIndex(reader));
      return name + "=" + std::to_string(reader.ReadSignedVarInt());
    }
    case SdyKind::kMesh:
      return SdyMesh(reader);
    case SdyKind::kSubAxis: {
      const int64_t before = reader.ReadSignedVarInt();
      return "(" + std::to_string(before) + ")" + std::to_string(reader.ReadSignedVarInt());
    }
    case SdyKind::kAxis:
      return SdyAxis(reader);
    case SdyKind::kDimension:
      return SdyDimension(reader);
    case SdyKind::kSharding:
    case SdyKind::kShardingWithUnreduced:
      return SdySharding(reader, static_cast<SdyKind>(kind) == SdyKind::kShardingWithUnreduced);
    case SdyKind::kDimensionFactors:
      return SdyFactors(reader, {});
    case SdyKind::kTensorFactors:
      return "[" + SdyList(reader, {}) + "]";
    case SdyKind::kRule:
      return SdyRule(reader);
    case SdyKind::kShardings:
    case SdyKind::kShardingsWithUnreduced:
      return "#sdy.sharding_per_value<[" + SdyList(reader, kSharding) + "]>";
  }
  reader.Fail("an attribute of Shardy of the unknown kind " + std::to_string(kind));
  return {};
}

const Attribute* Decoder::DecodeSdy(ByteReader& reader) {
  const std::string text = SdyText(reader);
  sdy_bytes_ += text.size();
  if (sdy_bytes_ > kMostText) reader.Fail("attributes of Shardy of more than 64 megabytes");
  if (reader.has_failed()) return nullptr;
  Attribute* attribute = Make(AttributeKind::kOpaque);
  attribute->text = module_.InternName(text);
  return attribute;
}

}  // namespace paddock
