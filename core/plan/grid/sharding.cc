#include "core/plan/grid/sharding.h"

#include <algorithm>
#include <charconv>

#include "core/run/process_grid.h"

namespace paddock {
namespace {

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool Take(std::string_view word) {
    if (!text_.starts_with(word)) return false;
    text_.remove_prefix(word.size());
    return true;
  }

  // Reads `1,2,3`, at least one integer.
  std::optional<std::vector<int64_t>> TakeIntegers() {
    std::vector<int64_t> values;
    do {
      int64_t value = 0;
      const auto read = std::from_chars(text_.data(), text_.data() + text_.size(), value);
      if (read.ec != std::errc() || value < 0 || values.size() > kMaximumProcesses) {
        return std::nullopt;
      }
      text_.remove_prefix(static_cast<size_t>(read.ptr - text_.data()));
      values.push_back(value);
    } while (Take(","));
    return values;
  }

  std::optional<std::vector<int64_t>> TakeBracketed(std::string_view open, std::string_view close) {
    if (!Take(open)) return std::nullopt;
    auto values = TakeIntegers();
    return values && Take(close) ? values : std::nullopt;
  }

  std::string_view rest() const { return text_; }

 private:
  std::string_view text_;
};

// Returns the product; nothing if it exceeds the largest grid.
std::optional<int64_t> ProductOf(const std::vector<int64_t>& sizes) {
  int64_t product = 1;
  for (int64_t size : sizes) {
    if (size <= 0 || size > kMaximumProcesses) return std::nullopt;
    product *= size;
    if (product > kMaximumProcesses) return std::nullopt;
  }
  return product;
}

// Returns 0, 1, 2 ... in the shape `sizes` with its dimensions permuted.
std::optional<std::vector<int64_t>> PermutedIota(const std::vector<int64_t>& sizes,
                                                 const std::vector<int64_t>& permutation) {
  const auto count = ProductOf(sizes);
  std::vector<int64_t> sorted = permutation;
  std::ranges::sort(sorted);
  for (size_t i = 0; i < sorted.size(); ++i) {
    if (sorted[i] != static_cast<int64_t>(i)) return std::nullopt;
  }
  if (!count || sorted.size() != sizes.size()) return std::nullopt;
  std::vector<int64_t> strides(sizes.size(), 1);
  for (size_t i = sizes.size(); i-- > 1;) strides[i - 1] = strides[i] * sizes[i];
  std::vector<int64_t> result;
  for (int64_t i = 0; i < *count; ++i) {
    int64_t rest = i;
    int64_t value = 0;
    for (size_t d = permutation.size(); d-- > 0;) {
      const auto from = static_cast<size_t>(permutation[d]);
      value += rest % sizes[from] * strides[from];
      rest /= sizes[from];
    }
    result.push_back(value);
  }
  return result;
}

// Reads the devices, in the order of the tiles.
std::optional<std::vector<int64_t>> TakeDevices(Reader& reader) {
  if (!reader.Take("<=")) return reader.TakeIntegers();
  const auto sizes = reader.TakeBracketed("[", "]");
  if (!sizes) return std::nullopt;
  std::vector<int64_t> permutation;
  for (size_t i = 0; i < sizes->size(); ++i) permutation.push_back(static_cast<int64_t>(i));
  if (reader.rest().starts_with("T")) {
    reader.Take("T");
    const auto given = reader.TakeBracketed("(", ")");
    if (!given) return std::nullopt;
    permutation = *given;
  }
  return PermutedIota(*sizes, permutation);
}

}  // namespace

std::optional<Sharding> ParseSharding(std::string_view text, size_t rank) {
  if (!text.starts_with('{') || !text.ends_with('}')) return std::nullopt;
  Reader reader(text.substr(1, text.size() - 2));
  Sharding sharding;
  if (reader.rest() == "replicated") return sharding;
  if (!reader.Take("devices=")) return std::nullopt;
  const auto tiles = reader.TakeBracketed("[", "]");
  const auto devices = tiles ? TakeDevices(reader) : std::nullopt;
  const auto count = tiles ? ProductOf(*tiles) : std::nullopt;
  if (!devices || !count || static_cast<int64_t>(devices->size()) != *count) return std::nullopt;
  // The suffix marks dimensions beyond the tensor's, along which devices hold copies.
  const bool may_have_more = reader.rest().starts_with(" last_tile_dim") && tiles->size() >= rank;
  if (tiles->size() != rank && !may_have_more) return std::nullopt;
  sharding.tiles.assign(tiles->begin(), tiles->begin() + static_cast<ptrdiff_t>(rank));
  sharding.places.resize(devices->size());
  for (size_t i = 0; i < devices->size(); ++i) {
    const auto device = static_cast<size_t>((*devices)[i]);
    if (device >= devices->size() || !sharding.places[device].empty()) return std::nullopt;
    auto rest = static_cast<int64_t>(i);
    std::vector<int64_t> place(tiles->size());
    for (size_t d = tiles->size(); d-- > 0;) {
      place[d] = rest % (*tiles)[d];
      rest /= (*tiles)[d];
    }
    // A scalar has no dimensions, hence no numbers.
    place.resize(std::max<size_t>(rank, 1));
    sharding.places[device] = std::move(place);
  }
  return sharding;
}

}  // namespace paddock
