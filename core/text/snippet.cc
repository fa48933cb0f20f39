#include "core/text/parser.h"

namespace paddock {

Value* Parser::UseSnippetInput(const OperandUse&, Type) { return nullptr; }
bool Parser::MayRedefine() const { return false; }

}  // namespace paddock
