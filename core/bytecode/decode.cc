#include "core/bytecode/decode.h"

#include <limits>

#include "core/text/parse/parse.h"

namespace paddock {
namespace {

// Maximum depth of references between attributes and types, equal to the nesting limit of texts.
constexpr uint32_t kDeepestPart = 256;

// Maximum number of parts of an attribute or type, shared parts counted at each occurrence. It
// bounds the time to compare or print one.
constexpr uint64_t kMaximumParts = 1 << 22;

}  // namespace

// Marks an entry as being read for its lifetime, and counts its parts.
struct Decoder::Visit {
  Visit(Decoder& decoder, Progress& progress)
      : decoder(decoder), progress(progress), outer_parts(decoder.parts_) {
    progress.state = State::kReading;
    ++decoder.depth_;
    decoder.parts_ = 1;
  }
  ~Visit() {
    progress.state = State::kRead;
    progress.parts = decoder.parts_;
    decoder.parts_ += outer_parts;
    --decoder.depth_;
  }
  Decoder& decoder;
  Progress& progress;
  const uint64_t outer_parts;
};

Decoder::Decoder(const Container& container, Module& module, std::shared_ptr<const void> owner,
                 ArtifactErrors& errors)
    : container_(container),
      module_(module),
      owner_(std::move(owner)),
      errors_(errors),
      type_progress_(container.types.size()),
      attribute_progress_(container.attributes.size()),
      types_(container.types.size()),
      attributes_(container.attributes.size()) {}

ByteReader Decoder::Reader(const Container::Entry& entry) {
  return container_.Reader(SectionId::kAttributesAndTypes, entry.range, errors_);
}

// Returns `nullptr` if the entry needs no reading, or after a failure.
const Container::Entry* Decoder::Begin(const Progress& progress, const Container::Entry& entry) {
  if (errors_.has_failed()) return nullptr;
  if (progress.state == State::kRead) parts_ += progress.parts;
  if (parts_ > kMaximumParts && depth_ > 0) {
    Reader(entry).Fail("an attribute or type of more than " + std::to_string(kMaximumParts) +
                       " parts");
    return nullptr;
  }
  if (progress.state == State::kRead) return nullptr;
  const bool is_cycle = progress.state == State::kReading;
  if (!is_cycle && depth_ < kDeepestPart) return &entry;
  Reader(entry).Fail(is_cycle ? "an attribute or type that contains itself"
                              : "attributes or types nested deeper than " +
                                    std::to_string(kDeepestPart));
  return nullptr;
}

Type Decoder::GetType(size_t index) {
  const Container::Entry* entry = Begin(type_progress_[index], container_.types[index]);
  if (entry == nullptr) return errors_.has_failed() ? Type() : types_[index];
  const Visit visit(*this, type_progress_[index]);
  types_[index] = DecodeType(*entry);
  return errors_.has_failed() ? Type() : types_[index];
}

const Attribute* Decoder::GetAttribute(size_t index) {
  const Container::Entry* entry = Begin(attribute_progress_[index], container_.attributes[index]);
  if (entry == nullptr) return errors_.has_failed() ? nullptr : attributes_[index];
  const Visit visit(*this, attribute_progress_[index]);
  attributes_[index] = DecodeAttribute(*entry);
  return errors_.has_failed() ? nullptr : attributes_[index];
}

Type Decoder::ReadType(ByteReader& reader) {
  const size_t index = reader.ReadIndex(container_.types.size(), "type");
  return reader.has_failed() ? Type() : GetType(index);
}

const Attribute* Decoder::ReadAttribute(ByteReader& reader) {
  const size_t index = reader.ReadIndex(container_.attributes.size(), "attribute");
  return reader.has_failed() ? nullptr : GetAttribute(index);
}

const Attribute* Decoder::ReadOptionalAttribute(ByteReader& reader) {
  const uint64_t number = reader.ReadVarInt();
  if ((number & 1) == 0 || reader.has_failed()) return nullptr;
  if ((number >> 1) < container_.attributes.size()) {
    return GetAttribute(static_cast<size_t>(number >> 1));
  }
  reader.Fail("there is no attribute " + std::to_string(number >> 1) + " among " +
              std::to_string(container_.attributes.size()));
  return nullptr;
}

std::string_view Decoder::ReadStringIndex(ByteReader& reader) {
  const size_t index = reader.ReadIndex(container_.strings.size(), "string");
  return reader.has_failed() ? std::string_view() : container_.strings[index];
}

std::vector<Type> Decoder::ReadTypes(ByteReader& reader) {
  std::vector<Type> types(reader.ReadCount());
  for (Type& type : types) type = ReadType(reader);
  return types;
}

std::vector<int64_t> Decoder::ReadSignedList(ByteReader& reader) {
  std::vector<int64_t> values(reader.ReadCount());
  for (int64_t& value : values) value = reader.ReadSignedVarInt();
  return values;
}

std::vector<int64_t> Decoder::ReadSizes(ByteReader& reader) {
  std::vector<int64_t> sizes = ReadSignedList(reader);
  for (int64_t& size : sizes) {
    if (size == std::numeric_limits<int64_t>::min()) {
      size = kDynamic;
    } else if (size < 0) {
      reader.Fail("the dimension size " + std::to_string(size));
    }
  }
  return sizes;
}

// Decodes an entry that is one text in MLIR's own syntax.
const Attribute* Decoder::DecodeText(const Container::Entry& entry) {
  ByteReader reader = Reader(entry);
  const std::string_view text = module_.arena().CopyString(reader.ReadTerminated());
  if (reader.has_failed()) return nullptr;
  const Attribute* attribute = ParseAttributeText(text, module_, errors_.sink());
  if (attribute == nullptr) reader.Fail("the text of an attribute cannot be read");
  return attribute;
}

const Attribute* Decoder::DecodeAttribute(const Container::Entry& entry) {
  if (entry.is_text) return DecodeText(entry);
  ByteReader reader = Reader(entry);
  const std::string_view dialect = Dialect(entry);
  const Attribute* attribute = nullptr;
  if (dialect == "vhlo") {
    attribute = DecodeVhlo(reader);
  } else if (dialect == "builtin") {
    attribute = DecodeBuiltin(reader);
  } else if (dialect == "sdy") {
    attribute = DecodeSdy(reader);
  } else {
    reader.Fail("attributes of the dialect '" + std::string(dialect) +
                "' have no documented encoding; write a portable artifact instead");
  }
  if (!reader.has_failed() && !reader.at_end()) reader.Fail("bytes after the end of an attribute");
  return attribute;
}

Type Decoder::DecodeType(const Container::Entry& entry) {
  ByteReader reader = Reader(entry);
  Type type;
  const std::string_view dialect = Dialect(entry);
  if (entry.is_text) {
    const std::string_view text = module_.arena().CopyString(reader.ReadTerminated());
    if (reader.has_failed()) return Type();
    type = ParseTypeText(text, module_, errors_.sink());
    if (!type) reader.Fail("the text of a type cannot be read");
    return type;
  }
  if (dialect == "vhlo") {
    type = DecodeVhloType(reader);
  } else if (dialect == "builtin") {
    type = DecodeBuiltinType(reader);
  } else {
    reader.Fail("types of the dialect '" + std::string(dialect) +
                "' have no documented encoding; write a portable artifact instead");
  }
  if (!reader.has_failed() && !reader.at_end()) reader.Fail("bytes after the end of a type");
  return type;
}

}  // namespace paddock
