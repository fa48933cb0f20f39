#include "core/c/custom_call.h"

#include <string>
#include <vector>

#include "core/c/custom_call_handle.h"
#include "core/c/tensor_handle.h"
#include "core/text/print/print.h"

struct paddock_custom_call {
  static constexpr uint64_t kTag = paddock::c::TagOf("pd-ccall");
  uint64_t tag = kTag;
  const paddock::CustomCall* call = nullptr;
  std::string target;
  std::vector<paddock::c::ViewedTensor> operands;
  std::vector<paddock::c::ViewedTensor> results;
  std::string reason;
};

namespace paddock::c {
namespace {

std::vector<ViewedTensor> ViewsOf(std::span<const Tensor> tensors) {
  std::vector<ViewedTensor> views;
  for (const Tensor& tensor : tensors) views.emplace_back(tensor);
  return views;
}

// Returns the reason of a failure, or an empty text.
std::string Call(paddock_custom_call_function function, void* user_data, const CustomCall& call) {
  paddock_custom_call handle = {.call = &call,
                                .target = std::string(call.target),
                                .operands = ViewsOf(call.operands),
                                .results = ViewsOf(call.results),
                                .reason = {}};
  const int32_t code = function(&handle, user_data);
  *const_cast<volatile uint64_t*>(&handle.tag) = 0;
  if (code == 0) return {};
  return handle.reason.empty() ? "its function returned " + std::to_string(code) : handle.reason;
}

}  // namespace
}  // namespace paddock::c

using namespace paddock::c;

paddock_status paddock_custom_calls_create(paddock_custom_calls** calls) {
  if (calls == nullptr) return PADDOCK_NULL_ARGUMENT;
  *calls = new paddock_custom_calls;
  return PADDOCK_OK;
}

paddock_status paddock_custom_calls_add(paddock_custom_calls* calls, const char* target,
                                        paddock_custom_call_function function, void* user_data,
                                        paddock_release release) {
  const auto status = FirstOf({CheckHandle(calls), CheckPointer(target)});
  if (status != PADDOCK_OK) return status;
  if (function == nullptr) return PADDOCK_NULL_ARGUMENT;
  calls->targets.emplace_back(target);
  calls->registry.Add(
      target, [function, user_data, owner = OwnerOf(release, user_data)](
                  const paddock::CustomCall& call) { return Call(function, user_data, call); });
  return PADDOCK_OK;
}

void paddock_custom_calls_free(paddock_custom_calls* calls) { FreeHandle(calls); }

const char* paddock_custom_call_target(const paddock_custom_call* call) {
  return IsHandle(call) ? call->target.c_str() : nullptr;
}

paddock_status paddock_custom_call_process(const paddock_custom_call* call, int64_t* replica,
                                           int64_t* partition) {
  const auto status = FirstOf({CheckHandle(call), CheckPointer(replica), CheckPointer(partition)});
  if (status != PADDOCK_OK) return status;
  *replica = call->call->process.replica;
  *partition = call->call->process.partition;
  return PADDOCK_OK;
}

size_t paddock_custom_call_operand_count(const paddock_custom_call* call) {
  return IsHandle(call) ? call->operands.size() : 0;
}

size_t paddock_custom_call_result_count(const paddock_custom_call* call) {
  return IsHandle(call) ? call->results.size() : 0;
}

paddock_status paddock_custom_call_operand(const paddock_custom_call* call, size_t index,
                                           paddock_tensor_view* view) {
  const auto status = FirstOf({CheckHandle(call), CheckStruct(view)});
  if (status != PADDOCK_OK) return status;
  if (index >= call->operands.size()) return PADDOCK_OUT_OF_RANGE;
  WriteStruct(view, call->operands[index].view());
  return PADDOCK_OK;
}

paddock_status paddock_custom_call_result(paddock_custom_call* call, size_t index,
                                          paddock_tensor_view* view, void** data) {
  const auto status = FirstOf({CheckHandle(call), CheckStruct(view), CheckPointer(data)});
  if (status != PADDOCK_OK) return status;
  if (index >= call->results.size()) return PADDOCK_OUT_OF_RANGE;
  WriteStruct(view, call->results[index].view());
  *data = call->call->results[index].mutable_data();
  return PADDOCK_OK;
}

paddock_status paddock_custom_call_attribute(const paddock_custom_call* call, const char* name,
                                             paddock_bytes** text) {
  const auto status = FirstOf({CheckHandle(call), CheckPointer(name), CheckPointer(text)});
  if (status != PADDOCK_OK) return status;
  const paddock::Attribute* attribute = call->call->operation.Find(name);
  if (attribute == nullptr) return PADDOCK_NO_VALUE;
  *text = MakeBytes(paddock::Print(*attribute));
  return PADDOCK_OK;
}

paddock_status paddock_custom_call_fail(paddock_custom_call* call, const char* reason) {
  const auto status = FirstOf({CheckHandle(call), CheckPointer(reason)});
  if (status == PADDOCK_OK) call->reason = reason;
  return status;
}
