// Lowering of transfers between processes, or with the host: collective_permute, send and recv,
// infeed and outfeed.
#include <algorithm>
#include <cstring>
#include <utility>

#include "core/ir/attribute_values.h"
#include "core/plan/grid/collective.h"
#include "core/plan/grid/collective_taking.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/planned_references.h"
#include "core/plan/report.h"
#include "simd/movement/index_value.h"

namespace paddock {
namespace {

// --- Messages

struct MessageParameters {
  SiteRef site;
  MailboxKey::Kind kind = MailboxKey::Kind::kChannel;
  std::vector<ParcelEntry> entries;
  std::vector<Type> types;
  // The message goes to the host, and the program also receives from the host on this channel.
  bool returns = false;
  // Null: matched by the channel alone.
  const ProcessPairs* pairs = nullptr;

  bool is_permute() const { return kind == MailboxKey::Kind::kPermute; }
};

template <class Phase>
struct SendReferences {
  ReadSpan<Phase, &MessageParameters::entries> entries;
  // For collective_permute: the number of the expected message.
  WriteSpan<Phase, &MessageParameters::is_permute> ticket;
};

template <class Phase>
struct ReceiveReferences {
  // For collective_permute.
  ReadSpan<Phase, &MessageParameters::is_permute> ticket;
  WriteSpan<Phase, &MessageParameters::entries> entries;
};

// Returns the mailbox of the message; nothing if this process does not take part.
std::optional<MailboxKey> KeyOf(const MessageParameters& message, int64_t process, bool is_send) {
  MailboxKey key{message.kind, message.site->channel};
  if (message.pairs == nullptr) return key;
  const auto at = static_cast<size_t>(process);
  key.source = is_send ? process : message.pairs->source_of[at];
  key.target = is_send ? message.pairs->target_of[at] : process;
  if (key.source < 0 || key.target < 0) return std::nullopt;
  return key;
}

// Copies the operands, chunk by chunk, into a parcel. Returns nothing if the budget is spent first.
Result<std::optional<Parcel>> Pack(StepContext& context, const MessageParameters& message) {
  const auto at = Bind<SendReferences>(context, message);
  const std::vector<ParcelEntry>& entries = message.entries;
  Parcel& parcel = context.host->staged();
  if (context.position == 0) {
    parcel.assign(entries.size(), Tensor());
    for (size_t i = 0; i < entries.size(); ++i) {
      parcel[i] = context.host->NewTensor(entries[i].type, entries[i].shape);
      if (!parcel[i].has_value()) return Failed();
    }
  }
  int64_t before = 0;
  for (size_t i = 0; i < entries.size(); ++i) {
    while (context.position < before + entries[i].bytes) {
      const int64_t begin = context.position - before;
      const int64_t bytes = std::min(kChunkWork, entries[i].bytes - begin);
      std::memcpy(parcel[i].mutable_data() + begin, at.entries[i] + begin,
                  static_cast<size_t>(bytes));
      context.position += bytes;
      if (!context.Spend(2 * bytes) && context.position < before + entries[i].bytes) {
        return std::optional<Parcel>();
      }
    }
    before += entries[i].bytes;
  }
  return std::optional(std::exchange(parcel, {}));
}

// Copies the received tensors into memory. Position counts bytes.
StepStatus Unpack(StepContext& context, const MessageParameters& message) {
  const auto at = Bind<ReceiveReferences>(context, message);
  const std::vector<ParcelEntry>& entries = message.entries;
  Parcel& parcel = context.host->staged();
  int64_t before = 0;
  for (size_t i = 0; i < entries.size(); ++i) {
    while (context.position < before + entries[i].bytes) {
      const int64_t begin = context.position - before;
      const int64_t bytes = std::min(kChunkWork, entries[i].bytes - begin);
      std::memcpy(at.entries[i] + begin, parcel[i].data() + begin, static_cast<size_t>(bytes));
      context.position += bytes;
      if (!context.Spend(2 * bytes) && context.position < before + entries[i].bytes) {
        return StepStatus::kBudgetSpent;
      }
    }
    before += entries[i].bytes;
  }
  parcel.clear();
  return StepStatus::kDone;
}

StepStatus SendStep(StepContext& context) {
  const auto& message = context.As<MessageParameters>();
  ProcessLink& link = context.host->link();
  const auto key = KeyOf(message, link.process(), /*is_send=*/true);
  if (!key) return StepStatus::kDone;
  auto parcel = Pack(context, message);
  if (!parcel) return StepStatus::kFailed;
  if (!*parcel) return StepStatus::kBudgetSpent;
  return link.Send(message.site, *key, **std::move(parcel), context.host->errors())
             ? StepStatus::kDone
             : StepStatus::kFailed;
}

// Receives the message, or zeros for a process without a source.
StepStatus ReceiveStep(StepContext& context) {
  const auto& message = context.As<MessageParameters>();
  const auto at = Bind<ReceiveReferences>(context, message);
  ProcessLink& link = context.host->link();
  const auto key = KeyOf(message, link.process(), /*is_send=*/false);
  if (!key) {
    for (size_t i = 0; i < message.entries.size(); ++i) {
      WriteNothing(message.entries[i], at.entries[i]);
    }
    return StepStatus::kDone;
  }
  if (context.position == 0) {
    std::optional<uint64_t> number;
    if (message.is_permute()) number = simd::LoadUnaligned<uint64_t>(at.ticket[0]);
    auto received = link.Receive(message.site, *key, number, context.host->errors());
    if (!received) return StepStatus::kFailed;
    if (!*received) return StepStatus::kBlocked;
    if (!std::ranges::equal(message.entries, **received, &Fits)) {
      ReportAt(context, "grid-message",
               std::string(context.operation->name) + ": the received message is malformed");
      return StepStatus::kFailed;
    }
    context.host->staged() = **std::move(received);
  }
  return Unpack(context, message);
}

StepStatus GivePermuteStep(StepContext& context) {
  const auto& message = context.As<MessageParameters>();
  const StepStatus status = SendStep(context);
  if (status != StepStatus::kDone) return status;
  ProcessLink& link = context.host->link();
  const auto key = KeyOf(message, link.process(), /*is_send=*/false);
  const uint64_t number = key ? link.Reserve(message.site, *key) : 0;
  std::memcpy(Bind<SendReferences>(context, message).ticket[0], &number, sizeof(number));
  return StepStatus::kDone;
}

// --- Infeed and outfeed.

// An infeed that returns only a token takes no entry.
StepStatus InfeedStep(StepContext& context) {
  const auto& message = context.As<MessageParameters>();
  if (message.entries.empty()) return StepStatus::kDone;
  if (context.position == 0) {
    auto entry =
        context.host->link().ReadInfeed(*message.site, message.types, context.host->errors());
    if (!entry) return StepStatus::kFailed;
    context.host->staged() = *std::move(entry);
  }
  return Unpack(context, message);
}

StepStatus OutfeedStep(StepContext& context) {
  const auto& message = context.As<MessageParameters>();
  auto parcel = Pack(context, message);
  if (!parcel) return StepStatus::kFailed;
  if (!*parcel) return StepStatus::kBudgetSpent;
  context.host->link().WriteOutfeed(*message.site, message.returns, message.types,
                                    **std::move(parcel));
  return StepStatus::kDone;
}

// --- Lowering.

bool IsToken(Lowering& lowering, const Value& value) {
  return lowering.TypeOf(value).is(TypeKind::kToken);
}

void BindToken(Lowering& lowering, const Value& value) {
  Leaf token;
  token.is_token = true;
  lowering.Bind(value, token);
}

const Traffic* TrafficOf(Emitter& emitter, TrafficRole role, const MessageParameters& message) {
  Traffic traffic{role, message.site, nullptr, message.pairs, message.kind};
  for (const ParcelEntry& entry : message.entries) {
    traffic.bytes += static_cast<uint64_t>(entry.bytes);
  }
  return emitter.Own(traffic);
}

// Adds a value of the message to `entries`.
void AddToMessage(const Leaf& leaf, Type type, std::vector<Leaf>& entries, StepSpec& spec,
                  MessageParameters& message) {
  entries.push_back(leaf);
  spec.work += 2 * static_cast<int64_t>(leaf.bytes());
  message.entries.push_back(EntryOf(leaf, type));
  message.types.push_back(type);
}

// Emits the step of a complete message; `source` names its other end.
void EmitMessage(Emitter& emitter, const Operation& source, TrafficRole role, StepSpec spec,
                 MessageParameters message) {
  message.site = SiteOf(source, TypesText(message.types));
  spec.traffic = TrafficOf(emitter, role, message);
  spec.pays_by_itself = true;
  spec.parameters = emitter.Own(std::move(message));
  emitter.Emit(spec);
}

// Sends all operands that are no tokens.
void EmitSend(Lowering& lowering, const Operation& operation, TrafficRole role,
              StepFunction function, MessageParameters message, std::vector<Leaf> ticket = {}) {
  StepSpec spec;
  SendReferences<Planning> references{.entries = {}, .ticket = std::move(ticket)};
  for (size_t i = 0; i < operation.operands.size(); ++i) {
    const Value& operand = *operation.operands[i];
    if (IsToken(lowering, operand)) continue;
    const Leaf leaf = lowering.DenseOperand(operation, i);
    AddToMessage(leaf, lowering.TypeOf(operand), references.entries, spec, message);
  }
  SetReferences(spec, references, message);
  spec.operation = &operation;
  spec.function = function;
  EmitMessage(lowering.emitter(), operation, role, std::move(spec), std::move(message));
}

// Receives all results that are no tokens; `source` names the sender.
void EmitReceive(Lowering& lowering, const Operation& source, const Operation& at, TrafficRole role,
                 StepFunction function, std::span<Value* const> results, MessageParameters message,
                 std::vector<Leaf> ticket = {}) {
  StepSpec spec;
  ReceiveReferences<Planning> references{.ticket = std::move(ticket), .entries = {}};
  for (const Value* result : results) {
    if (IsToken(lowering, *result)) {
      BindToken(lowering, *result);
      continue;
    }
    const Leaf leaf = lowering.Define(*result);
    AddToMessage(leaf, lowering.TypeOf(*result), references.entries, spec, message);
  }
  SetReferences(spec, references, message);
  spec.operation = &at;
  spec.function = function;
  EmitMessage(lowering.emitter(), source, role, std::move(spec), std::move(message));
}

// Checked here and not by core/check, because a program with such a channel can still be read and
// printed.
Result<void> CheckChannel(Lowering& lowering, const Operation& operation, Constraint rule) {
  const int64_t channel = ChannelOf(operation);
  if (channel > 0) return {};
  return lowering.FailRule(operation, rule, "channel_id = " + std::to_string(channel));
}

// Returns the source-target pairs of a channel; null if the program has none.
Result<const ProcessPairs*> ChannelPairs(Lowering& lowering, const Operation& operation) {
  const Attribute* pairs = operation.Find("source_target_pairs");
  if (pairs == nullptr) return nullptr;
  auto found = PairsOf(lowering, operation, EitherStrategyOf(operation), nullptr);
  if (!found) return Failed();
  return lowering.Own(*std::move(found));
}

}  // namespace

Result<PendingCollective> GivePermute(Lowering& lowering, const Operation& operation) {
  static constexpr Constraint kRange = Constraint::kCollectivePermuteC4;
  auto pairs = PairsOf(lowering, operation, EitherStrategyOf(operation), &kRange);
  if (!pairs) return Failed();
  PendingCollective pending;
  pending.operation = &operation;
  pending.pairs = lowering.Own(*std::move(pairs));
  MessageParameters message;
  message.kind = MailboxKey::Kind::kPermute;
  message.pairs = pending.pairs;
  pending.ticket = lowering.NewLeaf(ElementType::kI64, {});
  EmitSend(lowering, operation, TrafficRole::kSend, &GivePermuteStep, std::move(message),
           {pending.ticket});
  return pending;
}

Result<void> TakePermute(Lowering& lowering, const PendingCollective& pending, const Operation& at,
                         std::span<Value* const> results) {
  MessageParameters message;
  message.kind = MailboxKey::Kind::kPermute;
  message.pairs = pending.pairs;
  EmitReceive(lowering, *pending.operation, at, TrafficRole::kReceive, &ReceiveStep, results,
              std::move(message), {pending.ticket});
  return {};
}

Result<void> LowerSend(Lowering& lowering, const Operation& operation) {
  if (!CheckChannel(lowering, operation, Constraint::kSendX3)) return Failed();
  BindToken(lowering, *operation.results[0]);
  MessageParameters message;
  if (IsHostTransfer(operation)) {
    const auto received = lowering.facts().host_channels();
    message.returns = std::ranges::find(received, ChannelOf(operation)) != received.end();
    EmitSend(lowering, operation, TrafficRole::kOutside, &OutfeedStep, std::move(message));
    return {};
  }
  const auto pairs = ChannelPairs(lowering, operation);
  if (!pairs) return Failed();
  message.pairs = *pairs;
  EmitSend(lowering, operation, TrafficRole::kSend, &SendStep, std::move(message));
  return {};
}

Result<void> LowerRecv(Lowering& lowering, const Operation& operation) {
  if (!CheckChannel(lowering, operation, Constraint::kRecvX3)) return Failed();
  if (IsHostTransfer(operation)) return LowerInfeed(lowering, operation);
  const auto pairs = ChannelPairs(lowering, operation);
  if (!pairs) return Failed();
  MessageParameters message;
  message.pairs = *pairs;
  EmitReceive(lowering, operation, operation, TrafficRole::kReceive, &ReceiveStep,
              operation.results, std::move(message));
  return {};
}

Result<void> LowerInfeed(Lowering& lowering, const Operation& operation) {
  EmitReceive(lowering, operation, operation, TrafficRole::kOutside, &InfeedStep, operation.results,
              {});
  return {};
}

Result<void> LowerOutfeed(Lowering& lowering, const Operation& operation) {
  EmitSend(lowering, operation, TrafficRole::kOutside, &OutfeedStep, {});
  BindToken(lowering, *operation.results[0]);
  return {};
}

}  // namespace paddock
