// Events of PJRT.
#ifndef PADDOCK_CORE_PJRT_EVENT_H_
#define PADDOCK_CORE_PJRT_EVENT_H_

#include "core/pjrt/completion.h"
#include "core/pjrt/pjrt_header.h"

struct PJRT_Event {
  // `nullptr`: the event has happened.
  paddock::pjrt::CompletionRef completion;
};

namespace paddock::pjrt {

PJRT_Error* EventDestroy(PJRT_Event_Destroy_Args* args);
PJRT_Error* EventIsReady(PJRT_Event_IsReady_Args* args);
PJRT_Error* EventError(PJRT_Event_Error_Args* args);
PJRT_Error* EventAwait(PJRT_Event_Await_Args* args);
PJRT_Error* EventOnReady(PJRT_Event_OnReady_Args* args);

}  // namespace paddock::pjrt

#endif  // PADDOCK_CORE_PJRT_EVENT_H_
