// Fuzz target: reading arbitrary bytes must not crash, and a message must survive writing and
// reading.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "core/base/fuzz_testing.h"
#include "core/grid/courier_testing.h"
#include "core/grid/wire.h"

namespace paddock {
namespace {

using testing::FuzzRequire;

// Copies the bytes to an allocation of their size, so that sanitizers detect reads past the end.
BufferRef CopyOf(std::string_view bytes) {
  BufferRef copy = Buffer::Allocate(bytes.size());
  std::copy(bytes.begin(), bytes.end(), reinterpret_cast<char*>(copy->mutable_data()));
  return copy;
}

bool IsSame(const Tensor& a, const Tensor& b) {
  if (a.has_value() && b.has_value()) return IsBitwiseEqual(a, b);
  return a.has_value() == b.has_value() && a.element_type() == b.element_type() &&
         std::ranges::equal(a.shape(), b.shape());
}

bool IsSame(const Message& a, const Message& b) {
  const auto is_same = [](const Tensor& x, const Tensor& y) { return IsSame(x, y); };
  return a.words == b.words && std::ranges::equal(a.tensors, b.tensors, is_same);
}

// The input may encode numbers with redundant bytes; written messages have one form.
template <class Words>
void RequireRoundTrip(const std::optional<Words>& words,
                      std::optional<Words> (*read)(const Message&)) {
  if (!words) return;
  const Message message = wire::Encode(*words);
  const std::optional<Words> again = read(message);
  FuzzRequire(again.has_value(), "what was written cannot be read");
  FuzzRequire(IsSame(wire::Encode(*again), message), "what was written reads as something else");
}

void RequireRoundTrip(const Message& message) {
  RequireRoundTrip(wire::ReadFromPeer(message), &wire::ReadFromPeer);
  RequireRoundTrip(wire::ReadFromHub(message), &wire::ReadFromHub);
}

// Tests words without the flat form, with some tensors.
void TestWords(std::string_view bytes) {
  Message message;
  const size_t count = bytes.empty() ? 0 : static_cast<unsigned char>(bytes[0]) % 4;
  const int64_t shape[] = {2};
  for (size_t i = 0; i < count; ++i) {
    message.tensors.push_back(i == 1 ? Tensor() : Tensor::WithoutBytes(ElementType::kF32, shape));
  }
  const std::string_view words = bytes.substr(std::min<size_t>(1, bytes.size()));
  const auto* begin = reinterpret_cast<const std::byte*>(words.data());
  message.words.assign(begin, begin + words.size());
  RequireRoundTrip(message);
}

}  // namespace

PADDOCK_FUZZ_TARGET(wire) {
  TestWords(bytes);
  const std::optional<Message> message = ReadMessage(CopyOf(bytes));
  if (!message) return;
  const std::optional<Message> again = ReadMessage(testing::FlatBytes(*message));
  FuzzRequire(again && IsSame(*message, *again), "a message is another one after its flat form");
  RequireRoundTrip(*message);
}

}  // namespace paddock
