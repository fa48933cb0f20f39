// Kinds of memory: the names by which a framework places arrays. All are this process's memory.
#ifndef PADDOCK_CORE_PJRT_MEMORY_KINDS_H_
#define PADDOCK_CORE_PJRT_MEMORY_KINDS_H_

#include <array>
#include <string_view>

namespace paddock::pjrt {

// The first one is the default.
inline constexpr std::array<std::string_view, 3> kMemoryKinds = {"device", "pinned_host",
                                                                 "unpinned_host"};

}  // namespace paddock::pjrt

#endif  // PADDOCK_CORE_PJRT_MEMORY_KINDS_H_
