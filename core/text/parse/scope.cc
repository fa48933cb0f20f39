// Names of values, and uses before their definition.
#include "core/text/parse/scope.h"

#include <algorithm>
#include <span>
#include <string>

#include "core/text/parse/parser.h"

namespace paddock {
namespace {

std::string Quote(std::string_view name) { return "'%" + std::string(name) + "'"; }

// Returns whether a value of fewer dimensions would need a broadcast: its sizes are the last ones
// of `written` or 1. Other libraries broadcast it implicitly.
bool NeedsBroadcast(Type defined, Type written) {
  if (!defined.is_tensor() || !written.is_tensor() || defined.element() != written.element()) {
    return false;
  }
  const std::span<const int64_t> from = defined.shape();
  const std::span<const int64_t> to = written.shape();
  if (from.size() >= to.size()) return false;
  const std::span<const int64_t> last = to.last(from.size());
  return std::ranges::equal(from, last, [](int64_t a, int64_t b) { return a == b || a == 1; }) &&
         std::ranges::count_if(to, [](int64_t size) { return size < 0; }) == 0;
}

std::string BroadcastAdvice(std::string_view name, Type defined, Type written) {
  std::string dimensions;
  for (size_t i = defined.rank(); i > 0; --i) {
    const std::string dimension = std::to_string(written.rank() - i);
    dimensions += (dimensions.empty() ? "" : ", ") + dimension;
  }
  const std::string value(name);
  return "StableHLO does not broadcast implicitly; insert this, and use its result:\n  %" + value +
         "_wide = stablehlo.broadcast_in_dim %" + value + ", dims = [" + dimensions + "] : (" +
         ToString(defined) + ") -> " + ToString(written);
}

}  // namespace

Value* Parser::UseValue(const OperandUse& use, Type type, Span type_span) {
  const auto found = scope().names.find(use.name);
  if (found == scope().names.end()) {
    if (snippet_ != nullptr) {
      if (Value* input = UseSnippetInput(use, type)) return input;
    }
    return UseForward(use, type);
  }
  const NameEntry& entry = found->second;
  if (entry.is_poison) return MakeUndefined(use, type, entry.span);
  if (use.result >= entry.values.size()) {
    Diagnostic& diagnostic = sink_.Error("ssa", use.span,
                                         "result number " + std::to_string(use.result) +
                                             " is out of range: " + Quote(use.name) + " has " +
                                             std::to_string(entry.values.size()) +
                                             (entry.values.size() == 1 ? " result" : " results"));
    diagnostic.notes.push_back({"defined here", entry.span});
    return MakeUndefined(use, type, use.span);
  }
  Value* value = entry.values[use.result];
  if (!type || !value->type || value->type == type) return value;
  ReportType(use, entry, value->type, type, type_span);
  // An undefined value avoids further errors about the written type.
  return NeedsBroadcast(value->type, type) ? MakeUndefined(use, type, use.span) : value;
}

void Parser::ReportType(const OperandUse& use, const NameEntry& entry, Type defined, Type written,
                        Span type_span) {
  // One type may be written for several uses of the value.
  const bool is_told =
      type_span.is_known() && type_span == wrong_type_span_ && use.name == wrong_type_name_;
  if (is_told) return;
  wrong_type_span_ = type_span;
  wrong_type_name_ = use.name;
  const std::string name = ToString(defined);
  Diagnostic& diagnostic = sink_.Error(
      "type", use.span,
      Quote(use.name) + " has type " + name + ", but " + ToString(written) + " is written here");
  diagnostic.notes.push_back({"defined here", entry.span});
  if (NeedsBroadcast(defined, written)) {
    diagnostic.notes.push_back({BroadcastAdvice(use.name, defined, written), {}});
  } else if (type_span.is_known()) {
    // The definition may be wrong instead.
    diagnostic.fixes.push_back({"change the type to " + name, type_span, name});
  }
}

// Returns a value without an owner. An error at `reason` or after it explains it.
Value* Parser::MakeUndefined(const OperandUse& use, Type type, Span reason) {
  Value* value = module_.MakeValue(type, use.name);
  value->span = reason;
  return value;
}

// Returns a placeholder for the use until its definition is read.
Value* Parser::UseForward(const OperandUse& use, Type type) {
  auto [found, is_new] = scope().forward_uses.try_emplace(use.name);
  if (is_new) scope().forward_names.push_back(use.name);
  // Uses are sorted by result number, which mostly rises.
  std::vector<ForwardUse>& uses = found->second;
  const auto place = std::ranges::lower_bound(uses, use.result, {}, &ForwardUse::result);
  if (place != uses.end() && place->result == use.result) return place->value;
  Value* value = module_.MakeValue(type, use.name);
  value->span = use.span;
  uses.insert(place, {use.result, value, use.span});
  return value;
}

void Parser::DefineValues(std::string_view name, std::span<Value*> values, Span span) {
  const auto [found, is_new] = scope().names.try_emplace(name);
  if (is_new) {
    scope().defined.push_back(name);
  } else if (!found->second.is_poison && !MayRedefine()) {
    Diagnostic& diagnostic = sink_.Error("ssa", span, "redefinition of value " + Quote(name));
    diagnostic.notes.push_back({"previous definition", found->second.span});
    return;
  }
  found->second = {values, span, false};
  const auto forward = scope().forward_uses.find(name);
  if (forward == scope().forward_uses.end()) return;
  for (const ForwardUse& use : forward->second) MeetForwardUse(use, name, values, span);
  scope().forward_uses.erase(forward);
}

void Parser::MeetForwardUse(const ForwardUse& use, std::string_view name, std::span<Value*> values,
                            Span span) {
  if (use.result >= values.size()) {
    Fail(use.span,
         "result number " + std::to_string(use.result) + " is out of range: " + Quote(name) +
             " has " + std::to_string(values.size()) +
             (values.size() == 1 ? " result" : " results"),
         "ssa");
    return;
  }
  // The use is too early if the block of the definition was open at that point. A use in an earlier
  // block may be reached after the definition.
  if (use.span.begin >= block_begin_) {
    Diagnostic& diagnostic =
        sink_.Error("dominance", use.span, Quote(name) + " is used before its definition");
    diagnostic.notes.push_back({"defined here", span});
  }
  Value* defined = values[use.result];
  if (use.value->type && defined->type && use.value->type != defined->type) {
    Fail(use.span,
         Quote(name) + " has type " + ToString(defined->type) + ", but " +
             ToString(use.value->type) + " is written here",
         "type");
  }
  const uint32_t id = use.value->id;
  *use.value = *defined;
  use.value->id = id;
  values[use.result] = use.value;
}

// Suggests a similar name that is defined before the use and still visible.
void Parser::SuggestValue(Diagnostic& diagnostic, const ForwardUse& use, std::string_view name) {
  if (!sink_.MaySuggest(scope().defined.size())) return;
  std::vector<std::string_view> names;
  for (std::string_view defined : scope().defined) {
    const auto entry = scope().names.find(defined);
    const bool is_before = entry != scope().names.end() && entry->second.span.end <= use.span.begin;
    if (is_before) names.push_back(defined);
  }
  // The span covers the name alone, without `#1`.
  const Span span = {use.span.begin, use.span.begin + 1 + static_cast<uint32_t>(name.size())};
  SuggestNearest(diagnostic, span, name, Naming::kProgram, names, "%");
}

void Parser::EndScope() {
  for (std::string_view name : scope().forward_names) {
    const auto found = scope().forward_uses.find(name);
    if (found == scope().forward_uses.end()) continue;
    for (const ForwardUse& use : found->second) {
      const auto entry = scope().names.find(name);
      if (entry != scope().names.end() && entry->second.is_poison) continue;
      Diagnostic& diagnostic =
          sink_.Error("ssa", use.span, "use of undefined value " + Quote(name));
      SuggestValue(diagnostic, use, name);
    }
    scope().forward_uses.erase(found);
  }
}

}  // namespace paddock
