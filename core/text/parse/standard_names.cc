#include "core/text/parse/standard_names.h"

#include <algorithm>
#include <iterator>

namespace paddock {
namespace {

struct StandardRow {
  std::string_view name;
  std::string_view full_name;
  // Whether the name is also read without `std.`.
  bool is_bare;
};

constexpr StandardRow kStandardNames[] = {
    {"absf", "math.absf", true},
    {"absi", "math.absi", true},
    {"addf", "arith.addf", true},
    {"addi", "arith.addi", true},
    {"and", "arith.andi", false},
    {"andi", "arith.andi", true},
    {"atan", "math.atan", false},
    {"atan2", "math.atan2", false},
    {"bitcast", "arith.bitcast", false},
    {"ceildivi_signed", "arith.ceildivsi", true},
    {"ceilf", "math.ceil", true},
    {"cmpf", "arith.cmpf", true},
    {"cmpi", "arith.cmpi", true},
    {"constant", "arith.constant", false},
    {"copysign", "math.copysign", false},
    {"cos", "math.cos", false},
    {"divf", "arith.divf", true},
    {"divi_signed", "arith.divsi", true},
    {"divi_unsigned", "arith.divui", true},
    {"exp", "math.exp", false},
    {"exp2", "math.exp2", false},
    {"expm1", "math.expm1", false},
    {"floordivi_signed", "arith.floordivsi", true},
    {"floorf", "math.floor", true},
    {"fmaf", "math.fma", true},
    {"fpext", "arith.extf", true},
    {"fptosi", "arith.fptosi", true},
    {"fptoui", "arith.fptoui", true},
    {"fptrunc", "arith.truncf", true},
    {"index_cast", "arith.index_cast", true},
    {"log", "math.log", false},
    {"log10", "math.log10", false},
    {"log1p", "math.log1p", false},
    {"log2", "math.log2", false},
    {"maxf", "arith.maximumf", true},
    {"maxsi", "arith.maxsi", true},
    {"maxui", "arith.maxui", true},
    {"minf", "arith.minimumf", true},
    {"minsi", "arith.minsi", true},
    {"minui", "arith.minui", true},
    {"mulf", "arith.mulf", true},
    {"muli", "arith.muli", true},
    {"negf", "arith.negf", true},
    {"or", "arith.ori", false},
    {"ori", "arith.ori", true},
    {"powf", "math.powf", true},
    {"remf", "arith.remf", true},
    {"remi_signed", "arith.remsi", true},
    {"remi_unsigned", "arith.remui", true},
    {"rsqrt", "math.rsqrt", false},
    {"select", "arith.select", false},
    {"sexti", "arith.extsi", true},
    {"shift_left", "arith.shli", false},
    {"shift_right_signed", "arith.shrsi", true},
    {"shift_right_unsigned", "arith.shrui", true},
    {"sin", "math.sin", false},
    {"sitofp", "arith.sitofp", true},
    {"sqrt", "math.sqrt", false},
    {"subf", "arith.subf", true},
    {"subi", "arith.subi", true},
    {"tanh", "math.tanh", false},
    {"trunci", "arith.trunci", true},
    {"uitofp", "arith.uitofp", true},
    {"xor", "arith.xori", false},
    {"xori", "arith.xori", true},
    {"zexti", "arith.extui", true},
};

}  // namespace

std::string_view StandardName(std::string_view name) {
  const bool is_qualified = name.starts_with("std.");
  if (is_qualified) name.remove_prefix(4);
  const auto row = std::ranges::find(kStandardNames, name, &StandardRow::name);
  if (row == std::end(kStandardNames) || !(is_qualified || row->is_bare)) return {};
  return row->full_name;
}

}  // namespace paddock
