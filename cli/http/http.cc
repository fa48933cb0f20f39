#include "cli/http/http.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <span>

#include "cli/http/sha1.h"

namespace paddock::cli {
namespace {

bool IsEqualIgnoringCase(std::string_view one, std::string_view other) {
  return std::ranges::equal(one, other, [](unsigned char a, unsigned char b) {
    return std::tolower(a) == std::tolower(b);
  });
}

// Returns how many headers have this name, and stores the value of the last one.
size_t FindHeader(std::string_view head, std::string_view name, std::string_view& value) {
  size_t count = 0;
  for (size_t at = head.find("\r\n"); at != std::string_view::npos;) {
    const size_t begin = at + 2;
    at = head.find("\r\n", begin);
    const std::string_view line = head.substr(begin, at - begin);
    const size_t colon = line.find(':');
    if (colon == std::string_view::npos || !IsEqualIgnoringCase(line.substr(0, colon), name)) {
      continue;
    }
    ++count;
    const size_t text = line.find_first_not_of(' ', colon + 1);
    value = text == std::string_view::npos ? "" : line.substr(text);
  }
  return count;
}

size_t CountOf(std::string_view head, std::string_view name) {
  std::string_view value;
  return FindHeader(head, name, value);
}

std::string Base64(std::span<const uint8_t> bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (size_t at = 0; at < bytes.size(); at += 3) {
    const size_t count = std::min<size_t>(bytes.size() - at, 3);
    uint32_t word = 0;
    for (size_t i = 0; i < 3; ++i) word = word << 8 | (i < count ? bytes[at + i] : 0);
    for (size_t i = 0; i < 4; ++i) {
      text += i <= count ? kDigits[word >> (18 - 6 * i) & 63] : '=';
    }
  }
  return text;
}

}  // namespace

std::optional<std::string_view> HeaderOf(std::string_view head, std::string_view name) {
  std::string_view value;
  return FindHeader(head, name, value) == 1 ? std::optional(value) : std::nullopt;
}

std::string_view MethodOf(std::string_view head) { return head.substr(0, head.find(' ')); }

std::string_view TargetOf(std::string_view head) {
  const std::string_view line = head.substr(0, head.find("\r\n"));
  const size_t begin = std::min(MethodOf(line).size() + 1, line.size());
  const size_t end = line.rfind(' ');
  return end == std::string_view::npos || end < begin ? "" : line.substr(begin, end - begin);
}

std::optional<size_t> BodySizeOf(std::string_view head) {
  if (CountOf(head, "Transfer-Encoding") > 0) return std::nullopt;
  if (CountOf(head, "Content-Length") == 0) return 0;
  const auto text = HeaderOf(head, "Content-Length");
  size_t size = 0;
  if (!text) return std::nullopt;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), size);
  if (error != std::errc() || end != text->data() + text->size()) return std::nullopt;
  return size;
}

std::string Response(std::string_view status, std::string_view type, std::string_view body,
                     bool goes_on) {
  std::string response = "HTTP/1.1 " + std::string(status) +
                         "\r\nContent-Type: " + std::string(type) +
                         "\r\nContent-Length: " + std::to_string(body.size()) +
                         "\r\nConnection: " + (goes_on ? "keep-alive" : "close") +
                         "\r\nCache-Control: no-store\r\n"
                         "Referrer-Policy: no-referrer\r\nX-Content-Type-Options: nosniff\r\n"
                         "X-Frame-Options: SAMEORIGIN\r\n"
                         "Cross-Origin-Resource-Policy: same-origin\r\n\r\n";
  response += body;
  return response;
}

std::string Refusal(std::string_view status) {
  return Response(status, "text/plain; charset=utf-8", status);
}

std::optional<std::string> OpenWebSocket(std::string_view head) {
  const auto upgrade = HeaderOf(head, "Upgrade");
  const auto key = HeaderOf(head, "Sec-WebSocket-Key");
  const auto version = HeaderOf(head, "Sec-WebSocket-Version");
  if (!upgrade || !IsEqualIgnoringCase(*upgrade, "websocket") || !key || version != "13") {
    return std::nullopt;
  }
  const auto hash = Sha1(std::string(*key) + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11");
  return "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
         "Sec-WebSocket-Accept: " +
         Base64(hash) + "\r\n\r\n";
}

}  // namespace paddock::cli
