// Quantized values, to and from floats.
#include "tests/generate/writer.h"

namespace paddock::generate {
namespace {

// Returns one of few types for a shape; per axis only if a dimension has size two.
std::string AnyQuantizedType(Writer& writer, const Shape& shape) {
  constexpr const char* kPerTensor[] = {"i8:f32, 5.000000e-01:3", "ui8:f32, 2.500000e-01:128",
                                        "i4:f32, 1.000000e+00:-1",
                                        "i8<-100:100>:f32, 1.250000e-01"};
  std::string parameters = writer.random.Pick(kPerTensor);
  for (size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] != 2 || writer.random.Chance(50)) continue;
    parameters = "i8:f32:" + std::to_string(d) + ", {5.000000e-01:3,2.500000e-01:-7}";
  }
  std::string text = "tensor<";
  for (int64_t size : shape) text += std::to_string(size) + "x";
  return text + "!quant.uniform<" + parameters + ">>";
}

void Line(Writer& writer, const std::string& name, const std::string& text) {
  writer.Text("  " + name + " = " + text + "\n");
}

// Quantizes, applies an operation that keeps the type, and converts back.
void WriteQuantized(Writer& writer) {
  constexpr const char* kUnary[] = {"abs", "negate", "tanh", "ceil", "sign"};
  const TensorSpec type = {ElementType::kF32, writer.AnyShape(0, 3)};
  const Named operand = writer.Get(type);
  const std::string quantized = AnyQuantizedType(writer, type.shape);
  const std::string there = writer.NewName(), between = writer.NewName(), back = writer.NewName();
  Line(writer, there,
       "stablehlo.uniform_quantize " + operand.name + " : (" + operand.type_text() + ") -> " +
           quantized);
  const bool is_per_axis = quantized.find('{') != std::string::npos;
  Line(writer, between,
       is_per_axis ? "stablehlo.reshape " + there + " : (" + quantized + ") -> " + quantized
                   : std::string("stablehlo.") + writer.random.Pick(kUnary) + " " + there + " : " +
                         quantized);
  Line(writer, back,
       "stablehlo.uniform_dequantize " + between + " : (" + quantized + ") -> " + type.text());
  writer.Add({back, type});
}

}  // namespace

std::vector<OperationKind> QuantizationKinds() {
  return {{"stablehlo.uniform_quantize", 2, WriteQuantized}};
}

}  // namespace paddock::generate
