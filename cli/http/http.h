// Heads of HTTP requests, and responses, for `paddock serve`.
#ifndef PADDOCK_CLI_HTTP_HTTP_H_
#define PADDOCK_CLI_HTTP_HTTP_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace paddock::cli {

// Returns the value of a header. Nothing if it is absent or occurs twice.
std::optional<std::string_view> HeaderOf(std::string_view head, std::string_view name);
// Returns the method: "GET".
std::string_view MethodOf(std::string_view head);
// Returns the target: "/path?query".
std::string_view TargetOf(std::string_view head);
// Returns the size of the body. Nothing if it is not plain: `Transfer-Encoding`, no number, twice.
std::optional<size_t> BodySizeOf(std::string_view head);

// Returns a response after which the connection ends, or, if it `goes_on`, takes other requests.
std::string Response(std::string_view status, std::string_view type, std::string_view body,
                     bool goes_on = false);
// Returns a response whose body is the status itself.
std::string Refusal(std::string_view status);

// Returns the response that opens a WebSocket (RFC 6455). Nothing if the request asks for none.
std::optional<std::string> OpenWebSocket(std::string_view head);

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_HTTP_HTTP_H_
