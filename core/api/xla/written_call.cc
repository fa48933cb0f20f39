#include "core/api/xla/written_call.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "core/api/xla/call_syntax.h"

namespace paddock::xla {
namespace {

// Converts the arguments of one call to the types of a method's parameters.
class ArgumentConverter {
 public:
  ArgumentConverter(const std::vector<Argument>& arguments, const CallNames& names, Where where)
      : arguments_(arguments), names_(names), where_(where) {}

  const std::string& problem() const { return problem_; }

  template <class Type>
  Type To(size_t i) {
    if constexpr (std::is_same_v<Type, Where>) {
      if (i < arguments_.size()) Fail("there are too many arguments");
      return where_;
    } else {
      Type value = {};
      if (i < arguments_.size()) {
        Convert(arguments_[i], value);
      } else {
        SetDefault(value);
      }
      return value;
    }
  }

 private:
  using Kind = Argument::Kind;

  void Fail(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
  }
  void Require(const Argument& argument, Kind kind, std::string_view what) {
    if (argument.kind != kind) Fail("expected " + std::string(what));
  }

  void SetDefault(Dimensions&) {}
  void SetDefault(Handles&) {}
  void SetDefault(int64_t& number) { number = -1; }
  template <class Other>
  void SetDefault(Other&) {
    Fail("there are too few arguments");
  }

  void Convert(const Argument& argument, ComputationDataHandle& value) {
    const auto found = names_.values.find(argument.text);
    if (argument.kind == Kind::kName && found != names_.values.end()) {
      value = found->second;
    } else {
      Fail("'" + argument.text + "' is no value");
    }
  }
  void Convert(const Argument& argument, Function& value) {
    const auto found = names_.computations.find(argument.text);
    if (argument.kind == Kind::kName && found != names_.computations.end()) {
      value = found->second;
    } else {
      Fail("'" + argument.text + "' is no computation");
    }
  }
  void Convert(const Argument& argument, int64_t& value) {
    const auto integer = IntegerOf(argument.text);
    if (!integer) Fail("'" + argument.text + "' is no integer");
    value = integer.value_or(0);
  }
  void Convert(const Argument& argument, float& value) {
    const auto number = NumberOf(argument.text);
    if (!number) Fail("'" + argument.text + "' is no number");
    value = static_cast<float>(number.value_or(0));
  }
  void Convert(const Argument& argument, std::string_view& value) {
    Require(argument, Kind::kString, "a string");
    value = argument.text;
  }
  void Convert(const Argument& argument, Padding& value) {
    if (argument.text != "kSame" && argument.text != "kValid") Fail("expected kSame or kValid");
    value = argument.text == "kSame" ? Padding::kSame : Padding::kValid;
  }
  void Convert(const Argument& argument, PrimitiveType& value) {
    const auto type = PrimitiveTypeNamed(argument.text);
    if (!type) Fail("'" + argument.text + "' is no element type");
    value = type.value_or(TUPLE);
  }
  void Convert(const Argument& argument, Shape& value) {
    Require(argument, Kind::kShape, "a shape");
    value = argument.shape;
  }
  void Convert(const Argument& argument, Literal& value) {
    const auto found = names_.literals.find(argument.text);
    if (argument.kind == Kind::kName && found != names_.literals.end()) {
      value = found->second;
      return;
    }
    Require(argument, Kind::kLiteral, "a literal");
    value = argument.literal;
  }
  void Convert(const Argument& argument, std::pair<int64_t, int64_t>& value) {
    Dimensions numbers;
    Convert(argument, numbers);
    if (numbers.size() != 2) Fail("expected {low, high}");
    numbers.resize(2);
    value = {numbers[0], numbers[1]};
  }
  void Convert(const Argument& argument, PaddingConfigDimension& value) {
    Dimensions numbers;
    Convert(argument, numbers);
    if (numbers.size() != 3) Fail("expected {low, high, interior}");
    numbers.resize(3);
    value = {numbers[0], numbers[1], numbers[2]};
  }
  template <class Element>
  void Convert(const Argument& argument, std::vector<Element>& list) {
    Require(argument, Kind::kList, "a list in braces");
    for (const Argument& one : argument.list) {
      Element element = {};
      Convert(one, element);
      list.push_back(std::move(element));
    }
  }

  const std::vector<Argument>& arguments_;
  const CallNames& names_;
  Where where_;
  std::string problem_;
};

using Caller = ComputationDataHandle (*)(ComputationBuilder&, ArgumentConverter&);

template <class Parameter>
using Plain = std::remove_cvref_t<Parameter>;

template <auto method, class... Parameters, size_t... i>
ComputationDataHandle CallMethod(ComputationBuilder& builder, ArgumentConverter& converter,
                                 std::index_sequence<i...>,
                                 ComputationDataHandle (ComputationBuilder::*)(Parameters...)) {
  std::tuple<Plain<Parameters>...> values = {converter.To<Plain<Parameters>>(i)...};
  if (!converter.problem().empty()) return {};
  return (builder.*method)(std::get<i>(values)...);
}

template <class... Parameters>
constexpr size_t CountOf(ComputationDataHandle (ComputationBuilder::*)(Parameters...)) {
  return sizeof...(Parameters);
}

template <auto method>
ComputationDataHandle CallBy(ComputationBuilder& builder, ArgumentConverter& converter) {
  return CallMethod<method>(builder, converter, std::make_index_sequence<CountOf(method)>(),
                            method);
}

struct MethodRow {
  std::string_view name;
  Caller call;
  // Number of arguments, where another method has the same name.
  size_t count = 0;
};

constexpr MethodRow kMethods[] = {
#include "xla/methods.inc"  // generated from builder.h
};

const MethodRow* FindMethod(std::string_view name, size_t count) {
  for (const MethodRow& row : kMethods) {
    if (row.name == name && (row.count == 0 || row.count == count)) return &row;
  }
  return nullptr;
}

void AddTensors(const Argument& literal, std::vector<Tensor>& tensors) {
  for (const Argument& part : literal.list) AddTensors(part, tensors);
  if (literal.shape.is_tuple()) return;
  tensors.push_back(literal.literal.tensor());
}

}  // namespace

std::expected<ComputationDataHandle, std::string> MakeWrittenCall(ComputationBuilder& builder,
                                                                  std::string_view call,
                                                                  const CallNames& names,
                                                                  Where where) {
  CallReader reader(call);
  const std::string name(reader.Word());
  reader.Expect('(');
  const std::vector<Argument> arguments = reader.List(')');
  if (!reader.failed() && !reader.AtEnd()) reader.Fail("expected nothing after the call");
  if (reader.failed()) return std::unexpected(reader.problem());
  const MethodRow* method = FindMethod(name, arguments.size());
  if (method == nullptr) return std::unexpected("there is no operation " + name);
  ArgumentConverter converter(arguments, names, where);
  const ComputationDataHandle result = method->call(builder, converter);
  if (!converter.problem().empty()) return std::unexpected(name + ": " + converter.problem());
  return result;
}

std::expected<std::vector<Tensor>, std::string> ReadWrittenValue(std::string_view text) {
  CallReader reader(text);
  const Argument value = reader.One();
  if (!reader.failed() && !reader.AtEnd()) reader.Fail("expected nothing after the value");
  if (!reader.failed() && value.kind != Argument::Kind::kLiteral && !value.shape.is_tuple()) {
    reader.Fail("expected a value");
  }
  if (reader.failed()) return std::unexpected(reader.problem());
  std::vector<Tensor> tensors;
  AddTensors(value, tensors);
  return tensors;
}

std::vector<std::string_view> WrittenCallNames() {
  std::vector<std::string_view> names;
  for (const MethodRow& row : kMethods) {
    if (names.empty() || names.back() != row.name) names.push_back(row.name);
  }
  return names;
}

}  // namespace paddock::xla
