// Site: a place in a program where processes communicate.
#ifndef PADDOCK_CORE_RUN_SITE_H_
#define PADDOCK_CORE_RUN_SITE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/diagnostics/span.h"
#include "core/run/communication.h"

namespace paddock {

// The place in a program where a process communicates, in the form that others receive.
struct Site {
  std::string_view operation;  // "stablehlo.all_reduce"
  Span span;
  int64_t channel = 0;
  // Attributes and types, which must be equal for all participants.
  std::string signature;
  // For listeners (core/run/communication.h); follows from the operation. Dynamic roots are in the
  // last tensor of a parcel.
  Exchange exchange = Exchange::kWhole;
  bool has_dynamic_root = false;
};

using SiteRef = std::shared_ptr<const Site>;

}  // namespace paddock

#endif  // PADDOCK_CORE_RUN_SITE_H_
