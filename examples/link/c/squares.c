// Doubles the squares of three numbers, runs a program that it builds, and shows the diagnostics of
// a wrong one.
#include <paddock/c.h>
#include <stdio.h>
#include <string.h>

static const char* kProgram =
    "func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {\n"
    "  %y = stablehlo.multiply %x, %x : tensor<3xf32>\n"
    "  %z = stablehlo.custom_call @my.double(%y) : (tensor<3xf32>) -> tensor<3xf32>\n"
    "  return %z : tensor<3xf32>\n"
    "}\n";

static const char* kWrongProgram =
    "func.func @main() -> tensor<2xf32> {\n"
    "  %0 = stablehlo.iota dim = 1 : tensor<2xf32>\n"
    "  return %0 : tensor<2xf32>\n"
    "}\n";

static void PrintDiagnostics(const paddock_diagnostics* diagnostics) {
  paddock_bytes* text = NULL;
  if (paddock_diagnostics_text(diagnostics, &text) == PADDOCK_OK) {
    fputs(paddock_bytes_data(text), stdout);
  }
  paddock_bytes_free(text);
}

// Computes a custom call of one operand and one result.
static int32_t Double(paddock_custom_call* call, void* user_data) {
  (void)user_data;
  paddock_tensor_view operand = {.struct_size = sizeof(operand)};
  paddock_tensor_view result = {.struct_size = sizeof(result)};
  void* data = NULL;
  if (paddock_custom_call_operand(call, 0, &operand) != PADDOCK_OK) return 1;
  if (paddock_custom_call_result(call, 0, &result, &data) != PADDOCK_OK) return 1;
  for (size_t i = 0; i < result.byte_size / sizeof(float); ++i) {
    ((float*)data)[i] = 2 * ((const float*)operand.data)[i];
  }
  return 0;
}

// Runs the program to its end. Returns the result, or NULL after its diagnostics.
static paddock_tensor* Run(const paddock_program* program, const paddock_tensor* input,
                           const paddock_custom_calls* calls) {
  paddock_inputs* inputs = NULL;
  paddock_session* session = NULL;
  paddock_diagnostics* diagnostics = NULL;
  paddock_tensor* result = NULL;
  paddock_stop stop = PADDOCK_STOP_FAILED;
  const paddock_run_options options = {.struct_size = sizeof(options), .custom_calls = calls};
  paddock_inputs_create(program, NULL, &inputs);
  paddock_inputs_set(inputs, 0, input);
  if (paddock_session_start(program, inputs, &options, &session, &diagnostics) == PADDOCK_OK) {
    paddock_session_run(session, 0, &stop);
  }
  if (stop == PADDOCK_STOP_FINISHED) {
    paddock_session_result(session, 0, 0, 0, &result);
  } else {
    PrintDiagnostics(diagnostics);
  }
  paddock_diagnostics_free(diagnostics);
  paddock_session_free(session);
  paddock_inputs_free(inputs);
  return result;
}

// Builds a function that squares three numbers. Returns NULL after its diagnostics.
static paddock_program* BuildSquares(void) {
  paddock_builder* builder = NULL;
  paddock_function_builder* f = NULL;
  paddock_program* program = NULL;
  paddock_diagnostics* diagnostics = NULL;
  const char* names[] = {"x"};
  const char* types[] = {"tensor<3xf32>"};
  const paddock_function_options options = {.struct_size = sizeof(options),
                                            .parameter_names = names,
                                            .parameter_types = types,
                                            .parameter_count = 1};
  paddock_value x = 0;
  paddock_value y = 0;
  paddock_builder_create(&builder);
  paddock_builder_add_function(builder, "main", &options, &f);
  paddock_function_builder_arguments(f, &x, NULL);
  paddock_function_builder_begin(f, "stablehlo.multiply");
  paddock_function_builder_add_operands(f, (const paddock_value[]){x, x}, 2);
  paddock_function_builder_end(f, &y, NULL);
  paddock_function_builder_return(f, &y, 1, NULL);
  if (paddock_builder_finish(builder, "squares", NULL, &program, &diagnostics) != PADDOCK_OK) {
    PrintDiagnostics(diagnostics);
  }
  paddock_diagnostics_free(diagnostics);
  paddock_function_builder_free(f);
  paddock_builder_free(builder);
  return program;
}

static int PrintResult(const paddock_tensor* result) {
  paddock_tensor_view view = {.struct_size = sizeof(view)};
  if (paddock_tensor_get(result, &view) != PADDOCK_OK) return 1;
  const float* elements = view.data;
  for (int64_t i = 0; i < view.shape[0]; ++i) printf("%g\n", elements[i]);
  return 0;
}

int main(void) {
  paddock_custom_calls* calls = NULL;
  paddock_custom_calls_create(&calls);
  paddock_custom_calls_add(calls, "my.double", Double, NULL, NULL);
  const paddock_load_options load = {.struct_size = sizeof(load), .custom_calls = calls};

  const int64_t shape[] = {3};
  const float elements[] = {1, 2, 3};
  paddock_tensor* input = NULL;
  paddock_tensor_copy(PADDOCK_F32, shape, 1, elements, sizeof(elements), &input);

  paddock_program* program = NULL;
  paddock_program_load("squares.mlir", kProgram, strlen(kProgram), &load, &program, NULL);
  paddock_tensor* result = Run(program, input, calls);
  int code = PrintResult(result);
  paddock_tensor_free(result);
  paddock_program_free(program);

  program = BuildSquares();
  result = Run(program, input, NULL);
  code |= PrintResult(result);
  paddock_tensor_free(result);
  paddock_program_free(program);
  paddock_tensor_free(input);
  paddock_custom_calls_free(calls);

  paddock_diagnostics* diagnostics = NULL;
  const paddock_status status = paddock_program_load(
      "wrong.mlir", kWrongProgram, strlen(kWrongProgram), NULL, &program, &diagnostics);
  PrintDiagnostics(diagnostics);
  paddock_diagnostics_free(diagnostics);
  paddock_program_free(program);
  return code != 0 || status != PADDOCK_ERROR;
}
