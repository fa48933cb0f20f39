// Programs by the specification's grammar. They compute nothing useful, but each must be read,
// printed and read again. A mutant must not be read as a program other than the one it spells.
#ifndef PADDOCK_TESTS_GENERATE_GRAMMAR_H_
#define PADDOCK_TESTS_GENERATE_GRAMMAR_H_

#include <cstdint>
#include <string>
#include <vector>

#include "tests/generate/properties.h"
#include "tests/generate/random.h"

namespace paddock::generate {

// Returns the tokens of program number `seed`: functions of operations in the generic form, from
// all of StableHLO and CHLO, with types, literals and attributes of every kind.
std::vector<std::string> WriteGrammarTokens(uint64_t seed, int64_t operations);

// Returns the tokens separated by blanks, line ends and comments.
std::string LayOut(const std::vector<std::string>& tokens, Random& random);

std::string WriteGrammarProgram(uint64_t seed, int64_t operations = 8);

// Tests a program and some of its mutants. The program must be read, its generic print must match
// ReadPlainly's reading of the text, and both prints must be read as the same program. A mutant,
// with one changed character or token, must be refused, or its generic print must match it.
Finding TestGrammarProgram(uint64_t seed, int64_t operations = 8);

}  // namespace paddock::generate

#endif  // PADDOCK_TESTS_GENERATE_GRAMMAR_H_
