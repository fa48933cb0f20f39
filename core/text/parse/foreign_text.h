// Recognizes files of other formats that people open as StableHLO text.
#ifndef PADDOCK_CORE_TEXT_PARSE_FOREIGN_TEXT_H_
#define PADDOCK_CORE_TEXT_PARSE_FOREIGN_TEXT_H_

#include <string_view>

namespace paddock {

// Returns a diagnostic's text that names the format of foreign bytes and what to do about it; empty
// if they may be StableHLO. Bytes that are not UTF-8 may have become U+FFFD, as on a page that
// reads a file as text. IsArtifact recognizes portable artifacts, which are readable.
std::string_view ForeignFormat(std::string_view bytes);

// Returns advice on converting programs of another dialect to StableHLO; empty for an unknown
// dialect.
std::string_view ForeignDialect(std::string_view dialect);

}  // namespace paddock

#endif  // PADDOCK_CORE_TEXT_PARSE_FOREIGN_TEXT_H_
