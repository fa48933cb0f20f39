// A large program has many operations, so their JSON consists of lists, which are written and read
// in a third of the time of objects (WireOperation in package/src/protocol/values.ts).
#include <charconv>
#include <cstdint>
#include <iterator>
#include <limits>
#include <span>
#include <string>
#include <string_view>

#include "wasm/describe.h"

namespace paddock {
namespace {

// Appends the elements of a list to a text.
class JsonList {
 public:
  explicit JsonList(std::string& text) : text_(text), begin_(text.size()) {}
  JsonList(const JsonList&) = delete;
  JsonList& operator=(const JsonList&) = delete;
  ~JsonList() {
    if (text_.size() == begin_) text_ += '[';
    text_ += ']';
  }

  // Returns the text, to which the caller appends the next element.
  std::string& Next() {
    text_ += text_.size() == begin_ ? '[' : ',';
    return text_;
  }
  void Add(std::string_view text) { AppendJsonString(Next(), text); }
  void Add(uint32_t number) {
    char digits[std::numeric_limits<uint32_t>::digits10 + 1];
    Next().append(digits, std::to_chars(digits, std::end(digits), number).ptr);
  }
  void Add(Span span) {
    Add(span.begin);
    Add(span.end);
  }

 private:
  std::string& text_;
  size_t begin_;
};

void Append(std::string& text, const NamePlace& name) {
  JsonList list(text);
  list.Add(name.name);
  list.Add(name.type);
  list.Add(name.location);
  list.Next() += name.leaves.empty() ? "0" : DescribeAll(name.leaves);
  list.Add(name.definition);
  list.Add(name.type_span);
  for (const Span use : name.uses) list.Add(use);
}

void Append(std::string& text, std::span<const NamePlace> names) {
  JsonList list(text);
  for (const NamePlace& name : names) Append(list.Next(), name);
}

std::string PaddingJson(const OperationPlace::Padding& padding) {
  return Json()
      .Raw("low", JsonSizes(padding.low))
      .Raw("interior", JsonSizes(padding.interior))
      .Object();
}

void Append(std::string& text, const OperationPlace& place) {
  JsonList list(text);
  list.Add(place.name);
  list.Add(place.depth);
  list.Add(place.location);
  list.Add(place.sentence);
  list.Next() += place.padding ? PaddingJson(*place.padding) : "0";
  Append(list.Next(), place.operands);
  Append(list.Next(), place.results);
  list.Add(place.span);
  list.Add(place.name_span);
}

}  // namespace

std::string Describe(const NamePlace& name) {
  std::string text;
  Append(text, name);
  return text;
}

std::string DescribeOperations(std::span<const OperationPlace> places) {
  std::string text;
  {
    JsonList list(text);
    for (const OperationPlace& place : places) Append(list.Next(), place);
  }
  return text;
}

}  // namespace paddock
