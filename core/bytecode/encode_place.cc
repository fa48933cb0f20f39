// Locations in the source, from the text between the brackets of loc(...).
#include <charconv>

#include "core/bytecode/builtin_codes.h"
#include "core/bytecode/encode.h"
#include "core/text/parse/parse.h"

namespace paddock {

//   place = "unknown" | "callsite(" place " at " place ")"
//         | "fused" ["<" attribute ">"] "[" places "]"
//         | string [":" line [":" column [" to " [line] ":" column]] | "(" place ")"]
class PlaceReader {
 public:
  PlaceReader(Encoder& encoder, std::string_view text) : encoder_(encoder), rest_(text) {}

  uint32_t ReadAll() {
    const uint32_t node = Read(0);
    Skip();
    if (!rest_.empty()) Fail();
    return node;
  }

 private:
  static constexpr int kDeepestPlace = 256;

  static WireParts Start(BuiltinAttribute code) { return WireParts(static_cast<uint64_t>(code)); }
  uint32_t Make(WireParts parts) { return encoder_.MakeBuiltin(std::move(parts)); }

  // A location in another spelling becomes unknown. The program does not change.
  uint32_t Fail() {
    rest_ = {};
    return Make(Start(BuiltinAttribute::kUnknownPlace));
  }

  void Skip() {
    while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\n')) rest_.remove_prefix(1);
  }
  bool Accept(std::string_view word) {
    Skip();
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  bool ReadNumber(uint64_t& number) {
    Skip();
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
    if (error != std::errc()) return false;
    rest_.remove_prefix(static_cast<size_t>(end - rest_.data()));
    return true;
  }

  bool ReadString(std::string& text) {
    if (!Accept("\"")) return false;
    for (size_t i = 0; i < rest_.size(); ++i) {
      if (rest_[i] == '"') {
        rest_.remove_prefix(i + 1);
        return true;
      }
      if (rest_[i] != '\\' || i + 1 == rest_.size()) {
        text += rest_[i];
        continue;
      }
      const char next = rest_[++i];
      unsigned code = 0;
      const char* digits = rest_.data() + i;
      const bool is_code =
          i + 1 < rest_.size() && std::from_chars(digits, digits + 2, code, 16).ptr == digits + 2;
      if (is_code) {
        text += static_cast<char>(code);
        ++i;
      } else {
        text += next == 'n' ? '\n' : next == 't' ? '\t' : next;
      }
    }
    return false;
  }

  uint32_t Read(int depth) {
    if (depth == kDeepestPlace) return Fail();
    if (Accept("unknown")) return Make(Start(BuiltinAttribute::kUnknownPlace));
    if (Accept("callsite(")) {
      WireParts parts = Start(BuiltinAttribute::kCallSite);
      parts.Attribute(Read(depth + 1));
      if (!Accept("at")) return Fail();
      parts.Attribute(Read(depth + 1));
      return Accept(")") ? Make(std::move(parts)) : Fail();
    }
    if (Accept("fused")) return ReadFused(depth);
    return ReadNamed(depth);
  }

  uint32_t ReadFused(int depth) {
    std::string_view metadata;
    if (Accept("<")) {
      const size_t end = rest_.find(">[");
      if (end == std::string_view::npos) return Fail();
      metadata = rest_.substr(0, end);
      rest_.remove_prefix(end + 1);
    }
    if (!Accept("[")) return Fail();
    std::vector<uint32_t> places;
    while (!Accept("]")) {
      if (rest_.empty() || (!places.empty() && !Accept(","))) return Fail();
      places.push_back(Read(depth + 1));
    }
    WireParts parts =
        Start(metadata.empty() ? BuiltinAttribute::kFused : BuiltinAttribute::kFusedWithMetadata);
    parts.Number(places.size());
    for (uint32_t place : places) parts.Attribute(place);
    if (!metadata.empty()) {
      DiagnosticSink sink;
      const Attribute* value = ParseAttributeText(metadata, encoder_.module_, sink);
      if (value == nullptr) return Fail();
      parts.Attribute(encoder_.BuiltinAttributeNode(*value));
    }
    return Make(std::move(parts));
  }

  uint32_t ReadNamed(int depth) {
    std::string text;
    if (!ReadString(text)) return Fail();
    if (rest_.starts_with(":")) return ReadFile(text);
    WireParts parts = Start(BuiltinAttribute::kName);
    parts.Attribute(encoder_.BuiltinStringNode(text));
    const bool has_child = Accept("(");
    parts.Attribute(has_child ? Read(depth + 1) : Make(Start(BuiltinAttribute::kUnknownPlace)));
    return !has_child || Accept(")") ? Make(std::move(parts)) : Fail();
  }

  uint32_t ReadFile(std::string_view file) {
    std::vector<uint64_t> numbers;
    const auto read = [&] {
      numbers.push_back(0);
      return ReadNumber(numbers.back());
    };
    if (!Accept(":") || !read() || (Accept(":") && !read())) return Fail();
    const bool is_range = Accept("to");
    if (is_range) {
      if (!rest_.starts_with(" :") && !rest_.starts_with(":") && !read()) return Fail();
      if (!Accept(":") || !read()) return Fail();
    }
    const bool is_point = numbers.size() == 2;
    WireParts parts = Start(is_point ? BuiltinAttribute::kFile : BuiltinAttribute::kFileRange);
    parts.Attribute(encoder_.BuiltinStringNode(file));
    if (!is_point) parts.Number(numbers.size());
    for (uint64_t number : numbers) parts.Number(number);
    return Make(std::move(parts));
  }

  Encoder& encoder_;
  std::string_view rest_;
};

uint32_t Encoder::PlaceNode(std::string_view text) {
  const auto known = places_.find(text);
  if (known != places_.end()) return known->second;
  const uint32_t node = PlaceReader(*this, text.empty() ? "unknown" : text).ReadAll();
  places_.emplace(text, node);
  return node;
}

}  // namespace paddock
