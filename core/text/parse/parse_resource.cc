// `dense_resource<key> : type`, whose elements are at the end of the text:
//
//   {-# dialect_resources: { builtin: { key: "0x<alignment, 8 digits><elements>" } } #-}
#include <algorithm>

#include "core/tensor/hex_bytes.h"
#include "core/tensor/quantized_value.h"
#include "core/text/parse/parser.h"

namespace paddock {
namespace {

constexpr size_t kHeader = 2 + 8;

// Elements are little-endian and whole bytes. A boolean is a byte.
bool HasResourceForm(ElementType type) {
  return IsBoolean(type) || static_cast<size_t>(BitWidth(type)) == ByteSize(type) * 8;
}

}  // namespace

// Reads, once, every string after a key.
void Parser::ReadResources() {
  if (are_resources_read_) return;
  are_resources_read_ = true;
  const std::string_view text = lexer_.text();
  const size_t begin = text.rfind("{-#");
  const size_t end = text.find("#-}", begin);
  if (begin == std::string_view::npos || end == std::string_view::npos) return;
  const uint32_t kept = lexer_.offset();
  lexer_.Seek(static_cast<uint32_t>(begin) + 3);
  std::string_view key;
  bool is_value = false;
  for (Token token = lexer_.Next(); token.kind != TokenKind::kEnd && token.begin < end;
       token = lexer_.Next()) {
    const bool is_string = token.kind == TokenKind::kString;
    const std::string_view word = is_string ? Unquote(lexer_.TextOf(token)) : lexer_.TextOf(token);
    if (is_value && is_string) resources_.try_emplace(key, Resource{key, word});
    is_value = token.kind == TokenKind::kColon && !key.empty();
    if (!is_value) key = is_string || token.kind == TokenKind::kWord ? word : std::string_view();
  }
  lexer_.Seek(kept);
}

const Attribute* Parser::ParseDenseResource() {
  const uint32_t begin = token_.begin;
  Advance();
  if (!Expect(TokenKind::kLess, {"after dense_resource"})) return nullptr;
  const Span name_span = TokenSpan();
  const std::string_view key = At(TokenKind::kString) ? Unquote(TokenText()) : TokenText();
  Advance();
  Type type;
  if (!Expect(TokenKind::kGreater, {"after the name of a resource"}) ||
      !ParseColonType(type, {"and a type after dense_resource<...>"})) {
    return nullptr;
  }
  ReadResources();
  const auto found = resources_.find(key);
  if (found == resources_.end()) {
    Fail(name_span,
         "the elements of '" + std::string(key.substr(0, 60)) +
             "' are not in the text: {-# dialect_resources #-} at its end would have them",
         "literal-value");
    return nullptr;
  }
  const auto element_type = type.is_tensor() ? type.stored_element_type() : std::nullopt;
  const auto bytes = element_type && type.has_static_shape() && HasResourceForm(*element_type)
                         ? ByteSizeOf(*element_type, type.shape())
                         : std::nullopt;
  if (!bytes) {
    Fail(SpanFrom(begin), "no elements of a resource are of type " + ToString(type),
         "literal-type");
    return nullptr;
  }
  return MakeResource(found->second, *element_type, type, begin);
}

const Attribute* Parser::MakeResource(const Resource& resource, ElementType element_type, Type type,
                                      uint32_t begin) {
  const std::string_view digits = resource.value.substr(std::min(kHeader, resource.value.size()));
  const auto bytes = static_cast<size_t>(*ByteSizeOf(element_type, type.shape()));
  const bool fits = resource.value.starts_with("0x") && digits.size() == 2 * bytes;
  Tensor tensor = fits ? Tensor::Allocate(element_type, type.shape()) : Tensor();
  if (fits && !tensor.has_value()) {
    Fail(SpanFrom(begin), "the elements do not fit in memory", "memory");
    return nullptr;
  }
  if (!fits || DecodeHex(digits, tensor.mutable_data()) != digits.size()) {
    Fail(SpanFrom(begin),
         "the resource '" + std::string(resource.key.substr(0, 60)) +
             "' is not \"0x\", 8 digits and " + std::to_string(2 * bytes) + " digits of elements",
         "literal-value");
    return nullptr;
  }
  if (IsBoolean(element_type) && !std::ranges::all_of(std::span(tensor.data(), bytes),
                                                      [](auto b) { return b <= std::byte{1}; })) {
    Fail(SpanFrom(begin),
         "the resource '" + std::string(resource.key.substr(0, 60)) +
             "' has a byte other than 00 and 01, which is not a value of type i1",
         "literal-value");
    return nullptr;
  }
  if (type.is_quantized()) {
    const auto outside = DescribeOutside(tensor, *type.element()->quantized);
    if (outside) {
      Fail(SpanFrom(begin), *outside, "literal-value");
      return nullptr;
    }
  }
  Attribute* attribute = MakeAttribute(AttributeKind::kElements, begin);
  attribute->type = type;
  attribute->value = module_.Keep(std::move(tensor));
  return attribute;
}

}  // namespace paddock
