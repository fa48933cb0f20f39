// The program that frameworks read from an executable: HLO with one call of the whole program.
//
// They read the shardings and layouts of arguments and results from it. Paddock runs StableHLO, so
// there is no HLO of its operations.
#ifndef PADDOCK_CORE_PJRT_HLO_PROGRAM_H_
#define PADDOCK_CORE_PJRT_HLO_PROGRAM_H_

#include <string>
#include <string_view>

#include "core/pjrt/compiled_program.h"

namespace paddock::pjrt {

inline constexpr std::string_view kHloFormat = "hlo_with_config";

// Returns a serialized HloModuleProtoWithConfig.
std::string HloProgramOf(const CompiledProgram& compiled);

}  // namespace paddock::pjrt

#endif  // PADDOCK_CORE_PJRT_HLO_PROGRAM_H_
