#include "core/run/communication.h"

#include <algorithm>

#include "core/diagnostics/json.h"

namespace paddock {

std::string_view ToString(CommunicationKind kind) {
  static constexpr std::string_view kNames[] = {"meeting", "send", "receive", "infeed", "outfeed"};
  return kNames[static_cast<size_t>(kind)];
}

std::string_view ToString(Exchange exchange) {
  static constexpr std::string_view kNames[] = {"whole", "parts", "from_root", "to_root"};
  return kNames[static_cast<size_t>(exchange)];
}

uint64_t Communication::BytesBetween(size_t from, size_t to) const {
  if (from == to || from >= members.size() || to >= members.size()) return 0;
  if (kind != CommunicationKind::kMeeting) return from == 0 ? bytes : 0;
  if (exchange == Exchange::kWhole) return bytes;
  if (exchange == Exchange::kParts) return bytes / members.size();
  const size_t root = exchange == Exchange::kFromRoot ? from : to;
  uint64_t sum = 0;
  for (const Root& one : roots) {
    if (one.position == root) sum += one.bytes;
  }
  return sum;
}

uint64_t Communication::Sum(bool is_given) const {
  switch (kind) {
    case CommunicationKind::kSend:
    case CommunicationKind::kOutfeed:
      return is_given ? bytes : 0;
    case CommunicationKind::kReceive:
    case CommunicationKind::kInfeed:
      return is_given ? 0 : bytes;
    case CommunicationKind::kMeeting:
      break;
  }
  if (members.empty()) return 0;
  const uint64_t others = members.size() - 1;
  if (exchange == Exchange::kWhole) return others * bytes;
  if (exchange == Exchange::kParts) return others * (bytes / members.size());
  const auto own = static_cast<size_t>(std::ranges::find(members, process) - members.begin());
  // A root exchanges data with all others, any other member with the roots.
  const bool is_roots_side = is_given == (exchange == Exchange::kFromRoot);
  uint64_t sum = 0;
  for (const Root& root : roots) {
    if (is_roots_side && root.position == own) sum += others * root.bytes;
    if (!is_roots_side && root.position != own) sum += root.bytes;
  }
  return sum;
}

namespace {

std::string Microseconds(int64_t nanoseconds) {
  if (nanoseconds == Communication::kNever) return "null";
  std::string fraction = std::to_string(nanoseconds % 1000);
  fraction.insert(0, 3 - fraction.size(), '0');
  return std::to_string(nanoseconds / 1000) + "." + fraction;
}

}  // namespace

std::string CommunicationJson(const Communication& communication) {
  Json json;
  json.Member("kind", ToString(communication.kind))
      .Member("process", static_cast<uint64_t>(communication.process))
      .Member("operation", communication.operation)
      .Raw("span", Json().Member(communication.span).Object())
      .Raw("channel", std::to_string(communication.channel));
  if (communication.kind == CommunicationKind::kMeeting) {
    json.Member("exchange", ToString(communication.exchange));
  }
  json.Raw("members", JsonSizes(communication.members))
      .Member("occurrence", communication.occurrence)
      .Member("bytes", communication.bytes);
  if (!communication.roots.empty()) {
    json.Raw("roots", JsonArray(communication.roots, [](const Communication::Root& root) {
               return Json()
                   .Member("position", static_cast<uint64_t>(root.position))
                   .Member("bytes", root.bytes)
                   .Object();
             }));
  }
  return json.Raw("came", Microseconds(communication.begin))
      .Raw("met", Microseconds(communication.met))
      .Raw("left", Microseconds(communication.end))
      .Object();
}

}  // namespace paddock
