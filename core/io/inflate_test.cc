// Deflate, tested with streams from zlib.
#include "core/io/inflate.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <string_view>

#include "core/io/crc32.h"

namespace paddock {
namespace {

std::string FromHex(std::string_view hex) {
  std::string bytes;
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  for (size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes += static_cast<char>(digit(hex[i]) * 16 + digit(hex[i + 1]));
  }
  return bytes;
}

struct Unpacked {
  Inflater::Status status;
  std::string text;
};

// Unpacks in pieces of `piece` bytes, into rooms of the same size, up to 1 MB.
Unpacked Unpack(std::string_view packed, size_t piece) {
  Unpacked unpacked{Inflater::Status::kNeedsInput, ""};
  Inflater inflater;
  std::string room(piece, '\0');
  std::span<const std::byte> part;
  while (unpacked.text.size() < 1'000'000) {
    std::span<std::byte> left = std::as_writable_bytes(std::span(room));
    unpacked.status = inflater.Unpack(part, left);
    unpacked.text.append(room, 0, room.size() - left.size());
    if (unpacked.status == Inflater::Status::kNeedsRoom) {
      CHECK(left.empty());
      continue;
    }
    const bool is_over = unpacked.status != Inflater::Status::kNeedsInput || packed.empty();
    if (is_over) break;
    CHECK(part.empty());
    part = std::as_bytes(std::span(packed.substr(0, piece)));
    packed.remove_prefix(part.size());
  }
  return unpacked;
}

constexpr size_t kPieces[] = {1, 2, 3, 7, 100'000};

constexpr std::string_view kStoredStream =
    "011900e6ff73746f7265642062797465732c206173207468657920617265";
constexpr std::string_view kFixedStream = "4b4c4a4e44450a699915a92900";
constexpr std::string_view kDynamicStream =
    "5d934b6e05210c04afc20946f807c37122258b2c93a7dc3ff4aca8b7c4b2eceaa6dddbebe7efe3f7ebb3"
    "7dbf5abf9a9d6fbb9a9fefbc5a9cef75b544ffb85a9d05afab8db310bb6362e49e719f85b197acb3706f"
    "0aeb58d3054a525717602df7240bf2ed6d46e4b5898cd0a2b6411dea02b8df9a05f4706d5cd42b0f419f"
    "a277d067aa8b56df7b9683be7c6f74d0d7dc5c0efa217a07fd78ba403f9f59a09fcf465a2fae00fd127d"
    "807e4963d0fb2e2b82e677391674df646c14bf520a62b0a66f0a48b0d06fc6fdf6e7da0b1156ca463241"
    "433292111a4a5a52c7541c933a6e6536df52a4602763d4a5239923d3892483e45df3a0c3a36b2f7478f6"
    "cd579db9948e820e1f4f1f74f8d4bc0a06587b0b3a7c3d270c1df1e8289eb1496fcdb7f46b1e2f22e45f"
    "f124523eff03";
constexpr std::string_view kZerosStream =
    "edc13101000000c2a0f54f6d067fa0000000000000000000000000000000000000000000000000000000"
    "000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
    "000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
    "000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
    "0000000000000000000000000000000000000000000000000000000000000000000000000000000080d7"
    "00";

std::string Squares() {
  std::string text;
  for (int i = 0; i < 60; ++i) {
    text += std::to_string(i) + " squared is " + std::to_string(i * i) + ". ";
  }
  return text;
}

TEST_CASE("stored, fixed and dynamic blocks unpack, in pieces of any size") {
  for (size_t piece : kPieces) {
    INFO(piece);
    CHECK(Unpack(FromHex(kStoredStream), piece).text == "stored bytes, as they are");
    CHECK(Unpack(FromHex(kFixedStream), piece).text == "abcabcabcabcabcabc fixed");
    CHECK(Unpack(FromHex(kDynamicStream), piece).text == Squares());
    const Unpacked zeros = Unpack(FromHex(kZerosStream), piece);
    CHECK(zeros.status == Inflater::Status::kDone);
    CHECK(zeros.text == std::string(200'000, '\0'));
  }
}

TEST_CASE("a truncated stream needs input, and unpacking a corrupted one ends") {
  const std::string packed = FromHex(kDynamicStream);
  for (size_t size = 0; size < packed.size(); ++size) {
    CHECK(Unpack(packed.substr(0, size), 100'000).status == Inflater::Status::kNeedsInput);
  }
  // With any wrong byte, unpacking ends within the allowed size.
  for (size_t at = 0; at < packed.size(); ++at) {
    for (int change : {1, 0x10, 0x80, 0xFF}) {
      std::string changed = packed;
      changed[at] = static_cast<char>(changed[at] ^ change);
      CHECK(Unpack(changed, 13).text.size() <= 1'000'000 + 13);
    }
  }
}

TEST_CASE("the checksum is that of ZIP, for any pieces") {
  const std::string text = "123456789";
  const auto bytes = std::as_bytes(std::span(text));
  CHECK(Crc32(0, bytes) == 0xCBF43926u);
  for (size_t i = 0; i <= bytes.size(); ++i) {
    CHECK(Crc32(Crc32(0, bytes.first(i)), bytes.subspan(i)) == 0xCBF43926u);
  }
  const std::string squares = Squares();
  CHECK(Crc32(0, std::as_bytes(std::span(squares))) == 0xEF10AFE1u);
}
}  // namespace
}  // namespace paddock
