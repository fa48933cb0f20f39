#include "cli/http/sha1.h"

#include <bit>
#include <cstddef>
#include <string>

namespace paddock::cli {
namespace {

constexpr size_t kBlockBytes = 64;

// Function and constant of a round: one for each twenty of the 80 of a block.
uint32_t Mix(size_t round, uint32_t b, uint32_t c, uint32_t d) {
  switch (round / 20) {
    case 0:
      return ((b & c) | (~b & d)) + 0x5a827999;
    case 1:
      return (b ^ c ^ d) + 0x6ed9eba1;
    case 2:
      return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
    default:
      return (b ^ c ^ d) + 0xca62c1d6;
  }
}

uint32_t BigEndian(std::string_view bytes) {
  uint32_t word = 0;
  for (const char byte : bytes.substr(0, 4)) word = word << 8 | static_cast<uint8_t>(byte);
  return word;
}

void AddBlock(std::string_view block, std::array<uint32_t, 5>& state) {
  std::array<uint32_t, 80> words = {};
  for (size_t i = 0; i < 16; ++i) words[i] = BigEndian(block.substr(4 * i));
  for (size_t i = 16; i < words.size(); ++i) {
    words[i] = std::rotl(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);
  }
  auto [a, b, c, d, e] = state;
  for (size_t i = 0; i < words.size(); ++i) {
    const uint32_t next = std::rotl(a, 5) + Mix(i, b, c, d) + e + words[i];
    e = d;
    d = c;
    c = std::rotl(b, 30);
    b = a;
    a = next;
  }
  state = {state[0] + a, state[1] + b, state[2] + c, state[3] + d, state[4] + e};
}

// Appends a one bit, zeros, and the size in bits.
std::string Padded(std::string_view text) {
  std::string padded(text);
  padded += '\x80';
  while (padded.size() % kBlockBytes != kBlockBytes - 8) padded += '\0';
  const uint64_t bits = uint64_t{text.size()} * 8;
  for (int shift = 56; shift >= 0; shift -= 8) padded += static_cast<char>(bits >> shift & 255);
  return padded;
}

}  // namespace

std::array<uint8_t, 20> Sha1(std::string_view text) {
  std::array<uint32_t, 5> state = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
  const std::string padded = Padded(text);
  for (size_t at = 0; at < padded.size(); at += kBlockBytes) {
    AddBlock(std::string_view(padded).substr(at, kBlockBytes), state);
  }
  std::array<uint8_t, 20> hash = {};
  for (size_t i = 0; i < hash.size(); ++i) {
    hash[i] = static_cast<uint8_t>(state[i / 4] >> (24 - 8 * (i % 4)));
  }
  return hash;
}

}  // namespace paddock::cli
