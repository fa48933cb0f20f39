#include "core/pjrt/host_calls.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/api/query/walk.h"
#include "core/ir/attribute_values.h"

namespace paddock::pjrt {
namespace {

// The handler belongs to the process, like the Python interpreter that it enters.
std::atomic<paddock_host_call_handler*> host_call_handler = nullptr;

void SetHandler(paddock_host_call_handler* handler) { host_call_handler = handler; }

int64_t NumberOf(const Operation& call) {
  const std::string_view config = TextOf(call, "backend_config");
  int64_t number = 0;
  std::from_chars(config.data(), config.data() + config.size(), number);
  return number;
}

// Uses of functions by programs. Python takes the unused ones when it makes the next one, because
// programs also end on threads that must not enter Python.
struct Uses {
  std::mutex mutex;
  std::unordered_map<int64_t, int64_t> counts;
  std::vector<int64_t> unused;
};

// Never destroyed: programs may outlive static objects.
Uses& AllUses() {
  static Uses* const uses = new Uses;
  return *uses;
}

size_t TakeUnused(int64_t* numbers, size_t capacity) {
  Uses& uses = AllUses();
  const std::lock_guard lock(uses.mutex);
  const size_t count = std::min(capacity, uses.unused.size());
  for (size_t i = 0; i < count; ++i) {
    numbers[i] = uses.unused.back();
    uses.unused.pop_back();
  }
  return count;
}

std::string CallHost(const CustomCall& call) {
  paddock_host_call_handler* handler = host_call_handler;
  if (handler == nullptr) return "the functions of Python live in another process";
  const int64_t number = NumberOf(call.operation);
  std::vector<const void*> operands;
  std::vector<void*> results;
  for (const Tensor& operand : call.operands) operands.push_back(operand.data());
  for (Tensor& result : call.results) results.push_back(result.mutable_data());
  const char* message =
      handler(number, operands.data(), operands.size(), results.data(), results.size());
  return message == nullptr ? std::string() : std::string(message);
}

}  // namespace

PJRT_Extension_Base* HostCallsExtension(PJRT_Extension_Base* next) {
  static paddock_host_calls_extension extension = {sizeof(paddock_host_calls_extension),
                                                   kHostCallsExtensionType, next, &SetHandler,
                                                   &TakeUnused};
  return reinterpret_cast<PJRT_Extension_Base*>(&extension);
}

HostCallUse::HostCallUse(const Module& module) {
  ForEachOperation(*module.operation()->regions[0], [&](const Operation& operation, uint32_t) {
    if (operation.is(OpKind::kStablehloCustomCall) &&
        TextOf(operation, "call_target_name") == kHostCallTarget) {
      numbers_.push_back(NumberOf(operation));
    }
    return true;
  });
  if (numbers_.empty()) return;
  Uses& uses = AllUses();
  const std::lock_guard lock(uses.mutex);
  for (const int64_t number : numbers_) ++uses.counts[number];
}

HostCallUse::~HostCallUse() {
  if (numbers_.empty()) return;
  Uses& uses = AllUses();
  const std::lock_guard lock(uses.mutex);
  for (const int64_t number : numbers_) {
    if (--uses.counts[number] != 0) continue;
    uses.counts.erase(number);
    uses.unused.push_back(number);
  }
}

std::shared_ptr<const CustomCallRegistry> HostCallRegistry() {
  static const auto registry = [] {
    auto made = std::make_shared<CustomCallRegistry>();
    made->Add(std::string(kHostCallTarget), &CallHost);
    return std::shared_ptr<const CustomCallRegistry>(std::move(made));
  }();
  return registry;
}

}  // namespace paddock::pjrt
