// Stubs of core/bytecode for the engine that pages download, linked before the real definitions.
// paddock-artifacts.wasm reads portable artifacts, and the engine receives their text. Bytes that
// arrive here represent a refused file: the magic bytes, then the reason.
#include "core/bytecode/artifact.h"
#include "core/bytecode/byte_reader.h"
#include "core/bytecode/container.h"
#include "core/bytecode/exported.h"

namespace paddock {

bool IsArtifact(std::string_view bytes) { return bytes.starts_with(kArtifactMagic); }

std::unique_ptr<Module> ReadArtifact(std::span<const std::byte> bytes, std::shared_ptr<const void>,
                                     DiagnosticSink& sink, size_t) {
  const auto reason = bytes.subspan(kArtifactMagic.size());
  sink.Error(kArtifactCode, Span(),
             std::string(reinterpret_cast<const char*>(reason.data()), reason.size()));
  return std::make_unique<Module>();
}

bool IsExported(std::string_view) { return false; }

std::unique_ptr<Module> ReadExported(std::span<const std::byte>, const std::shared_ptr<const void>&,
                                     ExportedInfo&, DiagnosticSink&) {
  return std::make_unique<Module>();
}

}  // namespace paddock
