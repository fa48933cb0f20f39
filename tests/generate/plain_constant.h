// Types and constants of the specification's grammar, for ReadPlainly.
#ifndef PADDOCK_TESTS_GENERATE_PLAIN_CONSTANT_H_
#define PADDOCK_TESTS_GENERATE_PLAIN_CONSTANT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/dialect/op_info.h"
#include "tests/generate/plain_lexer.h"

namespace paddock::generate {

// Each function reads the construct it is named after and returns it in a canonical spelling.
class PlainConstantReader {
 public:
  explicit PlainConstantReader(PlainLexer& lexer) : lexer_(lexer) {}

  std::string Type();
  std::string FunctionType();
  // Reads a list in brackets, or one type.
  std::string Types();
  std::string Constant();
  // Reads `{name = constant, name}` after its first brace. Returns an entry "name=constant" for
  // each. `info` is that of the operation, or null.
  std::vector<std::string> Dictionary(const OpInfo* info = nullptr);

 private:
  // The tensor type that was read last.
  struct Tensor {
    std::vector<int64_t> shape;
    std::string element;  // of numbers; for quantized elements, the stored form
    bool is_static = true;
  };

  std::string TensorType();
  std::string Bounds();
  std::string QuantizedType();
  std::string QuantizedParameters(const std::string& expressed);
  std::string ElementType();
  std::string NamedType();
  std::string SignedNumber();
  std::string Bits(const std::string& literal, const std::string& type);
  std::string NumberConstant();
  std::string ComplexConstant();
  std::string ComplexNumber();
  std::string DenseConstant();
  void DenseList(std::vector<std::string>& literals, std::vector<int64_t>& shape, size_t depth);
  std::string DenseLiteral();
  std::string ElementBits(const std::string& literal);
  std::vector<std::string> BooleanBits(std::string_view digits, int64_t count);
  std::vector<std::string> BytesBits(const std::string& hex, int64_t count);
  std::string DenseArray();
  std::string List(char close);
  std::string HashConstant();
  std::string EntryValue(const AttributeInfo* row);
  std::string Foreign(const std::string& name);
  std::string Structure(const std::string& name);
  std::string FieldValue();

  PlainLexer& lexer_;
  Tensor tensor_;
};

}  // namespace paddock::generate

#endif  // PADDOCK_TESTS_GENERATE_PLAIN_CONSTANT_H_
