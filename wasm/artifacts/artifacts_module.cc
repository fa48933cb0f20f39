// paddock-artifacts.wasm: converts portable artifacts for the engine of pages, which reads texts
// only. An instance converts one file and is then dropped with its memory.
//
//   allocate(size)
//       Returns where JavaScript writes the bytes of a file or text.
//   read(at, size)
//       0: result is the reason why the file is refused. 1: result is the program's text, and info
//       describes the artifact. 2: the bytes are not an artifact.
//   write(at, size, major, minor)
//       Converts a text; version 0, 0 is the newest. 1: result is the artifact. 0: info is the
//       diagnostics.
#include <cstdlib>
#include <optional>
#include <string>

#include "core/bytecode/artifact.h"
#include "core/bytecode/exported.h"
#include "core/diagnostics/json.h"
#include "core/text/parse/parse.h"
#include "core/text/print/print.h"

#define PADDOCK_EXPORT(name) [[clang::export_name(name)]]

namespace paddock {
namespace {

std::string g_result;
std::string g_info;

std::string Exported(const ExportedInfo& info) {
  return Json()
      .Member("function", std::string_view(info.function))
      .Member("callingConvention", info.calling_convention)
      .Raw("platforms",
           JsonArray(info.platforms, [](const std::string& one) { return JsonString(one); }))
      .Object();
}

std::string Info(const Module& module, const ExportedInfo& info) {
  const std::string& producer = module.origin()->producer;
  const std::optional<VhloVersion> version = ParseProducer(producer);
  return Json()
      .Member("version", std::string_view(version ? ToString(*version) : ""))
      .Member("producer", std::string_view(producer))
      .Raw("exported", info.calling_convention == 0 ? "null" : Exported(info))
      .Object();
}

std::string Diagnostics(const DiagnosticSink& sink, const Source& source) {
  return JsonArray(sink.diagnostics(),
                   [&](const Diagnostic& diagnostic) { return RenderJson(diagnostic, source); });
}

}  // namespace

PADDOCK_EXPORT("allocate")
void* Allocate(size_t size) { return std::malloc(size); }

PADDOCK_EXPORT("read")
uint32_t Read(const std::byte* bytes, size_t size) {
  DiagnosticSink sink;
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  if (!IsArtifact(text) && !IsExported(text)) return 2;
  // The instance outlives the module.
  const std::shared_ptr<const void> owner(bytes, [](const void*) {});
  ExportedInfo info;
  const std::unique_ptr<Module> module = IsArtifact(text)
                                             ? ReadArtifact({bytes, size}, owner, sink)
                                             : ReadExported({bytes, size}, owner, info, sink);
  if (sink.has_errors()) {
    g_result = sink.diagnostics().front().message;
    return 0;
  }
  g_result = info.comment + Print(*module, {.locations = true});
  g_info = Info(*module, info);
  return 1;
}

PADDOCK_EXPORT("write")
bool Write(const char* text, size_t size, uint32_t major, uint32_t minor) {
  DiagnosticSink sink;
  const auto source = std::make_shared<const Source>("program.mlir", std::string(text, size));
  const std::unique_ptr<Module> module = Parse(source, sink);
  const VhloVersion version = major + minor == 0 ? kNewestVhlo : Vhlo(major, minor);
  if (version < kOldestVhlo || kNewestVhlo < version) {
    sink.Error("artifact", Span(),
               "there are artifacts of versions " + ToString(kOldestVhlo) + " to " +
                   ToString(kNewestVhlo) + ", none of " + ToString(version));
  }
  std::optional<std::string> artifact;
  if (!sink.has_errors()) artifact = WriteArtifact(*module, version, sink);
  g_info = Diagnostics(sink, *source);
  if (artifact) g_result = *std::move(artifact);
  return artifact.has_value();
}

PADDOCK_EXPORT("result")
const char* Result() { return g_result.data(); }
PADDOCK_EXPORT("resultSize")
size_t ResultSize() { return g_result.size(); }
PADDOCK_EXPORT("info")
const char* InfoData() { return g_info.data(); }
PADDOCK_EXPORT("infoSize")
size_t InfoSize() { return g_info.size(); }

}  // namespace paddock
