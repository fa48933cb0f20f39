#include "core/dialect/meant_operation.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <sstream>
#include <string>

namespace paddock {
namespace {

bool Means(std::string_view written, std::string_view operation) {
  return std::ranges::count(FindMeantOperation(written).names, operation) != 0;
}

std::vector<std::string> WordsOf(std::string_view text) {
  std::istringstream stream{std::string(text)};
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

TEST_CASE("names of other libraries find their operation or a recipe", "[dialect]") {
  // Names of NumPy, JAX, PyTorch, TensorFlow and C that people type after `stablehlo.`.
  for (
      const std::string& word : WordsOf(
          "exp expm1 exp2 log ln log1p log2 log10 sin cos tan sinh cosh tanh arcsin arccos arctan "
          "arctan2 arcsinh arccosh arctanh asin acos atan asinh acosh atanh sqrt rsqrt cbrt square "
          "abs absolute fabs sign sgn signum neg negative add sub mul div true_divide floor_divide "
          "floordiv mod fmod rem remainder pow power float_power reciprocal hypot maximum minimum "
          "max min amax amin fmax fmin sum prod mean average std var median_ any all argmax argmin "
          "argsort sort cumsum cumprod cummax matmul mm bmm dot vdot inner outer tensordot einsum "
          "dense linear addmm conv conv1d conv2d conv_general_dilated convolve max_pool avg_pool "
          "where select equal not_equal greater greater_equal less less_equal eq ne gt ge lt le "
          "cast astype convert_element_type to bitcast_convert_type view reshape ravel flatten "
          "squeeze unsqueeze expand_dims transpose permute swapaxes moveaxis t concat cat "
          "concatenate hstack vstack stack split chunk tile repeat flip fliplr flipud rev roll pad "
          "take take_along_axis index_select gather gather_nd scatter scatter_add index_add "
          "scatter_nd slice strided_slice dynamic_slice dynamic_update_slice one_hot eye identity "
          "zeros ones full zeros_like ones_like full_like arange range iota linspace tril triu "
          "diag trace sigmoid expit relu relu6 leaky_relu elu gelu silu swish softplus softmax "
          "log_softmax logsumexp layer_norm batch_norm normalize clip clip_by_value clamp round "
          "rint floor ceil trunc fix clz ctlz popcount erf erfc erfinv erf_inv lgamma gammaln "
          "digamma psi polygamma zeta isnan isinf isfinite is_finite isposinf isneginf nextafter "
          "conj conjugate real imag angle_ complex fft ifft rfft irfft logical_and logical_or "
          "logical_not logical_xor bitwise_and bitwise_or bitwise_xor bitwise_not invert "
          "left_shift right_shift shl shr lshr ashr cond if_else switch while_loop fori_loop scan "
          "map reduce fold psum pmax all_gather ppermute all_to_all axis_index top_k topk "
          "broadcast_to expand rand randn uniform normal bernoulli randint random_bits cholesky "
          "solve inv svd eigh qr det unique nonzero stop_gradient copy clone norm mse_loss "
          "cross_entropy embedding dropout print assert_allclose quantize dequantize custom_call "
          "ffi_call fma copysign const constant barrier tuple return yield call")) {
    if (word.ends_with('_')) continue;
    INFO(word);
    const MeantOperation meant = FindMeantOperation("stablehlo." + word);
    CHECK((!meant.names.empty() || meant.recipe != nullptr));
    CHECK(FindMeantOperation(word).names == meant.names);
  }
}

TEST_CASE("each name gives the operation that its library means", "[dialect]") {
  CHECK(Means("exp", "stablehlo.exponential"));
  CHECK(Means("jnp.where", "stablehlo.select"));
  CHECK(Means("tf.AddV2", "stablehlo.add"));
  CHECK(Means("torch.aten.mul.Tensor", "stablehlo.multiply"));
  CHECK(Means("mhlo.add", "stablehlo.add"));
  CHECK(Means("stablehlo.erf", "chlo.erf"));
  CHECK(Means("stablehlo.copysign", "math.copysign"));
  // Either of two operations may be intended.
  CHECK(Means("stablehlo.round", "stablehlo.round_nearest_afz"));
  CHECK(Means("stablehlo.round", "stablehlo.round_nearest_even"));
  CHECK(Means("stablehlo.max", "stablehlo.maximum"));
  REQUIRE(FindMeantOperation("stablehlo.max").recipe != nullptr);
  CHECK(FindMeantOperation("stablehlo.max").recipe->lines.find("reduce") != std::string::npos);
  REQUIRE(FindMeantOperation("tf.BatchMatMulV2").recipe != nullptr);
  CHECK(FindMeantOperation("stablehlo.less").recipe->lines.find("compare LT") != std::string::npos);
  // A misspelt name of another library.
  CHECK(Means("stablehlo.sigmod", "stablehlo.logistic"));
  REQUIRE(FindMeantOperation("stablehlo.softmx").recipe != nullptr);
  CHECK(FindMeantOperation("func.retrun").names == std::vector<std::string_view>{"func.return"});
}

TEST_CASE("only a typing error is certain", "[dialect]") {
  for (const char* slip : {"stablehol.add", "stablehlo.mulitply", "stablehlo.Add",
                           "stablehlo.dotgeneral", "StableHLO.add"}) {
    INFO(slip);
    CHECK(FindMeantOperation(slip).is_misspelling);
  }
  for (const char* other : {"mhlo.add", "tf.Add", "stablehlo.exp", "stablehlo.sinh", "chlo.add",
                            "stablehlo.reversed", "stablehlo.max", "stablehlo.cast", "add"}) {
    INFO(other);
    CHECK_FALSE(FindMeantOperation(other).is_misspelling);
  }
}

TEST_CASE("a name that resembles nothing finds nothing", "[dialect]") {
  for (const char* name : {"test.foo", "stablehlo.xyzzy", "", ".", "stablehlo.", "a.b.c.d"}) {
    INFO(name);
    CHECK(FindMeantOperation(name).names.empty());
    CHECK(FindMeantOperation(name).recipe == nullptr);
  }
}

TEST_CASE("a suggested operation is a fix, and a recipe a note", "[dialect]") {
  Diagnostic diagnostic;
  SuggestOperation(diagnostic, {1, 5}, "stablehlo.max", "\"");
  REQUIRE(diagnostic.fixes.size() == 1);
  CHECK(diagnostic.fixes[0].replacement == "\"stablehlo.maximum\"");
  CHECK(diagnostic.fixes[0].kind == FixKind::kSuggestion);
  REQUIRE(diagnostic.notes.size() == 1);
  CHECK(diagnostic.notes[0].message.starts_with("max is written with other operations"));
}

}  // namespace
}  // namespace paddock
