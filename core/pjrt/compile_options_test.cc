#include "core/pjrt/compile_options.h"

#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "core/pjrt/protobuf.h"

namespace paddock::pjrt {
namespace {

std::string Message(char tag, const std::string& bytes) {
  return std::string{tag, static_cast<char>(bytes.size())} + bytes;
}

}  // namespace

TEST_CASE("fields of every encoding are read") {
  // 1: varint 300; 2: four bytes; 3: a text; 4: eight bytes.
  const std::string bytes("\x08\xac\x02\x15\x07\0\0\0\x1a\x02hi\x21\x01\0\0\0\0\0\0\0", 21);
  std::vector<uint64_t> integers;
  std::string text;
  CHECK(ReadProtobuf(bytes, [&](const ProtobufField& field) {
    integers.push_back(field.integer);
    if (field.number == 3) text = field.bytes;
  }));
  CHECK(integers == std::vector<uint64_t>{300, 7, 0, 1});
  CHECK(text == "hi");
}

TEST_CASE("a message that ends within a field is refused") {
  const auto ignore = [](const ProtobufField&) {};
  CHECK_FALSE(ReadProtobuf("\x08", ignore));
  CHECK_FALSE(ReadProtobuf(std::string("\x1a\x05hi"), ignore));
  CHECK_FALSE(ReadProtobuf(std::string("\x15\x01"), ignore));
  CHECK_FALSE(ReadProtobuf(std::string("\x0b"), ignore));
}

TEST_CASE("compile options without a grid are those of one process") {
  const auto options = ReadCompileOptions("");
  REQUIRE(options);
  CHECK(options->grid == GridSize{1, 1});
  CHECK(options->devices.empty());
}

TEST_CASE("a device assignment is read by replica and partition") {
  // Partition 0 has the devices 3 and 1 for its replicas, partition 1 has 2 and 0.
  const std::string assignment = std::string("\x08\x02\x10\x02", 4) +
                                 Message('\x1a', Message('\x0a', {'\3', '\1'})) +
                                 Message('\x1a', Message('\x0a', {'\2', '\0'}));
  const std::string build = std::string("\x20\x02\x28\x02", 4) + Message('\x4a', assignment);
  const auto options = ReadCompileOptions(Message('\x1a', build));
  REQUIRE(options);
  CHECK(options->grid == GridSize{2, 2});
  CHECK(options->devices == std::vector<int64_t>{3, 2, 1, 0});
}

}  // namespace paddock::pjrt
