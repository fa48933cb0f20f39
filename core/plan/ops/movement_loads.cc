#include "core/plan/ops/movement_loads.h"

#include <algorithm>
#include <utility>

#include "core/plan/fusion/strided_load.h"
#include "core/plan/fusion/tile_chain.h"
#include "simd/movement/picked_columns.h"
#include "simd/movement/row_major.h"
#include "simd/movement/short_runs.h"

namespace paddock {
namespace {

// Copying a shorter run costs more than its elements.
constexpr int64_t kFewestOfRun = 16;
constexpr int64_t kLeastRunBytes = 64;
// Shorter ones are copied together if as many of them are equally far apart.
constexpr int64_t kFewestShortRuns = 64;
// Each part is a reference of the step.
constexpr size_t kMostParts = 8;

TileNode PartOf(TileNode::Kind kind, ElementType type, uint32_t source, int64_t share) {
  TileNode part;
  part.kind = kind;
  part.type = type;
  part.source = source;
  part.share = share;
  return part;
}

TileNode Joined(ElementType type, std::vector<TileNode> parts) {
  TileNode load;
  load.kind = TileNode::Kind::kJoined;
  load.type = type;
  for (TileNode& part : parts) {
    if (part.share == 0) continue;
    load.row += part.share;
    load.parts.push_back(std::move(part));
  }
  return load;
}

// The amounts of padding in one dimension of `size` elements.
struct Padding {
  int64_t low, high, interior;
  int64_t size;
  int64_t padded_size() const {
    return low + size + std::max<int64_t>(size - 1, 0) * interior + high;
  }
};

// Pads a dimension of `load`, whose positions have `inner` elements.
TileNode Padded(TileNode load, const Padding& padding, int64_t inner) {
  const ElementType type = load.type;
  if (padding.interior == 0) {
    load.share = padding.size * inner;
    return Joined(type,
                  {PartOf(TileNode::Kind::kSplat, type, 1, padding.low * inner), std::move(load),
                   PartOf(TileNode::Kind::kSplat, type, 1, padding.high * inner)});
  }
  TileNode spaced;
  spaced.kind = TileNode::Kind::kSpaced;
  spaced.type = type;
  spaced.inner = inner;
  spaced.size = padding.padded_size();
  spaced.low = padding.low;
  spaced.step = padding.interior + 1;
  spaced.filled = padding.size;
  spaced.parts.push_back(std::move(load));
  spaced.parts.push_back(PartOf(TileNode::Kind::kSplat, type, 1, 0));
  return spaced;
}

// Returns the elements that negative amounts leave; nothing if there are none, or if elements are
// spaced first.
std::optional<simd::MovedElements> KeptElements(const Leaf& operand, std::span<const int64_t> low,
                                                std::span<const int64_t> high,
                                                std::span<const int64_t> interior) {
  const size_t rank = operand.shape.size();
  std::vector<int64_t> starts(rank), limits(rank);
  for (size_t i = 0; i < rank; ++i) {
    starts[i] = std::max<int64_t>(-low[i], 0);
    limits[i] = operand.shape[i] - std::max<int64_t>(-high[i], 0);
    const bool is_cut = low[i] < 0 || high[i] < 0;
    if (starts[i] >= limits[i] || (is_cut && interior[i] != 0)) return std::nullopt;
  }
  const std::vector<int64_t> strides(rank, 1);
  return simd::SlicedElements(simd::RowMajorElements(operand.shape), starts, limits, strides);
}

}  // namespace

std::optional<TileNode> IfFast(TileNode load) {
  if (std::ranges::any_of(load.loops, [](const auto& loop) { return loop.size == 0; })) {
    return std::nullopt;
  }
  if (load.loops.size() <= 1) return load;
  const simd::CopyDimension& run = load.loops.back();
  const auto bytes = static_cast<int64_t>(ByteSize(load.type));
  const simd::CopyDimension& loop = load.loops[load.loops.size() - 2];
  const bool is_short = run.size <= simd::ShortRuns::kMostElements && run.source_stride == 1;
  if (!kHasChainModules && is_short && loop.size >= kFewestShortRuns) return load;
  // A transposition of tuples, which another loop is over, moves all of them at once.
  const auto is_within = [&](const simd::CopyDimension& other) {
    return other.size > 1 && std::abs(other.source_stride) < std::abs(run.source_stride);
  };
  const auto are_picked = [&] {
    return !kHasChainModules && std::ranges::none_of(load.loops, is_within) &&
           simd::FindPickKernel(static_cast<size_t>(bytes), run.source_stride, run.size) != nullptr;
  };
  const bool is_fast =
      run.source_stride == 1
          ? run.size * bytes >= kLeastRunBytes
          : run.size >= 4 * kFewestOfRun && (std::abs(run.source_stride) <= 2 || are_picked());
  return is_fast ? std::optional(std::move(load)) : std::nullopt;
}

std::optional<TileNode> ConcatenateLoad(ElementType type, std::span<const simd::Sizes> shapes,
                                        int64_t dimension) {
  if (shapes.size() > kMostParts) return std::nullopt;
  std::vector<TileNode> parts;
  for (size_t i = 0; i < shapes.size(); ++i) {
    int64_t share = 1;
    for (int64_t size : shapes[i].subspan(static_cast<size_t>(dimension))) share *= size;
    parts.push_back(PartOf(TileNode::Kind::kStream, type, static_cast<uint32_t>(i), share));
  }
  TileNode load = Joined(type, std::move(parts));
  const auto part_count = static_cast<int64_t>(load.parts.size());
  if (load.row < kFewestOfRun * part_count || part_count == 0) return std::nullopt;
  return load;
}

std::optional<TileNode> PadLoad(const Leaf& operand, std::span<const int64_t> low,
                                std::span<const int64_t> high, std::span<const int64_t> interior) {
  // WebAssembly leaves them out, for size.
  if (kHasChainModules || operand.count == 0) return std::nullopt;
  const auto kept = KeptElements(operand, low, high, interior);
  if (!kept) return std::nullopt;
  const bool is_whole = operand.is_splat || std::ranges::equal(kept->sizes, operand.shape);
  TileNode load = is_whole ? PartOf(TileNode::Kind::kStream, operand.type, 0, 0)
                           : StridedLoad(operand.type, *kept);
  int64_t inner = 1;
  for (size_t i = operand.shape.size(); i-- > 0;) {
    const Padding padding{std::max<int64_t>(low[i], 0), std::max<int64_t>(high[i], 0), interior[i],
                          kept->sizes[i]};
    const int64_t size = padding.padded_size();
    if (size != padding.size) {
      const bool is_short = padding.interior == 0 ? size * inner < 3 * kFewestOfRun
                            : inner == 1          ? size < 4 * kFewestOfRun
                                                  : inner < kFewestOfRun;
      if (is_short) return std::nullopt;
      load = Padded(std::move(load), padding, inner);
    }
    inner *= size;
  }
  if (load.parts.empty()) return std::nullopt;
  return load;
}

}  // namespace paddock
