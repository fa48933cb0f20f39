// Fuzz target: safetensors files.
#include "core/io/array_fuzz_testing.h"

namespace paddock {

// Inserts a length before a header, which ends at a zero. The data follows it.
static std::string WithLength(std::string_view bytes) {
  const size_t end = std::min(bytes.find('\0'), bytes.size());
  std::string file;
  for (size_t i = 0; i < 8; ++i) file += static_cast<char>(uint64_t{end} >> (8 * i) & 0xFF);
  return file.append(bytes.substr(0, end)).append(bytes.substr(std::min(end + 1, bytes.size())));
}

PADDOCK_FUZZ_TARGET(safetensors) {
  testing::TestArrayFile(bytes);
  testing::TestArrayFile(WithLength(bytes));
}

}  // namespace paddock
