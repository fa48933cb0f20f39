// Portable artifacts: programs as MLIR bytecode of the VHLO dialect. Reader and writer.
#ifndef PADDOCK_CORE_BYTECODE_ARTIFACT_H_
#define PADDOCK_CORE_BYTECODE_ARTIFACT_H_

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/bytecode/vhlo_table.h"
#include "core/diagnostics/diagnostic.h"
#include "core/ir/module.h"

namespace paddock {

// Returns whether these are the first bytes of MLIR bytecode, portable or not.
bool IsArtifact(std::string_view bytes);

// Reads an artifact of any supported version into current operations. Large constants refer to
// `bytes`, which `owner` keeps alive; without an owner they are copied. Never returns `nullptr`:
// after a diagnostic the module is empty. Diagnostics count bytes from `offset`, the artifact's
// start in its file.
std::unique_ptr<Module> ReadArtifact(std::span<const std::byte> bytes,
                                     std::shared_ptr<const void> owner, DiagnosticSink& sink,
                                     size_t offset = 0);

// Returns the artifact of `version` that holds `module`, identical to the bytes of StableHLO's own
// serializer. A module that was read from an artifact of that version gives the same bytes. Returns
// nothing, after a diagnostic, if the version cannot express the module.
std::optional<std::string> WriteArtifact(const Module& module, VhloVersion version,
                                         DiagnosticSink& sink);

// Returns "StableHLO_v1.20.0".
std::string ProducerName(VhloVersion version);
std::optional<VhloVersion> ParseProducer(std::string_view producer);

}  // namespace paddock

#endif  // PADDOCK_CORE_BYTECODE_ARTIFACT_H_
