// Client: the abilities of the editor, which it states when it initializes the server.
#ifndef PADDOCK_CLI_LSP_CLIENT_H_
#define PADDOCK_CLI_LSP_CLIENT_H_

#include "cli/lsp/json_value.h"
#include "cli/lsp/text_lines.h"

namespace paddock::lsp {

struct Client {
  Encoding encoding = Encoding::kUtf16;
  bool shows_markdown = false;
  bool shows_related_information = false;
  bool shows_code_links = false;
  bool nests_symbols = false;
  bool takes_snippets = false;
  bool takes_code_actions = false;
  // The setting `values` of initializationOptions: whether small programs run for inlay hints.
  bool wants_values = true;
};

// Reads the parameters of `initialize`. Selects UTF-8 if the client offers it, else UTF-16.
Client ReadClient(const JsonValue& params);

}  // namespace paddock::lsp

#endif  // PADDOCK_CLI_LSP_CLIENT_H_
