// Span: a range of bytes in a source text.
#ifndef PADDOCK_CORE_DIAGNOSTICS_SPAN_H_
#define PADDOCK_CORE_DIAGNOSTICS_SPAN_H_

#include <cstdint>

namespace paddock {

// [begin, end) in bytes; a text holds at most 4 GiB. begin == end == 0 is "nowhere".
struct Span {
  uint32_t begin = 0;
  uint32_t end = 0;

  bool is_known() const { return end != 0; }
  friend bool operator==(Span, Span) = default;
};

// Returns the smallest span that covers both.
inline Span Cover(Span a, Span b) {
  if (!a.is_known()) return b;
  if (!b.is_known()) return a;
  return {a.begin < b.begin ? a.begin : b.begin, a.end > b.end ? a.end : b.end};
}

}  // namespace paddock

#endif  // PADDOCK_CORE_DIAGNOSTICS_SPAN_H_
