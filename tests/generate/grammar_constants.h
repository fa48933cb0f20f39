// Random types and constants by the specification's grammar.
#ifndef PADDOCK_TESTS_GENERATE_GRAMMAR_CONSTANTS_H_
#define PADDOCK_TESTS_GENERATE_GRAMMAR_CONSTANTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "core/dialect/op_info.h"
#include "tests/generate/random.h"

namespace paddock::generate {

class GrammarConstants {
 public:
  explicit GrammarConstants(Random& random) : random_(random) {}

  using Tokens = std::vector<std::string>;

  std::string ValueType(int depth = 0);
  // Returns a random constant of any kind.
  Tokens Constant(int depth = 0);
  // Returns a constant of the form that the table requires; none if that form is not supported
  // here.
  Tokens OfForm(const AttributeInfo& info);
  // Returns comma-separated entries whose names no operation has.
  Tokens Entries(int depth);

 private:
  std::string TensorType();
  std::string QuantizedElement(size_t rank);
  std::string Scale();
  std::string ElementType();
  std::string Literal(const std::string& type);
  std::string IntegerLiteral(const std::string& type);
  std::string FloatLiteral(const std::string& type);
  std::string AnyDigits(const std::string& type);
  Tokens ElementTokens(const std::string& element);
  Tokens Dense();
  Tokens DenseOf(const std::vector<int64_t>& shape, const std::string& element,
                 const std::string& stored);
  void DenseList(Tokens& tokens, const std::vector<int64_t>& shape, size_t depth,
                 const std::string& element);
  std::string DenseBytes(int64_t count, const std::string& element);
  Tokens Array(const std::string& type);
  Tokens String();
  Tokens List(int64_t count, int depth);
  Tokens Structure(const StructInfo& info);
  Tokens Convolution();
  std::string Integers();

  Random& random_;
};

}  // namespace paddock::generate

#endif  // PADDOCK_TESTS_GENERATE_GRAMMAR_CONSTANTS_H_
