// Fuzz target: a peer of a grid whose hub sends arbitrary messages. The run must end with results
// or diagnostics once the hub stops it, and all messages of the peer must be readable.
#include <algorithm>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "core/api/run/session.h"
#include "core/base/fuzz_testing.h"
#include "core/grid/peer.h"
#include "core/grid/wire.h"

namespace paddock {
namespace {

using testing::FuzzNumbers;
using testing::FuzzRequire;

constexpr GridSize kSize{1, 2};

const std::shared_ptr<const Program>& SomeProgram() {
  static const std::shared_ptr<const Program> kProgram = Program::Load("fuzz.mlir", R"(
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %a = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1], [1, 0]]> :
    tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<2xf32>) -> tensor<2xf32>
  %b = "stablehlo.all_reduce"(%a) ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %s = stablehlo.add %l, %r : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids,
    channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} :
    (tensor<2xf32>) -> tensor<2xf32>
  %c = "stablehlo.all_gather"(%b) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> :
    tensor<1x2xi64>, use_global_device_ids, channel_handle =
    #stablehlo.channel_handle<handle = 4, type = 1>} : (tensor<2xf32>) -> tensor<4xf32>
  %d = "stablehlo.reduce_scatter"(%c) ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %s = stablehlo.maximum %l, %r : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>} :
    (tensor<4xf32>) -> tensor<2xf32>
  %e = "stablehlo.all_to_all"(%d) {split_dimension = 0 : i64, concat_dimension = 0 : i64,
    split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle =
    #stablehlo.channel_handle<handle = 6, type = 1>} : (tensor<2xf32>) -> tensor<2xf32>
  %f = "stablehlo.collective_broadcast"(%e) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 7, type = 1>} :
    (tensor<2xf32>) -> tensor<2xf32>
  %t = stablehlo.create_token : !stablehlo.token
  %g:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
    source_target_pairs = dense<[[1, 0]]> : tensor<1x2xi64>} : (!stablehlo.token) ->
    (tensor<2xf32>, !stablehlo.token)
  %h = stablehlo.add %f, %g#0 : tensor<2xf32>
  return %h : tensor<2xf32>
}
)");
  return kProgram;
}

// Last request of the peer.
struct Asked {
  uint64_t ticket = 0;
  size_t members = 0;
};

// Messages of the hub: matching and mismatched answers to the last request.
class Answers {
 public:
  Answers(FuzzNumbers& numbers, const Asked& asked) : numbers_(numbers), asked_(asked) {}

  wire::FromHub Draw() {
    const size_t kind = numbers_.Below(16);
    if (kind == 0) return wire::Limit{Time()};
    if (kind == 1) return wire::Stop{static_cast<wire::Stop::Cause>(numbers_.Below(3)), {}};
    const bool is_meeting = asked_.members > 0;
    if (is_meeting == (kind != 2)) return Meeting();
    return wire::Deliver{Ticket(), Time(), Values()};
  }

 private:
  int64_t Time() { return static_cast<int64_t>(numbers_.Number() >> 4); }
  // Mostly the awaited ticket.
  uint64_t Ticket() { return numbers_.Below(8) == 7 ? numbers_.Below(8) : asked_.ticket; }

  wire::Met Meeting() {
    wire::Met met{Time(), {Ticket()}, {}};
    const size_t count = numbers_.Below(8) == 7 ? numbers_.Below(4) : 2;
    const size_t own = numbers_.Below(2);
    for (size_t i = 0; i < count; ++i) {
      met.parcels.push_back(i == own ? std::nullopt : std::optional(Values()));
    }
    return met;
  }

  // Mostly one tensor of two or four numbers.
  Parcel Values() {
    Parcel parcel(numbers_.Below(8) == 7 ? numbers_.Below(3) : 1);
    for (Tensor& tensor : parcel) {
      const size_t form = numbers_.Below(16);
      const int64_t shape[] = {form < 8 ? 2 : static_cast<int64_t>(form) - 8};
      if (form == 15) continue;
      const bool is_narrow = numbers_.Below(8) == 7;
      const ElementType type = is_narrow ? ElementType::kI8 : ElementType::kF32;
      if (form == 14) {
        tensor = Tensor::WithoutBytes(type, shape);
        continue;
      }
      tensor = Tensor::Allocate(type, shape);
      std::fill_n(tensor.mutable_data(), tensor.byte_size(), std::byte{0x40});
    }
    return parcel;
  }

  FuzzNumbers& numbers_;
  const Asked asked_;
};

// Reads the peer's messages like the hub.
void Hear(const Message& message, Asked& asked) {
  const auto words = wire::ReadFromPeer(message);
  FuzzRequire(words.has_value(), "the share says what cannot be read");
  if (const auto* join = std::get_if<wire::Join>(&*words)) {
    asked = {join->ticket, join->members.size()};
  } else if (const auto* ask = std::get_if<wire::Ask>(&*words)) {
    asked = {ask->ticket, 0};
  }
}

bool IsOver(StopReason reason) {
  return reason == StopReason::kFinished || reason == StopReason::kFailed;
}

}  // namespace

PADDOCK_FUZZ_TARGET(grid) {
  FuzzNumbers numbers(bytes);
  Asked asked;
  PeerOptions options;
  options.size = kSize;
  options.share = {0};
  options.send = [&asked](const Message& message) { Hear(message, asked); };
  SessionOptions run;
  run.grid = kSize;
  run.peer = std::make_shared<Peer>(std::move(options));
  const int64_t shape[] = {2};
  const float values[] = {1, -2};
  run.inputs = {Tensor::FromElements<float>(ElementType::kF32, shape, std::span(values))};
  const std::shared_ptr<Peer> peer = run.peer;
  std::vector<Diagnostic> diagnostics;
  const auto session = Session::Start(SomeProgram(), std::move(run), diagnostics);
  FuzzRequire(session != nullptr, "the program does not start");
  StopReason reason = session->Run(1000);
  while (!IsOver(reason) && !numbers.is_at_end()) {
    peer->Take(wire::Encode(Answers(numbers, asked).Draw()));
    reason = session->Run(1000);
  }
  if (!IsOver(reason)) {
    peer->Take(wire::Encode(wire::FromHub(wire::Stop{wire::Stop::Cause::kStopped, {}})));
    reason = session->Run(1000);
  }
  FuzzRequire(peer->stop().has_value() || reason == StopReason::kFailed, "the run goes on");
}

}  // namespace paddock
