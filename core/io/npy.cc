#include "core/io/npy.h"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "core/base/overflow.h"
#include "core/io/npy_header.h"

namespace paddock {
namespace {

// Types that a file of `descr` may feed, the one it names first.
std::vector<ElementType> TypesOf(std::string_view code) {
  using enum ElementType;
  static constexpr std::pair<std::string_view, ElementType> kTypes[] = {{"b1", kI1},
                                                                        {"i1", kI8},
                                                                        {"i1", kI4},
                                                                        {"i1", kI2},
                                                                        {"u1", kUI8},
                                                                        {"u1", kUI4},
                                                                        {"u1", kUI2},
                                                                        {"i2", kI16},
                                                                        {"i4", kI32},
                                                                        {"i8", kI64},
                                                                        {"i8", kIndex},
                                                                        {"u2", kUI16},
                                                                        {"u4", kUI32},
                                                                        {"u8", kUI64},
                                                                        {"f2", kF16},
                                                                        {"f4", kF32},
                                                                        {"f8", kF64},
                                                                        {"c8", kC64},
                                                                        {"c16", kC128},
                                                                        {"V2", kBF16},
                                                                        {"V1", kF8E3M4},
                                                                        {"V1", kF8E4M3},
                                                                        {"V1", kF8E4M3FN},
                                                                        {"V1", kF8E4M3FNUZ},
                                                                        {"V1", kF8E4M3B11FNUZ},
                                                                        {"V1", kF8E5M2},
                                                                        {"V1", kF8E5M2FNUZ},
                                                                        {"V1", kF8E8M0FNU},
                                                                        {"V1", kF4E2M1FN},
                                                                        {"V1", kF6E2M3FN},
                                                                        {"V1", kF6E3M2FN}};
  std::vector<ElementType> types;
  for (const auto& [name, type] : kTypes) {
    if (name == code) types.push_back(type);
  }
  return types;
}

std::string DescrOf(ElementType type) {
  const std::string width = std::to_string(ByteSize(type));
  const std::string order = ByteSize(type) == 1 ? "|" : "<";
  if (IsBoolean(type)) return "|b1";
  if (IsSigned(type)) return order + "i" + width;
  if (IsUnsigned(type)) return order + "u" + width;
  if (IsComplex(type)) return order + "c" + width;
  const bool is_named =
      type == ElementType::kF16 || type == ElementType::kF32 || type == ElementType::kF64;
  return is_named ? order + "f" + width : "|V" + width;
}

std::string ShapeText(std::span<const int64_t> shape) {
  std::string text = "(";
  for (int64_t size : shape) text += std::to_string(size) + ", ";
  if (shape.size() > 1) text.resize(text.size() - 2);
  if (shape.size() == 1) text.resize(text.size() - 1);
  return text + ")";
}

// Reverses the bytes of each part: an element, or each half of a complex one.
void SwapBytes(std::byte* data, size_t bytes, size_t part) {
  for (size_t at = 0; at + part <= bytes; at += part) std::reverse(data + at, data + at + part);
}

// Row-major elements out of column-major ones.
void FromFortranOrder(const std::byte* source, std::byte* result, std::span<const int64_t> shape,
                      size_t width) {
  int64_t count = 1;
  for (int64_t size : shape) count *= size;
  std::vector<int64_t> strides(shape.size());
  int64_t stride = 1;
  for (size_t i = 0; i < shape.size(); ++i) {
    strides[i] = stride;
    stride *= shape[i];
  }
  std::vector<int64_t> index(shape.size());
  int64_t offset = 0;
  for (int64_t at = 0; at < count; ++at) {
    std::memcpy(result + static_cast<size_t>(at) * width,
                source + static_cast<size_t>(offset) * width, width);
    for (size_t i = shape.size(); i-- > 0;) {
      offset += strides[i];
      if (++index[i] < shape[i]) break;
      offset -= strides[i] * shape[i];
      index[i] = 0;
    }
  }
}

class Reader {
 public:
  Reader(std::string_view name, DiagnosticSink& sink) : name_(name), sink_(sink) {}

  std::unexpected<Failure> Fail(std::string message) {
    sink_.Error("npy", Span(), name_ + ": " + std::move(message));
    return Failed();
  }

  Result<ElementType> ChooseType(const NpyHeader& header, std::optional<ElementType> wanted) {
    const std::vector<ElementType> types = TypesOf(header.code);
    if (types.empty()) return Fail("element type '" + header.code + "' has no StableHLO type");
    if (!wanted) {
      if (types[0] == ElementType::kF8E3M4) {
        return Fail("'V1' does not say which 8-bit float it holds");
      }
      return types[0];
    }
    if (std::ranges::find(types, *wanted) != types.end()) return *wanted;
    if (header.code == "V2" && ByteSize(*wanted) == 2 && IsFloat(*wanted)) return *wanted;
    return Fail("holds '" + header.code + "' (" + std::string(Spelling(types[0])) + "), but " +
                std::string(Spelling(*wanted)) + " is needed");
  }

  Result<Tensor> Read(std::string_view bytes, std::optional<ElementType> wanted) {
    std::string problem;
    const std::optional<NpyHeader> header = ParseNpyHeader(bytes, problem);
    if (!header) return Fail(std::move(problem));
    const Result<ElementType> type = ChooseType(*header, wanted);
    if (!type) return Failed();
    const std::optional<int64_t> size = ByteSizeOf(*type, header->shape);
    if (!size) return Fail("shape " + ShapeText(header->shape) + " is too large");
    const std::string_view data = bytes.substr(header->data_offset);
    if (data.size() < static_cast<size_t>(*size)) {
      return Fail("is cut short: " + std::to_string(*size) + " bytes of data announced, " +
                  std::to_string(data.size()) + " there");
    }
    Tensor tensor = Tensor::Allocate(*type, header->shape);
    if (!tensor.has_value()) return Fail("needs " + std::to_string(*size) + " bytes of memory");
    Fill(*header, reinterpret_cast<const std::byte*>(data.data()), tensor);
    return CheckValues(tensor);
  }

 private:
  static void Fill(const NpyHeader& header, const std::byte* data, Tensor& tensor) {
    const size_t width = ByteSize(tensor.element_type());
    if (header.is_fortran_order && tensor.rank() > 1) {
      FromFortranOrder(data, tensor.mutable_data(), tensor.shape(), width);
    } else if (tensor.byte_size() != 0) {
      std::memcpy(tensor.mutable_data(), data, tensor.byte_size());
    }
    if (header.is_big_endian) {
      SwapBytes(tensor.mutable_data(), tensor.byte_size(),
                ByteSize(PartType(tensor.element_type())));
    }
  }

  // Booleans other than 0 and 1 and narrow integers past their width are refused.
  Result<Tensor> CheckValues(Tensor tensor) {
    const int bits = BitWidth(tensor.element_type());
    if (bits >= 8) return tensor;
    const bool is_signed = IsSigned(tensor.element_type());
    const int least = is_signed ? -(1 << (bits - 1)) : 0;
    const int greatest = is_signed ? (1 << (bits - 1)) - 1 : (1 << bits) - 1;
    for (int64_t i = 0; i < tensor.element_count(); ++i) {
      const int raw = std::to_integer<int>(tensor.data()[i]);
      const int value = is_signed ? static_cast<int8_t>(raw) : raw;
      if (value < least || value > greatest) {
        return Fail("element " + std::to_string(i) + " is " + std::to_string(value) +
                    ", which is no " + std::string(Spelling(tensor.element_type())));
      }
    }
    return tensor;
  }

  std::string name_;
  DiagnosticSink& sink_;
};

}  // namespace

Result<Tensor> ReadNpy(std::string_view bytes, std::string_view name,
                       std::optional<ElementType> wanted, DiagnosticSink& sink) {
  return Reader(name, sink).Read(bytes, wanted);
}

std::string WriteNpy(const Tensor& tensor) {
  constexpr size_t kAlignment = 64;
  constexpr size_t kPreambleBytes = 10;
  std::string header = "{'descr': '" + DescrOf(tensor.element_type()) +
                       "', 'fortran_order': False, 'shape': " + ShapeText(tensor.shape()) + ", }";
  const size_t unpadded = kPreambleBytes + header.size() + 1;
  header.append((kAlignment - unpadded % kAlignment) % kAlignment, ' ');
  header += '\n';
  std::string file("\x93NUMPY\x01\x00", 8);
  file += static_cast<char>(header.size() & 0xFF);
  file += static_cast<char>(header.size() >> 8);
  file += header;
  file.append(reinterpret_cast<const char*>(tensor.data()), tensor.byte_size());
  return file;
}

}  // namespace paddock
