#include "simd/target.h"

#include <catch2/catch_test_macros.hpp>

namespace paddock::simd {

// Highway falls back to scalar code if the compiler does not enable SIMD.
TEST_CASE("kernels run on real vectors") {
  CHECK_FALSE(TargetName().empty());
  CHECK(TargetName() != "EMU128");
  CHECK(TargetName() != "SCALAR");
#if defined(__EMSCRIPTEN__)
  CHECK(TargetName() == "WASM");
#endif
}

}  // namespace paddock::simd
