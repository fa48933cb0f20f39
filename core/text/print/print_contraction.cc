// Dimension numbers of dot_general and convolution, and convolution's window.
#include <cstring>

#include "core/text/print/custom_print.h"

namespace paddock {
namespace {

const Attribute* FindStructAttribute(const Operation& operation, std::string_view name,
                                     std::string_view kind) {
  const Attribute* value = operation.Find(name);
  const bool is_kind =
      value != nullptr && value->kind == AttributeKind::kStruct && value->name == kind;
  return is_kind ? value : nullptr;
}

bool PrintDotDimensions(Printer& printer, const Operation& operation) {
  const Attribute* numbers = FindStructAttribute(operation, "dot_dimension_numbers", "dot");
  if (numbers == nullptr) return false;
  const auto list = [&](std::string_view name) -> std::span<const int64_t> {
    const Attribute* field = numbers->Find(name);
    return field == nullptr ? std::span<const int64_t>() : field->integers;
  };
  const auto print_pair = [&](std::string_view word, std::span<const int64_t> lhs,
                              std::span<const int64_t> rhs) {
    printer << word << " = ";
    printer.PrintIntegerList(lhs);
    printer << " x ";
    printer.PrintIntegerList(rhs);
  };
  const auto lhs = list("lhs_batching_dimensions");
  const auto rhs = list("rhs_batching_dimensions");
  if (!lhs.empty() || !rhs.empty()) {
    print_pair("batching_dims", lhs, rhs);
    printer << ", ";
  }
  print_pair("contracting_dims", list("lhs_contracting_dimensions"),
             list("rhs_contracting_dimensions"));
  return true;
}

bool PrintConvolution(Printer& printer, const Operation& operation) {
  const Attribute* numbers = FindStructAttribute(operation, "dimension_numbers", "conv");
  return numbers != nullptr && printer.PrintConvolutionDimensions(*numbers);
}

bool PrintPadding(Printer& printer, const Attribute& padding) {
  const bool is_rows = padding.kind == AttributeKind::kElements && !padding.is_splat &&
                       padding.value->element_type() == ElementType::kI64 &&
                       padding.value->rank() == 2 && padding.value->shape()[1] == 2;
  if (!is_rows) return false;
  std::vector<int64_t> values(static_cast<size_t>(padding.value->element_count()));
  if (!values.empty())
    std::memcpy(values.data(), padding.value->data(), padding.value->byte_size());
  printer << "[";
  for (size_t i = 0; i < values.size(); i += 2) {
    if (i != 0) printer << ", ";
    printer.PrintIntegerList(std::span<const int64_t>(values).subspan(i, 2));
  }
  printer << "]";
  return true;
}

bool PrintReversal(Printer& printer, const Attribute& reversal) {
  if (reversal.kind != AttributeKind::kDenseArray || reversal.type->text != "i1") return false;
  printer << "[";
  for (size_t i = 0; i < reversal.integers.size(); ++i) {
    if (i != 0) printer << ", ";
    printer << (reversal.integers[i] != 0 ? "true" : "false");
  }
  printer << "]";
  return true;
}

bool PrintWindow(Printer& printer, const Operation& operation) {
  bool is_first = true;
  const auto print_entry = [&](std::string_view word, std::string_view name, auto print_value) {
    const Attribute* value = operation.Find(name);
    if (value == nullptr) return true;
    if (!is_first) printer << ", ";
    is_first = false;
    printer << word << " = ";
    return print_value(*value);
  };
  const auto print_list = [&](const Attribute& value) {
    if (value.kind != AttributeKind::kDenseArray || value.type->text != "i64") return false;
    printer.PrintIntegerList(value.integers);
    return true;
  };
  return print_entry("stride", "window_strides", print_list) &&
         print_entry("pad", "padding",
                     [&](const Attribute& value) { return PrintPadding(printer, value); }) &&
         print_entry("lhs_dilate", "lhs_dilation", print_list) &&
         print_entry("rhs_dilate", "rhs_dilation", print_list) &&
         print_entry("reverse", "window_reversal",
                     [&](const Attribute& value) { return PrintReversal(printer, value); });
}

constexpr CustomPrinter kContractionPrinters[] = {
    {"DotDimensions", PrintDotDimensions},
    {"Window", PrintWindow},
    {"ConvolutionDimensions", PrintConvolution},
};

}  // namespace

std::span<const CustomPrinter> ContractionPrinters() { return kContractionPrinters; }

}  // namespace paddock
