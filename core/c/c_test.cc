#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "core/c/paddock.h"
#include "core/c/testing.h"

using paddock::c::Sized;

namespace {

constexpr std::string_view kSquares = R"(func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %y = stablehlo.multiply %x, %x : tensor<3xf32>
  %z = stablehlo.add %y, %x : tensor<3xf32>
  return %z : tensor<3xf32>
}
)";

constexpr std::string_view kForever = R"(func.func @main() -> tensor<i32> {
  %0 = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.while(%i = %0) : tensor<i32>
  cond {
    %true = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %true : tensor<i1>
  } do {
    stablehlo.return %i : tensor<i32>
  }
  return %1 : tensor<i32>
}
)";

paddock_program* Load(std::string_view text, const paddock_load_options* options = nullptr) {
  paddock_program* program = nullptr;
  CHECK(paddock_program_load("test.mlir", text.data(), text.size(), options, &program, nullptr) ==
        PADDOCK_OK);
  return program;
}

paddock_tensor* Floats(const std::vector<float>& elements) {
  const auto size = static_cast<int64_t>(elements.size());
  paddock_tensor* tensor = nullptr;
  REQUIRE(paddock_tensor_copy(PADDOCK_F32, &size, 1, elements.data(),
                              elements.size() * sizeof(float), &tensor) == PADDOCK_OK);
  return tensor;
}

paddock_inputs* Inputs(const paddock_program* program, const std::vector<float>& elements) {
  paddock_inputs* inputs = nullptr;
  REQUIRE(paddock_inputs_create(program, nullptr, &inputs) == PADDOCK_OK);
  paddock_tensor* tensor = Floats(elements);
  CHECK(paddock_inputs_set(inputs, 0, tensor) == PADDOCK_OK);
  paddock_tensor_free(tensor);
  return inputs;
}

paddock_session* Start(const paddock_program* program, const paddock_inputs* inputs,
                       const paddock_run_options* options = nullptr) {
  paddock_session* session = nullptr;
  paddock_diagnostics* diagnostics = nullptr;
  const auto status = paddock_session_start(program, inputs, options, &session, &diagnostics);
  paddock_bytes* text = nullptr;
  paddock_diagnostics_text(diagnostics, &text);
  INFO(paddock_bytes_data(text));
  CHECK(status == PADDOCK_OK);
  paddock_bytes_free(text);
  paddock_diagnostics_free(diagnostics);
  return session;
}

std::vector<float> FloatsOf(const paddock_tensor* tensor) {
  auto view = Sized<paddock_tensor_view>();
  REQUIRE(paddock_tensor_get(tensor, &view) == PADDOCK_OK);
  std::vector<float> elements(view.byte_size / sizeof(float));
  std::memcpy(elements.data(), view.data, view.byte_size);
  return elements;
}

}  // namespace

TEST_CASE("a program runs through the C interface, and its result outlives it") {
  paddock_program* program = Load(kSquares);
  paddock_inputs* inputs = Inputs(program, {1, 2, 3});
  paddock_session* session = Start(program, inputs);
  paddock_program_free(program);
  paddock_inputs_free(inputs);
  paddock_tensor* result = nullptr;
  CHECK(paddock_session_result(session, 0, 0, 0, &result) == PADDOCK_WRONG_STATE);
  paddock_stop stop = -1;
  REQUIRE(paddock_session_run(session, 0, &stop) == PADDOCK_OK);
  CHECK(stop == PADDOCK_STOP_FINISHED);
  CHECK(paddock_session_result_count(session) == 1);
  CHECK(std::string(paddock_session_result_type(session, 0)) == "tensor<3xf32>");
  REQUIRE(paddock_session_result(session, 0, 0, 0, &result) == PADDOCK_OK);
  paddock_session_free(session);
  CHECK(FloatsOf(result) == std::vector<float>{2, 6, 12});
  auto view = Sized<paddock_tensor_view>();
  CHECK(paddock_tensor_get(result, &view) == PADDOCK_OK);
  CHECK(view.element_type == PADDOCK_F32);
  CHECK(view.rank == 1);
  CHECK(view.shape[0] == 3);
  CHECK(view.byte_strides[0] == 4);
  paddock_bytes* text = nullptr;
  CHECK(paddock_tensor_print(result, &text) == PADDOCK_OK);
  CHECK(std::string(paddock_bytes_data(text)) == "dense<[2.0, 6.0, 12.0]> : tensor<3xf32>");
  paddock_bytes_free(text);
  paddock_tensor_free(result);
}

TEST_CASE("an invalid program gives diagnostics with code, place and formula") {
  const std::string_view text =
      "func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {\n"
      "  %y = stablehlo.transpose %x, dims = [1] : (tensor<3xf32>) -> tensor<3xf32>\n"
      "  return %y : tensor<3xf32>\n}\n";
  paddock_program* program = nullptr;
  paddock_diagnostics* diagnostics = nullptr;
  CHECK(paddock_program_load("t.mlir", text.data(), text.size(), nullptr, &program, &diagnostics) ==
        PADDOCK_ERROR);
  REQUIRE(program != nullptr);
  REQUIRE(paddock_diagnostics_error_count(diagnostics) >= 1);
  auto first = Sized<paddock_diagnostic>();
  REQUIRE(paddock_diagnostics_get(diagnostics, 0, &first) == PADDOCK_OK);
  CHECK(first.severity == PADDOCK_SEVERITY_ERROR);
  CHECK(std::string_view(first.code).starts_with("transpose-c"));
  CHECK(std::string_view(first.formula) != "");
  CHECK(std::string_view(first.file) == "t.mlir");
  CHECK(first.place.line == 2);
  CHECK(paddock_diagnostics_get(diagnostics, 1000, &first) == PADDOCK_OUT_OF_RANGE);
  paddock_bytes* json = nullptr;
  CHECK(paddock_diagnostics_json(diagnostics, &json) == PADDOCK_OK);
  CHECK(std::string_view(paddock_bytes_data(json)).starts_with("[{\"severity\""));
  paddock_bytes_free(json);
  paddock_session* session = nullptr;
  CHECK(paddock_session_start(program, nullptr, nullptr, &session, nullptr) == PADDOCK_ERROR);
  CHECK(session == nullptr);
  paddock_diagnostics_free(diagnostics);
  paddock_program_free(program);
}

TEST_CASE("a program prints and becomes an artifact that loads in place") {
  paddock_program* program = Load(kSquares);
  paddock_bytes* generic = nullptr;
  CHECK(paddock_program_print(program, PADDOCK_FORM_GENERIC, &generic) == PADDOCK_OK);
  CHECK(paddock_program_print(program, 7, &generic) == PADDOCK_OUT_OF_RANGE);
  paddock_bytes* artifact = nullptr;
  CHECK(paddock_program_write_artifact(program, "9.9", &artifact, nullptr) == PADDOCK_OUT_OF_RANGE);
  REQUIRE(paddock_program_write_artifact(program, "1.0", &artifact, nullptr) == PADDOCK_OK);
  int releases = 0;
  auto options = Sized<paddock_load_options>();
  options.release = [](void* count) { ++*static_cast<int*>(count); };
  options.release_data = &releases;
  paddock_program* again =
      Load({paddock_bytes_data(artifact), paddock_bytes_size(artifact)}, &options);
  paddock_bytes* same = nullptr;
  CHECK(paddock_program_print(again, PADDOCK_FORM_GENERIC, &same) == PADDOCK_OK);
  CHECK(std::string_view(paddock_bytes_data(same)) == paddock_bytes_data(generic));
  paddock_program_free(again);
  CHECK(releases == 1);
  for (paddock_bytes* bytes : {generic, artifact, same}) paddock_bytes_free(bytes);
  paddock_program_free(program);
}

TEST_CASE("functions and parameters are described") {
  paddock_program* program = Load(kSquares);
  size_t index = 7;
  CHECK(paddock_program_find_function(program, nullptr, &index) == PADDOCK_OK);
  CHECK(paddock_program_find_function(program, "other", &index) == PADDOCK_NO_VALUE);
  auto function = Sized<paddock_function>();
  REQUIRE(paddock_program_function(program, index, &function) == PADDOCK_OK);
  CHECK(std::string_view(function.name) == "main");
  CHECK(function.argument_count == 1);
  auto parameter = Sized<paddock_parameter>();
  REQUIRE(paddock_program_argument(program, index, 0, &parameter) == PADDOCK_OK);
  CHECK(std::string_view(parameter.name) == "x");
  CHECK(std::string_view(parameter.type) == "tensor<3xf32>");
  CHECK(parameter.element_type == PADDOCK_F32);
  CHECK(parameter.shape[0] == 3);
  CHECK(paddock_program_argument(program, index, 1, &parameter) == PADDOCK_OUT_OF_RANGE);
  CHECK(paddock_program_function(program, 1, &function) == PADDOCK_OUT_OF_RANGE);
  paddock_program_free(program);
}

TEST_CASE("inputs come from texts, and an invalid text does not change the argument") {
  paddock_program* program = Load(kSquares);
  paddock_inputs* inputs = Inputs(program, {1, 1, 1});
  paddock_diagnostics* diagnostics = nullptr;
  CHECK(paddock_inputs_set_text(inputs, 0, "[1, 2]", &diagnostics) == PADDOCK_ERROR);
  CHECK(paddock_diagnostics_count(diagnostics) == 1);
  paddock_diagnostics_free(diagnostics);
  CHECK(paddock_inputs_set_text(inputs, 0, "iota", nullptr) == PADDOCK_OK);
  CHECK(paddock_inputs_set_text(inputs, 1, "iota", nullptr) == PADDOCK_OUT_OF_RANGE);
  paddock_session* session = Start(program, inputs);
  paddock_stop stop = -1;
  CHECK(paddock_session_run(session, 0, &stop) == PADDOCK_OK);
  paddock_tensor* result = nullptr;
  REQUIRE(paddock_session_result(session, 0, 0, 0, &result) == PADDOCK_OK);
  CHECK(FloatsOf(result) == std::vector<float>{0, 2, 6});
  CHECK(paddock_session_result(session, 1, 0, 0, &result) == PADDOCK_OUT_OF_RANGE);
  CHECK(paddock_session_result(session, 0, 0, 1, &result) == PADDOCK_OUT_OF_RANGE);
  paddock_tensor_free(result);
  paddock_session_free(session);
  paddock_inputs_free(inputs);
  paddock_program_free(program);
}

TEST_CASE("another thread cancels a run, which can continue") {
  paddock_program* program = Load(kForever);
  paddock_session* session = Start(program, nullptr);
  paddock_stop stop = -1;
  CHECK(paddock_session_run(session, 1000, &stop) == PADDOCK_OK);
  CHECK(stop == PADDOCK_STOP_BUDGET_SPENT);
  std::thread other([&] { paddock_session_cancel(session); });
  CHECK(paddock_session_run(session, 0, &stop) == PADDOCK_OK);
  CHECK(stop == PADDOCK_STOP_CANCELLED);
  other.join();
  CHECK(paddock_session_run(session, 1000, &stop) == PADDOCK_OK);
  CHECK(stop == PADDOCK_STOP_BUDGET_SPENT);
  auto progress = Sized<paddock_progress>();
  CHECK(paddock_session_progress(session, &progress) == PADDOCK_OK);
  CHECK(progress.steps > 0);
  paddock_session_free(session);
  paddock_program_free(program);
}

TEST_CASE("the debugger steps forward and back and shows values") {
  paddock_program* program = Load(kSquares);
  paddock_inputs* inputs = Inputs(program, {1, 2, 3});
  paddock_debugger* debugger = nullptr;
  REQUIRE(paddock_debugger_start(program, inputs, nullptr, &debugger, nullptr) == PADDOCK_OK);
  paddock_stop stop = -1;
  const uint32_t line = 3;
  size_t found = 0;
  CHECK(paddock_debugger_set_breakpoints(debugger, &line, 1, &found) == PADDOCK_OK);
  CHECK(found == 1);
  CHECK(paddock_debugger_go(debugger, PADDOCK_TO_BREAKPOINT, 0, 0, &stop) == PADDOCK_OK);
  CHECK(stop == PADDOCK_STOP_BREAKPOINT);
  auto place = Sized<paddock_debugger_place>();
  CHECK(paddock_debugger_where(debugger, &place) == PADDOCK_OK);
  CHECK(std::string_view(place.operation) == "stablehlo.add");
  CHECK(place.place.line == 3);
  paddock_tensor* value = nullptr;
  const auto offset = static_cast<uint32_t>(kSquares.find("%y"));
  REQUIRE(paddock_debugger_value(debugger, offset, 0, 0, 0, 0, &value) == PADDOCK_OK);
  CHECK(FloatsOf(value) == std::vector<float>{1, 4, 9});
  paddock_tensor_free(value);
  float sum = 0;
  const auto add = [](void* user_data, const paddock_tensor_view* view) {
    for (int64_t i = 0; i < view->shape[0]; ++i) {
      *static_cast<float*>(user_data) += static_cast<const float*>(view->data)[i];
    }
  };
  CHECK(paddock_debugger_look(debugger, offset, 0, 0, 0, 0, add, &sum) == PADDOCK_OK);
  CHECK(sum == 14);
  CHECK(paddock_debugger_look(debugger, offset, 0, 0, 0, 0, nullptr, &sum) ==
        PADDOCK_NULL_ARGUMENT);
  CHECK(paddock_debugger_value(debugger, offset, 0, 0, 0, 5, &value) == PADDOCK_OUT_OF_RANGE);
  CHECK(paddock_debugger_go(debugger, PADDOCK_TO_PREVIOUS, 0, 0, &stop) == PADDOCK_OK);
  CHECK(stop == PADDOCK_STOP_REACHED);
  CHECK(paddock_debugger_value(debugger, offset, 0, 0, 0, 0, &value) == PADDOCK_NO_VALUE);
  CHECK(paddock_debugger_result(debugger, 0, 0, 0, &value) == PADDOCK_WRONG_STATE);
  CHECK(paddock_debugger_go(debugger, PADDOCK_TO_CLOCK, 1000, 0, &stop) == PADDOCK_OK);
  CHECK(stop == PADDOCK_STOP_FINISHED);
  REQUIRE(paddock_debugger_result(debugger, 0, 0, 0, &value) == PADDOCK_OK);
  CHECK(FloatsOf(value) == std::vector<float>{2, 6, 12});
  paddock_tensor_free(value);
  paddock_debugger_free(debugger);
  paddock_inputs_free(inputs);
  paddock_program_free(program);
}
