// Descriptions of the op table's rows for people, in Markdown or as plain text.
#ifndef PADDOCK_CLI_LSP_OP_TEXT_H_
#define PADDOCK_CLI_LSP_OP_TEXT_H_

#include <string>
#include <string_view>

#include "core/dialect/op_info.h"

namespace paddock::lsp {

// Builds a text of paragraphs.
class Description {
 public:
  explicit Description(bool is_markdown) : is_markdown_(is_markdown) {}

  // Adds MLIR text on lines of its own.
  void AddCode(std::string_view code);
  void AddParagraph(std::string_view text);
  // Adds "- `name`: text" to a list.
  void AddItem(std::string_view name, std::string_view text);
  void AddLink(std::string_view label, std::string_view address);
  bool is_empty() const { return text_.empty(); }
  const std::string& text() const { return text_; }

 private:
  void Separate();

  bool is_markdown_;
  bool is_in_list_ = false;
  std::string text_;
};

// Adds the row's sentence, its operands, attributes and results, and the link to the
// specification.
void DescribeOp(const OpInfo& info, Description& description);
// Adds the form of an attribute, its cases, and the constraints about it.
void DescribeAttribute(const OpInfo& info, const AttributeInfo& attribute,
                       Description& description);

// Returns the form of an attribute: "i64_array, optional".
std::string FormText(const AttributeInfo& attribute);

// Returns "stablehlo.pad(operand, padding_value) {edge_padding_low, ...}".
std::string SignatureText(const OpInfo& info);

}  // namespace paddock::lsp

#endif  // PADDOCK_CLI_LSP_OP_TEXT_H_
