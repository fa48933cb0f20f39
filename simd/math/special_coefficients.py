#!/usr/bin/env python3
"""Derives simd/math/special_coefficients.h: polynomials for erf, lgamma and their kin.

Usage: special_coefficients.py > special_coefficients.h   (needs mpmath)

Each polynomial interpolates its function at Chebyshev nodes, which is within a small factor
of the minimax one. The greatest error over the interval, relative to the function, is printed
beside it as a power of two. Lowest degree first, in f64.
"""
from mpmath import mp, mpf

mp.prec = 220


def chebyshev_terms(g, lo, hi, degree):
    """Coefficients of the interpolant in T_k(u), u = (t - middle) / half."""
    count = degree + 1
    middle, half = (mpf(lo) + hi) / 2, (mpf(hi) - lo) / 2
    angles = [mp.pi * (2 * i + 1) / (2 * count) for i in range(count)]
    values = [g(middle + half * mp.cos(angle)) for angle in angles]
    return [(1 if k == 0 else 2) / mpf(count) *
            mp.fsum(v * mp.cos(k * a) for v, a in zip(values, angles)) for k in range(count)]


def multiplied(polynomial, factor):
    result = [mpf(0)] * (len(polynomial) + len(factor) - 1)
    for i, a in enumerate(polynomial):
        for j, b in enumerate(factor):
            result[i + j] += a * b
    return result


def monomials(terms, u):
    """The sum of terms[k] T_k(u), where u is itself a polynomial of degree 1."""
    before, now = [mpf(1)], u
    total = [mpf(0)] * len(terms)
    for k, term in enumerate(terms):
        chebyshev = before if k == 0 else now
        if k >= 2:
            doubled = [2 * c for c in multiplied(u, now)]
            for i, c in enumerate(before):
                doubled[i] -= c
            before, now = now, doubled
            chebyshev = now
        for i, c in enumerate(chebyshev):
            total[i] += term * c
    return total


def emit(name, comment, g, lo, hi, degree, whole=None, lead_is_pair=False):
    """A polynomial in t. Where its first coefficient is a pair, what rounding it lost is nameLo."""
    lo, hi = mpf(lo), mpf(hi)
    middle, half = (lo + hi) / 2, (hi - lo) / 2
    exact_terms = monomials(chebyshev_terms(g, lo, hi, degree), [-middle / half, 1 / half])
    coefficients = [float(c) for c in exact_terms]
    lead_lo = float(exact_terms[0] - mpf(coefficients[0])) if lead_is_pair else 0.0
    rounded = [mpf(coefficients[0]) + mpf(lead_lo)] + [mpf(c) for c in coefficients[1:]]
    worst = mpf(0)
    for i in range(301):
        t = lo + (hi - lo) * i / 300
        exact = g(t)
        error = mp.polyval(rounded[::-1], t) - exact
        worst = max(worst, abs(error / (whole(t) if whole else exact)))
    print(f"// {comment}: 2^{float(mp.log(worst, 2)):.1f}.")
    if lead_is_pair:
        print(f"inline constexpr double {name}Lo = {lead_lo.hex()};")
    print(f"inline constexpr double {name}[] = {{")
    for c in coefficients:
        print(f"    {c.hex()},")
    print("};\n")


def emit_led(name, comment, g, lo, hi, center, degree):
    """A polynomial in t - center whose leading coefficient is a pair: name, nameLo, nameSlope, nameRest."""
    lo, hi, center = mpf(lo), mpf(hi), mpf(center)
    middle, half = (lo + hi) / 2, (hi - lo) / 2
    exact = monomials(chebyshev_terms(g, lo, hi, degree), [(center - middle) / half, 1 / half])
    lead, rest = float(exact[0]), [float(c) for c in exact[1:]]
    lead_lo = float(exact[0] - mpf(lead))
    rounded = [mpf(lead) + mpf(lead_lo)] + [mpf(c) for c in rest]
    worst = mpf(0)
    for i in range(301):
        t = lo + (hi - lo) * i / 300
        worst = max(worst, abs(mp.polyval(rounded[::-1], t - center) / g(t) - 1))
    print(f"// {comment}: 2^{float(mp.log(worst, 2)):.1f}.")
    print(f"inline constexpr double {name} = {lead.hex()};")
    print(f"inline constexpr double {name}Lo = {lead_lo.hex()};")
    print(f"inline constexpr double {name}Slope = {rest[0].hex()};")
    print(f"inline constexpr double {name}Rest[] = {{")
    for c in rest[1:]:
        print(f"    {c.hex()},")
    print("};\n")


def pair(name, comment, value):
    hi = float(value)
    lo = float(value - mpf(hi))
    print(f"// {comment}\ninline constexpr double {name} = {hi.hex()};")
    print(f"inline constexpr double {name}Lo = {lo.hex()};\n")


def log_gamma_near_two(y):
    return 1 - mp.euler if y == 0 else mp.loggamma(2 + y) / y


def stirling_rest(w):
    if w == 0:
        return mpf(1) / 12
    x = 1 / mp.sqrt(w)
    return (mp.loggamma(x) - (x - mpf(1) / 2) * mp.log(x) + x - mp.log(2 * mp.pi) / 2) * x


def digamma_rest(w):
    if w == 0:
        return mpf(1) / 12
    x = 1 / mp.sqrt(w)
    return (mp.log(x) - 1 / (2 * x) - mp.digamma(x)) / w


ROOT = mp.findroot(mp.digamma, mpf("1.4616321449683623"))


def digamma_over_root(y):
    x = y + mpf(3) / 2
    return mp.digamma(x) / (x - ROOT) if x != ROOT else mp.polygamma(1, ROOT)


def sine_of_pi(z):
    return mp.sin(mp.pi * mp.sqrt(z)) / mp.sqrt(z) if z else mp.pi


def cotangent_of_pi(z):
    return mp.pi * mp.sqrt(z) * mp.cot(mp.pi * mp.sqrt(z)) if z else mpf(1)


def erf_inv_of_w(w):
    if w == 0:
        return mp.sqrt(mp.pi) / 2
    x = mp.sqrt(-mp.expm1(-w))
    return mp.erfinv(x) / x


def bessel_far(t):
    if t == 1:
        return 1 / mp.sqrt(2 * mp.pi)
    x = (9 + 5 * t) / (1 - t)
    return mp.sqrt(x) * mp.exp(-x) * mp.besseli(1, x)


def erf_over_x(z):
    return mp.erf(mp.sqrt(z)) / mp.sqrt(z) if z else 2 / mp.sqrt(mp.pi)


def erf_inv_over_x(z):
    return mp.erfinv(mp.sqrt(z)) / mp.sqrt(z) if z else mp.sqrt(mp.pi) / 2


def erfc_scaled(t):
    x = mpf("3.75") * (1 + t) / (1 - t)
    return (1 + 2 * x) * mp.exp(x * x) * mp.erfc(x)


print("""// Generated by special_coefficients.py: polynomials, lowest degree first. The comment gives the
// approximation error, relative to the function.
#ifndef PADDOCK_SIMD_MATH_SPECIAL_COEFFICIENTS_H_
#define PADDOCK_SIMD_MATH_SPECIAL_COEFFICIENTS_H_

namespace paddock::simd {
""")
emit("kErf", "erf(x) / x - 1 in x^2, abs(x) <= 1", lambda z: erf_over_x(z) - 1, 0, 1, 13, whole=erf_over_x)
emit("kErfcScaled", "(1 + 2 x) e^(x^2) erfc(x) in t = (x - 3.75) / (x + 3.75), 0.2 <= x <= 28",
     erfc_scaled, "-0.9", "0.77", 22, lead_is_pair=True)
emit("kErfInvNear", "erf_inv(x) / x - 1 in x^2, abs(x) <= 1/2",
     lambda z: erf_inv_over_x(z) - 1, 0, "0.25", 15, whole=erf_inv_over_x)
emit_led("kErfInvCentral", "erf_inv(x) / x in w - 3.25, w = -log(1 - x^2), 0.28 <= w <= 6.25",
         erf_inv_of_w, "0.28", "6.25", "3.25", 24)
emit_led("kErfInvMiddle", "the same in sqrt(w) - 3.25, 6.25 <= w <= 16",
         lambda s: erf_inv_of_w(s * s), "2.5", 4, "3.25", 21)
emit_led("kErfInvFar", "the same in sqrt(w) - 5, 16 <= w <= 36.12",
         lambda s: erf_inv_of_w(s * s), 4, "6.01", 5, 19)
emit("kErfcShort", "erfc(x) e^(x^2) (x + 3) in 1 / (x + 3), 0 <= x <= 10.5, enough for f32",
     lambda w: mp.erfc(1 / w - 3) * mp.exp((1 / w - 3) ** 2) / w, mpf(2) / 27, mpf(1) / 3, 11)
emit("kErfInvShort", "erf_inv(x) / x in w = -log(1 - x^2), w <= 6.25, enough for f32", erf_inv_of_w, 0, "6.3", 13)
emit("kLogShort", "log(1 + f) / f, 1/sqrt(2) <= 1 + f <= sqrt(2), enough for f32",
     lambda f: mp.log1p(f) / f if f else mpf(1), "-0.2929", "0.4143", 11)
emit("kLogGammaNearTwo", "log Gamma(2 + y) / y, abs(y) <= 1/2", log_gamma_near_two, "-0.5", "0.5", 19)
emit("kStirling", "x (log Gamma(x) - ((x - 1/2) log x - x + log(2 pi) / 2)) in 1/x^2, x >= 8",
     stirling_rest, 0, mpf(1) / 64, 7)
pair("kDigammaRoot", "The root of digamma between 1 and 2.", ROOT)
emit("kDigammaOverRoot", "digamma(x) / (x - root) in x - 3/2, 1 <= x <= 2", digamma_over_root, "-0.5", "0.5", 23)
emit("kDigammaFar", "x^2 (log x - 1/(2 x) - digamma(x)) in 1/x^2, x >= 10", digamma_rest, 0, mpf(1) / 100, 7)
emit("kLogGammaShort", "log Gamma(2 + y) / y, abs(y) <= 1/2, enough for f32", log_gamma_near_two, "-0.5", "0.5", 11)
emit("kStirlingShort", "as kStirling for x >= 4, enough for f32", stirling_rest, 0, mpf(1) / 16, 4)
emit("kDigammaShort", "as kDigammaOverRoot, enough for f32", digamma_over_root, "-0.5", "0.5", 13)
emit("kDigammaFarShort", "as kDigammaFar for x >= 4, enough for f32", digamma_rest, 0, mpf(1) / 16, 5)
emit("kSineOfPiShort", "sin(pi x) / x in x^2, abs(x) <= 1/2, enough for f32", sine_of_pi, 0, "0.25", 5)
emit("kCotangentOfPiShort", "pi x cot(pi x) in x^2, abs(x) <= 1/2, enough for f32", cotangent_of_pi, 0, "0.25", 9,
     whole=lambda z: mpf(1))
emit("kBesselNear", "I1(x) / x in x^2, abs(x) <= 2",
     lambda z: mp.besseli(1, mp.sqrt(z)) / mp.sqrt(z) if z else mpf(1) / 2, 0, 4, 9)
emit("kBesselFar", "sqrt(x) e^-x I1(x) in t = (x - 9) / (x + 5), x >= 2", bessel_far, -1, 1, 38,
     lead_is_pair=True)
emit("kBesselNearShort", "as kBesselNear, enough for f32",
     lambda z: mp.besseli(1, mp.sqrt(z)) / mp.sqrt(z) if z else mpf(1) / 2, 0, 4, 6)
emit("kBesselFarShort", "as kBesselFar, enough for f32", bessel_far, -1, 1, 20)
print("// B(2 j) / (2 j)!, j from 1.\ninline constexpr double kBernoulli[] = {")
for j in range(1, 13):
    print(f"    {float(mp.bernoulli(2 * j) / mp.factorial(2 * j)).hex()},")
print("};\n")
print("// n!\ninline constexpr double kFactorial[] = {")
for n in range(0, 171):
    print(f"    {float(mp.factorial(n)).hex()},")
print("};\n")
print("}  // namespace paddock::simd\n\n#endif  // PADDOCK_SIMD_MATH_SPECIAL_COEFFICIENTS_H_")
