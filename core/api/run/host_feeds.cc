#include "core/api/run/host_feeds.h"

#include <algorithm>
#include <utility>

#include "core/grid/hub.h"
#include "core/text/parse/parse.h"
#include "core/text/parse/value_text.h"
#include "core/types/type_context.h"

namespace paddock {
namespace {

std::string FeedName(int64_t channel) {
  return channel == 0 ? "infeed" : "channel " + std::to_string(channel);
}

// Returns why `values` cannot be an entry of these types; empty if they can.
std::string DescribeMisfit(std::span<const Tensor> values, std::span<const Type> types) {
  if (values.size() != types.size()) {
    return "has " + std::to_string(values.size()) + " values, but " + std::to_string(types.size()) +
           " are read";
  }
  for (size_t i = 0; i < values.size(); ++i) {
    if (values[i].element_type() == types[i].stored_element_type() &&
        std::ranges::equal(values[i].shape(), types[i].shape())) {
      continue;
    }
    return "is " + TensorTypeText(values[i].element_type(), values[i].shape()) + ", but " +
           ToString(types[i]) + " is read";
  }
  return {};
}

// Returns the tensors of an entry, of `types`. Diagnostics point at the entry.
Result<Parcel> Convert(const InfeedEntry& entry, const std::string& name, const Site& site,
                       std::span<const Type> types, DiagnosticSink& sink) {
  Parcel values = entry.values;
  if (values.empty()) {
    TypeContext context;
    const Type whole = types.size() == 1 ? types[0] : context.GetTuple(types);
    DiagnosticSink found;
    auto parsed = ParseValueText(entry.text, whole, found, entry.span);
    for (Diagnostic& diagnostic : found.Take()) {
      diagnostic.message = name + ": " + diagnostic.message;
      if (!diagnostic.span.is_known()) diagnostic.span = site.span;
      sink.Report(std::move(diagnostic));
    }
    if (!parsed) return Failed();
    values = *std::move(parsed);
  }
  const std::string misfit = DescribeMisfit(values, types);
  if (misfit.empty()) return values;
  sink.Error("infeed", site.span, name + " " + misfit);
  return Failed();
}

}  // namespace

HostFeeds::HostFeeds(const Program& program, const SessionOptions& options, GridSize size)
    : size_(size) {
  const Example& example = program.example();
  Add(0, options.infeed, example.infeed);
  for (const auto& [channel, given] : options.received) Add(channel, given, {});
  for (const auto& [channel, commented] : example.received) {
    if (!feeds_.contains(channel)) Add(channel, {}, commented);
  }
}

void HostFeeds::Add(int64_t channel, std::span<const InfeedEntry> given,
                    std::span<const ExampleValue> commented) {
  for (const InfeedEntry& entry : given) feeds_[channel].push_back({entry});
  if (!given.empty()) return;
  for (const ExampleValue& comment : commented) {
    InfeedEntry& entry = feeds_[channel].emplace_back().given;
    entry.text = comment.text;
    entry.span = comment.span;
    if (comment.process) {
      entry.process = ProcessId{comment.process->replica, comment.process->partition};
    }
  }
}

std::vector<int64_t> HostFeeds::Channels() const {
  std::vector<int64_t> channels;
  for (const auto& [channel, entries] : feeds_) {
    if (channel != 0) channels.push_back(channel);
  }
  return channels;
}

Result<Parcel> HostFeeds::Read(int64_t process, int64_t number, const Site& site,
                               std::span<const Type> types, DiagnosticSink& sink) {
  const std::string feed = FeedName(site.channel);
  int64_t left = number;
  for (Entry& entry : feeds_[site.channel]) {
    if (entry.given.process && *entry.given.process != size_.ProcessOf(process)) continue;
    if (left-- != 0) continue;
    entry.is_read = true;
    const std::string owner = site.channel == 0 ? "the infeed" : feed;
    return Convert(entry.given, "entry " + std::to_string(number) + " of " + owner, site, types,
                   sink);
  }
  sink.Error("infeed", site.span,
             "process " + ToString(size_.ProcessOf(process)) + " reads entry " +
                 std::to_string(number) + " of its " + feed + ", which has " +
                 std::to_string(number) + (number == 1 ? " entry" : " entries"));
  return Failed();
}

std::vector<Diagnostic> HostFeeds::Unread() const {
  std::vector<Diagnostic> unread;
  for (const auto& [channel, entries] : feeds_) {
    for (size_t i = 0; i < entries.size(); ++i) {
      if (entries[i].is_read) continue;
      Diagnostic& diagnostic = unread.emplace_back();
      diagnostic.severity = Severity::kWarning;
      diagnostic.code = "unread";
      diagnostic.span = entries[i].given.span;
      diagnostic.message = "entry " + std::to_string(i) + " of " +
                           (channel == 0 ? "the infeed" : FeedName(channel)) + " was not read";
    }
  }
  return unread;
}

bool CheckFeedChannels(const Program& program, const SessionOptions& options,
                       DiagnosticSink& sink) {
  const auto refuse = [&sink](int64_t channel, Span span) {
    sink.Error("input", span,
               "values are given for channel " + std::to_string(channel) +
                   ", but a channel of recv is above 0");
    return false;
  };
  for (const auto& [channel, entries] : options.received) {
    if (channel <= 0) return refuse(channel, Span());
  }
  for (const auto& [channel, entries] : program.example().received) {
    if (channel <= 0) return refuse(channel, entries.back().span);
  }
  return true;
}

Infeed InfeedFrom(std::shared_ptr<HostFeeds> feeds) {
  Infeed infeed;
  infeed.channels = feeds->Channels();
  infeed.read = [feeds = std::move(feeds)](int64_t process, int64_t number, const Site& site,
                                           std::span<const Type> types, DiagnosticSink& sink) {
    return feeds->Read(process, number, site, types, sink);
  };
  return infeed;
}

}  // namespace paddock
