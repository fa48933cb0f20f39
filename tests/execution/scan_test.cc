// chlo.scan: an element-wise body runs in lanes, with the results of a scan position by position.
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "core/exec/machine/testing.h"
#include "core/exec/threads/thread_pool.h"

namespace paddock {
namespace {

using namespace testing;

std::string ScannedType(std::vector<int64_t> shape, std::string_view element) {
  std::string text = "tensor<";
  for (const int64_t size : shape) text += std::to_string(size) + "x";
  return text + std::string(element) + ">";
}

// Two inputs of different types, two carries, and three outputs: a carry, an unchanged input, and a
// constant. An identity transpose keeps the body from running in lanes.
std::string ScanText(const std::vector<int64_t>& shape, size_t dimension, bool is_reverse,
                     bool in_lanes) {
  std::vector<int64_t> slice = shape;
  slice.erase(slice.begin() + static_cast<ptrdiff_t>(dimension));
  const std::string f32 = ScannedType(shape, "f32"), i16 = ScannedType(shape, "i16");
  const std::string slice_f32 = ScannedType(slice, "f32"), slice_i16 = ScannedType(slice, "i16");
  std::string order;
  for (size_t d = 0; d < slice.size(); ++d) order += (d == 0 ? "" : ", ") + std::to_string(d);
  const std::string same = in_lanes ? "    %t = stablehlo.negate %p : " + slice_f32
                                    : "    %u = stablehlo.transpose %p, dims = [" + order +
                                          "] : (" + slice_f32 + ") -> " + slice_f32 +
                                          "\n    %t = stablehlo.negate %u : " + slice_f32;
  return "func.func @main() -> (" + f32 + ", " + i16 + ", " + f32 + ", " + slice_f32 + ", " +
         slice_i16 + ") {\n  %i = stablehlo.iota dim = " + std::to_string(dimension) + " : " + i16 +
         "\n  %j = stablehlo.iota dim = " + std::to_string((dimension + 1) % shape.size()) + " : " +
         f32 + "\n  %w = stablehlo.sine %j : " + f32 +
         "\n  %a = stablehlo.constant dense<0.5> : " + slice_f32 +
         "\n  %b = stablehlo.constant dense<3> : " + slice_i16 +
         "\n  %o:5 = chlo.scan(%w, %i) inits(%a, %b) dimension=" + std::to_string(dimension) +
         (is_reverse ? " attributes {is_reverse = true}" : "") + " {\n  ^bb0(%x: " + slice_f32 +
         ", %k: " + slice_i16 + ", %s: " + slice_f32 + ", %n: " + slice_i16 +
         "):\n    %half = stablehlo.constant dense<0.5> : " + slice_f32 +
         "\n    %h = stablehlo.multiply %s, %half : " + slice_f32 +
         "\n    %p = stablehlo.add %h, %x : " + slice_f32 + "\n" + same +
         "\n    %m = stablehlo.add %n, %k : " + slice_i16 +
         "\n    stablehlo.return %t, %k, %half, " + "%t, %m : " + slice_f32 + ", " + slice_i16 +
         ", " + slice_f32 + ", " + slice_f32 + ", " + slice_i16 + "\n  } : (" + f32 + ", " + i16 +
         ", " + slice_f32 + ", " + slice_i16 + ") -> (" + f32 + ", " + i16 + ", " + f32 + ", " +
         slice_f32 + ", " + slice_i16 + ")\n  return %o#0, %o#1, %o#2, %o#3, %o#4 : " + f32 + ", " +
         i16 + ", " + f32 + ", " + slice_f32 + ", " + slice_i16 + "\n}";
}

TEST_CASE("a scan by lanes equals a scan by positions", "[exec]") {
  ThreadPool pool(2);
  MachineOptions in_threads;
  in_threads.pool = &pool;
  // Slices of one element, of adjacent and of separate elements, of runs that batches split, of
  // nothing.
  const std::vector<std::vector<int64_t>> shapes = {{70}, {9, 5}, {3, 4, 300}, {30, 5, 40}, {2, 0}};
  for (const std::vector<int64_t>& shape : shapes) {
    for (size_t dimension = 0; dimension < shape.size(); ++dimension) {
      for (const bool is_reverse : {false, true}) {
        INFO(ScannedType(shape, "f32")
             << " along " << dimension << (is_reverse ? ", reverse" : ""));
        const Program lanes(ScanText(shape, dimension, is_reverse, true));
        const Program positions(ScanText(shape, dimension, is_reverse, false));
        const std::vector<Tensor> expected = Run(positions, Level::kFast);
        for (const std::vector<Tensor>& given :
             {Run(lanes, Level::kFast), Run(lanes, Level::kFaithful),
              Run(lanes, Level::kFast, {}, in_threads)}) {
          REQUIRE(given.size() == expected.size());
          for (size_t i = 0; i < given.size(); ++i) CHECK(IsBitwiseEqual(given[i], expected[i]));
        }
      }
    }
  }
}

}  // namespace
}  // namespace paddock
