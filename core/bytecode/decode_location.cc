// Locations in the source of the compiled program, as the text between the brackets of loc(...).
#include <string>

#include "core/bytecode/builtin_codes.h"
#include "core/bytecode/decode.h"
#include "core/bytecode/location.h"
#include "core/text/print/print.h"

namespace paddock {
namespace {

constexpr std::string_view kLocationPrefix = "loc(";

// Maximum length of a location's text. Locations share parts, so one may contain another many
// times.
constexpr size_t kLongestPlace = 1 << 16;

}  // namespace

std::string Decoder::FileText(ByteReader& reader, bool is_range) {
  const Attribute* file = ReadAttribute(reader);
  if (reader.has_failed()) return {};
  std::vector<uint64_t> numbers(is_range ? reader.ReadCount() : 2);
  for (uint64_t& number : numbers) number = reader.ReadVarInt();
  return FileLocationText(file->text, numbers);
}

std::string Decoder::FusedText(ByteReader& reader, bool has_metadata) {
  std::string places;
  const size_t count = reader.ReadCount();
  for (size_t i = 0; i < count && !reader.has_failed(); ++i) {
    const std::string place = LocationText(reader);
    if (places.size() <= kLongestPlace) places += (i == 0 ? "" : ", ") + place;
  }
  std::string metadata;
  if (has_metadata) {
    const Attribute* value = ReadAttribute(reader);
    if (value != nullptr) metadata = "<" + Print(*value) + ">";
  }
  return "fused" + metadata + "[" + places + "]";
}

std::string Decoder::NameText(ByteReader& reader) {
  const Attribute* name = ReadAttribute(reader);
  const std::string child = LocationText(reader);
  if (reader.has_failed()) return {};
  const std::string quoted = QuoteLocation(name->text);
  return child == "unknown" ? quoted : quoted + "(" + child + ")";
}

std::string Decoder::PlaceText(uint64_t code, ByteReader& reader) {
  switch (static_cast<BuiltinAttribute>(code)) {
    case BuiltinAttribute::kCallSite: {
      const std::string callee = LocationText(reader);
      return "callsite(" + callee + " at " + LocationText(reader) + ")";
    }
    case BuiltinAttribute::kFile:
    case BuiltinAttribute::kFileRange:
      return FileText(reader, code == static_cast<uint64_t>(BuiltinAttribute::kFileRange));
    case BuiltinAttribute::kFused:
    case BuiltinAttribute::kFusedWithMetadata:
      return FusedText(reader, code == static_cast<uint64_t>(BuiltinAttribute::kFusedWithMetadata));
    case BuiltinAttribute::kName:
      return NameText(reader);
    default:
      return {};
  }
}

// Decodes a location as a value, written loc(...). An unknown or too long one is empty.
const Attribute* Decoder::DecodeLocation(uint64_t code, ByteReader& reader) {
  Attribute* attribute = Make(AttributeKind::kOpaque);
  const std::string text = PlaceText(code, reader);
  if (!text.empty() && text.size() <= kLongestPlace) {
    attribute->text = module_.arena().CopyString(std::string(kLocationPrefix) + text + ")");
  }
  return attribute;
}

std::string_view Decoder::ReadLocation(ByteReader& reader) {
  const Attribute* attribute = ReadAttribute(reader);
  if (reader.has_failed() || attribute->text.empty()) return {};
  if (attribute->kind != AttributeKind::kOpaque || !attribute->text.starts_with(kLocationPrefix)) {
    reader.Fail("a location is expected");
    return {};
  }
  const size_t begin = kLocationPrefix.size();
  return attribute->text.substr(begin, attribute->text.size() - begin - 1);
}

std::string Decoder::LocationText(ByteReader& reader) {
  const std::string_view text = ReadLocation(reader);
  return text.empty() ? "unknown" : std::string(text);
}

}  // namespace paddock
