// Updates of windows of an array that are computed where they are, as in x.at[1:, :].add(y), at
// both levels.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "core/exec/machine/testing.h"
#include "core/plan/fusion/chain_code.h"
#include "core/plan/fusion/tile_program.h"
#include "tests/execution/levels_testing.h"
#include "tests/execution/tapes_testing.h"

namespace paddock {
namespace {

using namespace testing;

struct Window {
  std::vector<int64_t> shape, sizes, start;
};

const std::vector<Window> kWindows = {
    {{2000}, {1999}, {1}},
    {{2000}, {1500}, {0}},
    {{9000}, {8999}, {1}},
    {{41, 99}, {40, 99}, {1, 0}},
    {{41, 101}, {41, 100}, {0, 1}},
    {{67, 70}, {65, 68}, {1, 1}},
    // Clamped to the last place that is inside.
    {{67, 70}, {65, 68}, {5, 7}},
    {{300, 130}, {299, 129}, {0, 1}},
    // Short rows.
    {{90, 40}, {89, 38}, {1, 1}},
    // In several steps: rows are not equally distant.
    {{5, 12, 80}, {4, 11, 79}, {1, 0, 1}},
    {{5, 12, 80}, {5, 11, 80}, {0, 1, 0}},
};

// The part of the array on which the update depends.
enum class Reads : uint8_t { kWindow, kNothing, kBeside };

std::string SliceText(const Window& window, const std::string& type, const std::string& result,
                      const std::string& of, int64_t shift) {
  std::string limits;
  for (size_t d = 0; d < window.shape.size(); ++d) {
    const int64_t most = window.shape[d] - window.sizes[d];
    const int64_t begin = std::clamp<int64_t>(window.start[d] - shift, 0, most);
    limits += (d == 0 ? "" : ", ") + std::to_string(begin) + ":" +
              std::to_string(begin + window.sizes[d]);
  }
  return result + " = stablehlo.slice " + of + " [" + limits + "] : (" +
         TensorText(window.shape, type) + ") -> " + TensorText(window.sizes, type) + "\n";
}

// %x and %y are carried; %x receives the window of differences of %y. `reads_old`: %y receives the
// old %x too, so that it must not be overwritten.
std::string LoopText(const Window& window, const std::string& type, Reads reads, bool reads_old) {
  const std::string array = TensorText(window.shape, type), part = TensorText(window.sizes, type);
  std::string body = SliceText(window, type, "%here", "%y", 0) +
                     SliceText(window, type, "%there", "%y", 1) +
                     "%d = stablehlo.subtract %here, %there : " + part + "\n";
  if (reads == Reads::kNothing) body += "%u = stablehlo.minimum %d, %here : " + part + "\n";
  if (reads != Reads::kNothing) {
    body += SliceText(window, type, "%w", "%x", reads == Reads::kWindow ? 0 : 1) +
            "%u = stablehlo.add %w, %d : " + part + "\n";
  }
  std::string starts, types;
  for (size_t d = 0; d < window.start.size(); ++d) {
    const std::string name = "%at" + std::to_string(d);
    body += name + " = stablehlo.constant dense<" + std::to_string(window.start[d]) +
            "> : tensor<i32>\n";
    starts += ", " + name;
    types += ", tensor<i32>";
  }
  body += "%next = stablehlo.dynamic_update_slice %x, %u" + starts + " : (" + array + ", " + part +
          types + ") -> " + array + "\n";
  body += reads_old ? "%z = stablehlo.maximum %y, %x : " + array + "\n"
                    : "%z = stablehlo.maximum %y, %next : " + array + "\n";
  return LoopOverTwo(array, 6, body, "%next, %z");
}

TEST_CASE("windows that are updated in loops, at both levels", "[exec]") {
  for (const std::string type : {"f32", "f64", "i32", "i8", "bf16", "f16"}) {
    for (const Window& window : kWindows) {
      for (const Reads reads : {Reads::kWindow, Reads::kNothing, Reads::kBeside}) {
        for (const bool reads_old : {false, true}) {
          const std::string text = LoopText(window, type, reads, reads_old);
          INFO(text);
          CheckAtBothLevels(Program(text), {SmallNumbersOf(type, window.shape),
                                            SmallNumbersOf(type, window.shape)});
        }
      }
    }
  }
}

TEST_CASE("windows that are updated on a tape are computed like step by step", "[exec]") {
  for (const Window& window : {kWindows[0], kWindows[4], kWindows[9]}) {
    for (const bool reads_old : {false, true}) {
      CheckBothWays(LoopText(window, "f32", Reads::kWindow, reads_old),
                    {SmallNumbersOf("f32", window.shape), SmallNumbersOf("f32", window.shape)});
    }
  }
}

// Returns whether the update is a step that computes it too.
bool IsComputedInPlace(const Window& window, Reads reads) {
  const Program program(LoopText(window, "f32", reads, false));
  const auto plan = PlanOf(program, At(Level::kFast));
  return std::ranges::any_of(plan->steps(), [](const Step& step) {
    return step.operation != nullptr && step.operation->is(OpKind::kStablehloDynamicUpdateSlice) &&
           step.fused.size() > 1;
  });
}

TEST_CASE("a window of rows is computed where it is unless it depends on its neighbours",
          "[exec]") {
  if (!HasChainCode()) SKIP("this machine or build has no code of chains");
  for (const size_t i : {0, 2, 3, 4}) {
    CHECK(IsComputedInPlace(kWindows[i], Reads::kWindow));
    CHECK(IsComputedInPlace(kWindows[i], Reads::kNothing));
  }
  for (const size_t i : {0, 2, 3}) CHECK_FALSE(IsComputedInPlace(kWindows[i], Reads::kBeside));
}

}  // namespace
}  // namespace paddock
