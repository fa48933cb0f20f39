// Checks of send, recv, infeed and outfeed.
#include <algorithm>

#include "core/check/context.h"
#include "core/check/replica_groups.h"
#include "core/ir/attribute_values.h"

namespace paddock {
namespace {

// Rules of the pairs of send and recv: two columns, unique and non-negative sources and targets.
// Upstream checks neither.
struct PairRules {
  Constraint columns;
  Constraint unique;
};

bool CheckChannelPairs(CheckContext& context, const PairRules& rules) {
  const Attribute* pairs = context.attribute("source_target_pairs");
  if (pairs == nullptr) return true;
  const At at = At::Attribute("source_target_pairs");
  const std::span<const int64_t> shape = pairs->type.shape();
  if (shape.size() != 2 || shape[1] != 2) {
    return context.Warn(rules.columns, at, Say("its type is ", pairs->type)).has_value();
  }
  const std::vector<int64_t> ids = IntegersOf(pairs);
  for (const size_t column : {size_t{0}, size_t{1}}) {
    std::vector<int64_t> sorted;
    for (size_t i = column; i < ids.size(); i += 2) sorted.push_back(ids[i]);
    std::ranges::sort(sorted);
    const bool is_unique = std::ranges::adjacent_find(sorted) == sorted.end();
    if (is_unique && (sorted.empty() || sorted[0] >= 0)) continue;
    return context
        .Warn(rules.unique, at, Say("the ", column == 0 ? "sources" : "targets", " are ", sorted))
        .has_value();
  }
  return true;
}

// Requires a positive channel id, because a run refuses any other.
bool CheckPositiveChannel(CheckContext& context, Constraint rule) {
  const int64_t channel = ChannelId(context);
  if (channel > 0) return true;
  return context.Warn(rule, At::Attribute("channel_handle"), Say("channel_id = ", channel))
      .has_value();
}

// Requires by `rule` that the channel's type is `host_type` for host transfers, else 1 (device to
// device).
bool CheckChannelType(CheckContext& context, Constraint rule, int64_t host_type) {
  const Attribute* channel = context.attribute("channel_handle");
  const Attribute* type = channel == nullptr ? nullptr : channel->Find("type");
  const int64_t found = type == nullptr ? 0 : type->integer;
  const int64_t wanted = context.boolean("is_host_transfer") ? host_type : 1;
  if (found == wanted) return true;
  context.Fail(rule, At::Attribute("channel_handle"),
               Say("the type is ", found, " and must be ", wanted));
  return false;
}

// Checks recv and infeed: values, then a token.
bool CheckReceived(CheckContext& context, Constraint count, Constraint tensors, Constraint token) {
  const size_t results = context.result_count();
  if (results == 0) {
    context.Fail(count, At(), "there are no results");
    return false;
  }
  if (!context.result_type(results - 1).is(TypeKind::kToken)) {
    context.Fail(token, At::Result(results - 1),
                 Say("the last result is ", context.result_type(results - 1)));
    return false;
  }
  for (size_t i = 0; i + 1 < results; ++i) {
    if (context.result_type(i).is_tensor() && context.result_type(i).has_static_shape()) continue;
    context.Fail(tensors, At::Result(i), Say("result ", i, " is ", context.result_type(i)));
    return false;
  }
  return true;
}

// Checks the infeed's layout: one list of integers for each result before the token.
bool CheckInfeedLayout(CheckContext& context) {
  const Attribute* layout = context.attribute("layout");
  if (layout == nullptr) return true;
  bool fits = layout->elements.size() + 1 == context.result_count();
  for (const Attribute* entry : layout->elements) {
    fits =
        fits && (entry->kind == AttributeKind::kArray || entry->kind == AttributeKind::kDenseArray);
    fits = fits && std::ranges::all_of(entry->elements, [](const Attribute* item) {
             return item->kind == AttributeKind::kInteger;
           });
  }
  if (!fits) {
    context.Fail(Constraint::kAttributeForm, At::Attribute("layout"),
                 "layout must have a list of integers for each result before the token");
  }
  return fits;
}

}  // namespace

CheckResult CheckInfeed(CheckContext& context) {
  if (!CheckReceived(context, Constraint::kInfeedC1, Constraint::kInfeedC2,
                     Constraint::kInfeedC3) ||
      !CheckInfeedLayout(context)) {
    return Failed();
  }
  return context.Declared();
}

CheckResult CheckRecv(CheckContext& context) {
  constexpr PairRules kPairs = {Constraint::kRecvX1, Constraint::kRecvX2};
  if (!CheckChannelType(context, Constraint::kRecvC1, 3) || !CheckChannelPairs(context, kPairs) ||
      !CheckPositiveChannel(context, Constraint::kRecvX3) ||
      !CheckReceived(context, Constraint::kRecvC2, Constraint::kRecvC3, Constraint::kRecvC4)) {
    return Failed();
  }
  return context.Declared();
}

CheckResult CheckSend(CheckContext& context) {
  constexpr PairRules kPairs = {Constraint::kSendX1, Constraint::kSendX2};
  if (!CheckChannelType(context, Constraint::kSendC1, 2) || !CheckChannelPairs(context, kPairs) ||
      !CheckPositiveChannel(context, Constraint::kSendX3)) {
    return Failed();
  }
  return context.Declared();
}

}  // namespace paddock
