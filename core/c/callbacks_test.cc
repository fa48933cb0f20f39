#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <string>
#include <string_view>

#include "core/c/paddock.h"
#include "core/c/testing.h"

using paddock::c::Sized;

namespace {

// Doubles f32 elements, or fails if there are none.
int32_t Double(paddock_custom_call* call, void* user_data) {
  ++*static_cast<int*>(user_data);
  auto operand = Sized<paddock_tensor_view>();
  auto result = Sized<paddock_tensor_view>();
  void* data = nullptr;
  if (paddock_custom_call_operand(call, 0, &operand) != PADDOCK_OK ||
      paddock_custom_call_result(call, 0, &result, &data) != PADDOCK_OK ||
      paddock_custom_call_operand(call, 1, &operand) != PADDOCK_OUT_OF_RANGE) {
    return 1;
  }
  if (operand.byte_size == 0) {
    paddock_custom_call_fail(call, "nothing to double");
    return 1;
  }
  for (size_t i = 0; i < operand.byte_size / sizeof(float); ++i) {
    static_cast<float*>(data)[i] = 2 * static_cast<const float*>(operand.data)[i];
  }
  return 0;
}

struct RunOutcome {
  paddock_stop stop = -1;
  std::string message;
};

// Runs @main with a custom call "my.double" and `options`, and expects no inputs.
RunOutcome RunText(std::string_view text, paddock_run_options options, int& calls_made) {
  paddock_custom_calls* calls = nullptr;
  REQUIRE(paddock_custom_calls_create(&calls) == PADDOCK_OK);
  CHECK(paddock_custom_calls_add(calls, "my.double", Double, &calls_made, nullptr) == PADDOCK_OK);
  auto load = Sized<paddock_load_options>();
  load.custom_calls = calls;
  paddock_program* program = nullptr;
  REQUIRE(paddock_program_load("t.mlir", text.data(), text.size(), &load, &program, nullptr) ==
          PADDOCK_OK);
  options.struct_size = sizeof(options);
  options.custom_calls = calls;
  paddock_session* session = nullptr;
  REQUIRE(paddock_session_start(program, nullptr, &options, &session, nullptr) == PADDOCK_OK);
  paddock_custom_calls_free(calls);
  RunOutcome outcome;
  CHECK(paddock_session_run(session, 0, &outcome.stop) == PADDOCK_OK);
  paddock_diagnostics* diagnostics = nullptr;
  CHECK(paddock_session_diagnostics(session, &diagnostics) == PADDOCK_OK);
  auto first = Sized<paddock_diagnostic>();
  if (paddock_diagnostics_get(diagnostics, 0, &first) == PADDOCK_OK)
    outcome.message = first.message;
  paddock_diagnostics_free(diagnostics);
  paddock_session_free(session);
  paddock_program_free(program);
  return outcome;
}

}  // namespace

TEST_CASE("a custom call is computed by a C function, and prints arrive") {
  std::string printed;
  paddock_run_options options = {};
  options.user_data = &printed;
  options.on_print = [](void* user_data, const char* text, size_t size) {
    static_cast<std::string*>(user_data)->append(text, size);
  };
  int calls_made = 0;
  const RunOutcome outcome = RunText(R"(func.func @main() {
  %x = stablehlo.constant dense<[1.0, 2.5]> : tensor<2xf32>
  %y = stablehlo.custom_call @my.double(%x) : (tensor<2xf32>) -> tensor<2xf32>
  interpreter.print %y : tensor<2xf32>
  return
}
)",
                                     options, calls_made);
  CHECK(outcome.stop == PADDOCK_STOP_FINISHED);
  CHECK(calls_made == 1);
  CHECK(printed.find("5.0") != std::string::npos);
}

TEST_CASE("a custom call that fails ends the run with its reason") {
  int calls_made = 0;
  const RunOutcome outcome = RunText(R"(func.func @main() -> tensor<0xf32> {
  %x = stablehlo.constant dense<> : tensor<0xf32>
  %y = stablehlo.custom_call @my.double(%x) : (tensor<0xf32>) -> tensor<0xf32>
  return %y : tensor<0xf32>
}
)",
                                     {}, calls_made);
  CHECK(outcome.stop == PADDOCK_STOP_FAILED);
  CHECK(outcome.message.find("nothing to double") != std::string::npos);
}

TEST_CASE("wrong use returns a status and does not crash") {
  const int64_t shape = 2;
  const float elements[2] = {1, 2};
  paddock_tensor* tensor = nullptr;
  auto view = Sized<paddock_tensor_view>();
  const auto copy = [&](paddock_element_type type, const int64_t* sizes, size_t bytes) {
    return paddock_tensor_copy(type, sizes, 1, elements, bytes, &tensor);
  };
  CHECK(copy(PADDOCK_F32, &shape, 7) == PADDOCK_OUT_OF_RANGE);
  CHECK(copy(99, &shape, 8) == PADDOCK_OUT_OF_RANGE);
  CHECK(copy(PADDOCK_F32, nullptr, 8) == PADDOCK_NULL_ARGUMENT);
  const int64_t huge = INT64_MAX;
  CHECK(copy(PADDOCK_F32, &huge, 8) == PADDOCK_OUT_OF_RANGE);
  const int64_t bytes = 8;
  CHECK(copy(PADDOCK_I1, &bytes, 8) == PADDOCK_OUT_OF_RANGE);
  CHECK(tensor == nullptr);
  REQUIRE(copy(PADDOCK_F32, &shape, 8) == PADDOCK_OK);
  CHECK(paddock_tensor_get(nullptr, &view) == PADDOCK_NULL_ARGUMENT);
  CHECK(paddock_tensor_get(tensor, nullptr) == PADDOCK_NULL_ARGUMENT);
  view.struct_size = 3;
  CHECK(paddock_tensor_get(tensor, &view) == PADDOCK_WRONG_HANDLE);
  auto* wrong = reinterpret_cast<paddock_program*>(tensor);
  paddock_bytes* text = nullptr;
  CHECK(paddock_program_print(wrong, PADDOCK_FORM_PRETTY, &text) == PADDOCK_WRONG_HANDLE);
  CHECK(paddock_program_function_count(wrong) == 0);
  paddock_program_free(wrong);
  CHECK(paddock_session_run(nullptr, 0, nullptr) == PADDOCK_NULL_ARGUMENT);
  CHECK(paddock_bytes_data(nullptr) == nullptr);
  CHECK(std::string_view(paddock_status_text(99)) == "unknown status");
  CHECK(paddock_element_type_bytes(PADDOCK_C128) == 16);
  CHECK(std::string_view(paddock_element_type_name(PADDOCK_C64)) == "complex<f32>");
  CHECK(paddock_c_version() == PADDOCK_C_VERSION);
  paddock_tensor_free(tensor);
  paddock_tensor_free(nullptr);
}

TEST_CASE("borrowed memory is read in place, and released once") {
  static const float elements[2] = {1, 2};
  const int64_t shape = 2;
  int releases = 0;
  paddock_tensor* tensor = nullptr;
  REQUIRE(paddock_tensor_borrow(
              PADDOCK_F32, &shape, 1, elements, sizeof(elements),
              [](void* count) { ++*static_cast<int*>(count); }, &releases, &tensor) == PADDOCK_OK);
  auto view = Sized<paddock_tensor_view>();
  CHECK(paddock_tensor_get(tensor, &view) == PADDOCK_OK);
  CHECK(view.data == elements);
  CHECK(releases == 0);
  paddock_tensor_free(tensor);
  CHECK(releases == 1);
}
