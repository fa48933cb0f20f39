#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <string>

#include "core/text/parse/parse.h"
#include "core/text/parse/value_text.h"
#include "core/text/print/print.h"

namespace paddock {
namespace {

struct Snippet {
  explicit Snippet(std::string text) {
    auto source = std::make_shared<const Source>("test", std::move(text));
    program = ParseProgram(source, sink);
    for (const Diagnostic& diagnostic : sink.diagnostics()) {
      messages += RenderText(diagnostic, *source);
    }
  }
  DiagnosticSink sink;
  ParsedProgram program;
  std::string messages;
};

// Returns "name (replica, partition): text : type" for each value.
std::vector<std::string> Describe(const std::vector<ExampleValue>& values) {
  std::vector<std::string> out;
  for (const ExampleValue& value : values) {
    std::string line = value.name;
    if (value.process) {
      line += '@' + std::to_string(value.process->replica) + ',' +
              std::to_string(value.process->partition);
    }
    line += ':' + value.text + " : " + (value.value ? ToString(value.value->type) : "none");
    out.push_back(line);
  }
  return out;
}

using Lines = std::vector<std::string>;

TEST_CASE("a bare list of operations becomes @main with inputs and expectations") {
  const Snippet snippet(
      "// %lhs: [1, 2]\n"
      "// %rhs = [3,\n"
      "//         4] // the second row\n"
      "%sum = stablehlo.add %lhs, %rhs : tensor<2xi32>\n"
      "// %sum: [4, 6] (by hand)\n");
  REQUIRE(snippet.messages == "");
  CHECK(snippet.program.example.is_snippet);
  CHECK(Print(*snippet.program.module) ==
        "func.func @main(%lhs: tensor<2xi32>, %rhs: tensor<2xi32>) -> tensor<2xi32> {\n"
        "  %sum = stablehlo.add %lhs, %rhs : tensor<2xi32>\n"
        "  return %sum : tensor<2xi32>\n"
        "}\n");
  CHECK(Describe(snippet.program.example.inputs) ==
        Lines{"lhs: [1, 2] : tensor<2xi32>", "rhs: [3,\n         4] : tensor<2xi32>"});
  CHECK(Describe(snippet.program.example.expectations) == Lines{"sum: [4, 6] : tensor<2xi32>"});
}

TEST_CASE("values may be given for each process, and results by number") {
  const Snippet snippet(
      "// num_replicas: 2\n"
      "// num_partitions: 1\n"
      "// %a@(0, 0): 1\n"
      "// %a@(1, 0): 2\n"
      "%r:2 = \"test.two\"(%a) : (tensor<i32>) -> (tensor<i32>, tensor<i64>)\n"
      "// %r#1@(1, 0): 5\n"
      "// %r0: 6\n"
      "// infeed_queue[0]: [7]\n"
      "// receive_queue[3][1]@(1, 0): [8]\n");
  REQUIRE(snippet.messages == "");
  const Example& example = snippet.program.example;
  CHECK(example.replica_count == 2);
  CHECK(example.partition_count == 1);
  CHECK(Describe(example.inputs) == Lines{"a@0,0: 1 : tensor<i32>", "a@1,0: 2 : tensor<i32>"});
  CHECK(Describe(example.expectations) == Lines{"r#1@1,0: 5 : tensor<i64>", "r0: 6 : tensor<i32>"});
  CHECK(Describe(example.infeed) == Lines{"infeed_queue: [7] : none"});
  REQUIRE(example.received.at(3).size() == 2);
  CHECK(Describe({example.received.at(3)[1]}) == Lines{"receive_queue@1,0: [8] : none"});
}

TEST_CASE("a text may have several examples with the same names") {
  const Snippet snippet(
      "// %a: 1\n"
      "%r = stablehlo.negate %a : tensor<i32>\n"
      "// %r: -1\n"
      "\n"
      "// %a: 1.5\n"
      "%r = stablehlo.negate %a : tensor<f32>\n"
      "// %r: -1.5\n");
  REQUIRE(snippet.messages == "");
  CHECK(Describe(snippet.program.example.inputs) ==
        Lines{"a: 1 : tensor<i32>", "a: 1.5 : tensor<f32>"});
  CHECK(Describe(snippet.program.example.expectations) ==
        Lines{"r: -1 : tensor<i32>", "r: -1.5 : tensor<f32>"});
}

TEST_CASE("a comment with an unknown name is reported if the name has its sigil") {
  const Snippet snippet(
      "// %a: 1\n"
      "// %a: 2\n"
      "// note: 3\n"
      "%r = stablehlo.negate %a : tensor<i32>\n"
      "// %s: -2\n");
  CHECK(snippet.sink.error_count() == 0);
  REQUIRE(snippet.sink.diagnostics().size() == 1);
  CHECK(snippet.sink.diagnostics()[0].message == "no operation uses or defines %s of this comment");
  // The later comment counts.
  CHECK(Describe(snippet.program.example.inputs) == Lines{"a: 2 : tensor<i32>"});
}

TEST_CASE("names without a comment are inputs without a value, and functions stay functions") {
  const Snippet snippet(
      "%0 = func.call @f(%x) : (tensor<f32>) -> tensor<f32>\n"
      "func.func private @f(%a: tensor<f32>) -> tensor<f32> {\n"
      "  // %a: 3\n"
      "  return %a : tensor<f32>\n"
      "}\n");
  REQUIRE(snippet.messages == "");
  CHECK(snippet.program.example.inputs.empty());
  CHECK(FunctionBody(*snippet.program.module->FindSymbol("main"))->arguments.size() == 1);
  CHECK(snippet.program.module->FindSymbol("f") != nullptr);
}

TEST_CASE("a name without a known type is no input") {
  for (const char* comment : {"", "// %n: 3\n"}) {
    const Snippet snippet(std::string(comment) + "%size = shape.index_to_size %n\n");
    INFO(snippet.messages);
    CHECK(snippet.sink.error_count() == 1);
    CHECK(snippet.messages.contains("%n"));
  }
  CHECK(Snippet("%n = shape.rank %s : tensor<2xindex> -> index\n%size = shape.index_to_size %n\n")
            .messages == "");
}

TEST_CASE("an ordinary comment of a program is no input") {
  const std::string function =
      "func.func @main(%a: tensor<i32>) -> tensor<i32> {\n"
      "  // %a: 3\n"
      "  %0:2 = \"test.two\"(%a) : (tensor<i32>) -> (tensor<i32>, tensor<i32>)\n"
      "  // %0#1: 4\n"
      "  return %0#1 : tensor<i32>\n"
      "}\n";
  CHECK(Snippet(function).program.example.inputs.empty());
  const Snippet marked("// paddock: example\n" + function);
  CHECK(Describe(marked.program.example.inputs) == Lines{"a: 3 : tensor<i32>"});
  CHECK(Describe(marked.program.example.expectations) == Lines{"0#1: 4 : tensor<i32>"});
  const Block* body = FunctionBody(*marked.program.module->FindSymbol("main"));
  CHECK(marked.program.example.expectations[0].value == body->first->results[1]);
}

TEST_CASE("errors in a snippet are all reported") {
  const Snippet snippet(
      "%0 = stablehlo.add %a %b : tensor<f32>\n"
      "%1 = stablehlo.abs %0 : tensor<f32>\n"
      "%2 = stablehlo.abs %1#4 : tensor<f32>\n");
  CHECK(snippet.sink.error_count() == 2);
  CHECK(snippet.messages.find("test:1:23: error: expected ', %rhs'") != std::string::npos);
  CHECK(snippet.messages.find("test:3:20: error: result number 4") != std::string::npos);
}

// Returns the values of a text read as `type`, or the message.
template <class T>
std::vector<T> Values(std::string_view text, std::string_view type,
                      std::string* message = nullptr) {
  Module module;
  DiagnosticSink sink;
  const Type parsed = ParseTypeText(type, module, sink);
  const Result<std::vector<Tensor>> tensors = ParseValueText(text, parsed, sink, {1, 2});
  std::vector<T> values;
  if (!tensors) {
    if (message != nullptr) *message = sink.diagnostics()[0].message;
    return values;
  }
  for (const Tensor& tensor : *tensors) {
    const size_t old = values.size();
    values.resize(old + tensor.byte_size() / sizeof(T));
    std::memcpy(values.data() + old, tensor.data(), tensor.byte_size());
  }
  return values;
}

TEST_CASE("values are read in the forms that people write") {
  CHECK(Values<int32_t>("[[1, 2], [3, 4]]", "tensor<2x2xi32>") == std::vector{1, 2, 3, 4});
  CHECK(Values<int32_t>("dense<[1, 2]> : tensor<2xi32>", "tensor<2xi32>") == std::vector{1, 2});
  CHECK(Values<int32_t>("dense<\"0x0100000002000000\">", "tensor<2xi32>") == std::vector{1, 2});
  CHECK(Values<int32_t>("7", "tensor<3xi32>") == std::vector{7, 7, 7});
  CHECK(Values<int32_t>("[1, 2, 3]", "tensor<?xi32>") == std::vector{1, 2, 3});
  // A type provides the sizes that lists do not have.
  CHECK(Values<int32_t>("dense<7> : tensor<3xi32>", "tensor<?xi32>") == std::vector{7, 7, 7});
  CHECK(Values<int32_t>("tensor<2x1xi32> {7}", "tensor<?x1xi32>") == std::vector{7, 7});
  CHECK(Values<float>("[1, -inf]", "tensor<2xf32>") == std::vector{1.0f, -__builtin_inff()});
  CHECK(Values<float>("0x40490FDB", "tensor<f32>") == std::vector{0x1.921fb6p1f});
  CHECK(Values<uint8_t>("[true, false]", "tensor<2xi1>") == std::vector<uint8_t>{1, 0});
  CHECK(Values<float>("[(1, 2), (3, 4)]", "tensor<2xcomplex<f32>>") ==
        std::vector{1.0f, 2.0f, 3.0f, 4.0f});
  CHECK(Values<float>("[-2.5, -0.0]", "tensor<1xcomplex<f32>>") == std::vector{-2.5f, -0.0f});
  CHECK(Values<int64_t>("([1, 2], (3))", "tuple<tensor<2xi64>, tuple<tensor<i64>>>") ==
        std::vector<int64_t>{1, 2, 3});
  CHECK(Values<int8_t>("[1, -2]", "tensor<2x!quant.uniform<i8:f32, 0.5>>") ==
        std::vector<int8_t>{1, -2});
  // Types before values may have other spellings.
  CHECK(Values<int8_t>("tensor<1x!quant.uniform<i8<-128:127>:f32, 5e-1>> {[1]}",
                       "tensor<1x!quant.uniform<i8:f32, 0.5>>") == std::vector<int8_t>{1});
  CHECK(Values<int8_t>("dense<1> : tensor<1xsi8>", "tensor<1xi8>") == std::vector<int8_t>{1});
}

TEST_CASE("a value that does not match its type is reported") {
  std::string message;
  Values<int32_t>("[1, 2, 3]", "tensor<2xi32>", &message);
  CHECK(message.find("tensor<3xi32> where tensor<2xi32> is needed") != std::string::npos);
  Values<int8_t>("300", "tensor<i8>", &message);
  CHECK(message.find("'300' is not a value of type i8, which holds -128 to 127") !=
        std::string::npos);
  const auto refused = [&](std::string_view text, std::string_view type) {
    message.clear();
    Values<int8_t>(text, type, &message);
    return message;
  };
  CHECK(refused("200", "tensor<i8>").find("holds -128 to 127") != std::string::npos);
  CHECK(refused("0xFF", "tensor<i8>").find("holds -128 to 127") != std::string::npos);
  CHECK(refused("dense<[1, 128]> : tensor<2xi8>", "tensor<2xi8>").find("'128' is not a value") !=
        std::string::npos);
  CHECK(refused("1e39", "tensor<f32>").find("'1e39' is not a value of type f32") !=
        std::string::npos);
  CHECK(refused("0x7FC0", "tensor<f32>").find("8 hexadecimal digits") != std::string::npos);
  CHECK(refused("inf", "tensor<f8E4M3FN>").find("has no infinity") != std::string::npos);
  CHECK(refused("[1, 120]", "tensor<2x!quant.uniform<i8<-10:10>:f32, 0.5>>")
            .find("120 is outside -10 to 10, the range of i8<-10:10>") != std::string::npos);
  Values<int8_t>("dense<1> : tensor<i32>", "tensor<i8>", &message);
  CHECK(message.find("tensor<i32>") != std::string::npos);
  Values<int8_t>("1", "tensor<?xi8>", &message);
  CHECK(message.find("does not determine size 0") != std::string::npos);
  for (const char* type : {"tensor<2x3xi8>", "tensor<2xi16>", "tensor<-1xi8>", "tensor<2xi8"}) {
    message.clear();
    Values<int8_t>("dense<1> : " + std::string(type), "tensor<?xi8>", &message);
    CHECK(message == "a value of type " + std::string(type) + " where tensor<?xi8> is needed");
  }
}

}  // namespace
}  // namespace paddock
