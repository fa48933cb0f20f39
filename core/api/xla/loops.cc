// While and Infeed: loops over the arrays of a state, and the order in which the infeed is read.
#include <algorithm>
#include <tuple>
#include <utility>

#include "core/api/xla/emitter.h"

namespace paddock::xla {
namespace {

// Returns the layouts of the results of an infeed; empty if the shape has none.
std::string LayoutsOf(const std::vector<Shape>& shapes) {
  std::string text = "[";
  bool is_given = false;
  for (const Shape& shape : shapes) {
    is_given = is_given || !shape.minor_to_major.empty();
    std::string layout = ToString(shape.Layout());
    layout.front() = '[';
    layout.back() = ']';
    text += (&shape == &shapes.front() ? "" : ", ") + layout;
  }
  return is_given ? text + "]" : std::string();
}

}  // namespace

bool Emitter::RequireOrder() {
  for (const Lowered& operand : operands_) {
    if (operand.reads == reads_) return true;
  }
  if (reads_ == 0) return true;
  Fail(CallRule::kXlaInfeed2, "no operand depends on the Infeed before");
  return false;
}

build::Value Emitter::Token() {
  if (!token_) token_ = function_.CreateToken({}, where_);
  return *token_;
}

Lowered Emitter::Infeed(const Shape& shape) {
  if (!RequireShape(shape)) return Failed();
  if (std::ranges::any_of(shape.tuple_shapes, &Shape::is_tuple)) {
    return Fail(CallRule::kXlaInfeed1, "the shape is " + ToString(shape));
  }
  // An empty tuple reads nothing.
  if (shape.is_tuple() && shape.tuple_shapes.empty()) return MakeTuple({});
  if (!RequireOrder()) return Failed();
  const std::vector<Shape> shapes = shape.is_tuple() ? shape.tuple_shapes : std::vector{shape};
  std::vector<build::TypeSpec> types;
  for (const Shape& one : shapes) types.push_back(TypeOf(one));
  types.push_back("!stablehlo.token");
  const build::Values results =
      function_.Infeed(Token(), types, {.layout = LayoutsOf(shapes)}, {}, where_);
  const Lowered result = ResultOf(shape, results, results[shapes.size()]);
  return result.parts != nullptr ? MakeTuple(*result.parts) : result;
}

Lowered Emitter::Iteration(const Computation& computation, const Shape& state,
                           const build::Values& leaves, std::optional<build::Value>& token) {
  size_t next = 0;
  Lowered argument = FromLeaves(state, leaves, next);
  const auto outer = std::tuple(token_, reads_, is_flat_);
  std::tie(token_, reads_, is_flat_) = std::tuple(token, int64_t{0}, true);
  Lowered result = Inline(*computation.recording_, {std::move(argument)});
  token = token_;
  std::tie(token_, reads_, is_flat_) = outer;
  return result;
}

Lowered Emitter::While(const Computation& condition, const Computation& body) {
  const bool reads = condition.recording_->reads_infeed || body.recording_->reads_infeed;
  if (reads && !RequireOrder()) return Failed();
  if (condition.recording_->reads_infeed) return WhileReading(condition, body);
  const Shape state = operands_[0].shape;
  std::vector<build::Value> init;
  AddLeaves(operands_[0], init);
  const size_t count = init.size();
  if (reads) init.push_back(Token());
  const auto token_of = [&](const build::Values& values) {
    return reads ? std::optional(values[count]) : std::nullopt;
  };
  const build::Values results = function_.While(
      init,
      [&](const build::Values& values) -> build::Values {
        std::optional<build::Value> token = token_of(values);
        return Iteration(condition, state, values, token).value;
      },
      [&](const build::Values& values) -> build::Values {
        std::optional<build::Value> token = token_of(values);
        std::vector<build::Value> leaves;
        AddLeaves(Iteration(body, state, values, token), leaves);
        if (reads) leaves.push_back(*token);
        return leaves;
      },
      {}, where_);
  return ResultOf(state, results, token_of(results));
}

// A region for a condition cannot return a token. So the condition is computed before the loop and
// at the end of each iteration.
Lowered Emitter::WhileReading(const Computation& condition, const Computation& body) {
  const Shape state = operands_[0].shape;
  std::vector<build::Value> init;
  AddLeaves(operands_[0], init);
  const size_t count = init.size();
  const auto add_condition = [&](std::vector<build::Value>& leaves,
                                 std::optional<build::Value> token) {
    leaves.push_back(Iteration(condition, state, std::vector(leaves), token).value);
    leaves.push_back(*token);
  };
  add_condition(init, Token());
  const build::Values results = function_.While(
      init, [&](const build::Values& values) { return values[count]; },
      [&](const build::Values& values) -> build::Values {
        std::optional<build::Value> token = values[count + 1];
        std::vector<build::Value> leaves;
        AddLeaves(Iteration(body, state, values, token), leaves);
        add_condition(leaves, token);
        return leaves;
      },
      {}, where_);
  return ResultOf(state, results, results[count + 1]);
}

}  // namespace paddock::xla
