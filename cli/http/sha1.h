// SHA-1 (FIPS 180-4). For the handshake of WebSockets, which needs no secure hash.
#ifndef PADDOCK_CLI_HTTP_SHA1_H_
#define PADDOCK_CLI_HTTP_SHA1_H_

#include <array>
#include <cstdint>
#include <string_view>

namespace paddock::cli {

std::array<uint8_t, 20> Sha1(std::string_view text);

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_HTTP_SHA1_H_
