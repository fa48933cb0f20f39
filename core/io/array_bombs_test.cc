// Files that hold, or claim, far more than their size. They are read in slices, within the memory
// limit.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "core/io/array_index.h"
#include "core/io/array_load.h"
#include "core/io/npy_header.h"

namespace paddock {
namespace {

// Record of a task's run.
struct Course {
  size_t turns = 0;
  size_t largest = 0;
  uint64_t peak = 0;
};

Course Follow(FileTask& task, std::string_view file, const MemoryBudget& memory) {
  Course course;
  while (const auto wanted = task.Next()) {
    ++course.turns;
    course.largest = std::max(course.largest, wanted->into.size());
    if (wanted->into.empty()) continue;
    std::memcpy(wanted->into.data(), file.data() + wanted->offset, wanted->into.size());
  }
  course.peak = memory.peak();
  return course;
}

std::string NpyHeaderOf(const std::string& type, uint64_t count) {
  const std::string text = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" +
                           std::to_string(count) + ",), }";
  std::string header(kNpyMagic);
  header.append("\x01\x00", 2);
  header += static_cast<char>(text.size());
  header += '\0';
  return header + text;
}

// Returns a Deflate stream: a stored block, then `blocks` blocks of fixed codes, each a zero and
// 1,000 runs of 258 more.
std::string Deflated(const std::string& start, size_t blocks) {
  std::string stream;
  uint32_t buffer = 0;
  int filled = 0;
  const auto put = [&](uint32_t bits, int count) {
    buffer |= bits << filled;
    for (filled += count; filled >= 8; filled -= 8, buffer >>= 8) {
      stream += static_cast<char>(buffer & 0xFF);
    }
  };
  const auto size = static_cast<uint32_t>(start.size());
  stream += '\0';
  put(size, 16);
  put(size ^ 0xFFFF, 16);
  stream += start;
  for (size_t i = 0; i < blocks; ++i) {
    put(i + 1 == blocks ? 1 : 0, 1);
    put(1, 2);
    put(0b00001100, 8);  // the literal 0
    // Length 258 is code 0b11000101 and distance 1 is 0b00000, both from their highest bit on.
    for (int run = 0; run < 1000; ++run) put(0b10100011, 8 + 5);
    put(0, 7);  // end of the block
  }
  put(0, 7);
  return stream;
}

ArrayEntry DeflatedEntry(std::string_view stream, uint64_t header_size, uint64_t count) {
  ArrayEntry entry;
  entry.format = FileFormat::kNpz;
  entry.types = {ElementType::kUI8};
  entry.is_named = true;
  entry.shape = {static_cast<int64_t>(count)};
  entry.stored_size = stream.size();
  entry.header_size = header_size;
  entry.size = header_size + count;
  entry.is_deflated = true;
  return entry;
}

constexpr uint64_t kBlockBytes = 1 + 258 * 1000;

TEST_CASE("a deflated array of 200 MB unpacks a slice at a time") {
  constexpr size_t kBlocks = 800;
  constexpr uint64_t kCount = kBlocks * kBlockBytes;
  const std::string header = NpyHeaderOf("|u1", kCount);
  const std::string stream = Deflated(header, kBlocks);
  const auto memory = std::make_shared<MemoryBudget>();
  ArrayLoad load(DeflatedEntry(stream, header.size(), kCount), std::nullopt, memory);
  const Course course = Follow(load, stream, *memory);
  INFO(load.problem());
  REQUIRE_FALSE(load.has_failed());
  CHECK(course.turns >= kCount / kFileSlice);
  CHECK(course.largest <= kFileSlice);
  CHECK(course.peak == kCount);
  CHECK(load.tensor().data()[kCount - 1] == std::byte{0});
}

TEST_CASE("an array larger than the memory limit is refused before anything is unpacked") {
  constexpr uint64_t kCount = 100 * kBlockBytes;
  const std::string header = NpyHeaderOf("|u1", kCount);
  const std::string stream = Deflated(header, 100);
  const auto memory = std::make_shared<MemoryBudget>(uint64_t{1} << 20);
  ArrayLoad load(DeflatedEntry(stream, header.size(), kCount), std::nullopt, memory);
  CHECK(load.problem() ==
        "needs 25800100 bytes of memory, but 1048576 of the 1048576 allowed are left");
  CHECK(Follow(load, stream, *memory).turns == 0);
  CHECK(memory->peak() == 0);
}

TEST_CASE("reading stops soon if a stream continues past its array") {
  const std::string header = NpyHeaderOf("|u1", 1000);
  const std::string stream = Deflated(header, 100);
  const auto memory = std::make_shared<MemoryBudget>();
  ArrayEntry entry = DeflatedEntry(stream, header.size(), 1000);
  entry.checksum = 0;
  ArrayLoad load(entry, std::nullopt, memory);
  Follow(load, stream, *memory);
  CHECK(load.problem().ends_with("it unpacks to more than " + std::to_string(header.size() + 1000) +
                                 " bytes"));
}

// Returns why no arrays are found.
std::string IndexProblem(const std::string& file, uint64_t memory_bytes = uint64_t{1} << 30) {
  const auto memory = std::make_shared<MemoryBudget>(memory_bytes);
  ArrayIndex index(file.size(), memory);
  const Course course = Follow(index, file, *memory);
  CHECK(course.largest <= kFileSlice);
  CHECK(memory->used() == 0);
  return index.problem();
}

TEST_CASE("a header of .npy that claims 200 MB is refused immediately") {
  std::string file("\x93NUMPY\x02\x00\x00\x00\x80\x0C", 12);
  file.append(size_t{1} << 20, ' ');
  CHECK(IndexProblem(file) == "has too long a header");
}

std::string WithLength(const std::string& header) {
  std::string file;
  for (size_t i = 0; i < 8; ++i) file += static_cast<char>(header.size() >> (8 * i) & 0xFF);
  return file + header;
}

TEST_CASE("a safetensors header is read in slices and within memory") {
  std::string header = "{\"__metadata__\":{\"a\":\"b\"";
  while (header.size() < (size_t{8} << 20)) {
    header += ",\"" + std::to_string(header.size()) + "\":\"" + std::string(1000, 'x') + "\"";
  }
  const std::string file = WithLength(header + "}}");
  const auto memory = std::make_shared<MemoryBudget>();
  ArrayIndex index(file.size(), memory);
  const Course course = Follow(index, file, *memory);
  CHECK(index.problem() == "");
  // Slices for reading it and for searching it.
  CHECK(course.turns >= 16);
  CHECK(course.largest <= kFileSlice);
  CHECK(IndexProblem(file, uint64_t{1} << 20).starts_with("needs 8"));
  // A member without an end.
  CHECK(IndexProblem(WithLength("{\"" + std::string(size_t{17} << 20, 'x') + "\":1}")) ==
        "has a header with a member of more than 16777216 bytes");
}

TEST_CASE("too many arrays, dimensions and letters are refused") {
  std::string header = "{";
  for (size_t i = 0; i <= kMostArrays; ++i) {
    header += (i == 0 ? "\"" : ",\"") + std::to_string(i) +
              "\":{\"dtype\":\"I8\",\"shape\":[0],\"data_offsets\":[0,0]}";
  }
  CHECK(IndexProblem(WithLength(header + "}")) == "holds more than 262144 arrays");
  std::string sizes = "1";
  for (size_t i = 0; i < kMostDimensions; ++i) sizes += ",1";
  const auto tensor = [](const std::string& name, const std::string& shape) {
    return WithLength("{\"" + name + "\":{\"dtype\":\"I8\",\"data_offsets\":[0,0],\"shape\":[" +
                      shape + "]}}");
  };
  CHECK(IndexProblem(tensor("a", sizes)) == "'a' lacks a valid dtype, shape or data_offsets");
  CHECK(IndexProblem(tensor("a", "0],\"shape\":[0")).starts_with("'a' lacks a valid dtype, shape"));
  CHECK(IndexProblem(tensor(std::string(70'000, 'a'), "0")) == "has a tensor with too long a name");
}

TEST_CASE("an empty array in Fortran order needs strides of 63 bits") {
  const auto is_read = [](std::string_view shape) {
    const std::string text =
        "{'descr': '<f4', 'fortran_order': True, 'shape': (" + std::string(shape) + "), }";
    std::string file(kNpyMagic);
    file.append("\x01\x00", 2);
    file += static_cast<char>(text.size());
    file += '\0';
    file += text;
    DiagnosticSink sink;
    const bool is_value = ReadArray(file, "x", "", std::nullopt, sink).has_value();
    CHECK(sink.has_errors() != is_value);
    return is_value;
  };
  CHECK(is_read("0, 1152921504606846976"));
  CHECK_FALSE(is_read("0, 4611686018427387904, 4611686018427387904"));
}

}  // namespace
}  // namespace paddock
