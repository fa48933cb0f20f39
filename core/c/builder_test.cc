#include "core/c/builder.h"

#include <array>
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "core/c/paddock.h"
#include "core/c/testing.h"

using paddock::c::Sized;

namespace {

std::string TakeText(paddock_bytes* bytes) {
  const std::string text(paddock_bytes_data(bytes), paddock_bytes_size(bytes));
  paddock_bytes_free(bytes);
  return text;
}

// A builder with one function of the given parameter types.
struct Building {
  explicit Building(std::vector<const char*> types) {
    CHECK(paddock_builder_create(&builder) == PADDOCK_OK);
    const std::array<const char*, 3> names = {"x", "y", "z"};
    auto options = Sized<paddock_function_options>();
    options.parameter_names = names.data();
    options.parameter_types = types.data();
    options.parameter_count = types.size();
    REQUIRE(paddock_builder_add_function(builder, "main", &options, &f) == PADDOCK_OK);
    CHECK(paddock_function_builder_arguments(f, &first, nullptr) == PADDOCK_OK);
  }
  ~Building() {
    paddock_builder_free(builder);
    paddock_function_builder_free(f);
  }
  Building(const Building&) = delete;
  Building& operator=(const Building&) = delete;

  paddock_status Make(const char* name, std::vector<paddock_value> operands,
                      paddock_value* result) {
    CHECK(paddock_function_builder_begin(f, name) == PADDOCK_OK);
    CHECK(paddock_function_builder_add_operands(f, operands.data(), operands.size()) == PADDOCK_OK);
    return paddock_function_builder_end(f, result, nullptr);
  }

  paddock_builder* builder = nullptr;
  paddock_function_builder* f = nullptr;
  paddock_value first = 0;
};

TEST_CASE("a program is built and finished through the C interface") {
  Building main({"tensor<3xf32>"});
  paddock_tensor* tensor = nullptr;
  const float half = 0.5f;
  REQUIRE(paddock_tensor_copy(PADDOCK_F32, nullptr, 0, &half, sizeof half, &tensor) == PADDOCK_OK);
  const int64_t shape = 3;
  CHECK(paddock_function_builder_begin(main.f, "stablehlo.constant") == PADDOCK_OK);
  CHECK(paddock_function_builder_set_splat(main.f, "value", tensor, &shape, 1) == PADDOCK_OK);
  paddock_tensor_free(tensor);
  paddock_value halves = 0;
  size_t count = 0;
  CHECK(paddock_function_builder_end(main.f, &halves, &count) == PADDOCK_OK);
  CHECK(count == 1);
  paddock_value sum = 0;
  CHECK(main.Make("stablehlo.add", {main.first, halves}, &sum) == PADDOCK_OK);
  CHECK(paddock_function_builder_name(main.f, sum, "sum") == PADDOCK_OK);
  paddock_bytes* type = nullptr;
  CHECK(paddock_function_builder_type(main.f, sum, &type) == PADDOCK_OK);
  CHECK(TakeText(type) == "tensor<3xf32>");
  const char* attributes = "{jax.result_info = \"sum\"}";
  CHECK(paddock_function_builder_return(main.f, &sum, 1, &attributes) == PADDOCK_OK);
  paddock_bytes* text = nullptr;
  CHECK(paddock_builder_text(main.builder, &text, nullptr) == PADDOCK_OK);
  CHECK(TakeText(text) ==
        "func.func @main(%x: tensor<3xf32>) -> (tensor<3xf32> {jax.result_info = \"sum\"}) {\n"
        "  %0 = stablehlo.constant dense<0.5> : tensor<3xf32>\n"
        "  %sum = stablehlo.add %x, %0 : tensor<3xf32>\n"
        "  return %sum : tensor<3xf32>\n"
        "}\n");
  paddock_program* program = nullptr;
  CHECK(paddock_builder_finish(main.builder, "built", nullptr, &program, nullptr) == PADDOCK_OK);
  CHECK(paddock_program_function_count(program) == 1);
  paddock_program_free(program);
}

TEST_CASE("a mistake has its rule and its operation, and is forgotten when it is taken") {
  Building main({"tensor<3xf32>", "tensor<2xf32>"});
  paddock_value wrong = 0;
  CHECK(main.Make("stablehlo.add", {main.first, main.first + 1}, &wrong) == PADDOCK_ERROR);
  CHECK(wrong == PADDOCK_FAILED_VALUE);
  CHECK(main.Make("stablehlo.negate", {wrong}, nullptr) == PADDOCK_ERROR);
  CHECK(paddock_function_builder_return(main.f, &main.first, 1, nullptr) == PADDOCK_OK);
  paddock_program* program = nullptr;
  paddock_diagnostics* diagnostics = nullptr;
  CHECK(paddock_builder_finish(main.builder, "built", nullptr, &program, &diagnostics) ==
        PADDOCK_ERROR);
  CHECK(program == nullptr);
  CHECK(paddock_diagnostics_count(diagnostics) == 1);
  paddock_diagnostics_free(diagnostics);
  CHECK(paddock_builder_take_diagnostics(main.builder, &diagnostics) == PADDOCK_OK);
  auto diagnostic = Sized<paddock_diagnostic>();
  REQUIRE(paddock_diagnostics_get(diagnostics, 0, &diagnostic) == PADDOCK_OK);
  CHECK(diagnostic.code == std::string("add-c1"));
  CHECK(diagnostic.place.end == 0);
  auto note = Sized<paddock_note>();
  REQUIRE(paddock_diagnostics_note(diagnostics, 0, 0, &note) == PADDOCK_OK);
  CHECK(note.message == std::string("stablehlo.add (tensor<3xf32>, tensor<2xf32>)"));
  paddock_bytes* text = nullptr;
  CHECK(paddock_diagnostics_text(diagnostics, &text) == PADDOCK_OK);
  CHECK(TakeText(text).starts_with("builder: error: add (C1)"));
  paddock_diagnostics_free(diagnostics);
  CHECK(paddock_builder_finish(main.builder, "built", nullptr, &program, nullptr) == PADDOCK_OK);
  paddock_program_free(program);
}

TEST_CASE("regions, calls, declarations and attributes of the module") {
  Building main({"tensor<i32>"});
  CHECK(paddock_builder_set_attribute(main.builder, "mhlo.num_replicas", "2 : i32") == PADDOCK_OK);
  const char* names[] = {"sym_name", "mesh"};
  const char* values[] = {"\"m\"", "#sdy.mesh<[\"x\"=2]>"};
  CHECK(paddock_builder_add_operation(main.builder, "sdy.mesh", names, values, 2) == PADDOCK_OK);
  const char* type = "tensor<i32>";
  const char* name = "a";
  const char* attributes = "{mhlo.sharding = \"{replicated}\"}";
  auto options = Sized<paddock_function_options>();
  options.parameter_names = &name;
  options.parameter_types = &type;
  options.parameter_attributes = &attributes;
  options.parameter_count = 1;
  options.result_types = &type;
  options.result_type_count = 1;
  options.has_result_types = 1;
  options.is_private = 1;
  options.is_declaration = 1;
  paddock_function_builder* outside = nullptr;
  REQUIRE(paddock_builder_add_function(main.builder, "g", &options, &outside) == PADDOCK_OK);
  paddock_value called = 0;
  size_t count = 0;
  CHECK(paddock_function_builder_call(main.f, outside, &main.first, 1, &called, &count) ==
        PADDOCK_OK);
  CHECK(count == 1);
  CHECK(paddock_function_builder_begin(main.f, "stablehlo.while") == PADDOCK_OK);
  CHECK(paddock_function_builder_add_operands(main.f, &called, 1) == PADDOCK_OK);
  paddock_value argument = 0;
  CHECK(paddock_function_builder_begin_region(main.f, nullptr, 0, &argument, &count) == PADDOCK_OK);
  CHECK(count == 1);
  CHECK(paddock_function_builder_begin(main.f, "stablehlo.constant") == PADDOCK_OK);
  CHECK(paddock_function_builder_set_attribute(main.f, "value", "dense<true> : tensor<i1>") ==
        PADDOCK_OK);
  paddock_value yes = 0;
  CHECK(paddock_function_builder_end(main.f, &yes, nullptr) == PADDOCK_OK);
  CHECK(paddock_function_builder_end_region(main.f, &yes, 1) == PADDOCK_OK);
  CHECK(paddock_function_builder_begin_region(main.f, nullptr, 0, &argument, nullptr) ==
        PADDOCK_OK);
  CHECK(paddock_function_builder_end_region(main.f, &argument, 1) == PADDOCK_OK);
  paddock_value last = 0;
  CHECK(paddock_function_builder_end(main.f, &last, nullptr) == PADDOCK_OK);
  CHECK(paddock_function_builder_return(main.f, &last, 1, nullptr) == PADDOCK_OK);
  paddock_bytes* text = nullptr;
  CHECK(paddock_builder_text(main.builder, &text, nullptr) == PADDOCK_OK);
  const std::string printed = TakeText(text);
  INFO(printed);
  CHECK(printed.find("mhlo.num_replicas = 2") != std::string::npos);
  CHECK(printed.find("private @g(tensor<i32> {mhlo.sharding") != std::string::npos);
  paddock_function_builder_free(outside);
}

TEST_CASE("wrong use of builders is a status") {
  Building main({"tensor<i32>"});
  paddock_function_builder* f = main.f;
  CHECK(paddock_builder_create(nullptr) == PADDOCK_NULL_ARGUMENT);
  CHECK(paddock_builder_add_function(nullptr, "f", nullptr, &f) == PADDOCK_NULL_ARGUMENT);
  CHECK(paddock_function_builder_begin(main.f, nullptr) == PADDOCK_NULL_ARGUMENT);
  CHECK(paddock_function_builder_end(main.f, nullptr, nullptr) == PADDOCK_WRONG_STATE);
  CHECK(paddock_function_builder_cancel(main.f) == PADDOCK_WRONG_STATE);
  CHECK(paddock_function_builder_add_operands(main.f, nullptr, 1) == PADDOCK_NULL_ARGUMENT);
  CHECK(paddock_function_builder_name(main.f, 99, "y") == PADDOCK_NO_VALUE);
  CHECK(paddock_builder_set_attribute(main.builder, "a", "nonsense<") == PADDOCK_ERROR);
  paddock_function_builder* wrong = nullptr;
  auto options = Sized<paddock_function_options>();
  options.attributes = "1 : i32";
  CHECK(paddock_builder_add_function(main.builder, "f", &options, &wrong) == PADDOCK_ERROR);
  CHECK(paddock_builder_add_function(main.builder, "main", nullptr, &wrong) == PADDOCK_ERROR);
  CHECK(wrong == nullptr);
  auto* program = reinterpret_cast<paddock_builder*>(main.f);
  CHECK(paddock_builder_take_diagnostics(program, nullptr) == PADDOCK_WRONG_HANDLE);
  CHECK(paddock_builder_take_diagnostics(main.builder, nullptr) == PADDOCK_OK);
}

}  // namespace
