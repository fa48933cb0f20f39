// Any bytes are an artifact or a diagnostic; what is read is written, and reads as the same again.
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/check.h"
#include "core/bytecode/artifact.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace paddock;
  DiagnosticSink sink;
  const auto module = ReadArtifact(std::as_bytes(std::span(data, size)), nullptr, sink);
  if (sink.has_errors()) return 0;
  const auto bytes = WriteArtifact(*module, kNewestVhlo, sink);
  if (!bytes) return 0;
  DiagnosticSink again;
  const auto same = ReadArtifact(std::as_bytes(std::span(*bytes)), nullptr, again);
  PADDOCK_CHECK(!again.has_errors());
  PADDOCK_CHECK(WriteArtifact(*same, kNewestVhlo, again) == bytes);
  return 0;
}
