// scatter of one window at constant indices, as in x.at[1:, 2].add(y), at both levels.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "core/exec/machine/testing.h"
#include "core/plan/fusion/tile_chain.h"
#include "tests/execution/levels_testing.h"
#include "tests/execution/tapes_testing.h"

namespace paddock {
namespace {

using namespace testing;

struct Window {
  std::vector<int64_t> shape;
  // By dimension of the shape; 0: the dimension has an index but is not in the updates.
  std::vector<int64_t> sizes;
  // Dimensions with an index, and the indices.
  std::vector<int64_t> map;
  std::vector<int64_t> start;
};

const std::vector<Window> kWindows = {
    {{40}, {39}, {0}, {1}},
    {{40}, {40}, {0}, {0}},
    {{40}, {20}, {0}, {21}},
    {{40}, {20}, {0}, {-1}},
    {{9, 30}, {0, 30}, {0}, {8}},
    {{9, 30}, {8, 30}, {0}, {1}},
    {{9, 30}, {9, 0}, {1}, {29}},
    {{9, 30}, {7, 28}, {0, 1}, {1, 1}},
    {{9, 30}, {7, 28}, {1, 0}, {2, 2}},
    {{9, 30}, {7, 28}, {0, 1}, {2, 3}},
    {{4, 5, 20}, {0, 4, 17}, {0, 2}, {3, 3}},
    {{4, 5, 20}, {3, 0, 20}, {1, 0}, {4, 1}},
};

std::vector<int64_t> UpdateShape(const Window& window) {
  std::vector<int64_t> shape;
  for (const int64_t size : window.sizes) {
    if (size != 0) shape.push_back(size);
  }
  return shape;
}

// The index vector, as one constant or as constants side by side.
std::string IndexText(const Window& window, bool is_joined) {
  const auto count = static_cast<int64_t>(window.start.size());
  const std::string type = TensorText({count}, "i32"), one = "tensor<1xi32>";
  if (!is_joined) {
    return "%at = stablehlo.constant dense<" + ListText(window.start) + "> : " + type + "\n";
  }
  std::string text, names, types;
  for (size_t i = 0; i < window.start.size(); ++i) {
    const std::string name = "%at" + std::to_string(i);
    text += name + " = stablehlo.constant dense<" + std::to_string(window.start[i]) + "> : " + one +
            "\n";
    names += (i == 0 ? "" : ", ") + name;
    types += (i == 0 ? "" : ", ") + one;
  }
  return text + "%at = stablehlo.concatenate " + names + ", dim = 0 : (" + types + ") -> " + type +
         "\n";
}

std::string ScatterText(const Window& window, const std::string& type, const std::string& body) {
  const std::string tensor = TensorText(window.shape, type), of = "tensor<" + type + ">";
  const auto count = static_cast<int64_t>(window.start.size());
  std::vector<int64_t> inserted, updated;
  for (size_t d = 0; d < window.sizes.size(); ++d) {
    if (window.sizes[d] == 0) inserted.push_back(static_cast<int64_t>(d));
    if (window.sizes[d] != 0) updated.push_back(static_cast<int64_t>(updated.size()));
  }
  return "%next = \"stablehlo.scatter\"(%x, %at, %update) <{scatter_dimension_numbers = "
         "#stablehlo.scatter<update_window_dims = " +
         ListText(updated) + ", inserted_window_dims = " + ListText(inserted) +
         ", scatter_dims_to_operand_dims = " + ListText(window.map) + ">}> ({\n^bb0(%a: " + of +
         ", %u: " + of + "):\n" + body + "}) : (" + tensor + ", " + TensorText({count}, "i32") +
         ", " + TensorText(UpdateShape(window), type) + ") -> " + tensor + "\n";
}

// The updates depend on the iteration, %j.
std::string LoopText(const Window& window, const std::string& type, const std::string& body,
                     bool is_joined) {
  const std::string of = "tensor<" + type + ">";
  const std::string update = TensorText(UpdateShape(window), type);
  return LoopOver(Spelled(window.shape, type), 11,
                  IndexText(window, is_joined) + "%c = stablehlo.convert %j : (tensor<i32>) -> " +
                      of + "\n%all = stablehlo.broadcast_in_dim %c, dims = [] : (" + of + ") -> " +
                      update + "\n%iota = stablehlo.iota dim = 0 : " + update +
                      "\n%update = stablehlo.subtract %all, %iota : " + update + "\n" +
                      ScatterText(window, type, body));
}

std::vector<std::string> BodiesOf(const std::string& type) {
  const std::string of = "tensor<" + type + ">\n", returned = "stablehlo.return %o : " + of;
  return {"stablehlo.return %u : " + of, "stablehlo.return %a : " + of,
          "%o = stablehlo.add %a, %u : " + of + returned,
          "%o = stablehlo.maximum %u, %a : " + of + returned,
          "%k = stablehlo.constant dense<3> : " + of + "%m = stablehlo.multiply %a, %k : " + of +
              "%n = stablehlo.minimum %m, %c : " + of + "%o = stablehlo.subtract %n, %u : " + of +
              returned};
}

TEST_CASE("scatters of a window at constant indices, at both levels", "[exec]") {
  for (const std::string type : {"f32", "i32", "i8"}) {
    for (const Window& window : kWindows) {
      bool is_joined = false;
      for (const std::string& body : BodiesOf(type)) {
        const std::string text = LoopText(window, type, body, is_joined = !is_joined);
        INFO(text);
        CheckAtBothLevels(Program(text), {SmallNumbersOf(type, window.shape)});
      }
    }
  }
}

// Returns whether a step of the scatter can be prepared, as updates of slices can.
bool IsUpdate(const Window& window, bool is_joined) {
  const Program program(LoopText(window, "f32", BodiesOf("f32")[2], is_joined));
  const auto plan = PlanOf(program, At(Level::kFast));
  return std::ranges::any_of(plan->steps(), [](const Step& step) {
    return step.operation != nullptr && step.operation->is(OpKind::kStablehloScatter) &&
           step.function != &TileStep && step.prepare != nullptr;
  });
}

TEST_CASE("a window inside at constant indices is an update of a slice", "[exec]") {
  if (kHasChainModules) return;
  for (const Window& window : kWindows) {
    bool is_inside = true;
    for (size_t i = 0; i < window.map.size(); ++i) {
      const auto d = static_cast<size_t>(window.map[i]);
      const int64_t end = window.start[i] + std::max<int64_t>(window.sizes[d], 1);
      is_inside = is_inside && window.start[i] >= 0 && end <= window.shape[d];
    }
    // Few elements are scattered.
    int64_t count = 1;
    for (const int64_t size : UpdateShape(window)) count *= size;
    CHECK(IsUpdate(window, false) == (is_inside && count >= 16));
    CHECK(IsUpdate(window, true) == (is_inside && count >= 16));
  }
}

}  // namespace
}  // namespace paddock
