// `paddock engine`: an engine for one page, which `paddock serve` starts as a process of its own.
#ifndef PADDOCK_CLI_PAGE_RUN_ENGINE_H_
#define PADDOCK_CLI_PAGE_RUN_ENGINE_H_

#include "cli/host/host.h"

namespace paddock::cli {

// Reads messages from standard input until it ends, and writes an answer to each
// (wasm/native/engine_calls.h). Both are a u32 size and the bytes. Returns the exit code.
// Defined in wasm/native, which the native command links.
int RunEngine(Host& host);

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_PAGE_RUN_ENGINE_H_
