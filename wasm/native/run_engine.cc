#include "cli/page/run_engine.h"

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "cli/files/program_file.h"
#include "cli/page/page_engines.h"
#include "wasm/native/engine_calls.h"

namespace paddock::cli {
namespace {

bool ReadWhole(Host& host, std::span<char> into) {
  while (!into.empty()) {
    const size_t count = host.ReadInput(into);
    if (count == 0) return false;
    into = into.subspan(count);
  }
  return true;
}

}  // namespace

int RunEngine(Host& host) {
  native::EngineCalls calls;
  std::string message;
  uint32_t size = 0;
  while (ReadWhole(host, {reinterpret_cast<char*>(&size), sizeof(size)})) {
    message.resize(size);
    if (!ReadWhole(host, message)) break;
    std::string answer = calls.Answer(message);
    if (answer.size() > PageEngines::kMostMessage) answer = "xthis text is too long for the page";
    size = static_cast<uint32_t>(answer.size());
    host.PrintOut({reinterpret_cast<const char*>(&size), sizeof(size)});
    host.PrintOut(answer);
    host.Flush();
  }
  return kDone;
}

}  // namespace paddock::cli
