// Operations over windows.
#include <algorithm>

#include "tests/generate/writer.h"

namespace paddock::generate {
namespace {

struct Windows {
  std::vector<int64_t> sizes, strides, base_dilations, window_dilations;
  std::string padding;
  Shape result;

  std::string text() const {
    const std::string count = std::to_string(sizes.size());
    return "window_dimensions = " + ArrayText(sizes) + ", window_strides = " + ArrayText(strides) +
           ", padding = dense<" + (sizes.empty() ? "" : "[" + padding + "]") + "> : tensor<" +
           count + "x2xi64>";
  }
};

int64_t Dilated(int64_t size, int64_t dilation) {
  return size == 0 ? 0 : (size - 1) * dilation + 1;
}

Windows ChooseWindows(Random& random, const Shape& shape, bool is_dilated) {
  Windows windows;
  for (size_t d = 0; d < shape.size(); ++d) {
    windows.sizes.push_back(random.Between(1, 3));
    windows.strides.push_back(random.Between(1, 3));
    windows.base_dilations.push_back(is_dilated && random.Chance(25) ? 2 : 1);
    windows.window_dilations.push_back(is_dilated && random.Chance(25) ? 2 : 1);
    const int64_t base = Dilated(shape[d], windows.base_dilations[d]);
    const int64_t low = random.Between(-std::min<int64_t>(base, 1), 2);
    const int64_t high = random.Between(-std::min<int64_t>(base + std::min<int64_t>(low, 0), 1), 2);
    const int64_t padded = base + low + high;
    const int64_t window = Dilated(windows.sizes[d], windows.window_dilations[d]);
    windows.result.push_back(padded < window ? 0 : (padded - window) / windows.strides[d] + 1);
    windows.padding +=
        (d > 0 ? ", [" : "[") + std::to_string(low) + ", " + std::to_string(high) + "]";
  }
  return windows;
}

void WriteReduceWindow(Writer& writer) {
  const Named first = writer.GetAny(kStoredElements, 0, 3);
  const Windows windows = ChooseWindows(writer.random, first.type.shape, true);
  std::vector<Named> operands = {first};
  if (writer.random.Chance(20)) {
    operands.push_back(writer.Get(first.type.With(writer.AnyElement(kStoredElements))));
  }
  std::vector<TensorSpec> scalars, results;
  for (const Named& operand : operands) {
    scalars.push_back(operand.type.With(Shape()));
    results.push_back(operand.type.With(windows.result));
  }
  for (const TensorSpec& type : scalars) operands.push_back(writer.Get(type));
  const std::string body = writer.CombinerBody(scalars);
  writer.Apply("stablehlo.reduce_window", operands, results,
               windows.text() + ", base_dilations = " + ArrayText(windows.base_dilations) +
                   ", window_dilations = " + ArrayText(windows.window_dilations),
               {body});
}

void WriteSelectAndScatter(Writer& writer) {
  constexpr const char* kDirections[] = {"GE", "GT", "LE", "LT"};
  const Named operand = writer.GetAny(kSignedElements | kUnsignedElements | kFloatElements, 0, 3);
  const Windows windows = ChooseWindows(writer.random, operand.type.shape, false);
  const TensorSpec scalar = operand.type.With(Shape());
  const char* direction = writer.random.Pick(kDirections);
  const std::string select =
      writer.Region({scalar, scalar}, false, [&](const std::vector<Named>& values) {
        return writer.Apply("stablehlo.compare", values, {scalar.With(ElementType::kI1)},
                            "comparison_direction = #stablehlo<comparison_direction " +
                                std::string(direction) + ">");
      });
  const std::string scatter = writer.CombinerBody({scalar});
  writer.Apply("stablehlo.select_and_scatter",
               {operand, writer.Get(operand.type.With(windows.result)), writer.Get(scalar)},
               {operand.type}, windows.text(), {select, scatter});
}

}  // namespace

std::vector<OperationKind> WindowKinds() {
  return {{"stablehlo.reduce_window", 4, WriteReduceWindow},
          {"stablehlo.select_and_scatter", 2, WriteSelectAndScatter}};
}

}  // namespace paddock::generate
