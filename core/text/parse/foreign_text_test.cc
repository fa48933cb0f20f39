#include "core/text/parse/foreign_text.h"

#include <catch2/catch_test_macros.hpp>
#include <string>
#include <string_view>

namespace paddock {
namespace {

struct Case {
  std::string bytes;
  std::string_view says;
};

// Bytes that may contain zeros.
std::string Bytes(std::string_view bytes) { return std::string(bytes); }

TEST_CASE("the diagnostic names the format of a foreign file", "[text]") {
  using namespace std::string_view_literals;
  const Case cases[] = {
      {"HloModule jit_f, entry_computation_layout={()->f32[]}\n\nENTRY main {\n}\n", "HLO text"},
      {"// A comment.\n\nENTRY %main.4 (Arg_0.1: f32[4]) -> f32[4] {\n", "HLO text"},
      {"# Licence\nimport jax\n\ndef f(x):\n  return x\n", "Python"},
      {"from jax import numpy as jnp\n", "Python"},
      {"@jax.jit\ndef f(x):\n  return x + 1\n", "Python"},
      {"{ lambda ; a:f32[3]. let b:f32[3] = sin a in (b,) }\n", "jaxpr"},
      {"vhlo.func_v1 @main() {\n  %0 = \"vhlo.constant_v1\"() : () -> "
       "!vhlo.tensor_v1<2x!vhlo.f32_v1>\n}\n",
       "VHLO"},
      {"; ModuleID = 'f'\ntarget triple = \"x86_64\"\n", "LLVM IR"},
      {"<!doctype html>\n<html></html>", "web page"},
      {"{\"name\": 1}", "JSON"},
      {"ir_version: 8\nproducer_name: \"pytorch\"\n", "ONNX"},
      {"version https://git-lfs.github.com/spec/v1\noid sha256:00\n", "Git LFS"},
      {"ML\xEF\xBF\xBDR\x06StableHLO", "MLIR bytecode"},
      {Bytes("\x1F\x8B\x08\0\0\0\0\0"sv), "gzip"},
      {"\x1F\xEF\xBF\xBD\x08", "gzip"},
      {"PK\x03\x04\x14", "archive"},
      {"\x93NUMPY\x01", ".npy"},
      {"\xEF\xBF\xBDNUMPY\x01", ".npy"},
      {Bytes("\x08\x01\x12\x10\0\0saved_model_schema"sv), "TensorFlow"},
      {Bytes("\x0A\x13\x0A\x01x\x12\x0BPlaceholder\0"sv), "TensorFlow"},
      {Bytes("\x0A\x05jit_f\x12\x04main\0"sv), "protocol buffer"},
      {Bytes("\x08\x08\x12\x07pytorch\x1A\x01"sv), "ONNX"},
      {Bytes("\x28\0\0\0\0\0\0\0{\"w\":{\"dtype\":\"F32\"}}"sv), "safetensors"},
      {"\x89HDF\r\n\x1A\n", "HDF5"},
      {Bytes("\x1C\0\0\0TFL3"sv), "TensorFlow Lite"},
      {"\x28\xB5\x2F\xFD\x04", "Zstandard"},
      {Bytes("\xFF\xFE\x66\0"sv), "UTF-16"},
      {Bytes("\x80\x04\x95\0\0"sv), "binary"},
  };
  for (const Case& item : cases) {
    INFO(item.says);
    CHECK(ForeignFormat(item.bytes).find(item.says) != std::string_view::npos);
    // A truncated file has the same result, without reads past its end.
    for (size_t size = 0; size < item.bytes.size(); ++size) {
      static_cast<void>(ForeignFormat(std::string(item.bytes, 0, size)));
    }
  }
}

TEST_CASE("a text that may be StableHLO goes to the parser", "[text]") {
  for (const std::string& text :
       {std::string(), std::string("func.func @main() {\n  return\n}\n"),
        std::string("// import jax\n%0 = stablehlo.add %x, %y : tensor<f32>\n"),
        std::string("module {\n}\n"), std::string("\"builtin.module\"() ({\n}) : () -> ()\n"),
        std::string("#map = {a = 1}\n!t = tensor<f32>\n"), std::string("func @f() { return }"),
        std::string("// PK and HloModule\n"), std::string("{-# dialect_resources: {} #-}"),
        std::string("\xEF\xBB\xBF"
                    "func.func @main() {\n  return\n}\n"),
        // StableHLO programs that quote other formats.
        std::string("import jax\n// stablehlo.add\n")}) {
    INFO(text);
    CHECK(ForeignFormat(text).empty());
  }
}

TEST_CASE("programs of other dialects get advice on conversion", "[text]") {
  CHECK(ForeignDialect("mhlo").find("MHLO") != std::string_view::npos);
  CHECK(ForeignDialect("stablehlo").empty());
  CHECK(ForeignDialect("").empty());
}

}  // namespace
}  // namespace paddock
