// For tests of gather and scatter: random dimension numbers, and the addresses that the
// specification assigns to them.
#ifndef PADDOCK_SIMD_MOVEMENT_INDEX_TESTING_H_
#define PADDOCK_SIMD_MOVEMENT_INDEX_TESTING_H_

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <numeric>
#include <vector>

#include "core/base/row_major.h"
#include "core/types/element_type.h"
#include "simd/movement/testing.h"

namespace paddock::simd::testing {

using Index = std::vector<int64_t>;

inline int64_t CountOf(const Index& shape) {
  return std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies<>());
}
inline bool Has(const Index& dimensions, size_t d) {
  return std::find(dimensions.begin(), dimensions.end(), static_cast<int64_t>(d)) !=
         dimensions.end();
}
inline void Shuffle(Index& values, Random& random) {
  for (size_t i = 1; i < values.size(); ++i) {
    std::swap(values[i], values[static_cast<size_t>(random.Between(0, static_cast<int64_t>(i)))]);
  }
}

// gather's names. For scatter, result means update, offset and slice mean window, collapsed means
// inserted.
struct IndexingCase {
  Index operand_shape;
  Index indices_shape;
  Index slice_sizes;
  Index result_shape;
  Index offset_dims;
  Index collapsed_slice_dims;
  Index operand_batching_dims;
  Index start_indices_batching_dims;
  Index start_index_map;
  int64_t index_vector_dim = 0;
  ElementType index_type = ElementType::kI64;
  std::vector<uint8_t> indices;

  int64_t ReadIndex(const Index& at) const {
    const auto position = static_cast<size_t>(RowMajorNumber(at, indices_shape));
    const size_t bytes = ByteSize(index_type);
    uint64_t bits = 0;
    std::memcpy(&bits, indices.data() + position * bytes, bytes);
    const auto unused = static_cast<int>(64 - 8 * bytes);
    if (IsSigned(index_type)) return static_cast<int64_t>(bits << unused) >> unused;
    return bits > INT64_MAX ? INT64_MAX : static_cast<int64_t>(bits);
  }

  // The unclamped start of the slice for a result index, and the other terms of the operand index.
  struct Address {
    Index start;
    Index rest;
  };
  Address AddressOf(const Index& result_index) const {
    Index batch_index;
    Index offset_index;
    for (size_t d = 0; d < result_index.size(); ++d) {
      (Has(offset_dims, d) ? offset_index : batch_index).push_back(result_index[d]);
    }
    Address address{Index(operand_shape.size(), 0), Index(operand_shape.size(), 0)};
    for (size_t k = 0; k < start_index_map.size(); ++k) {
      Index at = batch_index;
      if (index_vector_dim < static_cast<int64_t>(indices_shape.size())) {
        at.insert(at.begin() + index_vector_dim, static_cast<int64_t>(k));
      }
      address.start[static_cast<size_t>(start_index_map[k])] = ReadIndex(at);
    }
    for (size_t i = 0; i < operand_batching_dims.size(); ++i) {
      const int64_t d = start_indices_batching_dims[i];
      address.rest[static_cast<size_t>(operand_batching_dims[i])] =
          batch_index[static_cast<size_t>(d - (d < index_vector_dim ? 0 : 1))];
    }
    size_t offset = 0;
    for (size_t d = 0; d < operand_shape.size(); ++d) {
      if (Has(collapsed_slice_dims, d) || Has(operand_batching_dims, d)) continue;
      address.rest[d] += offset_index[offset++];
    }
    return address;
  }
};

// `max_size`: limit of operand dimensions; `index_range`: margin around the valid starts.
inline IndexingCase RandomIndexing(Random& random, int64_t max_size, int64_t index_range) {
  IndexingCase c;
  const int64_t rank = random.Between(0, 4);
  Index mappable;
  Index offset_sizes;
  for (int64_t d = 0; d < rank; ++d) {
    const int64_t size = random.Between(1, max_size);
    c.operand_shape.push_back(size);
    const int64_t role = random.Between(0, 5);
    if (role == 0) c.operand_batching_dims.push_back(d);
    if (role == 1 || role == 2) c.collapsed_slice_dims.push_back(d);
    const bool is_offset = role > 2;
    c.slice_sizes.push_back(is_offset ? random.Between(random.Between(0, 20) == 0 ? 0 : 1, size)
                                      : 1);
    if (role != 0) mappable.push_back(d);
    if (is_offset) offset_sizes.push_back(c.slice_sizes.back());
  }
  Shuffle(mappable, random);
  const auto mapped = random.Between(0, static_cast<int64_t>(mappable.size()));
  c.start_index_map.assign(mappable.begin(), mappable.begin() + mapped);

  // Batching dimensions have random positions among the others of the indices.
  Index batch_shape(static_cast<size_t>(random.Between(0, 2)));
  for (int64_t& size : batch_shape) size = random.Between(random.Between(0, 20) == 0 ? 0 : 1, 6);
  Index origins(batch_shape.size(), -1);
  for (size_t i = 0; i < c.operand_batching_dims.size(); ++i) {
    const auto d = static_cast<size_t>(c.operand_batching_dims[i]);
    const auto at = random.Between(0, static_cast<int64_t>(batch_shape.size()));
    batch_shape.insert(batch_shape.begin() + at, c.operand_shape[d]);
    origins.insert(origins.begin() + at, static_cast<int64_t>(i));
  }
  const auto batch_rank = static_cast<int64_t>(batch_shape.size());
  const bool is_implicit = mapped == 1 && random.Between(0, 1) == 0;
  c.index_vector_dim = is_implicit ? batch_rank : random.Between(0, batch_rank);
  c.indices_shape = batch_shape;
  if (!is_implicit) {
    c.indices_shape.insert(c.indices_shape.begin() + c.index_vector_dim, mapped);
    origins.insert(origins.begin() + c.index_vector_dim, -1);
  }
  c.start_indices_batching_dims.resize(c.operand_batching_dims.size());
  for (size_t d = 0; d < origins.size(); ++d) {
    if (origins[d] < 0) continue;
    c.start_indices_batching_dims[static_cast<size_t>(origins[d])] = static_cast<int64_t>(d);
  }

  Index places(batch_shape.size() + offset_sizes.size());
  std::iota(places.begin(), places.end(), int64_t{0});
  Shuffle(places, random);
  c.offset_dims.assign(places.begin(),
                       places.begin() + static_cast<std::ptrdiff_t>(offset_sizes.size()));
  std::sort(c.offset_dims.begin(), c.offset_dims.end());
  size_t batch = 0;
  size_t offset = 0;
  for (size_t d = 0; d < places.size(); ++d) {
    c.result_shape.push_back(Has(c.offset_dims, d) ? offset_sizes[offset++] : batch_shape[batch++]);
  }

  constexpr ElementType kTypes[] = {ElementType::kI8,   ElementType::kI16, ElementType::kI32,
                                    ElementType::kI64,  ElementType::kUI8, ElementType::kUI16,
                                    ElementType::kUI32, ElementType::kUI64};
  c.index_type = kTypes[random.Between(0, 7)];
  const size_t bytes = ByteSize(c.index_type);
  c.indices.resize(static_cast<size_t>(CountOf(c.indices_shape)) * bytes);
  for (size_t i = 0; i < c.indices.size(); i += bytes) {
    uint64_t value = static_cast<uint64_t>(random.Between(-index_range, max_size + index_range));
    if (random.Between(0, 40) == 0) value = random.Bits();
    std::memcpy(c.indices.data() + i, &value, bytes);
  }
  return c;
}

}  // namespace paddock::simd::testing

#endif  // PADDOCK_SIMD_MOVEMENT_INDEX_TESTING_H_
