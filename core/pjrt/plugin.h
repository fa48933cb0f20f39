// Functions of PJRT about the plugin itself.
#ifndef PADDOCK_CORE_PJRT_PLUGIN_H_
#define PADDOCK_CORE_PJRT_PLUGIN_H_

#include "core/pjrt/pjrt_header.h"

namespace paddock::pjrt {

PJRT_Error* PluginInitialize(PJRT_Plugin_Initialize_Args* args);
// The versions of portable artifacts that the plugin reads.
PJRT_Error* PluginAttributes(PJRT_Plugin_Attributes_Args* args);

}  // namespace paddock::pjrt

#endif  // PADDOCK_CORE_PJRT_PLUGIN_H_
