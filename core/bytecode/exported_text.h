// Text for the arguments and results in a file of jax.export.
#ifndef PADDOCK_CORE_BYTECODE_EXPORTED_TEXT_H_
#define PADDOCK_CORE_BYTECODE_EXPORTED_TEXT_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/bytecode/flat_table.h"

namespace paddock {

// Returns `text` without control characters, for a line of a comment.
std::string CommentText(std::string_view text);

// Returns the paths of the leaves in the tree of arguments, in order: "args[0]['w']", or a
// keyword's name with the rest of the path. Returns at most `limit`. A tree deeper than 256 fails
// in `errors`.
std::vector<std::string> ArgumentPaths(FlatTable tree, size_t limit, ArtifactErrors& errors);
// Returns the paths in the tree of results: "[0]['w']".
std::vector<std::string> ResultPaths(FlatTable tree, size_t limit, ArtifactErrors& errors);

// Returns the shape of an abstract value with a symbolic size, such as "[b, 3]"; empty without one.
std::string SymbolicShape(FlatTable aval);

// Returns "P('x', None) over x=2, y=4" for argument or result `index`; empty without a sharding.
std::string ShardingText(FlatTable exported, size_t index_field, size_t old_field, size_t index);

}  // namespace paddock

#endif  // PADDOCK_CORE_BYTECODE_EXPORTED_TEXT_H_
