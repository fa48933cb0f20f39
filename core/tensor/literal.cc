#include "core/tensor/literal.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "core/base/overflow.h"
#include "core/tensor/element_text.h"
#include "core/tensor/hex_bytes.h"

namespace paddock {
namespace {

bool IsBlank(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

bool EndsElement(char c) {
  return IsBlank(c) || c == ',' || c == ']' || c == ')' || c == '[' || c == '(' || c == '/';
}

std::string Join(std::span<const int64_t> shape) {
  std::string out;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (i != 0) out += 'x';
    out += std::to_string(shape[i]);
  }
  return out;
}

// Reads nested lists into a buffer of the known size.
class ListReader {
 public:
  ListReader(std::string_view text, ElementType type, std::span<const int64_t> shape,
             std::byte* elements)
      : text_(text), type_(type), shape_(shape), next_(elements) {}

  // False after `error` was filled in.
  bool Read();
  LiteralError error;

 private:
  bool Fail(size_t offset, std::string message) {
    error = {offset, std::move(message)};
    return false;
  }
  void SkipBlanks();
  bool OpenList();
  bool CloseList();
  bool ReadPart(ElementType type);
  bool ReadElement();
  bool CountItem();
  std::string_view TakeWord();
  char Peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  std::string_view text_;
  ElementType type_;
  std::span<const int64_t> shape_;
  std::byte* next_;
  size_t at_ = 0;
  // Items seen so far in each list that is open.
  std::vector<int64_t> counts_;
};

void ListReader::SkipBlanks() {
  while (at_ < text_.size()) {
    if (IsBlank(text_[at_])) {
      ++at_;
    } else if (text_.substr(at_, 2) == "//") {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else {
      return;
    }
  }
}

bool ListReader::OpenList() {
  if (counts_.size() == shape_.size()) {
    return Fail(at_, "the elements are nested deeper than the type's rank " +
                         std::to_string(shape_.size()));
  }
  ++at_;
  counts_.push_back(0);
  return true;
}

bool ListReader::CloseList() {
  const int64_t expected = shape_[counts_.size() - 1];
  if (counts_.back() != expected) {
    return Fail(at_, "a list of " + std::to_string(counts_.back()) + " where the shape " +
                         Join(shape_) + " wants " + std::to_string(expected));
  }
  ++at_;
  counts_.pop_back();
  return true;
}

// Notes one more item in the innermost list.
bool ListReader::CountItem() {
  if (counts_.empty()) return true;
  if (++counts_.back() > shape_[counts_.size() - 1]) {
    return Fail(at_, "more elements than the shape " + Join(shape_) + " has");
  }
  return true;
}

std::string_view ListReader::TakeWord() {
  const size_t begin = at_;
  while (at_ < text_.size() && !EndsElement(text_[at_])) ++at_;
  return text_.substr(begin, at_ - begin);
}

bool ListReader::ReadPart(ElementType type) {
  const size_t begin = at_;
  std::string_view word = TakeWord();
  // A sign may stand apart from its number.
  std::string joined;
  if (word == "-") {
    SkipBlanks();
    joined = "-" + std::string(TakeWord());
    word = joined;
  }
  if (!ParseElement(word, type, next_)) {
    return Fail(begin, word.empty() ? "expected an element of type " + std::string(Spelling(type))
                                    : "'" + std::string(word.substr(0, 40)) +
                                          "' is no value of type " + std::string(Spelling(type)));
  }
  next_ += ByteSize(type);
  return true;
}

bool ListReader::ReadElement() {
  if (!IsComplex(type_)) return ReadPart(type_);
  if (Peek() != '(') return Fail(at_, "expected '(' before the real part of a complex number");
  ++at_;
  SkipBlanks();
  if (!ReadPart(PartType(type_))) return false;
  SkipBlanks();
  if (Peek() != ',') return Fail(at_, "expected ',' between the parts of a complex number");
  ++at_;
  SkipBlanks();
  if (!ReadPart(PartType(type_))) return false;
  SkipBlanks();
  if (Peek() != ')') return Fail(at_, "expected ')' after the parts of a complex number");
  ++at_;
  return true;
}

bool ListReader::Read() {
  // What may come next: an item, or (after one) a comma or the end of the list.
  bool wants_item = true;
  while (true) {
    SkipBlanks();
    const char c = Peek();
    if (wants_item && c == '[') {
      if (!CountItem() || !OpenList()) return false;
      continue;
    }
    const bool is_empty_list = wants_item && !counts_.empty() && counts_.back() == 0;
    if (c == ']' && !counts_.empty() && (!wants_item || is_empty_list)) {
      if (!CloseList()) return false;
      wants_item = false;
    } else if (!wants_item && c == ',' && !counts_.empty()) {
      ++at_;
      wants_item = true;
    } else if (wants_item) {
      if (counts_.size() != shape_.size()) {
        return Fail(at_, "expected '[': the elements are nested less deep than the type's rank " +
                             std::to_string(shape_.size()));
      }
      if (!CountItem() || !ReadElement()) return false;
      wants_item = false;
    } else {
      return Fail(at_, counts_.empty() ? "expected the end of the elements"
                                       : "expected ',' or ']' in the list of elements");
    }
    if (counts_.empty() && !wants_item) break;
  }
  SkipBlanks();
  return at_ == text_.size() || Fail(at_, "expected the end of the elements");
}

std::string_view Trim(std::string_view text, size_t& offset) {
  while (!text.empty() && IsBlank(text.front())) {
    text.remove_prefix(1);
    ++offset;
  }
  while (!text.empty() && IsBlank(text.back())) text.remove_suffix(1);
  return text;
}

std::unexpected<LiteralError> Fail(size_t offset, std::string message) {
  return std::unexpected(LiteralError{offset, std::move(message)});
}

// Brings bytes of a file into the form that element_type.h prescribes for the types that
// are narrower than a byte.
void Normalize(ElementType type, std::byte* bytes, size_t count) {
  const int width = BitWidth(type);
  if (width >= 8) return;
  const unsigned mask = (1u << width) - 1;
  for (size_t i = 0; i < count; ++i) {
    unsigned bits = std::to_integer<unsigned>(bytes[i]);
    if (IsBoolean(type)) {
      bits = bits != 0 ? 1 : 0;
    } else {
      bits &= mask;
      if (IsSigned(type) && (bits >> (width - 1)) != 0) bits |= ~mask & 0xFF;
    }
    bytes[i] = static_cast<std::byte>(bits);
  }
}

// `packed` holds eight i1 a byte, the first in the lowest bit.
void Unpack(const std::vector<std::byte>& packed, std::byte* elements, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    elements[i] = packed[i / 8] >> (i % 8) & std::byte{1};
  }
}

std::expected<Literal, LiteralError> ParseBytes(std::string_view text, ElementType type,
                                                std::span<const int64_t> shape, int64_t count) {
  const std::string_view inner = text.substr(1, text.size() - 2);
  if (inner.size() < 2 || inner[0] != '0' || (inner[1] | 0x20) != 'x') {
    return Fail(0, "expected hexadecimal bytes that start with 0x");
  }
  const std::string_view digits = inner.substr(2);
  if (digits.size() % 2 != 0) return Fail(0, "an odd number of hexadecimal digits");
  const size_t bytes = digits.size() / 2;
  const size_t width = ByteSize(type);
  const size_t elements = static_cast<size_t>(count);
  const bool is_packed = IsBoolean(type) && bytes != elements && bytes == (elements + 7) / 8;
  const bool is_full = bytes / width == elements && bytes % width == 0;
  const bool is_splat = !is_full && bytes == width && elements != 0;
  if (!is_full && !is_packed && !is_splat) {
    return Fail(0, std::to_string(bytes) + " bytes, but the type has " + std::to_string(count) +
                       " elements of " + std::to_string(width) + " bytes");
  }
  const std::span<const int64_t> value_shape = is_splat && !is_packed ? shape.first(0) : shape;
  Tensor value = Tensor::Allocate(type, value_shape);
  if (!value.has_value()) return Fail(0, "not enough memory for the elements");
  std::vector<std::byte> packed(is_packed ? bytes : 0);
  std::byte* target = is_packed ? packed.data() : value.mutable_data();
  const size_t decoded = DecodeHex(digits, target);
  if (decoded != digits.size()) return Fail(decoded + 3, "no hexadecimal digit");
  if (is_packed) Unpack(packed, value.mutable_data(), elements);
  Normalize(type, value.mutable_data(), static_cast<size_t>(value.element_count()));
  return Literal{std::move(value), is_splat && !is_packed};
}

std::expected<Literal, LiteralError> ParseList(std::string_view text, ElementType type,
                                               std::span<const int64_t> shape) {
  Tensor value = Tensor::Allocate(type, shape);
  if (!value.has_value()) return Fail(0, "not enough memory for the elements");
  ListReader reader(text, type, shape, value.mutable_data());
  if (!reader.Read()) return std::unexpected(std::move(reader.error));
  return Literal{std::move(value), false};
}

}  // namespace

std::expected<Literal, LiteralError> ParseLiteral(std::string_view text, ElementType type,
                                                  std::span<const int64_t> shape) {
  size_t offset = 0;
  text = Trim(text, offset);
  const auto shifted = [&](std::expected<Literal, LiteralError> result) {
    if (!result) result.error().offset += offset;
    return result;
  };
  const std::optional<int64_t> count = CheckedProduct(shape);
  if (!count || !ByteSizeOf(type, shape)) return Fail(0, "the type has too many elements");
  if (text.empty()) {
    if (*count != 0) return Fail(0, "no elements, but the type has " + std::to_string(*count));
    return Literal{Tensor::Allocate(type, shape), false};
  }
  if (text[0] == '"') {
    if (text.size() < 2 || text.back() != '"') return Fail(offset, "expected a closing '\"'");
    return shifted(ParseBytes(text, type, shape, *count));
  }
  if (text[0] == '[') {
    // Every element takes a character at least: no memory for a type that cannot fit.
    if (static_cast<uint64_t>(*count) > text.size()) {
      return Fail(offset, "fewer elements than the shape " + Join(shape) + " has");
    }
    return shifted(ParseList(text, type, shape));
  }
  std::expected<Literal, LiteralError> splat = shifted(ParseList(text, type, shape.first(0)));
  if (!splat) return splat;
  if (*count == 0) return Literal{Tensor::Allocate(type, shape), false};
  if (*count == 1) return Literal{splat->value.Reshaped(shape), false};
  splat->is_splat = true;
  return splat;
}

}  // namespace paddock
