// Completions: the words that fit at a place of a text.
#ifndef PADDOCK_CORE_API_QUERY_COMPLETE_H_
#define PADDOCK_CORE_API_QUERY_COMPLETE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "core/api/program.h"
#include "core/dialect/op_info.h"

namespace paddock {

enum class CompletionKind : uint8_t { kOperation, kValue, kFunction, kAttribute, kCase, kType };

struct Completion {
  CompletionKind kind = CompletionKind::kOperation;
  std::string text;
  // Type of a value or function, form of an attribute; empty if there is none.
  std::string detail = {};
  // Row of an operation; else `nullptr`.
  const OpInfo* info = nullptr;
};

struct Completions {
  // The word that a completion replaces.
  Span replaced;
  // The likeliest first. Not filtered by the letters of the word.
  std::vector<Completion> items;
};

// Returns what fits at byte `offset` of the program's source: operations, values in scope (those of
// the wanted type, if the operation has one type for all), functions, attributes that are not given
// yet, cases of enumerations, and types that the program uses. The program may have errors.
Completions CompleteAt(const Program& program, uint32_t offset);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_QUERY_COMPLETE_H_
