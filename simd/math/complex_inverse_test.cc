// The inverse and hyperbolic complex kernels at difficult operands: close to the branch points and
// the axes, large and tiny. Results were computed with 3,000 bits.
#include <catch2/catch_test_macros.hpp>

#include "simd/math/test_evaluate.h"

namespace paddock::simd {
namespace {

// clang-format off
constexpr ComplexCase kHard[] = {
    {"acos", {0x1.0000000000000p+0, 0x1.56e1fc2f8f359p-997}, {0x1.a2fe76a3f9475p-499, -0x1.a2fe76a3f9475p-499}},
    {"acos", {0x1.0000000000000p+0, 0x1.b7cdfd9d7bdbbp-34}, {0x1.4f8b588e2a8c9p-17, -0x1.4f8b588e42918p-17}},
    {"acos", {0x1.0000000000000p+0, 0x1.3333333333333p-2}, {0x1.10fef3f7f0e26p-1, -0x1.1eef1d58c270dp-1}},
    {"acos", {0x1.fffffffffffffp-1, 0x1.12e0be826d695p-30}, {0x1.094566406cb83p-15, -0x1.094564530f806p-15}},
    {"acos", {0x1.0000000000001p+0, 0x1.12e0be826d695p-30}, {0x1.0945635b4410ap-15, -0x1.09456738382a9p-15}},
    {"acos", {0x1.0000000000001p+0, 0x0.00000000007e8p-1022}, {0x0.000165cbc8b4cp-1022, -0x1.6a09e667f3bccp-26}},
    {"acos", {0x1.0000000000000p-1, 0x1.67e9c127b6e74p-532}, {0x1.0c152382d7366p+0, -0x1.9f9783c605f06p-532}},
    {"acos", {0x1.0000000000000p+1, 0x1.87e92154ef7acp-665}, {0x1.c48a19c4d5198p-666, -0x1.5124271980435p+0}},
    {"acos", {0x1.87e92154ef7acp-665, 0x1.56e1fc2f8f359p-997}, {0x1.921fb54442d18p+0, -0x1.56e1fc2f8f359p-997}},
    {"acos", {0x1.01b2b29a4692bp-25, 0x1.5798ee2308c3ap-26}, {0x1.921fb4c369783p+0, -0x1.5798ee2308c3cp-26}},
    {"acos", {0x1.2a05f20000000p+33, 0x1.2a05f20000000p+33}, {0x1.921fb54442d18p-1, -0x1.810c94e966512p+4}},
    {"acos", {0x1.93e5939a08ceap+99, 0x1.4f8b588e368f1p-17}, {0x1.a95a5b7f87a0fp-117, -0x1.1715325f7f438p+6}},
    {"acos", {0x1.7e43c8800759cp+996, -0x1.31cfd3999f7b0p+993}, {0x1.983e282e2cc4cp-4, 0x1.59bca0923a4a9p+9}},
    {"acos", {-0x1.e42d130773b76p+1023, 0x1.e42d130773b76p+1023}, {0x1.2d97c7f3321d2p+1, -0x1.63621e8fc0d5ep+9}},
    {"acos", {-0x1.4000000000000p+1, 0x1.0000000000000p-1}, {0x1.76bca26eee386p+1, -0x1.9787956c69ebep+0}},
    {"acos", {0x1.0000000000000p-2, -0x1.8000000000000p+3}, {0x1.8ccf48cb35db4p+0, 0x1.970a3ed30263bp+1}},
    {"acos", {0x0.012688b70e62bp-1022, 0x0.0002f201d49fbp-1022}, {0x1.921fb54442d18p+0, -0x0.0002f201d49fbp-1022}},
    {"acos", {0x0.0p+0, 0x1.fffffffffffffp-1}, {0x1.921fb54442d18p+0, -0x1.c34366179d426p-1}},
    {"acos", {0x1.12e0be826d695p-30, 0x1.0000000000001p+0}, {0x1.921fb5413958ap+0, -0x1.c34366179d428p-1}},
    {"acos", {-0x1.3333333333333p-1, 0x1.999999999999ap-1}, {0x1.0468a8ace4df6p+1, -0x1.9c041f7ed8d34p-1}},
    {"acos", {0x1.6a09e667f3bcdp-1, 0x1.6a09e667f3bccp-1}, {0x1.ff74baf5a37b9p-1, -0x1.87506c7cc99bfp-1}},
    {"acos", {0x1.79ca10c924223p-67, -0x1.79ca10c924223p-67}, {0x1.921fb54442d18p+0, 0x1.79ca10c924223p-67}},
    {"acos", {0x0.0000000000001p-1022, 0x1.0000000000000p+0}, {0x1.921fb54442d18p+0, -0x1.c34366179d427p-1}},
    {"acos", {-0x1.3333333333333p-2, 0x1.bc16d674ec800p+60}, {0x1.921fb54442d18p+0, -0x1.56a9a0b23d188p+5}},
    {"acos", {0x1.0624dd2f1a9fcp-10, 0x1.0624dd2f1a9fcp-10}, {0x1.91de2c0e658bfp+0, -0x1.0624e2e91e415p-10}},
    {"acosh", {0x1.0000000000000p+0, 0x1.56e1fc2f8f359p-997}, {0x1.a2fe76a3f9475p-499, 0x1.a2fe76a3f9475p-499}},
    {"acosh", {0x1.0000000000000p+0, 0x1.b7cdfd9d7bdbbp-34}, {0x1.4f8b588e42918p-17, 0x1.4f8b588e2a8c9p-17}},
    {"acosh", {0x1.0000000000000p+0, 0x1.3333333333333p-2}, {0x1.1eef1d58c270dp-1, 0x1.10fef3f7f0e26p-1}},
    {"acosh", {0x1.fffffffffffffp-1, 0x1.12e0be826d695p-30}, {0x1.094564530f806p-15, 0x1.094566406cb83p-15}},
    {"acosh", {0x1.0000000000001p+0, 0x1.12e0be826d695p-30}, {0x1.09456738382a9p-15, 0x1.0945635b4410ap-15}},
    {"acosh", {0x1.0000000000001p+0, 0x0.00000000007e8p-1022}, {0x1.6a09e667f3bccp-26, 0x0.000165cbc8b4cp-1022}},
    {"acosh", {0x1.0000000000000p-1, 0x1.67e9c127b6e74p-532}, {0x1.9f9783c605f06p-532, 0x1.0c152382d7366p+0}},
    {"acosh", {0x1.0000000000000p+1, 0x1.87e92154ef7acp-665}, {0x1.5124271980435p+0, 0x1.c48a19c4d5198p-666}},
    {"acosh", {0x1.87e92154ef7acp-665, 0x1.56e1fc2f8f359p-997}, {0x1.56e1fc2f8f359p-997, 0x1.921fb54442d18p+0}},
    {"acosh", {0x1.01b2b29a4692bp-25, 0x1.5798ee2308c3ap-26}, {0x1.5798ee2308c3cp-26, 0x1.921fb4c369783p+0}},
    {"acosh", {0x1.2a05f20000000p+33, 0x1.2a05f20000000p+33}, {0x1.810c94e966512p+4, 0x1.921fb54442d18p-1}},
    {"acosh", {0x1.93e5939a08ceap+99, 0x1.4f8b588e368f1p-17}, {0x1.1715325f7f438p+6, 0x1.a95a5b7f87a0fp-117}},
    {"acosh", {0x1.7e43c8800759cp+996, -0x1.31cfd3999f7b0p+993}, {0x1.59bca0923a4a9p+9, -0x1.983e282e2cc4cp-4}},
    {"acosh", {-0x1.e42d130773b76p+1023, 0x1.e42d130773b76p+1023}, {0x1.63621e8fc0d5ep+9, 0x1.2d97c7f3321d2p+1}},
    {"acosh", {-0x1.4000000000000p+1, 0x1.0000000000000p-1}, {0x1.9787956c69ebep+0, 0x1.76bca26eee386p+1}},
    {"acosh", {0x1.0000000000000p-2, -0x1.8000000000000p+3}, {0x1.970a3ed30263bp+1, -0x1.8ccf48cb35db4p+0}},
    {"acosh", {0x0.012688b70e62bp-1022, 0x0.0002f201d49fbp-1022}, {0x0.0002f201d49fbp-1022, 0x1.921fb54442d18p+0}},
    {"acosh", {0x0.0p+0, 0x1.fffffffffffffp-1}, {0x1.c34366179d426p-1, 0x1.921fb54442d18p+0}},
    {"acosh", {0x1.12e0be826d695p-30, 0x1.0000000000001p+0}, {0x1.c34366179d428p-1, 0x1.921fb5413958ap+0}},
    {"acosh", {-0x1.3333333333333p-1, 0x1.999999999999ap-1}, {0x1.9c041f7ed8d34p-1, 0x1.0468a8ace4df6p+1}},
    {"acosh", {0x1.6a09e667f3bcdp-1, 0x1.6a09e667f3bccp-1}, {0x1.87506c7cc99bfp-1, 0x1.ff74baf5a37b9p-1}},
    {"acosh", {0x1.79ca10c924223p-67, -0x1.79ca10c924223p-67}, {0x1.79ca10c924223p-67, -0x1.921fb54442d18p+0}},
    {"acosh", {0x0.0000000000001p-1022, 0x1.0000000000000p+0}, {0x1.c34366179d427p-1, 0x1.921fb54442d18p+0}},
    {"acosh", {-0x1.3333333333333p-2, 0x1.bc16d674ec800p+60}, {0x1.56a9a0b23d188p+5, 0x1.921fb54442d18p+0}},
    {"acosh", {0x1.0624dd2f1a9fcp-10, 0x1.0624dd2f1a9fcp-10}, {0x1.0624e2e91e415p-10, 0x1.91de2c0e658bfp+0}},
    {"asin", {0x1.0000000000000p+0, 0x1.56e1fc2f8f359p-997}, {0x1.921fb54442d18p+0, 0x1.a2fe76a3f9475p-499}},
    {"asin", {0x1.0000000000000p+0, 0x1.b7cdfd9d7bdbbp-34}, {0x1.921f0d7e968a7p+0, 0x1.4f8b588e42918p-17}},
    {"asin", {0x1.0000000000000p+0, 0x1.3333333333333p-2}, {0x1.09a03b484a605p+0, 0x1.1eef1d58c270dp-1}},
    {"asin", {0x1.fffffffffffffp-1, 0x1.12e0be826d695p-30}, {0x1.921da2b97650bp+0, 0x1.094564530f806p-15}},
    {"asin", {0x1.0000000000001p+0, 0x1.12e0be826d695p-30}, {0x1.921da2b97c1b0p+0, 0x1.09456738382a9p-15}},
    {"asin", {0x1.0000000000001p+0, 0x0.00000000007e8p-1022}, {0x1.921fb54442d18p+0, 0x1.6a09e667f3bccp-26}},
    {"asin", {0x1.0000000000000p-1, 0x1.67e9c127b6e74p-532}, {0x1.0c152382d7366p-1, 0x1.9f9783c605f06p-532}},
    {"asin", {0x1.0000000000000p+1, 0x1.87e92154ef7acp-665}, {0x1.921fb54442d18p+0, 0x1.5124271980435p+0}},
    {"asin", {0x1.87e92154ef7acp-665, 0x1.56e1fc2f8f359p-997}, {0x1.87e92154ef7acp-665, 0x1.56e1fc2f8f359p-997}},
    {"asin", {0x1.01b2b29a4692bp-25, 0x1.5798ee2308c3ap-26}, {0x1.01b2b29a4692bp-25, 0x1.5798ee2308c3cp-26}},
    {"asin", {0x1.2a05f20000000p+33, 0x1.2a05f20000000p+33}, {0x1.921fb54442d18p-1, 0x1.810c94e966512p+4}},
    {"asin", {0x1.93e5939a08ceap+99, 0x1.4f8b588e368f1p-17}, {0x1.921fb54442d18p+0, 0x1.1715325f7f438p+6}},
    {"asin", {0x1.7e43c8800759cp+996, -0x1.31cfd3999f7b0p+993}, {0x1.789bd2c160054p+0, -0x1.59bca0923a4a9p+9}},
    {"asin", {-0x1.e42d130773b76p+1023, 0x1.e42d130773b76p+1023}, {-0x1.921fb54442d18p-1, 0x1.63621e8fc0d5ep+9}},
    {"asin", {-0x1.4000000000000p+1, 0x1.0000000000000p-1}, {-0x1.5b598f99999f3p+0, 0x1.9787956c69ebep+0}},
    {"asin", {0x1.0000000000000p-2, -0x1.8000000000000p+3}, {0x1.541b1e433d918p-6, -0x1.970a3ed30263bp+1}},
    {"asin", {0x0.012688b70e62bp-1022, 0x0.0002f201d49fbp-1022}, {0x0.012688b70e62bp-1022, 0x0.0002f201d49fbp-1022}},
    {"asin", {0x0.0p+0, 0x1.fffffffffffffp-1}, {0x0.0p+0, 0x1.c34366179d426p-1}},
    {"asin", {0x1.12e0be826d695p-30, 0x1.0000000000001p+0}, {0x1.84bc6eb0aa989p-31, 0x1.c34366179d428p-1}},
    {"asin", {-0x1.3333333333333p-1, 0x1.999999999999ap-1}, {-0x1.dac670561bb4fp-2, 0x1.9c041f7ed8d34p-1}},
    {"asin", {0x1.6a09e667f3bcdp-1, 0x1.6a09e667f3bccp-1}, {0x1.24caaf92e2277p-1, 0x1.87506c7cc99bfp-1}},
    {"asin", {0x1.79ca10c924223p-67, -0x1.79ca10c924223p-67}, {0x1.79ca10c924223p-67, -0x1.79ca10c924223p-67}},
    {"asin", {0x0.0000000000001p-1022, 0x1.0000000000000p+0}, {0x0.0000000000001p-1022, 0x1.c34366179d427p-1}},
    {"asin", {-0x1.3333333333333p-2, 0x1.bc16d674ec800p+60}, {-0x1.622d6fbc91e01p-63, 0x1.56a9a0b23d188p+5}},
    {"asin", {0x1.0624dd2f1a9fcp-10, 0x1.0624dd2f1a9fcp-10}, {0x1.0624d77516514p-10, 0x1.0624e2e91e415p-10}},
    {"asinh", {0x1.0000000000000p+0, 0x1.56e1fc2f8f359p-997}, {0x1.c34366179d427p-1, 0x1.e4e8d12762225p-998}},
    {"asinh", {0x1.0000000000000p+0, 0x1.b7cdfd9d7bdbbp-34}, {0x1.c34366179d427p-1, 0x1.36fd255a2213bp-34}},
    {"asinh", {0x1.0000000000000p+0, 0x1.3333333333333p-2}, {0x1.cb73b74a06bb7p-1, 0x1.b0bf2473de8c2p-3}},
    {"asinh", {0x1.fffffffffffffp-1, 0x1.12e0be826d695p-30}, {0x1.c34366179d426p-1, 0x1.84bc6eb0aa98bp-31}},
    {"asinh", {0x1.0000000000001p+0, 0x1.12e0be826d695p-30}, {0x1.c34366179d428p-1, 0x1.84bc6eb0aa989p-31}},
    {"asinh", {0x1.0000000000001p+0, 0x0.00000000007e8p-1022}, {0x1.c34366179d428p-1, 0x0.0000000000597p-1022}},
    {"asinh", {0x1.0000000000000p-1, 0x1.67e9c127b6e74p-532}, {0x1.ecc2caec5160ap-2, 0x1.41ea8350ea709p-532}},
    {"asinh", {0x1.0000000000000p+1, 0x1.87e92154ef7acp-665}, {0x1.719218313d087p+0, 0x1.5e891a235fe93p-666}},
    {"asinh", {0x1.87e92154ef7acp-665, 0x1.56e1fc2f8f359p-997}, {0x1.87e92154ef7acp-665, 0x1.56e1fc2f8f359p-997}},
    {"asinh", {0x1.01b2b29a4692bp-25, 0x1.5798ee2308c3ap-26}, {0x1.01b2b29a4692bp-25, 0x1.5798ee2308c38p-26}},
    {"asinh", {0x1.2a05f20000000p+33, 0x1.2a05f20000000p+33}, {0x1.810c94e966512p+4, 0x1.921fb54442d18p-1}},
    {"asinh", {0x1.93e5939a08ceap+99, 0x1.4f8b588e368f1p-17}, {0x1.1715325f7f438p+6, 0x1.a95a5b7f87a0fp-117}},
    {"asinh", {0x1.7e43c8800759cp+996, -0x1.31cfd3999f7b0p+993}, {0x1.59bca0923a4a9p+9, -0x1.983e282e2cc4cp-4}},
    {"asinh", {-0x1.e42d130773b76p+1023, 0x1.e42d130773b76p+1023}, {-0x1.63621e8fc0d5ep+9, 0x1.921fb54442d18p-1}},
    {"asinh", {-0x1.4000000000000p+1, 0x1.0000000000000p-1}, {-0x1.a9be487970084p+0, 0x1.78df70682f402p-3}},
    {"asinh", {0x1.0000000000000p-2, -0x1.8000000000000p+3}, {0x1.96989d5258cabp+1, -0x1.8cc5cf9139e54p+0}},
    {"asinh", {0x0.012688b70e62bp-1022, 0x0.0002f201d49fbp-1022}, {0x0.012688b70e62bp-1022, 0x0.0002f201d49fbp-1022}},
    {"asinh", {0x0.0p+0, 0x1.fffffffffffffp-1}, {0x0.0p+0, 0x1.921fb50442d18p+0}},
    {"asinh", {0x1.12e0be826d695p-30, 0x1.0000000000001p+0}, {0x1.09456738382a9p-15, 0x1.921da2b97c1b0p+0}},
    {"asinh", {-0x1.3333333333333p-1, 0x1.999999999999ap-1}, {-0x1.6ce81ff1a70f2p-1, 0x1.5e9383efad0d1p-1}},
    {"asinh", {0x1.6a09e667f3bcdp-1, 0x1.6a09e667f3bccp-1}, {0x1.87506c7cc99c0p-1, 0x1.24caaf92e2276p-1}},
    {"asinh", {0x1.79ca10c924223p-67, -0x1.79ca10c924223p-67}, {0x1.79ca10c924223p-67, -0x1.79ca10c924223p-67}},
    {"asinh", {0x0.0000000000001p-1022, 0x1.0000000000000p+0}, {0x1.0000000000000p-537, 0x1.921fb54442d18p+0}},
    {"asinh", {-0x1.3333333333333p-2, 0x1.bc16d674ec800p+60}, {-0x1.56a9a0b23d188p+5, 0x1.921fb54442d18p+0}},
    {"asinh", {0x1.0624dd2f1a9fcp-10, 0x1.0624dd2f1a9fcp-10}, {0x1.0624e2e91e415p-10, 0x1.0624d77516514p-10}},
    {"atan", {0x1.0000000000000p+0, 0x1.56e1fc2f8f359p-997}, {0x1.921fb54442d18p-1, 0x1.56e1fc2f8f359p-998}},
    {"atan", {0x1.0000000000000p+0, 0x1.b7cdfd9d7bdbbp-34}, {0x1.921fb54442d18p-1, 0x1.b7cdfd9d7bdbbp-35}},
    {"atan", {0x1.0000000000000p+0, 0x1.3333333333333p-2}, {0x1.9da2d6ff3a9b8p-1, 0x1.2e78c27df2451p-3}},
    {"atan", {0x1.fffffffffffffp-1, 0x1.12e0be826d695p-30}, {0x1.921fb54442d18p-1, 0x1.12e0be826d696p-31}},
    {"atan", {0x1.0000000000001p+0, 0x1.12e0be826d695p-30}, {0x1.921fb54442d19p-1, 0x1.12e0be826d694p-31}},
    {"atan", {0x1.0000000000001p+0, 0x0.00000000007e8p-1022}, {0x1.921fb54442d19p-1, 0x0.00000000003f4p-1022}},
    {"atan", {0x1.0000000000000p-1, 0x1.67e9c127b6e74p-532}, {0x1.dac670561bb4fp-2, 0x1.1fee341fc585dp-532}},
    {"atan", {0x1.0000000000000p+1, 0x1.87e92154ef7acp-665}, {0x1.1b6e192ebbe44p+0, 0x1.39874ddd8c623p-667}},
    {"atan", {0x1.87e92154ef7acp-665, 0x1.56e1fc2f8f359p-997}, {0x1.87e92154ef7acp-665, 0x1.56e1fc2f8f359p-997}},
    {"atan", {0x1.01b2b29a4692bp-25, 0x1.5798ee2308c3ap-26}, {0x1.01b2b29a4692bp-25, 0x1.5798ee2308c35p-26}},
    {"atan", {0x1.2a05f20000000p+33, 0x1.2a05f20000000p+33}, {0x1.921fb5440bd7cp+0, 0x1.b7cdfd9d7bdbbp-35}},
    {"atan", {0x1.93e5939a08ceap+99, 0x1.4f8b588e368f1p-17}, {0x1.921fb54442d18p+0, 0x1.0d9976a5d5298p-216}},
    {"atan", {0x1.7e43c8800759cp+996, -0x1.31cfd3999f7b0p+993}, {0x1.921fb54442d18p+0, -0x1.0f971dede88fdp-1000}},
    {"atan", {-0x1.e42d130773b76p+1023, 0x1.e42d130773b76p+1023}, {-0x1.921fb54442d18p+0, 0x0.21d6c4171083ep-1022}},
    {"atan", {-0x1.4000000000000p+1, 0x1.0000000000000p-1}, {-0x1.33aefbf36777fp+0, 0x1.12b3cb6479947p-4}},
    {"atan", {0x1.0000000000000p-2, -0x1.8000000000000p+3}, {0x1.91ad2f6711dfdp+0, -0x1.55fa02c15b62ep-4}},
    {"atan", {0x0.012688b70e62bp-1022, 0x0.0002f201d49fbp-1022}, {0x0.012688b70e62bp-1022, 0x0.0002f201d49fbp-1022}},
    {"atan", {0x0.0p+0, 0x1.fffffffffffffp-1}, {0x0.0p+0, 0x1.2b708872320e2p+4}},
    {"atan", {0x1.12e0be826d695p-30, 0x1.0000000000001p+0}, {0x1.921fb90015330p-1, 0x1.56a9a0b23d181p+3}},
    {"atan", {-0x1.3333333333333p-1, 0x1.999999999999ap-1}, {-0x1.921fb54442d18p-1, 0x1.193ea7aad030bp-1}},
    {"atan", {0x1.6a09e667f3bcdp-1, 0x1.6a09e667f3bccp-1}, {0x1.921fb54442d18p-1, 0x1.c34366179d426p-2}},
    {"atan", {0x1.79ca10c924223p-67, -0x1.79ca10c924223p-67}, {0x1.79ca10c924223p-67, -0x1.79ca10c924223p-67}},
    {"atan", {0x0.0000000000001p-1022, 0x1.0000000000000p+0}, {0x1.921fb54442d18p-1, 0x1.74910d52d3052p+8}},
    {"atan", {-0x1.3333333333333p-2, 0x1.bc16d674ec800p+60}, {-0x1.921fb54442d18p+0, 0x1.2725dd1d243acp-61}},
    {"atan", {0x1.0624dd2f1a9fcp-10, 0x1.0624dd2f1a9fcp-10}, {0x1.0624e8a321a94p-10, 0x1.0624d1bb11c91p-10}},
    {"atanh", {0x1.0000000000000p+0, 0x1.56e1fc2f8f359p-997}, {0x1.59bbfd8b83e44p+8, 0x1.921fb54442d18p-1}},
    {"atanh", {0x1.0000000000000p+0, 0x1.b7cdfd9d7bdbbp-34}, {0x1.7b810429a7c2ap+3, 0x1.921fb54479cb4p-1}},
    {"atanh", {0x1.0000000000000p+0, 0x1.3333333333333p-2}, {0x1.e882c36684b8bp-1, 0x1.b83d5c13f26b9p-1}},
    {"atanh", {0x1.fffffffffffffp-1, 0x1.12e0be826d695p-30}, {0x1.56a9a0b23d186p+3, 0x1.921fb36992430p-1}},
    {"atanh", {0x1.0000000000001p+0, 0x1.12e0be826d695p-30}, {0x1.56a9a0b23d181p+3, 0x1.921fb90015330p-1}},
    {"atanh", {0x1.0000000000001p+0, 0x0.00000000007e8p-1022}, {0x1.25e4f7b2737fap+4, 0x1.921fb54442d18p+0}},
    {"atanh", {0x1.0000000000000p-1, 0x1.67e9c127b6e74p-532}, {0x1.193ea7aad030bp-1, 0x1.dfe256df9e89bp-532}},
    {"atanh", {0x1.0000000000000p+1, 0x1.87e92154ef7acp-665}, {0x1.193ea7aad030bp-1, 0x1.921fb54442d18p+0}},
    {"atanh", {0x1.87e92154ef7acp-665, 0x1.56e1fc2f8f359p-997}, {0x1.87e92154ef7acp-665, 0x1.56e1fc2f8f359p-997}},
    {"atanh", {0x1.01b2b29a4692bp-25, 0x1.5798ee2308c3ap-26}, {0x1.01b2b29a4692bp-25, 0x1.5798ee2308c3fp-26}},
    {"atanh", {0x1.2a05f20000000p+33, 0x1.2a05f20000000p+33}, {0x1.b7cdfd9d7bdbbp-35, 0x1.921fb5440bd7cp+0}},
    {"atanh", {0x1.93e5939a08ceap+99, 0x1.4f8b588e368f1p-17}, {0x1.4484bfeebc29fp-100, 0x1.921fb54442d18p+0}},
    {"atanh", {0x1.7e43c8800759cp+996, -0x1.31cfd3999f7b0p+993}, {0x1.537ce56962b3cp-997, -0x1.921fb54442d18p+0}},
    {"atanh", {-0x1.e42d130773b76p+1023, 0x1.e42d130773b76p+1023}, {-0x0.21d6c4171083ep-1022, 0x1.921fb54442d18p+0}},
    {"atanh", {-0x1.4000000000000p+1, 0x1.0000000000000p-1}, {-0x1.9c041f7ed8d33p-2, 0x1.7b1a44c26bccap+0}},
    {"atanh", {0x1.0000000000000p-2, -0x1.8000000000000p+3}, {0x1.c3c78b6bb0f03p-10, -0x1.7cd94d148c44cp+0}},
    {"atanh", {0x0.012688b70e62bp-1022, 0x0.0002f201d49fbp-1022}, {0x0.012688b70e62bp-1022, 0x0.0002f201d49fbp-1022}},
    {"atanh", {0x0.0p+0, 0x1.fffffffffffffp-1}, {0x0.0p+0, 0x1.921fb54442d18p-1}},
    {"atanh", {0x1.12e0be826d695p-30, 0x1.0000000000001p+0}, {0x1.12e0be826d694p-31, 0x1.921fb54442d19p-1}},
    {"atanh", {-0x1.3333333333333p-1, 0x1.999999999999ap-1}, {-0x1.62e42fefa39efp-2, 0x1.921fb54442d18p-1}},
    {"atanh", {0x1.6a09e667f3bcdp-1, 0x1.6a09e667f3bccp-1}, {0x1.c34366179d428p-2, 0x1.921fb54442d18p-1}},
    {"atanh", {0x1.79ca10c924223p-67, -0x1.79ca10c924223p-67}, {0x1.79ca10c924223p-67, -0x1.79ca10c924223p-67}},
    {"atanh", {0x0.0000000000001p-1022, 0x1.0000000000000p+0}, {0x0.0p+0, 0x1.921fb54442d18p-1}},
    {"atanh", {-0x1.3333333333333p-2, 0x1.bc16d674ec800p+60}, {-0x1.9856be3cfd156p-124, 0x1.921fb54442d18p+0}},
    {"atanh", {0x1.0624dd2f1a9fcp-10, 0x1.0624dd2f1a9fcp-10}, {0x1.0624d1bb11c91p-10, 0x1.0624e8a321a94p-10}},
    {"cosh", {0x1.0000000000000p+0, 0x1.921fb54442d18p+0}, {0x1.b3bde5a114ce5p-54, 0x1.2cd9fc44eb982p+0}},
    {"cosh", {0x1.6300000000000p+9, 0x1.0000000000000p+0}, {0x1.57c636cf4f5f8p+1022, 0x1.0bb2c7615833dp+1023}},
    {"cosh", {-0x1.6333333333333p+9, 0x1.8000000000000p+1}, {-0x1.d5d8c6675a0aep+1023, -0x1.0be66f48ec2efp+1021}},
    {"cosh", {0x1.56e1fc2f8f359p-997, 0x1.4f8b588e368f1p-17}, {0x1.ffffffff920c8p-1, 0x1.c16c5c52332bap-1014}},
    {"cosh", {0x1.5798ee2308c3ap-27, -0x1.5798ee2308c3ap-27}, {0x1.0000000000000p+0, -0x1.cd2b297d889bdp-54}},
    {"cosh", {0x1.6800000000000p+4, 0x1.0f0cf064dd592p+73}, {0x1.70a6c5a98e517p+30, -0x1.2c39c974ad194p+31}},
    {"cosh", {0x1.0000000000000p-1, 0x1.921fb54442d18p+1}, {-0x1.20ac1862ae8d0p+0, 0x1.264c5cf33c8ddp-54}},
    {"cosh", {-0x1.7480000000000p+9, 0x1.999999999999ap-4}, {kInf, -kInf}},
    {"sinh", {0x1.0000000000000p+0, 0x1.921fb54442d18p+0}, {0x1.4bdbbfe8b228ap-54, 0x1.8b07551d9f550p+0}},
    {"sinh", {0x1.6300000000000p+9, 0x1.0000000000000p+0}, {0x1.57c636cf4f5f8p+1022, 0x1.0bb2c7615833dp+1023}},
    {"sinh", {-0x1.6333333333333p+9, 0x1.8000000000000p+1}, {0x1.d5d8c6675a0aep+1023, 0x1.0be66f48ec2efp+1021}},
    {"sinh", {0x1.56e1fc2f8f359p-997, 0x1.4f8b588e368f1p-17}, {0x1.56e1fc2f45936p-997, 0x1.4f8b588e1e8a2p-17}},
    {"sinh", {0x1.5798ee2308c3ap-27, -0x1.5798ee2308c3ap-27}, {0x1.5798ee2308c3ap-27, -0x1.5798ee2308c3ap-27}},
    {"sinh", {0x1.6800000000000p+4, 0x1.0f0cf064dd592p+73}, {0x1.70a6c5a98e517p+30, -0x1.2c39c974ad194p+31}},
    {"sinh", {0x1.0000000000000p-1, 0x1.921fb54442d18p+1}, {-0x1.0acd00fe63b97p-1, 0x1.3e6c849827146p-53}},
    {"sinh", {-0x1.7480000000000p+9, 0x1.999999999999ap-4}, {-kInf, kInf}},
    {"_asin_acos_kernel", {0x1.0000000000000p+0, 0x1.56e1fc2f8f359p-997}, {0x1.a2fe76a3f9475p-499, 0x1.a2fe76a3f9475p-499}},
    {"_asin_acos_kernel", {0x1.0000000000000p+0, 0x1.b7cdfd9d7bdbbp-34}, {0x1.4f8b588e5a967p-17, 0x1.4f8b588e42918p-17}},
    {"_asin_acos_kernel", {0x1.0000000000000p+0, 0x1.3333333333333p-2}, {0x1.2e30ef9428293p-1, 0x1.1eef1d58c270dp-1}},
    {"_asin_acos_kernel", {0x1.fffffffffffffp-1, 0x1.12e0be826d695p-30}, {0x1.09456641e87f0p-15, 0x1.094564530f806p-15}},
    {"_asin_acos_kernel", {0x1.0000000000001p+0, 0x1.12e0be826d695p-30}, {0x1.0945635cbfd79p-15, 0x1.09456738382a9p-15}},
    {"_asin_acos_kernel", {0x1.0000000000001p+0, 0x0.00000000007e8p-1022}, {0x0.000165cbc8b4cp-1022, 0x1.6a09e667f3bccp-26}},
    {"_asin_acos_kernel", {0x1.0000000000000p-1, 0x1.67e9c127b6e74p-532}, {0x1.bb67ae8584caap-1, 0x1.9f9783c605f06p-532}},
    {"_asin_acos_kernel", {0x1.0000000000000p+1, 0x1.87e92154ef7acp-665}, {0x1.c48a19c4d5198p-665, 0x1.5124271980435p+0}},
    {"_asin_acos_kernel", {0x1.87e92154ef7acp-665, 0x1.56e1fc2f8f359p-997}, {0x1.0000000000000p+0, 0x1.56e1fc2f8f359p-997}},
    {"_asin_acos_kernel", {0x1.01b2b29a4692bp-25, 0x1.5798ee2308c3ap-26}, {0x1.ffffffffffffep-1, 0x1.5798ee2308c3cp-26}},
    {"_asin_acos_kernel", {0x1.2a05f20000000p+33, 0x1.2a05f20000000p+33}, {0x1.2a05f20000000p+33, 0x1.810c94e966512p+4}},
    {"_asin_acos_kernel", {0x1.93e5939a08ceap+99, 0x1.4f8b588e368f1p-17}, {0x1.4f8b588e368f1p-17, 0x1.1715325f7f438p+6}},
    {"_asin_acos_kernel", {0x1.7e43c8800759cp+996, -0x1.31cfd3999f7b0p+993}, {0x1.31cfd3999f7b0p+993, 0x1.59bca0923a4a9p+9}},
    {"_asin_acos_kernel", {-0x1.e42d130773b76p+1023, 0x1.e42d130773b76p+1023}, {0x1.e42d130773b76p+1023, 0x1.63621e8fc0d5ep+9}},
    {"_asin_acos_kernel", {-0x1.4000000000000p+1, 0x1.0000000000000p-1}, {0x1.16209200fcf53p-1, 0x1.9787956c69ebep+0}},
    {"_asin_acos_kernel", {0x1.0000000000000p-2, -0x1.8000000000000p+3}, {0x1.815498a2c85bcp+3, 0x1.970a3ed30263bp+1}},
    {"_asin_acos_kernel", {0x0.012688b70e62bp-1022, 0x0.0002f201d49fbp-1022}, {0x1.0000000000000p+0, 0x0.0002f201d49fbp-1022}},
    {"_asin_acos_kernel", {0x0.0p+0, 0x1.fffffffffffffp-1}, {0x1.6a09e667f3bccp+0, 0x1.c34366179d426p-1}},
    {"_asin_acos_kernel", {0x1.12e0be826d695p-30, 0x1.0000000000001p+0}, {0x1.6a09e667f3bcdp+0, 0x1.c34366179d428p-1}},
    {"_asin_acos_kernel", {-0x1.3333333333333p-1, 0x1.999999999999ap-1}, {0x1.3333333333333p+0, 0x1.9c041f7ed8d34p-1}},
    {"_asin_acos_kernel", {0x1.6a09e667f3bcdp-1, 0x1.6a09e667f3bccp-1}, {0x1.19435caffa9f8p+0, 0x1.87506c7cc99bfp-1}},
    {"_asin_acos_kernel", {0x1.79ca10c924223p-67, -0x1.79ca10c924223p-67}, {0x1.0000000000000p+0, 0x1.79ca10c924223p-67}},
    {"_asin_acos_kernel", {0x0.0000000000001p-1022, 0x1.0000000000000p+0}, {0x1.6a09e667f3bcdp+0, 0x1.c34366179d427p-1}},
    {"_asin_acos_kernel", {-0x1.3333333333333p-2, 0x1.bc16d674ec800p+60}, {0x1.bc16d674ec800p+60, 0x1.56a9a0b23d188p+5}},
    {"_asin_acos_kernel", {0x1.0624dd2f1a9fcp-10, 0x1.0624dd2f1a9fcp-10}, {0x1.00000000008ccp+0, 0x1.0624e2e91e415p-10}},
};

// Signs of zeros and infinities; the side of a cut is that of s(y), -1 for y < 0 alone.
constexpr ComplexCase kSpecial[] = {
    {"acos", {0.0, 0.0}, {kPi / 2, -0.0}},
    {"acos", {1, 0.0}, {0.0, -0.0}},
    {"acos", {-kInf, 1}, {kPi, -kInf}},
    {"acos", {kNaN, 1}, {kNaN, kNaN}},
    {"acosh", {1, 0.0}, {0.0, 0.0}},
    {"acosh", {kInf, kInf}, {kInf, kPi / 4}},
    {"asin", {0.0, 0.0}, {0.0, 0.0}},
    {"asin", {-0.0, 0.0}, {-0.0, 0.0}},
    {"asin", {1, 0.0}, {kPi / 2, 0.0}},
    {"asin", {0.0, kInf}, {0.0, kInf}},
    {"asin", {kInf, -1}, {kPi / 2, -kInf}},
    {"asinh", {0.0, 0.0}, {0.0, 0.0}},
    {"asinh", {-kInf, 0.0}, {-kInf, 0.0}},
    {"atan", {0.0, 0.0}, {0.0, 0.0}},
    {"atan", {kInf, 0.0}, {kPi / 2, 0.0}},
    {"atanh", {0.0, 0.0}, {0.0, 0.0}},
    {"atanh", {1, 0.0}, {kInf, 0.0}},
    {"atanh", {-1, 0.0}, {-kInf, 0.0}},
    {"atanh", {1, kInf}, {0.0, kPi / 2}},
    {"cosh", {0.0, 0.0}, {1, 0.0}},
    {"cosh", {kInf, 1}, {kInf, kInf}},
    {"sinh", {-0.0, 0.0}, {-0.0, 0.0}},
    {"sinh", {-kInf, 1}, {-kInf, kInf}},
};
// clang-format on

struct Inverse {
  std::string_view name;
  std::string_view undoes;
};
constexpr Inverse kInverses[] = {{"sine", "asin"},  {"cosine", "acos"}, {"cosh", "acosh"},
                                 {"sinh", "asinh"}, {"tan", "atan"},    {"tanh", "atanh"}};

void CheckInverse(const Inverse& pair, C128 z) {
  const bool is_pole = (pair.name == "tan" && z.real() == 0 && std::abs(z.imag()) == 1) ||
                       (pair.name == "tanh" && z.imag() == 0 && std::abs(z.real()) == 1);
  if (is_pole) return;
  const C128 inverse = Evaluate(pair.undoes, z);
  INFO(pair.undoes << z << " is " << inverse);
  CHECK(std::abs(Evaluate(pair.name, inverse) - z) <= 1e-13);
  CHECK(std::abs(C128(Evaluate(pair.undoes, C64(z))) - inverse) <= 1e-6);
}

}  // namespace

TEST_CASE("inverse complex kernels are within their bound at hard operands", "[simd]") {
  CheckHardCases(kHard);
}

TEST_CASE("inverse complex kernels have their special values", "[simd]") {
  ForEachTarget([](const std::string& target) {
    for (const ComplexCase& row : kSpecial) {
      const C128 result = Evaluate(row.name, row.operand);
      INFO(target << " " << row.name << row.operand << " = " << result << ", not " << row.result);
      CHECK(IsSame(result.real(), row.result.real()));
      CHECK(IsSame(result.imag(), row.result.imag()));
    }
  });
}

// sin(asin z) is z: on a grid that crosses every cut.
TEST_CASE("complex functions undo their inverses", "[simd]") {
  for (const Inverse& pair : kInverses) {
    for (double x = -3; x <= 3; x += 0.375) {
      for (double y = -3; y <= 3; y += 0.375) CheckInverse(pair, {x, y});
    }
  }
}

}  // namespace paddock::simd
