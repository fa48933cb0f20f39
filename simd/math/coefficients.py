#!/usr/bin/env python3
"""Derives simd/math/coefficients.h: minimax polynomials by Remez exchange.

Usage: coefficients.py > coefficients.h   (needs mpmath)

Each polynomial P approximates g(t) on [lo, hi] so that weight(t) * (P - g) has
the least maximum, which is printed beside it as a power of two. Coefficients
are then rounded to f64, or to f32 for kernels in f32, lowest degree first.
"""
import struct

from mpmath import mp, mpf, matrix, lu_solve, log, sqrt, exp, atan, sin, cos, atanh, pi, findroot

mp.prec = 260


def remez(g, weight, lo, hi, degree):
    lo, hi = mpf(lo), mpf(hi)
    count = degree + 2
    nodes = [(lo + hi) / 2 - (hi - lo) / 2 * cos(pi * i / (count - 1)) for i in range(count)]
    for _ in range(30):
        system, right = matrix(count, count), matrix(count, 1)
        for i, t in enumerate(nodes):
            for j in range(degree + 1):
                system[i, j] = t**j
            system[i, count - 1] = (-1) ** i / weight(t)
            right[i] = g(t)
        solution = lu_solve(system, right)
        coefficients = [solution[j] for j in range(degree + 1)]
        level = abs(solution[count - 1])

        def error(t):
            return weight(t) * (mp.polyval(coefficients[::-1], t) - g(t))

        nodes = extrema(error, nodes, lo, hi)
        worst = max(abs(error(t)) for t in nodes)
        if worst < level * mpf("1.0001"):
            break
    return coefficients, worst


def extrema(error, nodes, lo, hi):
    """One extremum around each node, by golden-section search between neighbours."""
    found = []
    for i, t in enumerate(nodes):
        sign = 1 if error(t) > 0 else -1
        a = lo if i == 0 else (nodes[i - 1] + t) / 2
        b = hi if i == len(nodes) - 1 else (t + nodes[i + 1]) / 2
        ratio = (sqrt(mpf(5)) - 1) / 2
        for _ in range(60):
            c, d = b - ratio * (b - a), a + ratio * (b - a)
            if sign * error(c) > sign * error(d):
                b = d
            else:
                a = c
        found.append(max([a, (a + b) / 2, b, t], key=lambda u: sign * error(u)))
    return found


def as_single(x):
    return struct.unpack("f", struct.pack("f", float(x)))[0]


def emit(name, comment, g, weight, lo, hi, degree, single=False):
    coefficients, worst = remez(g, weight, lo, hi, degree)
    kind, suffix = ("float", "f") if single else ("double", "")
    print(f"// {comment}: 2^{float(log(worst, 2)):.1f}.")
    print(f"inline constexpr {kind} {name}[] = {{")
    for c in coefficients:
        rounded = as_single(c) if single else float(c)
        print(f"    {rounded.hex()}{suffix},")
    print("};\n")


def emit_powers(name, count):
    """2^(i/count) in f32, and what rounding that lost."""
    powers = [mpf(2) ** (mpf(i) / count) for i in range(count)]
    for suffix, values in (("", powers), ("Lo", [p - mpf(as_single(p)) for p in powers])):
        print(f"// 2^(i/{count}){', less its rounding to f32' if suffix else ' in f32'}.")
        print(f"inline constexpr float {name}{suffix}[] = {{")
        for value in values:
            print(f"    {as_single(value).hex()}f,")
        print("};\n")


def interpolated(g, lo, hi, count):
    """The polynomial with so many terms that meets g at Chebyshev's nodes."""
    nodes = [(lo + hi) / 2 + (hi - lo) / 2 * cos(pi * (2 * i + 1) / (2 * count)) for i in range(count)]
    system = matrix(count, count)
    for i, t in enumerate(nodes):
        for j in range(count):
            system[i, j] = t**j
    return list(lu_solve(system, matrix([g(t) for t in nodes])))


def nearly_single(g, lo, hi):
    """A float about the middle of an interval at which g is nearly one, too."""
    for reach in (mpf("0.05"), mpf("0.4")):
        found = None
        for i in range(-150, 151):
            at = as_single((lo + hi) / 2 + (hi - lo) * reach * i / 150)
            value = g(mpf(at))
            off = abs(value / mpf(as_single(value)) - 1)
            if found is None or off < found[0]:
                found = (off, at)
        if found[0] < mpf(2) ** -30:
            break
    assert found[0] < mpf(2) ** -29
    return found[1]


def emit_pieces(name, comment, g, bounds, degree, is_led=False):
    """Polynomials in f32 between neighbours of `bounds`: rows of the center and of coefficients.

    `is_led`: the first column is g(x) / x - 1, by coefficients from the second on.
    """
    columns, worst = [], mpf(0)
    for lo, hi in zip(bounds, bounds[1:]):
        lo, hi = mpf(lo), mpf(hi)
        leads = is_led and not columns
        center = mpf(as_single((lo + hi) / 2) if leads else nearly_single(g, lo, hi))
        lead = g(center)

        def slope(t):
            if leads:
                return g(center + t) / (center + t) - 1
            return (g(center + t) - lead) / t if t else mp.diff(g, center)

        terms = interpolated(slope, lo - center, hi - center, degree)
        columns.append([float(center), as_single(lead)] + [as_single(c) for c in terms])
        rounded = [mpf(c) for c in columns[-1][1:]]
        for i in range(1, 201):
            t = lo - center + (hi - lo) * i / 200
            x = center + t
            value = x + x * mp.polyval(rounded[:0:-1], t) if leads else mp.polyval(rounded[::-1], t)
            worst = max(worst, abs(value / g(x) - 1))
    print(f"// {comment}: 2^{float(log(worst, 2)):.1f}.")
    print(f"inline constexpr float {name}[][{len(columns)}] = {{")
    for row in zip(*columns):
        print("    {" + ", ".join(f"{c.hex()}f" for c in row) + "},")
    print("};\n")


def emit_quarters(name, comment, g, degree, last, odd=True):
    """Polynomials in f32 on quarters of a binade, 32 columns: rows of the center and of coefficients.

    Columns are numbered by bits 21 to 25 of an operand. `last` is the first number of the last
    column. The lowest one reaches down to 0, its center. An odd function is 1 in the last column, and
    its first coefficient in the lowest column is the operand.
    """
    first_bits = struct.unpack("I", struct.pack("f", last))[0] >> 21
    columns, worst = {}, mpf(0)
    for bits in range(first_bits - 31, first_bits + 1):
        lo, hi = (mpf(struct.unpack("f", struct.pack("I", (bits + i) << 21))[0]) for i in (0, 1))
        if odd and bits == first_bits:
            columns[bits & 31] = [last, 1.0] + [0.0] * degree
            continue
        center = 0.0 if bits == first_bits - 31 else nearly_single(g, lo, hi)
        lo = mpf(0) if center == 0 else lo
        lead = g(mpf(center))

        def slope(t):
            if odd and center == 0:
                return g(t) / t - 1 if t else mpf(0)
            return (g(center + t) - lead) / t if t else mp.diff(g, mpf(center))

        terms = interpolated(slope, lo - center, hi - center, degree)
        columns[bits & 31] = [center, as_single(lead)] + [as_single(c) for c in terms]
        rounded = [mpf(c) for c in columns[bits & 31][1:]]
        for i in range(1, 41):
            t = lo - center + (hi - lo) * i / 40
            value = t + t * mp.polyval(rounded[:0:-1], t) if odd and center == 0 else mp.polyval(rounded[::-1], t)
            worst = max(worst, abs(value / g(center + t) - 1))
    print(f"// {comment}: 2^{float(log(worst, 2)):.1f}.")
    print(f"// clang-format off\ninline constexpr float {name}[] = {{")
    for row in range(degree + 2):
        digits = [float(columns[i][row]).hex().replace("0000000p", "p") for i in range(32)]
        for i in range(0, 32, 6):
            print("    " + ", ".join(f"{text}f" for text in digits[i:i + 6]) + ",")
    print("};\n// clang-format on\n")


def emit_octets(name, comment, g, degree, last, odd=True):
    """Polynomials in f32 between 0 and `last`, eight columns: rows of the center and of coefficients.

    Columns are numbered by bits 22 to 24 of an operand plus 3/4. An odd function g is not far from its
    operand x in the lowest two: their polynomials are g(x) / x - 1, by coefficients from the second on.
    """
    first_bits = struct.unpack("I", struct.pack("f", 0.75))[0] >> 22
    columns, worst = {}, mpf(0)
    for bits in range(first_bits, first_bits + 8):
        lo, hi = (mpf(struct.unpack("f", struct.pack("I", (bits + i) << 22))[0]) - mpf("0.75") for i in (0, 1))
        if lo >= last:
            columns[bits & 7] = [last, 1.0] + [0.0] * degree
            continue
        hi = min(hi, mpf(last))
        is_led = odd and bits < first_bits + 2
        center = as_single((lo + hi) / 2) if is_led else nearly_single(g, lo, hi)
        lead = g(mpf(center))

        def slope(t):
            if is_led:
                return g(center + t) / (center + t) - 1 if center + t else mp.diff(g, mpf(0)) - 1
            return (g(center + t) - lead) / t if t else mp.diff(g, mpf(center))

        terms = interpolated(slope, lo - center, hi - center, degree)
        columns[bits & 7] = [center, as_single(lead)] + [as_single(c) for c in terms]
        rounded = [mpf(c) for c in columns[bits & 7][1:]]
        for i in range(1, 101):
            t = lo - center + (hi - lo) * i / 100
            x = center + t
            value = x + x * mp.polyval(rounded[:0:-1], t) if is_led else mp.polyval(rounded[::-1], t)
            worst = max(worst, abs(value / g(x) - 1))
    print(f"// {comment}: 2^{float(log(worst, 2)):.1f}.")
    print(f"inline constexpr float {name}[] = {{")
    for row in range(degree + 2):
        digits = [float(columns[i][row]).hex().replace("0000000p", "p") for i in range(8)]
        for i in range(0, 8, 4):
            print("    " + ", ".join(f"{text}f" for text in digits[i:i + 4]) + ",")
    print("};\n")


def one(_):
    return mpf(1)


def series(terms):
    """A power series at 0, for functions whose closed form cancels there."""
    return lambda t: mp.fsum(c * t**n for n, c in enumerate(terms))


HALF_LN2 = log(mpf(2)) / 2 * mpf("1.001")
QUARTER_PI2 = (pi / 4) ** 2 * mpf("1.001")
MAX_S2 = ((sqrt(mpf(2)) - 1) / (sqrt(mpf(2)) + 1)) ** 2 * mpf("1.001")
TAN_PI8_2 = mp.tan(pi / 8) ** 2 * mpf("1.001")

exp_tail = series([1 / mp.factorial(n + 2) for n in range(45)])
exp_tail2 = series([1 / mp.factorial(n + 3) for n in range(45)])
log_tail = series([mpf(2) / (2 * n + 3) for n in range(60)])
log_tail2 = series([mpf(2) / (2 * n + 5) for n in range(60)])
log_plus_one_tail = series([mpf(-1) ** n / (n + 3) for n in range(200)])
sin_tail = series([(-1) ** (n + 1) / mp.factorial(2 * n + 3) for n in range(45)])
cos_tail = series([(-1) ** n / mp.factorial(2 * n + 4) for n in range(45)])
atan_tail = series([mpf(-1) ** (n + 1) / (2 * n + 3) for n in range(110)])



def erf_over_x(z):
    return mp.erf(sqrt(z)) / sqrt(z) if z else 2 / sqrt(pi)


tanh_terms = mp.taylor(mp.tanh, 0, 121)
tanh_tail = series([tanh_terms[2 * n + 3] for n in range(59)])


def main():
    print("""// Generated by coefficients.py: minimax polynomials, lowest degree first. The
// comment gives the approximation error, relative to the whole function.
#ifndef PADDOCK_SIMD_MATH_COEFFICIENTS_H_
#define PADDOCK_SIMD_MATH_COEFFICIENTS_H_

namespace paddock::simd {
""")
    for bits, degrees in (("F32", (6, 4, 3, 3, 6)), ("F64", (10, 6, 5, 5, 10))):
        emit(f"kExpTail{bits}", "e^r = 1 + r + r^2 P(r), abs(r) <= ln(2)/2, relative to r",
             exp_tail, lambda r: abs(r) if r else mpf(10) ** -9, -HALF_LN2, HALF_LN2, degrees[0])
        emit(f"kLogTail{bits}", "2 atanh(s) = 2 s + s^3 P(s^2), 1 + f = (1 + s) / (1 - s) in [sqrt(1/2), sqrt(2)]",
             log_tail, lambda z: z / 2 + mpf(10) ** -12, 0, MAX_S2, degrees[1])
        emit(f"kSinTail{bits}", "sin r = r + r^3 P(r^2), abs(r) <= pi/4",
             sin_tail, lambda z: z + mpf(10) ** -12, 0, QUARTER_PI2, degrees[2])
        emit(f"kCosTail{bits}", "cos r = 1 - r^2/2 + r^4 P(r^2), abs(r) <= pi/4",
             cos_tail, lambda z: z * z + mpf(10) ** -12, 0, QUARTER_PI2, degrees[3])
        emit(f"kAtanTail{bits}", "atan q = q + q^3 P(q^2), abs(q) <= tan(pi/8)",
             atan_tail, lambda z: z + mpf(10) ** -12, 0, TAN_PI8_2, degrees[4])
    emit("kLogTailPair", "2 atanh(s) = 2 s + 2/3 s^3 + s^5 P(s^2), for logarithms in pairs of f64",
         log_tail2, lambda z: z * z / 2 + mpf(10) ** -12, 0, MAX_S2, 7)
    emit("kCbrt", "cbrt(m), 1 <= m < 2", lambda m: mp.cbrt(m), lambda m: 1 / mp.cbrt(m), 1, 2, 5)
    emit("kExpTailSingle", "e^r = 1 + r + r^2 P(r), abs(r) <= ln(2)/2, in f32",
         exp_tail, lambda r: r * r + mpf(10) ** -9, -HALF_LN2, HALF_LN2, 4, single=True)
    # Fitted again after rounding each coefficient, with ten times the weight below -0.28, where the sum is rounded most.
    print("// e^r = 1 + r + r^2 P(r), abs(r) <= ln(2)/2, in f32: 2^-27.5, and 2^-30.8 below -0.28.")
    print("inline constexpr float kExpTailShort[] = {")
    for c in ("0x1.ffffeap-2", "0x1.5554ap-3", "0x1.55673ep-5", "0x1.123134p-7", "0x1.5fa97cp-10"):
        print(f"    {as_single(float.fromhex(c)).hex()}f,")
    print("};\n")
    emit("kExpMinusOneTailSingle", "e^r = 1 + r + r^2/2 + r^3 P(r), in f32, relative to r",
         exp_tail2, lambda r: r * r + mpf(10) ** -9, -HALF_LN2, HALF_LN2, 4, single=True)
    emit("kExpMinusOneTailUneven", "e^r = 1 + r + r^2/2 + r^3 P(r), log(3/4) <= r <= log(3/2), in f32, relative to r",
         exp_tail2, lambda r: r * r + mpf(10) ** -9, log(mpf(3) / 4), log(mpf(3) / 2), 4, single=True)
    emit("kLogTailSingle", "2 atanh(s) = 2 s + s^3 P(s^2), in f32",
         log_tail, lambda z: z / 2 + mpf(10) ** -9, 0, MAX_S2, 2, single=True)
    emit("kLogPlusOneTailSingle", "log(1 + f) = f - f^2/2 + f^3 P(f), sqrt(1/2) <= 1 + f <= sqrt(2), in f32, relative to f",
         log_plus_one_tail, lambda f: f * f + mpf(10) ** -9, sqrt(mpf(1) / 2) * mpf("0.9999") - 1,
         sqrt(mpf(2)) * mpf("1.0001") - 1, 8, single=True)
    emit("kTanhTailSingle", "tanh x = x + x^3 P(x^2), abs(x) <= 9/16, in f32",
         tanh_tail, lambda z: z + mpf(10) ** -9, 0, mpf("0.5626") ** 2, 4, single=True)
    SIXTEENTH = log(mpf(2)) / 32 * mpf("1.001")
    emit("kExpTailSixteenth", "e^r = 1 + r + r^2 P(r), abs(r) <= ln(2)/32, in f32",
         exp_tail, lambda r: r * r + mpf(10) ** -9, -SIXTEENTH, SIXTEENTH, 1, single=True)
    emit_powers("kPowersOfTwo", 16)
    emit_quarters("kTanhQuarters", "tanh x = c0 + t (c1 + ..), t = x - center, in f32", mp.tanh, 5, 10.0)
    emit("kErfSingle", "erf(x) / x - 1 in x^2, abs(x) <= 7/8, in f32",
         lambda z: erf_over_x(z) - 1, lambda z: 1 / erf_over_x(z), 0, mpf("0.876") ** 2, 6, single=True)
    emit_pieces("kErfPieces", "erf x = c0 + t (c1 + ..), t = x - center, 7/8 <= x <= 4, in f32", mp.erf,
                ("0.875", "1.625", "2.5", "4"), 9)
    emit_quarters("kErfQuarters", "erf x = c0 + t (c1 + ..), t = x - center, in f32", mp.erf, 6, 4.0)
    emit_quarters("kErfcScaledQuarters", "erfc(x) e^(x^2) = c0 + t (c1 + ..), t = x - center, in f32",
                  lambda x: mp.erfc(x) * exp(x * x), 6, 10.0, odd=False)
    emit_octets("kTanhOctets", "tanh x = c0 + t (c1 + ..), t = x - center, in f32", mp.tanh, 8, 10.0)
    emit_pieces("kErfQuads", "erf x = c0 + t (c1 + ..), t = x - center, x < 63/16, in f32", mp.erf,
                ("0", "0.9375", "1.9375", "2.9375", "3.9375"), 9, is_led=True)
    emit_pieces("kErfcScaledQuads", "erfc(x) e^(x^2) / w = c0 + t (c1 + ..), t = w - center, w = 1 / (x + 7/8), in f32",
                lambda w: mp.erfc(1 / w - mpf("0.875")) * exp((1 / w - mpf("0.875")) ** 2) / w,
                (1 / mpf("11.075"), mpf(1) / 6, mpf(1) / 2, mpf(5) / 6, mpf(8) / 7), 7)
    print("}  // namespace paddock::simd\n\n#endif  // PADDOCK_SIMD_MATH_COEFFICIENTS_H_")


if __name__ == "__main__":
    main()
