// Operations that apply a computation to elements: Map, reductions, and the sum over replicas.
#include <algorithm>

#include "core/api/xla/lower.h"

namespace paddock::xla {
namespace {

std::string TypeText(const Computation& computation) {
  return "the computation has type " + ToString(computation.program_shape().parameters) + " -> " +
         ToString(computation.program_shape().result);
}

bool HasType(const Computation& computation, const std::vector<Shape>& parameters,
             const Shape& result) {
  const ProgramShape& shape = computation.program_shape();
  return shape.result.Matches(result) &&
         std::ranges::equal(shape.parameters, parameters, &Shape::Matches);
}

Shape ScalarLike(const Lowered& operand) {
  return ShapeUtil::MakeShape(operand.shape.element_type, {});
}

bool IsScalarLike(const Lowered& value, const Lowered& operand) {
  return value.shape.Matches(ScalarLike(operand));
}

std::string WithInit(const Lowered& operand, const Lowered& init) {
  return "operand is " + ToString(operand.shape) + ", init_value is " + ToString(init.shape);
}

// Returns false after a diagnostic.
bool RequireReduction(Emitter& e, const Lowered& operand, const Lowered& init,
                      const Computation& computation) {
  const Shape scalar = ScalarLike(operand);
  if (!IsScalarLike(init, operand)) {
    e.Fail(CallRule::kXlaReduce1, WithInit(operand, init));
  } else if (!HasType(computation, {scalar, scalar}, scalar)) {
    e.Fail(CallRule::kXlaReduce2, TypeText(computation));
  } else {
    return e.RequireNoInfeed(computation);
  }
  return false;
}

// Returns false after a diagnostic.
bool RequireWindows(Emitter& e, const Shape& operand, const Dimensions& dimensions,
                    const Dimensions& strides) {
  const std::string but = "operand is " + ToString(operand) + ", window_dimensions is " +
                          ToString(dimensions) + ", window_strides is " + ToString(strides);
  if (dimensions.size() != operand.dimensions.size() || strides.size() != dimensions.size()) {
    e.Fail(CallRule::kXlaWindow1, but);
    return false;
  }
  const auto is_positive = [](int64_t number) { return number > 0; };
  if (std::ranges::all_of(dimensions, is_positive) && std::ranges::all_of(strides, is_positive)) {
    return true;
  }
  e.Fail(CallRule::kXlaWindow2, but);
  return false;
}

GeneralPadding PaddingsOf(Padding padding, const Dimensions& sizes, const Dimensions& windows,
                          const Dimensions& strides) {
  GeneralPadding paddings;
  for (size_t i = 0; i < sizes.size(); ++i) {
    paddings.push_back(PaddingOf(padding, sizes[i], windows[i], strides[i]));
  }
  return paddings;
}

Dimensions AllPlaces(Padding padding, const Dimensions& sizes, const Dimensions& windows,
                     const Dimensions& strides) {
  Dimensions places;
  for (size_t i = 0; i < sizes.size(); ++i) {
    places.push_back(PlacesOf(padding, sizes[i], windows[i], strides[i]));
  }
  return places;
}

bool AreUniqueBelow(Dimensions dimensions, int64_t rank) {
  std::ranges::sort(dimensions);
  return std::ranges::adjacent_find(dimensions) == dimensions.end() &&
         (dimensions.empty() || (dimensions.front() >= 0 && dimensions.back() < rank));
}

// Returns false after a diagnostic.
bool RequireMapped(Emitter& e, Operands mapped, Operands more, const Computation& computation) {
  std::vector<Shape> shapes;
  std::vector<Shape> parameters;
  for (const Lowered& operand : mapped) {
    shapes.push_back(operand.shape);
    parameters.push_back(ScalarLike(operand));
  }
  for (const Lowered& operand : more) parameters.push_back(operand.shape);
  const auto differs = [&](const Shape& shape) {
    return shape.dimensions != shapes.front().dimensions;
  };
  if (shapes.empty() || std::ranges::any_of(shapes, differs)) {
    e.Fail(CallRule::kXlaMap1, "the operands are " + ToString(shapes));
    return false;
  }
  const Shape& result = computation.program_shape().result;
  if (!result.is_scalar() || !HasType(computation, parameters, result)) {
    e.Fail(CallRule::kXlaMap2, TypeText(computation));
    return false;
  }
  return e.RequireNoInfeed(computation);
}

}  // namespace

Lowered LowerMap(Emitter& e, Operands operands, size_t mapped, const Computation& computation) {
  const Operands arrays = operands.first(mapped);
  const Operands more = operands.subspan(mapped);
  if (!e.RequireArrays(arrays) || !RequireMapped(e, arrays, more, computation)) {
    return e.Failed();
  }
  std::vector<build::Value> values;
  std::vector<Shape> scalars;
  for (const Lowered& operand : arrays) {
    values.push_back(operand.value);
    scalars.push_back(ScalarLike(operand));
  }
  Dimensions dimensions;
  for (int64_t i = 0; i < arrays[0].shape.rank(); ++i) dimensions.push_back(i);
  return e.Made(e.f().Map(values, {.dimensions = dimensions},
                          e.RegionOf(computation, scalars, {more.begin(), more.end()}), {},
                          e.where()));
}

Lowered LowerReduce(Emitter& e, Operands operands, const Computation& computation,
                    const Dimensions& dimensions) {
  if (!e.RequireArrays(operands)) return e.Failed();
  const Lowered& operand = operands[0];
  if (!RequireReduction(e, operand, operands[1], computation)) return e.Failed();
  if (!AreUniqueBelow(dimensions, operand.shape.rank())) {
    return e.Fail(CallRule::kXlaReduce3, "operand is " + ToString(operand.shape) +
                                             ", dimensions is " + ToString(dimensions));
  }
  // The order of the dimensions has no meaning.
  Dimensions sorted = dimensions;
  std::ranges::sort(sorted);
  const Shape scalar = ScalarLike(operand);
  const build::Values results =
      e.f().Reduce(operand.value, operands[1].value, {.dimensions = sorted},
                   e.RegionOf(computation, {scalar, scalar}), {}, e.where());
  return e.Made(results);
}

Lowered LowerReduceWindow(Emitter& e, Operands operands, const Computation& computation,
                          const Dimensions& window_dimensions, const Dimensions& window_strides,
                          Padding padding) {
  if (!e.RequireArrays(operands)) return e.Failed();
  const Lowered& operand = operands[0];
  if (!RequireReduction(e, operand, operands[1], computation) ||
      !RequireWindows(e, operand.shape, window_dimensions, window_strides)) {
    return e.Failed();
  }
  const Shape scalar = ScalarLike(operand);
  const build::Values results = e.f().ReduceWindow(
      operand.value, operands[1].value,
      {.window_dimensions = window_dimensions,
       .window_strides = window_strides,
       .padding = PaddingElements(
           PaddingsOf(padding, operand.shape.dimensions, window_dimensions, window_strides))},
      e.RegionOf(computation, {scalar, scalar}), {}, e.where());
  return e.Made(results);
}

Lowered LowerSelectAndScatter(Emitter& e, Operands operands, const Computation& select,
                              const Dimensions& window_dimensions, const Dimensions& window_strides,
                              Padding padding, const Computation& scatter) {
  if (!e.RequireArrays(operands)) return e.Failed();
  const Lowered& operand = operands[0];
  const Shape scalar = ScalarLike(operand);
  if (!HasType(select, {scalar, scalar}, ShapeUtil::MakeShape(PRED, {}))) {
    return e.Fail(CallRule::kXlaSelectAndScatter1, TypeText(select));
  }
  if (!HasType(scatter, {scalar, scalar}, scalar)) {
    return e.Fail(CallRule::kXlaSelectAndScatter2, TypeText(scatter));
  }
  if (!RequireWindows(e, operand.shape, window_dimensions, window_strides) ||
      !e.RequireNoInfeed(select) || !e.RequireNoInfeed(scatter)) {
    return e.Failed();
  }
  if (!IsScalarLike(operands[2], operand)) {
    return e.Fail(CallRule::kXlaSelectAndScatter4, WithInit(operand, operands[2]));
  }
  const GeneralPadding paddings =
      PaddingsOf(padding, operand.shape.dimensions, window_dimensions, window_strides);
  const Shape places = ShapeUtil::MakeShape(
      scalar.element_type,
      AllPlaces(padding, operand.shape.dimensions, window_dimensions, window_strides));
  if (!operands[1].shape.Matches(places)) {
    return e.Fail(CallRule::kXlaSelectAndScatter3,
                  "that is " + ToString(places) + ", source is " + ToString(operands[1].shape));
  }
  return e.Made(e.f().SelectAndScatter(operand.value, operands[1].value, operands[2].value,
                                       {.window_dimensions = window_dimensions,
                                        .window_strides = window_strides,
                                        .padding = PaddingElements(paddings)},
                                       e.RegionOf(select, {scalar, scalar}),
                                       e.RegionOf(scatter, {scalar, scalar}), {}, e.where()));
}

Lowered LowerCrossReplicaSum(Emitter& e, Operands operands) {
  if (!e.RequireArrays(operands)) return e.Failed();
  // Without groups all replicas are one group.
  const build::Values results = e.f().AllReduce(
      operands[0].value, {.replica_groups = "dense<> : tensor<0x0xi64>"},
      [&](const build::Values& pair) { return e.f().Add(pair[0], pair[1], {}, e.where()); }, {},
      e.where());
  return e.Made(results);
}

}  // namespace paddock::xla
