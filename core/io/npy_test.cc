#include "core/io/npy.h"

#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <vector>

namespace paddock {
namespace {

std::string FileOf(const std::string& dictionary, std::string_view data, char version = 1) {
  std::string file("\x93NUMPY", 6);
  file += version;
  file += '\0';
  file += static_cast<char>(dictionary.size());
  file += '\0';
  if (version > 1) file.append(2, '\0');
  return file + dictionary + std::string(data);
}

std::string_view BytesOf(const std::vector<int16_t>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * 2};
}

std::string FirstMessage(DiagnosticSink& sink) {
  return sink.diagnostics().empty() ? "" : sink.diagnostics()[0].message;
}

TEST_CASE("npy files of every element type read back as they were written") {
  for (size_t i = 0; i < kElementTypeCount; ++i) {
    const auto type = static_cast<ElementType>(i);
    for (const std::vector<int64_t>& shape :
         std::vector<std::vector<int64_t>>{{}, {3}, {2, 0}, {2, 3}}) {
      Tensor tensor = Tensor::Allocate(type, shape);
      for (size_t b = 0; b < tensor.byte_size(); ++b) {
        tensor.mutable_data()[b] = static_cast<std::byte>(BitWidth(type) < 8 ? b % 2 : b);
      }
      const std::string file = WriteNpy(tensor);
      INFO(Spelling(type));
      CHECK((file.size() - tensor.byte_size()) % 64 == 0);
      DiagnosticSink sink;
      const Result<Tensor> read = ReadNpy(file, "x.npy", type, sink);
      REQUIRE(read.has_value());
      CHECK(IsBitwiseEqual(*read, tensor));
    }
  }
}

TEST_CASE("npy reads Fortran order and big-endian bytes") {
  DiagnosticSink sink;
  const std::vector<int16_t> columns = {1, 4, 2, 5, 3, 6};
  const auto fortran = ReadNpy(
      FileOf("{'descr': '<i2', 'fortran_order': True, 'shape': (2, 3), }", BytesOf(columns)), "x",
      std::nullopt, sink);
  REQUIRE(fortran.has_value());
  const std::vector<int16_t> rows = {1, 2, 3, 4, 5, 6};
  const std::vector<int64_t> shape = {2, 3};
  CHECK(IsBitwiseEqual(*fortran, Tensor::FromElements<int16_t>(ElementType::kI16, shape, rows)));

  const std::vector<int16_t> swapped = {0x0100, 0x0200};
  const auto big = ReadNpy(FileOf("{\"descr\": \">i2\", \"fortran_order\": False, \"shape\": (2,)}",
                                  BytesOf(swapped), 2),
                           "x", ElementType::kI16, sink);
  REQUIRE(big.has_value());
  const std::vector<int64_t> two = {2};
  CHECK(IsBitwiseEqual(
      *big, Tensor::FromElements<int16_t>(ElementType::kI16, two, std::vector<int16_t>{1, 2})));
}

TEST_CASE("npy refuses what it cannot read, and says why") {
  const auto message = [](const std::string& file, std::optional<ElementType> wanted) {
    DiagnosticSink sink;
    CHECK_FALSE(ReadNpy(file, "x.npy", wanted, sink).has_value());
    return FirstMessage(sink);
  };
  const std::string four = "{'descr': '<i2', 'fortran_order': False, 'shape': (4,), }";
  CHECK(message("PK\x03\x04", {}) == "x.npy: is no .npy file");
  CHECK(message(FileOf(four, "1234567"), {}) ==
        "x.npy: is cut short: 8 bytes of data announced, 7 there");
  CHECK(message(FileOf(four, "12345678"), ElementType::kF32) ==
        "x.npy: holds 'i2' (i16), but f32 is needed");
  CHECK(message(FileOf("{'descr': '|V1', 'fortran_order': False, 'shape': (1,), }", "1"), {}) ==
        "x.npy: 'V1' does not say which 8-bit float it holds");
  CHECK(message(FileOf("{'descr': '|i1', 'fortran_order': False, 'shape': (1,), }", "\x09"),
                ElementType::kI4) == "x.npy: element 0 is 9, which is no i4");
  CHECK(message(FileOf("{'descr': '<U3', 'fortran_order': False, 'shape': (1,), }", "abc"), {})
            .starts_with("x.npy: element type 'U3'"));
  CHECK(
      message(FileOf("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,), }", ""), {})
          .starts_with("x.npy: has a header without"));
  CHECK(message(FileOf("{'descr': '<f4', 'fortran_order': False, "
                       "'shape': (4611686018427387904, 16), }",
                       ""),
                {})
            .ends_with("is too large"));
}

}  // namespace
}  // namespace paddock
