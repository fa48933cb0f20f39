#include "wasm/native/engine_calls.h"

#include <cstring>
#include <optional>

#include "core/diagnostics/json.h"

namespace paddock::native {
namespace {

constexpr std::string_view kInvalid = "xthe message is not valid";

template <class T>
std::optional<T> TakeWord(std::string_view& message) {
  T word;
  if (message.size() < sizeof(word)) return std::nullopt;
  std::memcpy(&word, message.data(), sizeof(word));
  message.remove_prefix(sizeof(word));
  return word;
}

std::string_view FormName(BoundFunction::Form form) {
  switch (form) {
    case BoundFunction::Form::kConstructor:
      return "constructor";
    case BoundFunction::Form::kStatic:
      return "static";
    case BoundFunction::Form::kMethod:
      return "method";
    default:
      return "function";
  }
}

}  // namespace

std::string EngineCalls::Answer(std::string_view message) {
  if (message.empty()) return std::string(kInvalid);
  const char kind = message[0];
  message.remove_prefix(1);
  if (kind == 'l') return "s" + List();
  if (kind == 'r' || kind == 'w') {
    const auto address = TakeWord<double>(message);
    if (!address) return std::string(kInvalid);
    if (kind == 'w') return Write(*address, message);
    const auto size = TakeWord<double>(message);
    return size ? Read(*address, *size) : std::string(kInvalid);
  }
  const auto first = TakeWord<uint32_t>(message);
  if (first && kind == 'd') {
    objects_.Delete(*first);
    return "v";
  }
  const auto object = TakeWord<uint32_t>(message);
  if (kind != 'c' || !object) return std::string(kInvalid);
  return CallFunction(*first, *object, message);
}

std::string EngineCalls::List() const {
  return JsonArray(bindings_.functions(), [&](const BoundFunction& one) {
    return Json()
        .Member("class", std::string_view(one.class_name))
        .Member("name", std::string_view(one.name))
        .Member("form", FormName(one.form))
        .Member("returns", bindings_.NameOf(one.returned))
        .Object();
  });
}

std::string EngineCalls::CallFunction(uint32_t number, uint32_t object,
                                      std::string_view arguments) {
  if (number >= bindings_.functions().size()) return std::string(kInvalid);
  const BoundFunction& function = bindings_.functions()[number];
  // Only methods have an object.
  if ((function.form == BoundFunction::Form::kMethod) != (object != 0)) {
    return std::string(kInvalid);
  }
  Call call(objects_, object, arguments);
  function.invoke(call);
  return call.is_valid() ? call.TakeResult() : "x" + call.problem();
}

namespace {

std::optional<uint64_t> ToAddress(double number) {
  if (!(number >= 0 && number < 0x1p63)) return std::nullopt;
  return static_cast<uint64_t>(number);
}

constexpr std::string_view kForeign = "xthis memory is not exposed";

}  // namespace

std::string EngineCalls::Read(double address, double size) const {
  const auto begin = ToAddress(address);
  const auto count = ToAddress(size);
  if (!begin || !count || *count > kMostBytes) return std::string(kForeign);
  const std::byte* const bytes = objects_.Find(*begin, *count);
  if (bytes == nullptr && *count > 0) return std::string(kForeign);
  std::string answer = "s";
  if (*count > 0) answer.append(reinterpret_cast<const char*>(bytes), *count);
  return answer;
}

std::string EngineCalls::Write(double address, std::string_view bytes) {
  const auto begin = ToAddress(address);
  std::byte* const place = begin ? objects_.Find(*begin, bytes.size()) : nullptr;
  if (place == nullptr && !bytes.empty()) return std::string(kForeign);
  if (!bytes.empty()) std::memcpy(place, bytes.data(), bytes.size());
  return "v";
}

}  // namespace paddock::native
