// What a file of jax.export says of arguments and results, as text.
#ifndef PADDOCK_CORE_BYTECODE_EXPORTED_TEXT_H_
#define PADDOCK_CORE_BYTECODE_EXPORTED_TEXT_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/bytecode/flat_table.h"

namespace paddock {

// `text` for a line of a comment: without control characters.
std::string CommentText(std::string_view text);

// The leaves of the tree of arguments, in order: "args[0]['w']", or the name of a keyword and what
// follows it. At most `limit`; a tree that is deeper than 256 fails in `errors`.
std::vector<std::string> ArgumentPaths(FlatTable tree, size_t limit, ArtifactErrors& errors);
// Those of the tree of results: "[0]['w']".
std::vector<std::string> ResultPaths(FlatTable tree, size_t limit, ArtifactErrors& errors);

// "[b, 3]" of an abstract value with a symbolic size, or empty.
std::string SymbolicShape(FlatTable aval);

// "P('x', None) over x=2, y=4" of argument or result `index`; empty without a sharding.
std::string ShardingText(FlatTable exported, size_t index_field, size_t old_field, size_t index);

}  // namespace paddock

#endif  // PADDOCK_CORE_BYTECODE_EXPORTED_TEXT_H_
