#include "core/api/why/formula_words.h"

#include <algorithm>

#include "core/explain/body_dependence.h"
#include "core/ir/attribute_values.h"

namespace paddock {
namespace {

struct Infix {
  std::string_view kernel;
  std::string_view sign;
};
constexpr Infix kInfixes[] = {{"add", "+"},    {"subtract", "-"},  {"multiply", "*"},
                              {"divide", "/"}, {"and", "and"},     {"or", "or"},
                              {"xor", "xor"},  {"remainder", "%"}, {"shift_left", "<<"}};

constexpr std::string_view kBroadcast = "broadcast_";

std::string Joined(std::span<const std::string> texts, std::string_view between) {
  std::string text;
  for (const std::string& one : texts) {
    if (!text.empty()) text += between;
    text += one;
  }
  return text;
}

std::string Spaced(std::string_view sign) { return Concat({" ", sign, " "}); }

}  // namespace

std::string_view PlainName(const Operation& operation) {
  std::string_view name = operation.name.substr(operation.name.find('.') + 1);
  if (name.starts_with(kBroadcast)) name.remove_prefix(kBroadcast.size());
  return name;
}

std::string_view SignOf(const Operation& operation) {
  const bool is_broadcast = operation.info->family == "chlo_broadcast";
  const std::string_view kernel = is_broadcast ? PlainName(operation) : operation.info->kernel;
  const auto found = std::ranges::find(kInfixes, kernel, &Infix::kernel);
  return found == std::end(kInfixes) ? std::string_view() : found->sign;
}

std::string Concat(std::initializer_list<std::string_view> parts) {
  std::string text;
  for (const std::string_view part : parts) text += part;
  return text;
}

std::string Called(std::string_view name, std::span<const std::string> texts) {
  return Concat({name, "(", Joined(texts, ", "), ")"});
}

std::string Series(std::vector<std::string> texts, int64_t count, std::string_view sign,
                   std::string_view name) {
  const bool is_cut = count > static_cast<int64_t>(texts.size());
  if (is_cut) texts.emplace_back("...");
  std::string text = sign.empty() ? Called(name, texts) : Joined(texts, Spaced(sign));
  if (is_cut) text += " (" + std::to_string(count) + " terms)";
  return text;
}

std::string Elementwise(const Operation& operation, std::span<const std::string> texts) {
  const bool is_comparison =
      operation.is(OpKind::kStablehloCompare) || operation.is(OpKind::kChloBroadcastCompare);
  if (is_comparison && texts.size() == 2) {
    return Concat({texts[0], " ", TextOf(operation, "comparison_direction"), " ", texts[1]});
  }
  const std::string_view sign = SignOf(operation);
  if (!sign.empty() && texts.size() == 2) return Joined(texts, Spaced(sign));
  return Called(PlainName(operation), texts);
}

std::string Enclosed(const std::string& text) {
  int depth = 0;
  for (const char c : text) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (depth == 0 && c == ' ') return Concat({"(", text, ")"});
  }
  return text;
}

Combiner CombinerOf(const Region& body, uint32_t result, uint32_t count) {
  const Block& block = *body.first;
  const Value* returned = block.last->operands[result];
  const Value* earlier = block.arguments[result];
  const Value* next = block.arguments[count + result];
  if (returned == earlier) return {Combiner::Kind::kKeeps, {}, {}, false};
  if (returned == next) return {Combiner::Kind::kReplaces, {}, {}, false};
  Combiner combiner;
  const Operation* operation = returned->operation;
  const bool is_one = operation != nullptr && operation->info != nullptr &&
                      operation->info->has(kElementwise) && operation->operands.size() == 2;
  if (is_one) {
    const Value* a = operation->operands[0];
    const Value* b = operation->operands[1];
    const bool is_swapped = a == next && b == earlier && operation->info->has(kCommutative);
    if ((a == earlier && b == next) || is_swapped) {
      combiner.sign = SignOf(*operation);
      combiner.name = PlainName(*operation);
      return combiner;
    }
  }
  const std::vector<bool> used = BodyDependence(body)[result];
  for (uint32_t i = 0; i < used.size(); ++i) {
    combiner.uses_others |= used[i] && i % count != result;
  }
  return combiner;
}

}  // namespace paddock
