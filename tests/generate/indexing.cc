// Slices at positions computed at run time: dynamic_slice, gather, scatter.
#include <algorithm>

#include "tests/generate/writer.h"

namespace paddock::generate {
namespace {

constexpr uint32_t kIndexElements = kSignedElements | kUnsignedElements;

std::vector<Named> Starts(Writer& writer, size_t rank) {
  const TensorSpec type = {writer.AnyElement(kIndexElements), {}};
  std::vector<Named> starts;
  for (size_t d = 0; d < rank; ++d) starts.push_back(writer.Get(type));
  return starts;
}

Shape SmallerShape(Writer& writer, const Shape& shape) {
  Shape smaller;
  for (int64_t size : shape) {
    smaller.push_back(writer.random.Between(std::min<int64_t>(size, 1), size));
  }
  return smaller;
}

void WriteDynamicSlice(Writer& writer) {
  const Named operand = writer.GetAny(kStoredElements);
  const Shape sizes = SmallerShape(writer, operand.type.shape);
  std::vector<Named> operands = {operand};
  for (Named& start : Starts(writer, sizes.size())) operands.push_back(std::move(start));
  writer.Apply("stablehlo.dynamic_slice", operands, {operand.type.With(sizes)},
               "slice_sizes = " + ArrayText(sizes));
}

void WriteDynamicUpdateSlice(Writer& writer) {
  const Named operand = writer.GetAny(kStoredElements);
  const Shape sizes = SmallerShape(writer, operand.type.shape);
  std::vector<Named> operands = {operand, writer.Get(operand.type.With(sizes))};
  for (Named& start : Starts(writer, sizes.size())) operands.push_back(std::move(start));
  writer.Apply("stablehlo.dynamic_update_slice", operands, {operand.type});
}

// Layout shared by gather and scatter. Dimensions of `operand` are batching, collapsed (with slices
// of one element), or in the window. The indices are the starts of the slices.
struct Layout {
  Shape operand;
  std::vector<int64_t> batching, collapsed, index_map;
  Shape slice_sizes;
  Shape indices;
  std::vector<int64_t> indices_batching;
  int64_t index_vector_dimension = 0;
  // Shape of a gather's result or a scatter's updates.
  Shape slices;
  std::vector<int64_t> window_dimensions;
};

bool Holds(const std::vector<int64_t>& list, size_t value) {
  return std::ranges::find(list, static_cast<int64_t>(value)) != list.end();
}

void ChooseOperandDimensions(Random& random, Layout& layout) {
  for (size_t d = 0; d < layout.operand.size(); ++d) {
    const int64_t size = layout.operand[d];
    const int64_t kind = random.Below(6);
    if (kind == 0 && layout.batching.size() < 2) {
      layout.batching.push_back(static_cast<int64_t>(d));
      layout.slice_sizes.push_back(std::min<int64_t>(size, 1));
    } else if (kind <= 2 && size > 0) {
      layout.collapsed.push_back(static_cast<int64_t>(d));
      layout.slice_sizes.push_back(1);
    } else {
      layout.slice_sizes.push_back(random.Between(std::min<int64_t>(size, 1), size));
    }
  }
  for (int64_t d : ChooseDimensions(random, layout.operand.size(), layout.operand.size())) {
    const bool is_indexed = Holds(layout.collapsed, static_cast<size_t>(d)) || random.Chance(50);
    if (is_indexed && !Holds(layout.batching, static_cast<size_t>(d)))
      layout.index_map.push_back(d);
  }
}

// Returns the shape of the indices; `batch` receives its dimensions without that of the index
// vector.
void ChooseIndices(Random& random, Layout& layout, Shape& batch) {
  batch.resize(layout.batching.size() + static_cast<size_t>(random.Below(3)));
  for (int64_t& size : batch) size = random.Chance(5) ? 0 : random.Between(1, 4);
  const std::vector<int64_t> places =
      ChooseDimensions(random, batch.size(), layout.batching.size());
  for (size_t i = 0; i < places.size(); ++i) {
    batch[static_cast<size_t>(places[i])] = layout.operand[static_cast<size_t>(layout.batching[i])];
  }
  const auto components = static_cast<int64_t>(layout.index_map.size());
  const auto rank = static_cast<int64_t>(batch.size());
  layout.indices = batch;
  const bool is_implied = components == 1 && random.Chance(40);
  layout.index_vector_dimension = is_implied ? rank : random.Between(0, rank);
  if (!is_implied) {
    layout.indices.insert(layout.indices.begin() + layout.index_vector_dimension, components);
  }
  for (int64_t place : places) {
    layout.indices_batching.push_back(place < layout.index_vector_dimension ? place : place + 1);
  }
}

Layout ChooseLayout(Random& random, const Shape& operand) {
  Layout layout;
  layout.operand = operand;
  ChooseOperandDimensions(random, layout);
  Shape batch;
  ChooseIndices(random, layout, batch);
  Shape window;
  for (size_t d = 0; d < operand.size(); ++d) {
    if (Holds(layout.batching, d) || Holds(layout.collapsed, d)) continue;
    window.push_back(layout.slice_sizes[d]);
  }
  const size_t rank = batch.size() + window.size();
  layout.window_dimensions = ChooseDimensions(random, rank, window.size());
  std::ranges::sort(layout.window_dimensions);
  size_t next_window = 0, next_batch = 0;
  for (size_t d = 0; d < rank; ++d) {
    layout.slices.push_back(Holds(layout.window_dimensions, d) ? window[next_window++]
                                                               : batch[next_batch++]);
  }
  return layout;
}

std::string Field(const char* name, const std::vector<int64_t>& values) {
  return std::string(name) + " = [" + ListText(values) + "], ";
}

void WriteGather(Writer& writer) {
  const Named operand = writer.GetAny(kStoredElements, 0, 3);
  const Layout layout = ChooseLayout(writer.random, operand.type.shape);
  std::vector<Named> operands = {operand,
                                 writer.Get({writer.AnyElement(kIndexElements), layout.indices})};
  const bool is_dynamic = writer.Runs("stablehlo.dynamic_gather") && writer.random.Chance(15);
  if (is_dynamic) {
    const auto rank = static_cast<int64_t>(operand.type.rank());
    operands.push_back(writer.KnownIntegers(layout.slice_sizes, {ElementType::kI64, {rank}}));
  }
  writer.Apply(is_dynamic ? "stablehlo.dynamic_gather" : "stablehlo.gather", operands,
               {operand.type.With(layout.slices)},
               "dimension_numbers = #stablehlo.gather<" +
                   Field("offset_dims", layout.window_dimensions) +
                   Field("collapsed_slice_dims", layout.collapsed) +
                   Field("operand_batching_dims", layout.batching) +
                   Field("start_indices_batching_dims", layout.indices_batching) +
                   Field("start_index_map", layout.index_map) +
                   "index_vector_dim = " + std::to_string(layout.index_vector_dimension) + ">" +
                   (is_dynamic ? "" : ", slice_sizes = " + ArrayText(layout.slice_sizes)) +
                   ", indices_are_sorted = false");
}

// The first dimensions of both may be batch dimensions.
void WriteTorchIndexSelect(Writer& writer) {
  const Named operand = writer.GetAny(kStoredElements, 1, 3);
  const Shape& shape = operand.type.shape;
  const int64_t dimension = writer.random.Below(static_cast<int64_t>(shape.size()));
  // An empty dimension has nothing to select.
  if (shape[static_cast<size_t>(dimension)] == 0) return;
  const int64_t batches = writer.random.Between(0, dimension);
  Shape index(shape.begin(), shape.begin() + batches);
  const Shape others = writer.AnyShape(0, 2);
  index.insert(index.end(), others.begin(), others.end());
  Shape result(shape.begin(), shape.begin() + dimension);
  result.insert(result.end(), others.begin(), others.end());
  result.insert(result.end(), shape.begin() + dimension + 1, shape.end());
  writer.Apply("stablehlo.torch_index_select",
               {operand, writer.Get({writer.AnyElement(kIndexElements), index})},
               {operand.type.With(result)},
               "dim = " + std::to_string(dimension) +
                   " : i64, batch_dims = " + std::to_string(batches) + " : i64");
}

void WriteScatter(Writer& writer) {
  const Named first = writer.GetAny(kStoredElements, 0, 3);
  const Layout layout = ChooseLayout(writer.random, first.type.shape);
  std::vector<TensorSpec> types = {first.type};
  if (writer.random.Chance(25))
    types.push_back(first.type.With(writer.AnyElement(kStoredElements)));
  std::vector<Named> operands = {first};
  std::vector<TensorSpec> scalars = {first.type.With(Shape())};
  if (types.size() == 2) {
    operands.push_back(writer.Get(types[1]));
    scalars.push_back(types[1].With(Shape()));
  }
  operands.push_back(writer.Get({writer.AnyElement(kIndexElements), layout.indices}));
  for (const TensorSpec& type : types) operands.push_back(writer.Get(type.With(layout.slices)));
  const std::string body = writer.CombinerBody(scalars);
  writer.Apply("stablehlo.scatter", operands, types,
               "scatter_dimension_numbers = #stablehlo.scatter<" +
                   Field("update_window_dims", layout.window_dimensions) +
                   Field("inserted_window_dims", layout.collapsed) +
                   Field("input_batching_dims", layout.batching) +
                   Field("scatter_indices_batching_dims", layout.indices_batching) +
                   Field("scatter_dims_to_operand_dims", layout.index_map) +
                   "index_vector_dim = " + std::to_string(layout.index_vector_dimension) +
                   ">, indices_are_sorted = false, unique_indices = false",
               {body});
}

}  // namespace

std::vector<OperationKind> IndexingKinds() {
  return {{"stablehlo.dynamic_slice", 4, WriteDynamicSlice},
          {"stablehlo.dynamic_update_slice", 4, WriteDynamicUpdateSlice},
          {"stablehlo.gather", 5, WriteGather},
          {"stablehlo.torch_index_select", 1, WriteTorchIndexSelect},
          {"stablehlo.scatter", 5, WriteScatter}};
}

}  // namespace paddock::generate
