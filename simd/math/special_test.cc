// The special functions where pieces of their approximations meet, at zeros and poles, and left of
// 0. Results were computed with 300 bits.
#include <catch2/catch_test_macros.hpp>

#include "simd/math/test_evaluate.h"

namespace paddock::simd {
namespace {

// The second operand is 0 if there is none.
struct Row {
  std::string_view name;
  double x;
  double y;
  double result;
};

// clang-format off
constexpr Row kHard[] = {
    {"acos", 0x1.fffffffffffffp-1, 0, 0x1.0000000000000p-26},
    {"acos", -0x1.fffffffffffffp-1, 0, 0x1.921fb52442d18p+1},
    {"acos", 0x1.70ef54646d497p-57, 0, 0x1.921fb54442d18p+0},
    {"acos", 0x1.0000000000000p-1, 0, 0x1.0c152382d7366p+0},
    {"acos", -0x1.8000000000000p-1, 0, 0x1.359d26f93b6c3p+1},
    {"acosh", 0x1.0000000000001p+0, 0, 0x1.6a09e667f3bccp-26},
    {"acosh", 0x1.8000000000000p+0, 0, 0x1.ecc2caec5160ap-1},
    {"acosh", 0x1.bc16d674ec800p+59, 0, 0x1.511e0ff27e8a0p+5},
    {"acosh", 0x1.7e43c8800759cp+996, 0, 0x1.59bbfd8b83e44p+9},
    {"acosh", 0x1.0000000000000p+1, 0, 0x1.5124271980435p+0},
    {"asin", 0x1.fffffffffffffp-1, 0, 0x1.921fb50442d18p+0},
    {"asin", 0x1.56e1fc2f8f359p-997, 0, 0x1.56e1fc2f8f359p-997},
    {"asin", 0x1.ffffff543388fp-2, 0, 0x1.0c15231fa7144p-1},
    {"asin", -0x1.6666666666666p-1, 0, -0x1.8d00e692afd95p-1},
    {"asinh", 0x1.12e0be826d695p-30, 0, 0x1.12e0be826d695p-30},
    {"asinh", -0x1.5798ee2308c3ap-27, 0, -0x1.5798ee2308c3ap-27},
    {"asinh", 0x1.0000000000000p-1, 0, 0x1.ecc2caec5160ap-2},
    {"asinh", 0x1.158e460913d00p+63, 0, 0x1.6389c1ae33df1p+5},
    {"asinh", -0x1.e42d130773b76p+1023, 0, -0x1.6335c209c2e17p+9},
    {"asinh", 0x1.a827997709f7ap-2, 0, 0x1.9ce062f88de24p-2},
    {"atan", 0x1.56e1fc2f8f359p-997, 0, 0x1.56e1fc2f8f359p-997},
    {"atan", 0x1.0000000000000p+0, 0, 0x1.921fb54442d18p-1},
    {"atan", -0x1.6345785d8a000p+56, 0, -0x1.921fb54442d18p+0},
    {"atan", 0x1.a827999fcef32p-2, 0, 0x1.921fb54442d18p-2},
    {"atanh", 0x1.fffffffffffffp-1, 0, 0x1.2b708872320e2p+4},
    {"atanh", -0x1.12e0be826d695p-30, 0, -0x1.12e0be826d695p-30},
    {"atanh", 0x1.999999999999ap-3, 0, 0x1.9f323ecbf984cp-3},
    {"atanh", -0x1.54fdf3b645a1dp-2, 0, -0x1.6281e54199571p-2},
    {"cosh", 0x1.6333333333333p+9, 0, 0x1.da98a7371610bp+1023},
    {"cosh", -0x1.5798ee2308c3ap-27, 0, 0x1.0000000000000p+0},
    {"cosh", 0x1.4000000000000p+4, 0, 0x1.ceb088b68e804p+27},
    {"cosh", 0x1.4400000000000p+5, 0, 0x1.58b03e6797728p+57},
    {"sinh", 0x1.6333333333333p+9, 0, 0x1.da98a7371610bp+1023},
    {"sinh", -0x1.5798ee2308c3ap-27, 0, -0x1.5798ee2308c3ap-27},
    {"sinh", 0x0.012688b70e62bp-1022, 0, 0x0.012688b70e62bp-1022},
    {"sinh", -0x1.5c28f5c28f5c3p-2, 0, -0x1.62e8217f125c5p-2},
    {"sinh", 0x1.4400000000000p+5, 0, 0x1.58b03e6797728p+57},
    {"erf", 0x0.012688b70e62bp-1022, 0, 0x0.014c5898977c4p-1022},
    {"erf", 0x1.0000000000000p-1, 0, 0x1.0a7ef5c18edd2p-1},
    {"erf", 0x1.fffffca501acbp-1, 0, 0x1.af76790f7d6bbp-1},
    {"erf", 0x1.000001ad7f29bp+0, 0, 0x1.af767bd8a3a10p-1},
    {"erf", -0x1.8000000000000p+1, 0, -0x1.fffd1ac4135f9p-1},
    {"erf", 0x1.799999999999ap+2, 0, 0x1.fffffffffffffp-1},
    {"erf", 0x1.a000000000000p+2, 0, 0x1.0000000000000p+0},
    {"erfc", -0x1.0000000000000p+0, 0, 0x1.d7bb3d3a08445p+0},
    {"erfc", 0x1.999999999999ap-3, 0, 0x1.8df9ed1d36839p-1},
    {"erfc", 0x1.0000000000000p-2, 0, 0x1.728558ee694fcp-1},
    {"erfc", 0x1.000006b5fca6bp-2, 0, 0x1.7285555fddbecp-1},
    {"erfc", 0x1.0000000000000p+0, 0, 0x1.4226162fbddd5p-3},
    {"erfc", 0x1.4000000000000p+2, 0, 0x1.b0c1a759f7739p-40},
    {"erfc", 0x1.ffadfa811d2dfp+2, 0, 0x1.ed92ea020a315p-97},
    {"erfc", 0x1.4000000000000p+3, 0, 0x1.7d8a7f2a8a2d0p-149},
    {"erfc", 0x1.4000000000000p+4, 0, 0x1.b54f244df93dfp-583},
    {"erfc", 0x1.a800000000000p+4, 0, 0x1.3df6725a60cf5p-1019},
    {"erfc", -0x1.c000000000000p+2, 0, 0x1.0000000000000p+1},
    {"erf_inv", 0x0.012688b70e62bp-1022, 0, 0x0.01050624d5cedp-1022},
    {"erf_inv", 0x1.0000000000000p-2, 0, 0x1.cd70681d5ff70p-3},
    {"erf_inv", 0x1.fffff94a03595p-2, 0, 0x1.e861f43ae40cep-2},
    {"erf_inv", 0x1.0000035afe535p-1, 0, 0x1.e8620329b401ap-2},
    {"erf_inv", -0x1.ccccccccccccdp-1, 0, -0x1.29c0146770651p+0},
    {"erf_inv", 0x1.fff2e48e8a71ep-1, 0, 0x1.6022dcb01ea50p+1},
    {"erf_inv", 0x1.ffffffaa19c47p-1, 0, 0x1.0357dae0de3e0p+2},
    {"erf_inv", 0x1.fffffffffffffp-1, 0, 0x1.7744f8f74e94ap+2},
    {"lgamma", 0x0.012688b70e62bp-1022, 0, 0x1.64e69394d9508p+9},
    {"lgamma", 0x1.999999999999ap-4, 0, 0x1.2058e35f3deeep+1},
    {"lgamma", 0x1.0000000000000p-1, 0, 0x1.250d048e7a1bdp-1},
    {"lgamma", 0x1.fffffffffffffp-1, 0, 0x1.2788cfc6fb61ap-54},
    {"lgamma", 0x1.0000000000001p+0, 0, -0x1.2788cfc6fb617p-53},
    {"lgamma", 0x1.8000000000000p+0, 0, -0x1.eeb95b094c191p-4},
    {"lgamma", 0x1.0000000000001p+1, 0, 0x1.b0ee6072093d1p-53},
    {"lgamma", 0x1.d99999999999ap+1, 0, 0x1.6d9625e359b87p+0},
    {"lgamma", 0x1.fffe5c91d14e4p+2, 0, 0x1.10cc787d4ab90p+3},
    {"lgamma", 0x1.0000000000000p+3, 0, 0x1.10ce1f32dcc30p+3},
    {"lgamma", 0x1.5700000000000p+7, 0, 0x1.6292532a8beaap+9},
    {"lgamma", 0x1.2a05f20000000p+33, 0, 0x1.9a43710f467c1p+37},
    {"lgamma", 0x1.6c8e5ca239029p+1014, 0, 0x1.f3fc83052cbf4p+1023},
    {"lgamma", -0x1.0000000000000p-1, 0, 0x1.43f89a3f0edd6p+0},
    {"lgamma", -0x1.87e92154ef7acp-665, 0, 0x1.cc845b54b54f2p+8},
    {"lgamma", -0x1.4000000000000p+1, 0, -0x1.ccbf9f5ed0f16p-5},
    {"lgamma", -0x1.4800000000000p+3, 0, -0x1.c687269b1e743p+3},
    {"lgamma", -0x1.2d68720000000p+20, 0, -0x1.eac6c4aaa6d8ep+23},
    {"digamma", 0x1.56e1fc2f8f359p-997, 0, -0x1.7e43c8800759bp+996},
    {"digamma", 0x1.3333333333333p-2, 0, -0x1.c052b6b5e6118p+1},
    {"digamma", 0x1.fffffffffffffp-1, 0, -0x1.2788cfc6fb61bp-1},
    {"digamma", 0x1.0000000000000p+0, 0, -0x1.2788cfc6fb619p-1},
    {"digamma", 0x1.762d86356be3fp+0, 0, -0x1.aa2d9b3ce29e0p-54},
    {"digamma", 0x1.8000000000000p+0, 0, 0x1.2aed059bd608ap-5},
    {"digamma", 0x1.0000000000000p+1, 0, 0x1.b0ee6072093cep-2},
    {"digamma", 0x1.c00006e934de0p+2, 0, 0x1.df6ecf8e52474p+0},
    {"digamma", 0x1.3fff2e48e8a72p+3, 0, 0x1.2039158ff1f75p+1},
    {"digamma", 0x1.4000000000000p+3, 0, 0x1.20396dc85cc95p+1},
    {"digamma", 0x1.5af1d78b58c40p+66, 0, 0x1.7069e2aa2aa5bp+5},
    {"digamma", -0x1.0000000000000p-1, 0, 0x1.2aed059bd608ap-5},
    {"digamma", -0x1.3333333333333p-2, 0, 0x1.0e80ef52ecedcp+1},
    {"digamma", -0x1.8106a93c2cafbp-1, 0, -0x1.7758cd69729a8p+1},
    {"digamma", -0x1.5798ee2308c3ap-27, 0, 0x1.7d783fdb0ee5fp+26},
    {"digamma", -0x1.f000000000000p+2, 0, -0x1.07e0775abeb48p+0},
    {"digamma", -0x1.3fff2e48e8a72p+3, 0, -0x1.386d2ef4db3fep+13},
    {"digamma", -0x1.2d68720000000p+20, 0, 0x1.59c574a88f2f6p+4},
    {"bessel_i1e", 0x0.012688b70e62bp-1022, 0, 0x0.0093445b87316p-1022},
    {"bessel_i1e", 0x1.999999999999ap-4, 0, 0x1.7315ba734f4fdp-5},
    {"bessel_i1e", 0x1.1bc7d61ff2250p-3, 0, 0x1.ef4f3f3234d16p-5},
    {"bessel_i1e", 0x1.fffffffffffffp+0, 0, 0x1.b8df1ae942419p-3},
    {"bessel_i1e", 0x1.8000000000000p+1, 0, 0x1.9319e244ba85dp-3},
    {"bessel_i1e", -0x1.0000000000000p+1, 0, -0x1.b8df1ae942419p-3},
    {"bessel_i1e", 0x1.fffe5c91d14e4p+2, 0, 0x1.12b9b10dc9a08p-3},
    {"bessel_i1e", 0x1.0000000000000p+3, 0, 0x1.12b94cad917c6p-3},
    {"bessel_i1e", 0x1.e000000000000p+4, 0, 0x1.2691bcff83228p-4},
    {"bessel_i1e", -0x1.5e00000000000p+9, 0, -0x1.edd4ae130b94ep-7},
    {"bessel_i1e", 0x1.7e43c8800759cp+996, 0, 0x1.4e4f1043a39ecp-500},
    {"zeta", 0x1.0000000000000p+1, 0x1.0000000000000p+0, 0x1.a51a6625307d3p+0},
    {"zeta", 0x1.8000000000000p+1, 0x1.0000000000000p-2, 0x1.02a7cd8772a0ep+6},
    {"zeta", 0x1.000001ad7f29bp+0, 0x1.8000000000000p+1, 0x1.312cfe248b87ep+23},
    {"zeta", 0x1.084e4d46895b6p+0, 0x1.4000000000000p+1, 0x1.e2046fa82fb6ap+4},
    {"zeta", 0x1.5798ee2308c3ap+1, 0x1.6000000000000p+3, 0x1.7206a4d698b43p-7},
    {"zeta", 0x1.0000000400000p+0, 0x1.0000000000000p+1023, 0x1.ffffe9d7490c8p+29},
    {"zeta", 0x1.0000000000000p+1, 0x1.0000000000000p+1000, 0x1.0000000000000p-1000},
    {"zeta", 0x1.c000000000000p+3, 0x1.f161421c8e000p+56, 0x1.cb2cfc3534b1fp-745},
    {"zeta", 0x1.9000000000000p+6, 0x1.9200000000000p+6, 0x1.7c04562c665d6p-665},
    {"zeta", 0x1.4000000000000p+1, 0x1.4f8b588e368f1p-17, 0x1.702337e304dc3p+41},
    {"zeta", 0x1.e000000000000p+4, 0x1.2a05f20000000p+34, 0x1.b8761869ad378p-998},
    {"zeta", 0x1.0000000000000p+1, -0x1.0000000000000p-1, 0x1.1de9e64df22efp+3},
    {"zeta", 0x1.8000000000000p+1, -0x1.2000000000000p+1, -0x1.ef967a0066f8dp+5},
    {"zeta", 0x1.0000000000000p+2, -0x1.5800000000000p+3, 0x1.03c1e13965423p+8},
    {"zeta", 0x1.4000000000000p+2, -0x1.0000000000000p-3, -0x1.fff8004d49830p+14},
    {"polygamma", 0x1.0000000000000p+0, 0x1.0000000000000p-1, 0x1.3bd3cc9be45dep+2},
    {"polygamma", 0x1.0000000000000p+0, 0x1.6666666666666p+0, 0x1.067dc4ff100c2p+0},
    {"polygamma", 0x1.0000000000000p+1, 0x1.38d352e5096afp+498, -0x1.56e1fc2f8f359p-997},
    {"polygamma", 0x1.9000000000000p+4, 0x1.3000000000000p+4, 0x1.9cf5adbe8dea3p-27},
    {"polygamma", 0x1.5400000000000p+7, 0x1.9000000000000p+6, -0x1.79e37e521eaeep-117},
    {"polygamma", 0x1.0000000000000p+1, 0x1.762d86356be3fp+0, -0x1.c563b54aa1a37p-1},
    {"polygamma", 0x1.8000000000000p+1, 0x1.4000000000000p+4, 0x1.1a759789606a5p-12},
    {"polygamma", 0x1.4000000000000p+3, 0x1.4f8b588e368f1p-17, -0x1.695030da7d355p+204},
    {"polygamma", 0x1.9000000000000p+6, 0x1.db30000000000p+11, -0x1.df4b02bca12a6p-672},
    {"polygamma", 0x1.9000000000000p+7, 0x1.9100000000000p+6, -0x1.5e6e2bee9d047p-91},
    {"polygamma", 0x1.5600000000000p+7, 0x1.4000000000000p+1, 0x1.557bd71d4d7f3p+799},
};

constexpr Row kSpecial[] = {
    {"acos", 1, 0, 0.0}, {"acos", 2, 0, kNaN}, {"acos", kNaN, 0, kNaN},
    {"acosh", 1, 0, 0.0}, {"acosh", 0.5, 0, kNaN}, {"acosh", kInf, 0, kInf},
    {"acosh", -kInf, 0, kNaN}, {"asin", -0.0, 0, -0.0}, {"asin", -1.5, 0, kNaN},
    {"asinh", -0.0, 0, -0.0}, {"asinh", -kInf, 0, -kInf}, {"asinh", kNaN, 0, kNaN},
    {"atan", -0.0, 0, -0.0}, {"atan", kNaN, 0, kNaN},
    {"atanh", -0.0, 0, -0.0}, {"atanh", 1, 0, kInf}, {"atanh", -1, 0, -kInf},
    {"atanh", 2, 0, kNaN}, {"bessel_i1e", -0.0, 0, -0.0}, {"bessel_i1e", kInf, 0, 0.0},
    {"bessel_i1e", -kInf, 0, -0.0}, {"bessel_i1e", kNaN, 0, kNaN},
    {"cosh", -0.0, 0, 1}, {"cosh", -kInf, 0, kInf}, {"cosh", kNaN, 0, kNaN},
    {"cosh", 1e30, 0, kInf}, {"digamma", 0.0, 0, kNaN}, {"digamma", -0.0, 0, kNaN},
    {"digamma", -3, 0, kNaN}, {"digamma", -kInf, 0, kNaN}, {"digamma", kInf, 0, kInf},
    {"digamma", kNaN, 0, kNaN}, {"erf", -0.0, 0, -0.0}, {"erf", kInf, 0, 1},
    {"erf", -kInf, 0, -1}, {"erf", kNaN, 0, kNaN},
    {"erf_inv", -0.0, 0, -0.0}, {"erf_inv", 1, 0, kInf}, {"erf_inv", -1, 0, -kInf},
    {"erf_inv", 1.5, 0, kNaN}, {"erf_inv", kNaN, 0, kNaN},
    {"erfc", 0.0, 0, 1}, {"erfc", kInf, 0, 0.0}, {"erfc", -kInf, 0, 2}, {"erfc", kNaN, 0, kNaN},
    {"lgamma", 1, 0, 0.0}, {"lgamma", 2, 0, 0.0}, {"lgamma", 0.0, 0, kInf},
    {"lgamma", -0.0, 0, kInf}, {"lgamma", -5, 0, kInf}, {"lgamma", kInf, 0, kInf},
    {"lgamma", -kInf, 0, kInf}, {"lgamma", kNaN, 0, kNaN},
    {"polygamma", 1, 0.0, kInf}, {"polygamma", 2, -1, kNaN}, {"polygamma", 0.5, 2, kNaN},
    {"polygamma", -1, 2, kNaN}, {"polygamma", kNaN, 2, kNaN}, {"polygamma", 3, kInf, 0.0},
    {"polygamma", 0.0, -2, kNaN},
    {"sinh", -0.0, 0, -0.0}, {"sinh", -kInf, 0, -kInf}, {"sinh", kNaN, 0, kNaN},
    {"zeta", 1, 3, kInf}, {"zeta", 0.5, 3, kNaN}, {"zeta", 2, 0.0, kInf}, {"zeta", 4, -3, kInf},
    {"zeta", 3, 0.0, kNaN}, {"zeta", 3, -3, kNaN}, {"zeta", 2.5, -0.5, kNaN},
    {"zeta", 2, kInf, 0.0}, {"zeta", kInf, 1, 1}, {"zeta", kInf, 2, 0.0},
    {"zeta", kInf, 0.5, kInf}, {"zeta", kNaN, 1, kNaN},
};
// clang-format on

}  // namespace

TEST_CASE("special functions are within their bound at hard operands", "[simd]") {
  ForEachTarget([](const std::string& target) {
    for (const Row& row : kHard) {
      const double result = Evaluate(row.name, row.x, row.y);
      const MathKernel& kernel = RowOf(row.name);
      // Left of 0 the terms of zeta cancel.
      const double least = row.y < 0 ? 64 : kernel.least;
      INFO(target << " " << row.name << "(" << row.x << ", " << row.y << ") = " << result);
      CHECK(UlpErrorOf(result, row.result, least) <= kernel.max_ulp_f64 + 0.5);
    }
  });
}

TEST_CASE("special functions have their special values", "[simd]") {
  ForEachTarget([](const std::string& target) {
    for (const Row& row : kSpecial) {
      const double wide = Evaluate(row.name, row.x, row.y);
      const float narrow = Evaluate(row.name, static_cast<float>(row.x), static_cast<float>(row.y));
      INFO(target << " " << row.name << "(" << row.x << ", " << row.y << ") = " << wide << " and "
                  << narrow);
      CHECK(IsSame(wide, row.result));
      CHECK(IsSame(narrow, static_cast<float>(row.result)));
    }
  });
}

}  // namespace paddock::simd
