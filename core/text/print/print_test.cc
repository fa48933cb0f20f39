#include "core/text/print/print.h"

#include <catch2/catch_test_macros.hpp>
#include <string>

#include "core/text/parse/parse.h"

namespace paddock {
namespace {

std::unique_ptr<Module> ParseValid(std::string text) {
  DiagnosticSink sink;
  auto source = std::make_shared<const Source>("test", std::move(text));
  std::unique_ptr<Module> module = Parse(source, sink);
  std::string messages;
  for (const Diagnostic& diagnostic : sink.diagnostics()) {
    messages += RenderText(diagnostic, *source);
  }
  REQUIRE(messages == "");
  return module;
}

std::string Pretty(std::string text) { return Print(*ParseValid(std::move(text))); }
std::string Generic(std::string text) {
  PrintOptions options;
  options.form = PrintForm::kGeneric;
  return Print(*ParseValid(std::move(text)), options);
}

// Returns the one operation in a function over values of these types.
std::string PrettyOperation(const std::string& arguments, const std::string& operation) {
  const std::string text =
      Pretty("func.func @f(" + arguments + ") {\n" + operation + "\nreturn\n}\n");
  const size_t begin = text.find("\n  ") + 3;
  return text.substr(begin, text.rfind("\n  return") - begin);
}

TEST_CASE("the pretty print keeps source names and short forms") {
  const std::string text =
      "func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32> {a.b = 1 : i32}) {\n"
      "  %y:2 = \"test.two\"(%x) {value = \"\\0A\"} : (tensor<2xf32>) -> (tensor<2xf32>, "
      "tensor<2xf32>)\n"
      "  %z = stablehlo.add %y#0, %y#1 : tensor<2xf32>\n"
      "  return %z : tensor<2xf32>\n"
      "}\n";
  CHECK(Pretty(text) == text);
}

TEST_CASE("the generic print is canonical") {
  CHECK(Generic("module @m {\n"
                "  func.func private @g(tensor<f32>)\n"
                "  func.func @main(%x: tensor<1xf32>, %y: tensor<f32>) -> tensor<f32> {\n"
                "    %s = stablehlo.reduce(%x init: %y) applies stablehlo.add across "
                "dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>\n"
                "    return %s : tensor<f32>\n"
                "  }\n"
                "}\n") ==
        "\"builtin.module\"() <{sym_name = \"m\"}> ({\n"
        "  \"func.func\"() <{function_type = (tensor<f32>) -> (), sym_name = \"g\", "
        "sym_visibility = \"private\"}> ({}) : () -> ()\n"
        "  \"func.func\"() <{function_type = (tensor<1xf32>, tensor<f32>) -> tensor<f32>, "
        "sym_name = \"main\"}> ({\n"
        "  ^bb0(%arg0: tensor<1xf32>, %arg1: tensor<f32>):\n"
        "    %0 = \"stablehlo.reduce\"(%arg0, %arg1) <{dimensions = array<i64: 0>}> ({\n"
        "    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):\n"
        "      %1 = \"stablehlo.add\"(%arg2, %arg3) : (tensor<f32>, tensor<f32>) -> tensor<f32>\n"
        "      \"stablehlo.return\"(%1) : (tensor<f32>) -> ()\n"
        "    }) : (tensor<1xf32>, tensor<f32>) -> tensor<f32>\n"
        "    \"func.return\"(%0) : (tensor<f32>) -> ()\n"
        "  }) : () -> ()\n"
        "}) : () -> ()\n");
}

TEST_CASE("attributes that have their default are omitted") {
  CHECK(PrettyOperation("%a: tensor<f32>",
                        "stablehlo.custom_call @f(%a) {api_version = 1 : i32, has_side_effect = "
                        "false, backend_config = \"\"} : (tensor<f32>) -> ()") ==
        "stablehlo.custom_call @f(%a) {backend_config = \"\"} : (tensor<f32>) -> ()");
}

TEST_CASE("an operation that its short form cannot express is printed generically") {
  // The type of a compared operand is written once, the type of a quantized constant never.
  CHECK(PrettyOperation("",
                        "%0 = \"stablehlo.constant\"() {value = dense<1> : tensor<1xi8>} : () "
                        "-> tensor<1x!quant.uniform<i8:f32, 0.5>>") ==
        "%0 = \"stablehlo.constant\"() <{value = dense<1> : tensor<1xi8>}> : () -> "
        "tensor<1x!quant.uniform<i8:f32, 0.5>>");
  CHECK(PrettyOperation("%a: tensor<3xf32>",
                        "%0 = \"stablehlo.slice\"(%a) {start_indices = \"no\"} : (tensor<3xf32>) "
                        "-> tensor<1xf32>") ==
        "%0 = \"stablehlo.slice\"(%a) <{start_indices = \"no\"}> : (tensor<3xf32>) -> "
        "tensor<1xf32>");
}

TEST_CASE("the arguments of a loop are written once for both regions") {
  CHECK(PrettyOperation("%a: tensor<i32>",
                        "%0 = \"stablehlo.while\"(%a) ({\n"
                        "^bb0(%c: tensor<i32>):\n"
                        "  %t = \"test.t\"(%c) : (tensor<i32>) -> tensor<i1>\n"
                        "  stablehlo.return %t : tensor<i1>\n"
                        "}, {\n"
                        "^bb0(%b: tensor<i32>):\n"
                        "  %c = stablehlo.abs %b : tensor<i32>\n"
                        "  stablehlo.return %c : tensor<i32>\n"
                        "}) : (tensor<i32>) -> tensor<i32>") ==
        "%0 = stablehlo.while(%c = %a) : tensor<i32>\n"
        "  cond {\n"
        "    %t = \"test.t\"(%c) : (tensor<i32>) -> tensor<i1>\n"
        "    stablehlo.return %t : tensor<i1>\n"
        "  } do {\n"
        "    %c_0 = stablehlo.abs %c : tensor<i32>\n"
        "    stablehlo.return %c_0 : tensor<i32>\n"
        "  }");
}

TEST_CASE("values without a name get numbers that the source does not use") {
  const std::unique_ptr<Module> module = ParseValid(
      "func.func @f(%0: tensor<f32>) {\n"
      "  %7 = stablehlo.abs %0 : tensor<f32>\n"
      "  return\n"
      "}\n");
  const_cast<Value*>(FunctionBody(*module->FindSymbol("f"))->arguments[0])->name = "";
  FunctionBody(*module->FindSymbol("f"))->first->results[0]->name = "not a name";
  CHECK(Print(*module) ==
        "func.func @f(%arg0: tensor<f32>) {\n"
        "  %0 = stablehlo.abs %arg0 : tensor<f32>\n"
        "  return\n"
        "}\n");
}

TEST_CASE("large literals are bytes, and may be omitted") {
  const std::unique_ptr<Module> module = ParseValid(
      "func.func @f() {\n  %0 = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi8>\n"
      "  %1 = stablehlo.constant dense<7> : tensor<3xi8>\n  return\n}\n");
  PrintOptions options;
  options.maximum_listed = 2;
  CHECK(Print(*module, options).find("dense<\"0x010203\"> : tensor<3xi8>") != std::string::npos);
  options.maximum_kept = 2;
  CHECK(Print(*module, options).find("dense<__elided__> : tensor<3xi8>") != std::string::npos);
  CHECK(Print(*module, options).find("dense<7> : tensor<3xi8>") != std::string::npos);
}

TEST_CASE("each location is printed once, after the module, and reads back") {
  const std::string text =
      "module @m {\n"
      "  func.func @main(%x: tensor<f32> loc(#loc1)) -> tensor<f32> {\n"
      "    %y = stablehlo.add %x, %x : tensor<f32> loc(#loc2)\n"
      "    %z = \"stablehlo.while\"(%y) ({\n"
      "    ^bb0(%a: tensor<f32> loc(#loc1)):\n"
      "      %b = stablehlo.compare  LT, %a, %x : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
      "      stablehlo.return %b : tensor<i1> loc(#loc2)\n"
      "    }, {\n"
      "    ^bb0(%c: tensor<f32>):\n"
      "      stablehlo.return %c : tensor<f32>\n"
      "    }) : (tensor<f32>) -> tensor<f32>\n"
      "    return %z : tensor<f32> loc(#loc3)\n"
      "  } loc(#loc3)\n"
      "} loc(#loc4)\n"
      "#loc1 = loc(\"x\")\n"
      "#loc2 = loc(callsite(\"f\"(\"a.py\":1:2) at \"g\"(\"b.py\":3:4)))\n"
      "#loc3 = loc(\"a.py\":1:2)\n"
      "#loc4 = loc(\"m\")\n";
  const auto module = ParseValid(text);
  const std::string printed = Print(*module, {.locations = true});
  CHECK(Print(*ParseValid(printed), {.locations = true}) == printed);
  CHECK(printed.substr(printed.find("#loc1 =")) == text.substr(text.find("#loc1 =")));
  CHECK(printed.find("(%x: tensor<f32> loc(#loc1))") != std::string::npos);
  CHECK(printed.find("%x, %x : tensor<f32> loc(#loc2)\n") != std::string::npos);
  CHECK(printed.find("  } loc(#loc3)\n} loc(#loc4)\n") != std::string::npos);
  CHECK(Print(*module).find("loc") == std::string::npos);
}

TEST_CASE("one operation is printed with the names of its function") {
  const std::unique_ptr<Module> module = ParseValid(
      "func.func @f(%a: tensor<f32>) {\n  %b = stablehlo.abs %a : tensor<f32>\n  return\n}\n");
  const Operation* abs = FunctionBody(*module->FindSymbol("f"))->first;
  CHECK(Print(*abs) == "%b = stablehlo.abs %a : tensor<f32>");
}

TEST_CASE("attributes print as they were read") {
  for (const std::string text : {"1 : i64",
                                 "-3 : i8",
                                 "18446744073709551615 : ui64",
                                 "0.5 : f32",
                                 "0x7FC00000 : f32",
                                 "true",
                                 "\"a\\22\\\\b\"",
                                 "@a::@\"b c\"",
                                 "[1 : i64, \"x\"]",
                                 "{a = 1 : i64, b}",
                                 "array<i64: 1, 2>",
                                 "array<i1: true, false>",
                                 "array<f32: 0.5>",
                                 "array<i64>",
                                 "dense<[1, 2]> : tensor<2xi64>",
                                 "dense<> : tensor<0xf32>",
                                 "dense<(1.0, 2.0)> : tensor<2xcomplex<f32>>",
                                 "tensor<2x?xf32>",
                                 "() -> ()",
                                 "#stablehlo<comparison_direction EQ>",
                                 "#stablehlo.result_accuracy_mode<HIGHEST>",
                                 "#stablehlo.gather<offset_dims = [1], index_vector_dim = 1>",
                                 "#stablehlo.conv<[b, 0, f]x[i, 0, o]->[0, b, f]>",
                                 "#stablehlo.channel_handle<handle = 1, type = 0>",
                                 "#foo.bar<x -> [y]>",
                                 "affine_map<(d0) -> (d0)>"}) {
    DiagnosticSink sink;
    Module module;
    const Attribute* attribute = ParseAttributeText(text, module, sink);
    INFO(text);
    REQUIRE(attribute != nullptr);
    CHECK(Print(*attribute) == (text == "\"a\\22\\\\b\"" ? "\"a\\\"\\\\b\"" : text));
  }
}

}  // namespace
}  // namespace paddock
