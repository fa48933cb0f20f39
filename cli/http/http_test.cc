#include "cli/http/http.h"

#include <catch2/catch_test_macros.hpp>
#include <string>

#include "cli/http/sha1.h"

namespace paddock::cli {
namespace {

std::string Hexadecimal(const std::array<uint8_t, 20>& hash) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const uint8_t byte : hash) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

// The vectors of FIPS 180.
TEST_CASE("sha-1 of texts of one block, two blocks and many") {
  CHECK(Hexadecimal(Sha1("")) == "da39a3ee5e6b4b0d3255bfef95601890afd80709");
  CHECK(Hexadecimal(Sha1("abc")) == "a9993e364706816aba3e25717850c26c9cd0d89d");
  CHECK(Hexadecimal(Sha1("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")) ==
        "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
  CHECK(Hexadecimal(Sha1(std::string(1000000, 'a'))) == "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
}

// The example of RFC 6455, section 1.3.
TEST_CASE("a web socket opens with the hash of its key") {
  const auto opened = OpenWebSocket(
      "GET /chat HTTP/1.1\r\nHost: a\r\nUpgrade: WebSocket\r\nConnection: Upgrade\r\n"
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n");
  REQUIRE(opened);
  CHECK(opened->find("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n") !=
        std::string::npos);
  CHECK_FALSE(OpenWebSocket("GET / HTTP/1.1\r\nUpgrade: websocket\r\n\r\n"));
  CHECK_FALSE(OpenWebSocket("GET / HTTP/1.1\r\nHost: a\r\n\r\n"));
}

TEST_CASE("the size of a body is taken from one plain header") {
  CHECK(BodySizeOf("POST / HTTP/1.1\r\n\r\n") == 0u);
  CHECK(BodySizeOf("POST / HTTP/1.1\r\ncontent-length:  12\r\n\r\n") == 12u);
  CHECK(BodySizeOf("POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n") == std::nullopt);
  CHECK(BodySizeOf("POST / HTTP/1.1\r\nContent-Length: 1x\r\n\r\n") == std::nullopt);
  CHECK(BodySizeOf("POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n") ==
        std::nullopt);
  CHECK(BodySizeOf("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n") == std::nullopt);
  CHECK(BodySizeOf("POST / HTTP/1.1\r\nContent-Length: 99999999999999999999999\r\n\r\n") ==
        std::nullopt);
}

TEST_CASE("a request line has a method and a target, or empty ones") {
  CHECK(MethodOf("GET /a?b HTTP/1.1\r\n\r\n") == "GET");
  CHECK(TargetOf("GET /a?b HTTP/1.1\r\n\r\n") == "/a?b");
  for (const char* head : {"", "GET", "GET ", " ", "GET\r\n\r\n"}) CHECK(TargetOf(head).empty());
}

}  // namespace
}  // namespace paddock::cli
