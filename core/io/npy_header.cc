#include "core/io/npy_header.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "core/io/array_entry.h"

namespace paddock {
namespace {

void SkipBlanks(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
}

bool Take(std::string_view& text, char wanted) {
  SkipBlanks(text);
  if (!text.starts_with(wanted)) return false;
  text.remove_prefix(1);
  return true;
}

// Takes the text up to the comma or brace after a value, across quotes and brackets.
std::string_view TakeValue(std::string_view& text) {
  SkipBlanks(text);
  size_t end = 0;
  for (int depth = 0; end < text.size(); ++end) {
    const char c = text[end];
    if (c == '\'' || c == '"') {
      end = text.find(c, end + 1);
      if (end == std::string_view::npos) return {};
    } else if (c == '(' || c == '[') {
      ++depth;
    } else if (c == ')' || c == ']') {
      --depth;
    } else if (depth == 0 && (c == ',' || c == '}')) {
      break;
    }
  }
  std::string_view value = text.substr(0, end);
  text.remove_prefix(end);
  while (value.ends_with(' ')) value.remove_suffix(1);
  return value;
}

// Values of the three keys of a header, each once.
struct Dictionary {
  std::string_view descr;
  std::string_view fortran_order;
  std::string_view shape;

  // Returns `nullptr` for any other key.
  std::string_view* Find(std::string_view key) {
    if (key == "descr") return &descr;
    if (key == "fortran_order") return &fortran_order;
    return key == "shape" ? &shape : nullptr;
  }
};

std::optional<Dictionary> ReadDictionary(std::string_view text) {
  Dictionary dictionary;
  if (!Take(text, '{')) return std::nullopt;
  while (!Take(text, '}')) {
    if (text.empty() || (text[0] != '\'' && text[0] != '"')) return std::nullopt;
    const size_t end = text.find(text[0], 1);
    if (end == std::string_view::npos) return std::nullopt;
    std::string_view* const value = dictionary.Find(text.substr(1, end - 1));
    text.remove_prefix(end + 1);
    if (value == nullptr || !value->empty() || !Take(text, ':')) return std::nullopt;
    *value = TakeValue(text);
    if (value->empty()) return std::nullopt;
    if (!Take(text, ',') && !text.starts_with('}')) return std::nullopt;
  }
  SkipBlanks(text);
  return text.empty() ? std::optional(dictionary) : std::nullopt;
}

std::optional<bool> ParseBoolean(std::string_view text) {
  if (text == "True") return true;
  return text == "False" ? std::optional(false) : std::nullopt;
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
    if (error != std::errc() || size < 0 || shape.size() == kMostDimensions) return std::nullopt;
    shape.push_back(size);
    at = static_cast<size_t>(end - text.data());
    if (at < text.size() && text[at] == 'L') ++at;  // Python 2 wrote 3L
  }
  return std::nullopt;
}

// Returns the size of magic, version and length, whose width depends on the version.
size_t PreambleSize(std::string_view file) { return file[6] == 1 ? 10 : 12; }

bool IsVersionKnown(std::string_view file) { return file[6] >= 1 && file[6] <= 3; }

// Returns the dictionary's text.
std::optional<std::string_view> FindDictionary(std::string_view file, size_t& data_offset) {
  data_offset = NpyHeaderSize(file);
  const size_t start = PreambleSize(file);
  if (file.size() < start || data_offset > file.size()) return std::nullopt;
  return file.substr(start, data_offset - start);
}

}  // namespace

size_t NpyHeaderSize(std::string_view start) {
  constexpr size_t kMostPreamble = 12;
  if (start.size() < kMostPreamble || !IsVersionKnown(start)) return kMostPreamble;
  const size_t preamble = PreambleSize(start);
  size_t length = 0;
  for (size_t i = 8; i < preamble; ++i) {
    length |= static_cast<size_t>(static_cast<unsigned char>(start[i])) << (8 * (i - 8));
  }
  // The sum could overflow 32 bits with an invalid length.
  return preamble + std::min(length, std::numeric_limits<size_t>::max() - preamble);
}

std::optional<NpyHeader> ParseNpyHeader(std::string_view file, std::string& problem) {
  NpyHeader header;
  if (!file.starts_with(kNpyMagic) || file.size() < 8) {
    problem = "is no .npy file";
    return std::nullopt;
  }
  if (!IsVersionKnown(file)) {
    problem = "has .npy version " + std::to_string(static_cast<int>(file[6])) +
              ", which is not 1, 2 or 3";
    return std::nullopt;
  }
  const auto text = FindDictionary(file, header.data_offset);
  if (!text) {
    problem = "is truncated within its header";
    return std::nullopt;
  }
  const std::optional<Dictionary> dictionary = ReadDictionary(*text);
  const auto is_fortran_order =
      dictionary ? ParseBoolean(dictionary->fortran_order) : std::optional<bool>();
  if (!is_fortran_order) {
    problem =
        "has a header that is not a dictionary of 'descr', 'fortran_order' (True or False) and "
        "'shape', each once: " +
        std::string(text->substr(0, 80));
    return std::nullopt;
  }
  const std::optional<std::string> descr = ParseQuoted(dictionary->descr);
  const auto shape = ParseShape(dictionary->shape);
  if (!descr || descr->size() < 2 || !shape) {
    problem = "has a header without 'descr' and 'shape' of plain elements: " +
              std::string(text->substr(0, 80));
    return std::nullopt;
  }
  const bool has_order = std::string_view("<>|=").contains((*descr)[0]);
  header.is_big_endian = (*descr)[0] == '>';
  header.code = has_order ? descr->substr(1) : *descr;
  header.is_fortran_order = *is_fortran_order;
  header.shape = *shape;
  return header;
}

}  // namespace paddock
