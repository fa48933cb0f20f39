#include "core/bytecode/artifact.h"
#include "core/bytecode/read_operations.h"
#include "core/bytecode/value_names.h"

namespace paddock {

bool IsArtifact(std::string_view bytes) { return bytes.starts_with(kArtifactMagic); }

std::optional<VhloVersion> ParseProducer(std::string_view producer) {
  constexpr std::string_view kPrefix = "StableHLO_v";
  if (!producer.starts_with(kPrefix)) return std::nullopt;
  return ParseVhloVersion(producer.substr(kPrefix.size()));
}

std::string ProducerName(VhloVersion version) { return "StableHLO_v" + ToString(version) + ".0"; }

std::unique_ptr<Module> ReadArtifact(std::span<const std::byte> bytes,
                                     std::shared_ptr<const void> owner, DiagnosticSink& sink,
                                     size_t offset) {
  ArtifactErrors errors(sink, offset);
  Container container;
  auto module = std::make_unique<Module>();
  if (ReadContainer(bytes, container, errors)) {
    Decoder decoder(container, *module, std::move(owner), errors);
    auto origin = std::make_unique<ArtifactOrigin>();
    origin->producer = container.producer;
    if (OperationReader(container, decoder, *module, *origin, errors).Read()) {
      module->set_origin(std::move(origin));
      NameValues(*module);
      return module;
    }
  }
  return std::make_unique<Module>();
}

}  // namespace paddock
