// Programs by the specification's grammar: what they compute is nonsense, but each must be read,
// printed and read again, and a changed one must not be read as another than it says.
#ifndef PADDOCK_TESTS_GENERATE_GRAMMAR_H_
#define PADDOCK_TESTS_GENERATE_GRAMMAR_H_

#include <cstdint>
#include <string>
#include <vector>

#include "tests/generate/properties.h"
#include "tests/generate/random.h"

namespace paddock::generate {

// The tokens of program number `seed`: functions whose operations are in the generic form, of every
// operation of StableHLO and CHLO, with types, literals and attributes of every kind.
std::vector<std::string> WriteGrammarTokens(uint64_t seed, int64_t operations);

// The tokens with blanks, line ends and comments between them.
std::string LayOut(const std::vector<std::string>& tokens, Random& random);

std::string WriteGrammarProgram(uint64_t seed, int64_t operations = 8);

// Of a program: it is read, its generic print says what ReadPlainly reads in the text, and both
// prints are read as the same program. Of ones with a changed character or token: either they are
// refused, or their generic print says what they say.
Judgement JudgeGrammarProgram(uint64_t seed, int64_t operations = 8);

}  // namespace paddock::generate

#endif  // PADDOCK_TESTS_GENERATE_GRAMMAR_H_
