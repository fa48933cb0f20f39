// Files of arrays must read back as the same arrays. Broken files must be refused with a sentence.
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "core/io/array_index.h"
#include "core/io/array_layout.h"
#include "core/io/array_load.h"

namespace paddock {
namespace {

const FileFormat kFormats[] = {FileFormat::kNpy, FileFormat::kNpz, FileFormat::kSafetensors};

// Returns distinct elements that narrow types can represent.
Tensor MakeTensor(ElementType type, const std::vector<int64_t>& shape, size_t seed = 0) {
  Tensor tensor = Tensor::Allocate(type, shape);
  for (size_t b = 0; b < tensor.byte_size(); ++b) {
    const size_t value = b * 7 + seed;
    tensor.mutable_data()[b] = static_cast<std::byte>(BitWidth(type) < 8 ? value % 2 : value);
  }
  return tensor;
}

std::string Written(FileFormat format, const std::vector<NamedArray>& arrays) {
  std::string problem;
  const auto parts = LayOutFile(format, arrays, problem);
  INFO(problem);
  REQUIRE(parts.has_value());
  std::string file;
  for (const FilePart& part : *parts) {
    file += part.bytes;
    if (!part.tensor.has_value()) continue;
    file.append(reinterpret_cast<const char*>(part.tensor.data()), part.tensor.byte_size());
  }
  return file;
}

std::string NpyOf(const std::string& dictionary, std::string_view data, char version = 1) {
  std::string file("\x93NUMPY", 6);
  file += version;
  file += '\0';
  file += static_cast<char>(dictionary.size());
  file += '\0';
  if (version > 1) file.append(2, '\0');
  return file + dictionary + std::string(data);
}

std::string SafetensorsOf(const std::string& header, std::string_view data) {
  std::string length(8, '\0');
  length[0] = static_cast<char>(header.size() & 0xFF);
  length[1] = static_cast<char>(header.size() >> 8);
  return length + header + std::string(data);
}

std::string_view AsText(const std::vector<int16_t>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * 2};
}

// Returns why the file is refused.
std::string Refusal(const std::string& file, std::optional<ElementType> wanted = std::nullopt,
                    std::string_view array = "") {
  DiagnosticSink sink;
  CHECK_FALSE(ReadArray(file, "x", array, wanted, sink).has_value());
  return sink.diagnostics().empty() ? "" : sink.diagnostics()[0].message;
}

void CheckReadsBack(FileFormat format, const Tensor& tensor) {
  const std::string file = Written(format, {{"w", tensor}});
  DiagnosticSink sink;
  const Result<Tensor> read = ReadArray(file, "x", "", tensor.element_type(), sink);
  REQUIRE(read.has_value());
  CHECK(IsBitwiseEqual(*read, tensor));
  // Without an argument's type, the file determines the type, or reading fails.
  ArrayIndex index(file.size());
  RunFileTask(index, file);
  REQUIRE(index.entries().size() == 1);
  const bool says_it =
      format == FileFormat::kSafetensors || FileTypeOf(tensor.element_type(), format).is_named;
  const ArrayEntry& entry = index.entries()[0];
  CHECK((entry.is_named && entry.types[0] == tensor.element_type()) == says_it);
}

TEST_CASE("files of every element type and format read back as they were written") {
  for (size_t i = 0; i < kElementTypeCount; ++i) {
    const auto type = static_cast<ElementType>(i);
    for (const std::vector<int64_t>& shape :
         std::vector<std::vector<int64_t>>{{}, {3}, {2, 0}, {2, 3}, {2, 2}}) {
      for (FileFormat format : kFormats) {
        INFO(Spelling(type) << " in format " << static_cast<int>(format));
        CheckReadsBack(format, MakeTensor(type, shape));
      }
    }
  }
}

TEST_CASE("raw files are the elements, and determine one open size") {
  const Tensor tensor = MakeTensor(ElementType::kBF16, {4, 3});
  const std::string file = Written(FileFormat::kRaw, {{"", tensor}});
  std::string problem;
  for (const std::vector<int64_t>& shape : std::vector<std::vector<int64_t>>{{4, 3}, {-1, 3}}) {
    const auto entry = RawEntry(file.size(), ElementType::kBF16, shape, problem);
    REQUIRE(entry.has_value());
    ArrayLoad load(*entry, ElementType::kBF16);
    RunFileTask(load, file);
    CHECK(IsBitwiseEqual(load.tensor(), tensor));
  }
  const auto refusal = [&](const std::vector<int64_t>& shape) {
    CHECK_FALSE(RawEntry(24, ElementType::kBF16, shape, problem).has_value());
    return problem;
  };
  CHECK(refusal({4, 4}) == "has 24 bytes, but 32 are needed");
  CHECK(refusal({-1, 5}) == "has 24 bytes, which are not a multiple of 10");
  CHECK(refusal({-1, 0}) == "has 24 bytes, which are not a multiple of 0");
  CHECK(refusal({-1, -1}).ends_with("do not determine the open sizes"));
}

TEST_CASE("archives and safetensors files hold several arrays by name") {
  const Tensor a = MakeTensor(ElementType::kI8, {5}, 1);
  const Tensor b = MakeTensor(ElementType::kF32, {2, 600}, 2);
  const Tensor c = MakeTensor(ElementType::kC128, {2}, 3);
  for (FileFormat format : {FileFormat::kNpz, FileFormat::kSafetensors}) {
    const std::string file = Written(format, {{"a", a}, {"b \"\xC3\xA9\"", b}, {"c", c}});
    DiagnosticSink sink;
    const auto read = ReadArray(file, "x", "b \"\xC3\xA9\"", std::nullopt, sink);
    REQUIRE(read.has_value());
    CHECK(IsBitwiseEqual(*read, b));
    CHECK(IsBitwiseEqual(*ReadArray(file, "x", "c", ElementType::kC128, sink), c));
    CHECK(Refusal(file, {}, "d").starts_with("x: has no array 'd', but "));
    CHECK(Refusal(file).starts_with("x: holds 3 arrays: name one of them ("));
  }
  std::string problem;
  const std::vector<NamedArray> twice = {{"a", a}, {"a", b}};
  CHECK_FALSE(LayOutFile(FileFormat::kNpz, twice, problem).has_value());
  CHECK(problem == "cannot hold two arrays called 'a'");
  CHECK_FALSE(LayOutFile(FileFormat::kNpy, twice, problem).has_value());
}

TEST_CASE("npy reads Fortran order and big-endian bytes") {
  DiagnosticSink sink;
  const std::vector<int16_t> columns = {1, 4, 2, 5, 3, 6};
  const auto fortran = ReadArray(
      NpyOf("{'descr': '<i2', 'fortran_order': True, 'shape': (2, 3), }", AsText(columns)), "x", "",
      std::nullopt, sink);
  REQUIRE(fortran.has_value());
  const std::vector<int16_t> rows = {1, 2, 3, 4, 5, 6};
  const std::vector<int64_t> shape = {2, 3};
  CHECK(IsBitwiseEqual(*fortran, Tensor::FromElements<int16_t>(ElementType::kI16, shape, rows)));

  const std::vector<int16_t> swapped = {0x0100, 0x0200};
  const auto big = ReadArray(
      NpyOf("{\"descr\": \">i2\", \"fortran_order\": False, \"shape\": (2,)}", AsText(swapped), 2),
      "x", "", ElementType::kI16, sink);
  REQUIRE(big.has_value());
  const std::vector<int64_t> two = {2};
  CHECK(IsBitwiseEqual(
      *big, Tensor::FromElements<int16_t>(ElementType::kI16, two, std::vector<int16_t>{1, 2})));
}

TEST_CASE("npy reads the small types that numpy writes for ml_dtypes") {
  const auto read = [](const std::string& code, const std::string& bytes, ElementType type) {
    DiagnosticSink sink;
    const auto array = ReadArray(
        NpyOf("{'descr': '" + code + "', 'fortran_order': False, 'shape': (3,), }", bytes), "x", "",
        type, sink);
    REQUIRE(array.has_value());
    return std::string(reinterpret_cast<const char*>(array->data()), array->byte_size());
  };
  // -1, 1, -2, without their sign.
  CHECK(read("<V1", "\x0F\x01\x0E", ElementType::kI4) == "\xFF\x01\xFE");
  CHECK(read("<V1", "\x03\x01\x02", ElementType::kI2) == "\xFF\x01\xFE");
  CHECK(read("|V1", "\x0F\x01\x0E", ElementType::kUI4) == "\x0F\x01\x0E");
  CHECK(read("|V1", "\x03\x01\x02", ElementType::kUI2) == "\x03\x01\x02");
  CHECK(read("<f1", "\x3C\xBC\x40", ElementType::kF8E5M2) == "\x3C\xBC\x40");
  DiagnosticSink sink;
  const auto named =
      ReadArray(NpyOf("{'descr': '<f1', 'fortran_order': False, 'shape': (1,), }", "\x3C"), "x", "",
                std::nullopt, sink);
  REQUIRE(named.has_value());
  CHECK(named->element_type() == ElementType::kF8E5M2);
  CHECK(Refusal(NpyOf("{'descr': '<V1', 'fortran_order': False, 'shape': (1,), }", "\x1F"),
                ElementType::kI4) == "x: element 0 is 31, which is no i4");
}

TEST_CASE("npy files that cannot be read are refused with a reason") {
  const std::string four = "{'descr': '<i2', 'fortran_order': False, 'shape': (4,), }";
  CHECK(Refusal("func.func") == "x: is no .npy, .npz or .safetensors file");
  CHECK(Refusal("") == "x: is no .npy, .npz or .safetensors file");
  CHECK(Refusal(NpyOf(four, "1234567")) == "x: is truncated: 8 bytes of data announced, 7 there");
  CHECK(Refusal(NpyOf(four, "12345678").substr(0, 20)) == "x: is truncated within its header");
  CHECK(Refusal(NpyOf(four, "12345678"), ElementType::kF32) ==
        "x: holds 'i2' (i16), but f32 is needed");
  const auto one = [](const std::string& descr, const std::string& shape = "(1,)") {
    return "{'descr': " + descr + ", 'fortran_order': False, 'shape': " + shape + ", }";
  };
  CHECK(Refusal(NpyOf(one("'|V1'"), "1")) == "x: 'V1' does not determine the element type");
  CHECK(Refusal(NpyOf(one("'|i1'"), "\x09"), ElementType::kI4) ==
        "x: element 0 is 9, which is no i4");
  CHECK(Refusal(NpyOf(one("'<U3'"), "abc")) == "x: has element type 'U3', which StableHLO lacks");
  CHECK(Refusal(NpyOf(one("[('a', '<f4')]"), "")).starts_with("x: has a header without"));
  CHECK(Refusal(NpyOf(one("'<f4'", "(4611686018427387904, 16)"), "")).ends_with("is too large"));
  CHECK(Refusal(NpyOf(one("'<f4'", "(1000000000000,)"), ""))
            .starts_with("x: is truncated: 4000000000000 bytes"));
  CHECK(Refusal(NpyOf(one("'<f4'"), "1234", 7)).starts_with("x: has .npy version 7"));
  for (const char* dictionary :
       {"{'descr': '<i2', 'fortran_order': Maybe, 'shape': (4,), }",
        "{'descr': '<i2', 'shape': (4,), }",
        "{'descr': '<i2', 'fortran_order': False, 'shape': (4,), 'shape': (2, 2), }",
        "{'descr': '<i2', 'fortran_order': False, 'shape': (4,), 'more': 1, }",
        "{'descr': '<i2', 'fortran_order': False, 'shape': (4,)", "['<i2', False, (4,)]",
        "{'descr': '<i2' 'fortran_order': False, 'shape': (4,), }"}) {
    INFO(dictionary);
    CHECK(Refusal(NpyOf(dictionary, "12345678"))
              .starts_with("x: has a header that is not a dictionary of 'descr'"));
  }
}

TEST_CASE("safetensors files that cannot be read are refused with a reason") {
  const auto tensor = [](const std::string& members) {
    return SafetensorsOf("{\"a\":{" + members + "}}", "12345678");
  };
  const std::string good = "\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]";
  DiagnosticSink sink;
  CHECK(ReadArray(tensor(good), "x", "", ElementType::kF32, sink).has_value());
  CHECK(Refusal(SafetensorsOf("{\"a\":{" + good + "}", "12345678")) ==
        "x: has a header that is not a JSON object");
  const auto named = [&](const std::string& name) {
    return SafetensorsOf("{\"" + name + "\":{" + good + "}}", "12345678");
  };
  for (const char* name : {"\xFF", "\xC0\xAF", "\xED\xA0\x80", "\xE2\x82", "\\uD800"}) {
    CHECK(Refusal(named(name)) == "x: has a header that is not a JSON object");
  }
  CHECK(ReadArray(named("\xF0\x9F\x90\x8E \xE2\x82\xAC \xC3\xA9"), "x", "", ElementType::kF32, sink)
            .has_value());
  CHECK(Refusal(SafetensorsOf("{\"a\":{" + good, "12345678"))
            .starts_with("x: 'a' lacks a valid dtype, shape or data_offsets"));
  CHECK(Refusal(tensor(good).substr(0, 30)).starts_with("x: is truncated: its header should have"));
  CHECK(Refusal(tensor(good).substr(0, tensor(good).size() - 1)) ==
        "x: 'a' would lie at bytes 0 to 8, but there are 7");
  CHECK(Refusal(tensor("\"dtype\":\"F32\",\"shape\":[3],\"data_offsets\":[0,8]")) ==
        "x: 'a' has 8 bytes, not the 12 of its shape and type");
  CHECK(Refusal(tensor("\"dtype\":\"F32\",\"shape\":[-2],\"data_offsets\":[0,8]"))
            .starts_with("x: 'a' lacks a valid dtype, shape or data_offsets"));
  CHECK(Refusal(tensor("\"dtype\":\"F32\",\"shape\":[4611686018427387904,4],"
                       "\"data_offsets\":[0,8]")) ==
        "x: 'a' has 8 bytes, not the too many of its shape and type");
  CHECK(Refusal(tensor("\"dtype\":\"F4\",\"shape\":[16],\"data_offsets\":[0,8]")) ==
        "x: 'a' has element type 'F4', which StableHLO lacks");
  CHECK(Refusal(tensor(good), ElementType::kI32) == "x: 'a' holds 'F32' (f32), but i32 is needed");
  CHECK(Refusal(SafetensorsOf("{\"a\":{" + good + "},\"b\":{" + good + "}}", "12345678")) ==
        "x: 'b' lies over 'a'");
  CHECK(Refusal(SafetensorsOf(
            "{\"__metadata__\":{\"paddock.element_type:a\":\"i64\"},\"a\":{" + good + "}}",
            "12345678")) == "x: 'a' cannot hold i64 as F32, as its metadata says");
}

TEST_CASE("archives that cannot be read are refused with a reason") {
  const Tensor tensor = MakeTensor(ElementType::kI16, {4});
  const std::string file = Written(FileFormat::kNpz, {{"w", tensor}});
  // A file that is truncated anywhere gives a sentence, never an array.
  for (size_t size = 4; size < file.size(); ++size) {
    INFO(size);
    CHECK(Refusal(file.substr(0, size)).starts_with("x: is "));
  }
  const auto changed = [&](size_t at, char byte) {
    std::string copy = file;
    copy[at] = byte;
    return copy;
  };
  const size_t directory = file.rfind(std::string("PK\x01\x02", 4));
  const size_t data = file.find("NUMPY");
  CHECK(Refusal(changed(data + 130, 'x')).starts_with("x: 'w' is damaged: the checksum differs"));
  CHECK(Refusal(changed(directory + 10, 12)).starts_with("x: 'w' has an unsupported compression"));
  CHECK(Refusal(changed(directory + 8, 1)) == "x: 'w' is encrypted");
  CHECK(Refusal(changed(directory + 24, 1)) == "x: 'w' has two sizes in the archive's directory");
  CHECK(Refusal(changed(directory + 42, 1)) == "x: 'w' is not where the archive's directory says");
  CHECK(Refusal(changed(directory + 28, 100)) == "x: is an archive with a damaged directory");
  CHECK(Refusal(changed(data, 'n')) == "x: 'w' is no .npy file");
  CHECK(Refusal(Written(FileFormat::kNpz, {})) == "x: holds no array");
}

}  // namespace
}  // namespace paddock
