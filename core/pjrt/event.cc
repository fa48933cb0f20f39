#include "core/pjrt/event.h"

#include <optional>

#include "core/pjrt/error.h"

namespace paddock::pjrt {
namespace {

PJRT_Error* WaitFor(const PJRT_Event& event) {
  return event.completion == nullptr ? nullptr : ErrorOf(event.completion->Wait());
}

}  // namespace

PJRT_Error* EventDestroy(PJRT_Event_Destroy_Args* args) {
  delete args->event;
  return nullptr;
}

PJRT_Error* EventIsReady(PJRT_Event_IsReady_Args* args) {
  args->is_ready = IsDone(args->event->completion);
  return nullptr;
}

PJRT_Error* EventError(PJRT_Event_Error_Args* args) { return WaitFor(*args->event); }
PJRT_Error* EventAwait(PJRT_Event_Await_Args* args) { return WaitFor(*args->event); }

PJRT_Error* EventOnReady(PJRT_Event_OnReady_Args* args) {
  if (args->event->completion == nullptr) {
    args->callback(nullptr, args->user_arg);
    return nullptr;
  }
  args->event->completion->OnDone(
      [callback = args->callback, argument = args->user_arg](
          const std::optional<Problem>& problem) { callback(ErrorOf(problem), argument); });
  return nullptr;
}

}  // namespace paddock::pjrt
