#include "core/tensor/literal.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "core/base/overflow.h"
#include "core/tensor/element_problem.h"
#include "core/tensor/hex_bytes.h"

namespace paddock {
namespace {

bool IsBlank(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

bool EndsElement(char c) {
  return IsBlank(c) || c == ',' || c == ']' || c == ')' || c == '[' || c == '(' || c == '/';
}

// Returns the end of the blanks and comments from `at` on.
size_t BlanksEnd(std::string_view text, size_t at) {
  while (at < text.size()) {
    if (IsBlank(text[at])) {
      ++at;
    } else if (text.substr(at, 2) == "//") {
      at = std::min(text.find('\n', at), text.size());
    } else {
      break;
    }
  }
  return at;
}

std::string Join(std::span<const int64_t> shape) {
  std::string out;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (i != 0) out += 'x';
    out += std::to_string(shape[i]);
  }
  return out;
}

std::string TypeName(ElementType type) { return std::string(Spelling(type)); }

// Reads nested lists into a buffer of known size.
class ListReader {
 public:
  ListReader(std::string_view text, ElementType type, std::span<const int64_t> shape,
             NumberSyntax syntax, std::byte* elements)
      : text_(text), type_(type), shape_(shape), syntax_(syntax), next_(elements) {}

  // Returns false after setting `error`.
  bool Read();
  LiteralError error;

 private:
  bool Fail(size_t offset, std::string message) {
    error = {offset, std::move(message), 1, {}};
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
  NumberSyntax syntax_;
  std::byte* next_;
  size_t at_ = 0;
  // Number of items so far in each open list.
  std::vector<int64_t> counts_;
};

void ListReader::SkipBlanks() { at_ = BlanksEnd(text_, at_); }

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

// Counts one more item in the innermost list.
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
  // Blanks may separate a sign from its number.
  std::string joined;
  if (word == "-") {
    SkipBlanks();
    joined = "-" + std::string(TakeWord());
    word = joined;
  }
  if (!ParseElement(word, type, next_, syntax_)) {
    if (word.empty() && Peek() == '(') {
      return Fail(begin, "write a list of elements in square brackets: [1, 2]");
    }
    if (word.empty()) return Fail(begin, "expected an element of type " + TypeName(type));
    ElementProblem problem = DescribeProblem(word, type);
    error = {begin, std::move(problem.message), at_ - begin, std::move(problem.replacement)};
    return false;
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
  // Whether an item must come next. Otherwise a comma or the end of the list comes next.
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

std::unexpected<LiteralError> Fail(size_t offset, std::string message) {
  return std::unexpected(LiteralError{offset, std::move(message), 1, {}});
}

// Brings a byte with a narrower element into the form of element_type.h. Returns false if bits
// outside the type's width do not repeat its sign. A true i1 may have all bits set.
bool NormalizeByte(ElementType type, std::byte& byte) {
  const int width = BitWidth(type);
  if (IsBoolean(type)) {
    if (byte == std::byte{0xFF}) byte = std::byte{1};
    return byte <= std::byte{1};
  }
  const auto bits = std::to_integer<unsigned>(byte);
  const unsigned beyond = 0xFFu << width & 0xFFu;
  const bool is_negative = IsSigned(type) && (bits >> (width - 1) & 1) != 0;
  if ((bits & beyond) != 0 && !(is_negative && (bits & beyond) == beyond)) return false;
  byte = static_cast<std::byte>(is_negative ? bits | beyond : bits);
  return true;
}

// Unpacks eight i1 a byte, the first in the lowest bit. Returns false if a bit past the last is
// set.
bool Unpack(const std::vector<std::byte>& packed, std::byte* elements, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    elements[i] = packed[i / 8] >> (i % 8) & std::byte{1};
  }
  return count % 8 == 0 || (packed.back() >> (count % 8)) == std::byte{0};
}

// Relation of a blob's bytes to the elements.
enum class BlobForm : uint8_t { kFull, kSplat, kPacked, kNone };

BlobForm FormOf(std::string_view digits, ElementType type, size_t elements) {
  const size_t bytes = digits.size() / 2;
  const size_t width = ByteSize(type);
  if (bytes / width == elements && bytes % width == 0) return BlobForm::kFull;
  // All bits of the byte equal the one element.
  const bool is_all = digits == "00" || digits == "FF" || digits == "ff";
  if (IsBoolean(type) && elements != 0 && is_all) return BlobForm::kSplat;
  if (IsBoolean(type) && bytes == (elements + 7) / 8) return BlobForm::kPacked;
  return bytes == width && elements != 0 ? BlobForm::kSplat : BlobForm::kNone;
}

std::expected<Literal, LiteralError> ParseBytes(std::string_view text, ElementType type,
                                                std::span<const int64_t> shape, int64_t count) {
  const std::string_view inner = text.substr(1, text.size() - 2);
  if (!inner.starts_with("0x")) {
    return Fail(0, "expected hexadecimal bytes that start with 0x");
  }
  const std::string_view digits = inner.substr(2);
  if (digits.size() % 2 != 0) return Fail(0, "an odd number of hexadecimal digits");
  const size_t bytes = digits.size() / 2;
  const auto elements = static_cast<size_t>(count);
  const BlobForm form = FormOf(digits, type, elements);
  if (form == BlobForm::kNone) {
    return Fail(0, std::to_string(bytes) + " bytes, but the type has " + std::to_string(count) +
                       " elements of " + std::to_string(ByteSize(type)) + " bytes");
  }
  Tensor value = Tensor::Allocate(type, form == BlobForm::kSplat ? shape.first(0) : shape);
  if (!value.has_value()) return Fail(0, "not enough memory for the elements");
  std::vector<std::byte> packed(form == BlobForm::kPacked ? bytes : 0);
  std::byte* target = form == BlobForm::kPacked ? packed.data() : value.mutable_data();
  const size_t decoded = DecodeHex(digits, target);
  if (decoded != digits.size()) return Fail(decoded + 3, "not a hexadecimal digit");
  if (form == BlobForm::kPacked && !Unpack(packed, target = value.mutable_data(), elements)) {
    return Fail(digits.size() + 1,
                "bits are set past the last of the " + std::to_string(count) + " elements");
  }
  for (int64_t i = 0; BitWidth(type) < 8 && i < value.element_count(); ++i) {
    if (NormalizeByte(type, target[i])) continue;
    return Fail(3 + 2 * static_cast<size_t>(i),
                "this byte is not a value of type " + TypeName(type) + ", which has " +
                    std::to_string(BitWidth(type)) + (IsBoolean(type) ? " bit" : " bits"));
  }
  return Literal{std::move(value), form == BlobForm::kSplat};
}

std::expected<Literal, LiteralError> ParseList(std::string_view text, ElementType type,
                                               std::span<const int64_t> shape,
                                               NumberSyntax syntax) {
  Tensor value = Tensor::Allocate(type, shape);
  if (!value.has_value()) return Fail(0, "not enough memory for the elements");
  ListReader reader(text, type, shape, syntax, value.mutable_data());
  if (!reader.Read()) return std::unexpected(std::move(reader.error));
  return Literal{std::move(value), false};
}

}  // namespace

std::expected<Literal, LiteralError> ParseLiteral(std::string_view text, ElementType type,
                                                  std::span<const int64_t> shape,
                                                  NumberSyntax syntax) {
  const size_t offset = BlanksEnd(text, 0);
  text.remove_prefix(offset);
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
    const size_t end = text.find('"', 1);
    if (end == std::string_view::npos) return Fail(offset, "expected a closing '\"'");
    const size_t rest = BlanksEnd(text, end + 1);
    if (rest != text.size()) return Fail(offset + rest, "expected the end of the elements");
    return shifted(ParseBytes(text.substr(0, end + 1), type, shape, *count));
  }
  if (text[0] == '[') {
    // Every element takes at least one character. The check avoids allocating a type that cannot
    // fit.
    if (static_cast<uint64_t>(*count) > text.size()) {
      return Fail(offset, "fewer elements than the shape " + Join(shape) + " has");
    }
    return shifted(ParseList(text, type, shape, syntax));
  }
  std::expected<Literal, LiteralError> splat =
      shifted(ParseList(text, type, shape.first(0), syntax));
  if (!splat) return splat;
  if (*count == 0) return Literal{Tensor::Allocate(type, shape), false};
  if (*count == 1) return Literal{splat->value.Reshaped(shape), false};
  splat->is_splat = true;
  return splat;
}

}  // namespace paddock
