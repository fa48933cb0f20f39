// Host calls: functions of Python that a program calls.
//
// A program calls one by `stablehlo.custom_call @paddock.host_call`, whose `backend_config` is the
// function's number. The Python side installs one handler, which it finds in an extension of the
// PJRT interface.
#ifndef PADDOCK_CORE_PJRT_HOST_CALLS_H_
#define PADDOCK_CORE_PJRT_HOST_CALLS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "core/ir/module.h"
#include "core/pjrt/pjrt_header.h"
#include "core/run/custom_call.h"

namespace paddock::pjrt {

inline constexpr std::string_view kHostCallTarget = "paddock.host_call";

extern "C" {

// Calls function `number`. `operands` and `results` have the addresses of the elements, in
// row-major order. Returns `nullptr`, or a message that lives until the thread's next call.
typedef const char* paddock_host_call_handler(int64_t number, const void* const* operands,
                                              size_t operand_count, void* const* results,
                                              size_t result_count);

// Extension of the interface. It begins like PJRT_Extension_Base, but its type is none of the
// enumerators.
typedef struct paddock_host_calls_extension {
  size_t struct_size;
  int type;
  PJRT_Extension_Base* next;
  void (*set_handler)(paddock_host_call_handler* handler);
  // Writes numbers of functions that no compiled program calls any more, at most `capacity`.
  // Returns their number. Gives each number once.
  size_t (*take_unused)(int64_t* numbers, size_t capacity);
} paddock_host_calls_extension;

}  // extern "C"

inline constexpr int kHostCallsExtensionType = 7032;

PJRT_Extension_Base* HostCallsExtension(PJRT_Extension_Base* next);
// Keeps the functions that a program calls in use, for as long as it lives.
class HostCallUse {
 public:
  explicit HostCallUse(const Module& module);
  ~HostCallUse();
  HostCallUse(const HostCallUse&) = delete;
  HostCallUse& operator=(const HostCallUse&) = delete;

 private:
  std::vector<int64_t> numbers_;
};

// Returns the registry for SessionOptions.
std::shared_ptr<const CustomCallRegistry> HostCallRegistry();

}  // namespace paddock::pjrt

#endif  // PADDOCK_CORE_PJRT_HOST_CALLS_H_
