#include "core/io/npy_header.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace paddock {
namespace {

// The text after `'key':`, blanks skipped; empty if the key is not there.
std::string_view ValueOf(std::string_view dictionary, std::string_view key) {
  for (const char quote : {'\'', '"'}) {
    const std::string quoted = quote + std::string(key) + quote;
    const size_t at = dictionary.find(quoted);
    if (at == std::string_view::npos) continue;
    std::string_view rest = dictionary.substr(at + quoted.size());
    const size_t start = rest.find_first_not_of(" :");
    return start == std::string_view::npos ? std::string_view() : rest.substr(start);
  }
  return {};
}

std::optional<std::string> ParseQuoted(std::string_view text) {
  if (text.empty() || (text[0] != '\'' && text[0] != '"')) return std::nullopt;
  const size_t end = text.find(text[0], 1);
  if (end == std::string_view::npos) return std::nullopt;
  return std::string(text.substr(1, end - 1));
}

std::optional<std::vector<int64_t>> ParseShape(std::string_view text) {
  if (!text.starts_with('(')) return std::nullopt;
  std::vector<int64_t> shape;
  size_t at = 1;
  while (at < text.size()) {
    at = text.find_first_not_of(" ,", at);
    if (at == std::string_view::npos) return std::nullopt;
    if (text[at] == ')') return shape;
    int64_t size = 0;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), size);
    if (error != std::errc() || size < 0) return std::nullopt;
    shape.push_back(size);
    at = static_cast<size_t>(end - text.data());
    if (at < text.size() && text[at] == 'L') ++at;  // Python 2 wrote 3L
  }
  return std::nullopt;
}

// Magic, version, and the length of the dictionary, whose width hangs on the version.
size_t PreambleSize(std::string_view file) { return file[6] == 1 ? 10 : 12; }

// Where the dictionary stands.
std::optional<std::string_view> FindDictionary(std::string_view file, size_t& data_offset) {
  data_offset = NpyHeaderSize(file);
  const size_t start = PreambleSize(file);
  if (file.size() < start || data_offset > file.size()) return std::nullopt;
  return file.substr(start, data_offset - start);
}

}  // namespace

size_t NpyHeaderSize(std::string_view start) {
  constexpr size_t kMostPreamble = 12;
  if (start.size() < kMostPreamble) return kMostPreamble;
  const size_t preamble = PreambleSize(start);
  size_t length = 0;
  for (size_t i = 8; i < preamble; ++i) {
    length |= static_cast<size_t>(static_cast<unsigned char>(start[i])) << (8 * (i - 8));
  }
  // The sum fits 32 bits only if the length is no nonsense.
  return preamble + std::min(length, std::numeric_limits<size_t>::max() - preamble);
}

std::optional<NpyHeader> ParseNpyHeader(std::string_view file, std::string& problem) {
  NpyHeader header;
  if (!file.starts_with(kNpyMagic) || file.size() < 8) {
    problem = "is no .npy file";
    return std::nullopt;
  }
  if (file[6] < 1 || file[6] > 3) {
    problem = "has .npy version " + std::to_string(static_cast<int>(file[6])) +
              ", which is not 1, 2 or 3";
    return std::nullopt;
  }
  const auto dictionary = FindDictionary(file, header.data_offset);
  if (!dictionary) {
    problem = "is cut short within its header";
    return std::nullopt;
  }
  const std::optional<std::string> descr = ParseQuoted(ValueOf(*dictionary, "descr"));
  const auto shape = ParseShape(ValueOf(*dictionary, "shape"));
  if (!descr || descr->size() < 2 || !shape) {
    problem = "has a header without 'descr' and 'shape' of plain elements: " +
              std::string(dictionary->substr(0, 80));
    return std::nullopt;
  }
  const bool has_order = std::string_view("<>|=").contains((*descr)[0]);
  header.is_big_endian = (*descr)[0] == '>';
  header.code = has_order ? descr->substr(1) : *descr;
  header.is_fortran_order = ValueOf(*dictionary, "fortran_order").starts_with("True");
  header.shape = *shape;
  return header;
}

}  // namespace paddock
