#include "core/pjrt/host_calls.h"

#include <atomic>
#include <charconv>
#include <string>
#include <vector>

#include "core/ir/attribute_values.h"

namespace paddock::pjrt {
namespace {

// The handler belongs to the process, like the Python interpreter that it enters.
std::atomic<paddock_host_call_handler*> host_call_handler = nullptr;

void SetHandler(paddock_host_call_handler* handler) { host_call_handler = handler; }

std::string CallHost(const CustomCall& call) {
  paddock_host_call_handler* handler = host_call_handler;
  if (handler == nullptr) return "the functions of Python live in another process";
  const std::string_view config = TextOf(call.operation, "backend_config");
  int64_t number = 0;
  std::from_chars(config.data(), config.data() + config.size(), number);
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
                                                   kHostCallsExtensionType, next, &SetHandler};
  return reinterpret_cast<PJRT_Extension_Base*>(&extension);
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
