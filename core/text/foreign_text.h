// Files that people take for StableHLO text.
#ifndef PADDOCK_CORE_TEXT_FOREIGN_TEXT_H_
#define PADDOCK_CORE_TEXT_FOREIGN_TEXT_H_

#include <string_view>

namespace paddock {

// Names the format of bytes that are no program, and what to do about it, as a diagnostic's text;
// empty if they may be StableHLO. Bytes that are no UTF-8 may have become U+FFFD, as they do
// where a page reads a file as text. Portable artifacts are recognised by IsArtifact, and are read.
std::string_view ForeignFormat(std::string_view bytes);

// How programs of another dialect become StableHLO; empty for a dialect nothing is known of.
std::string_view ForeignDialect(std::string_view dialect);

}  // namespace paddock

#endif  // PADDOCK_CORE_TEXT_FOREIGN_TEXT_H_
