// Fuzz target: .npy files.
#include "core/io/array_fuzz_testing.h"
#include "core/io/npy_header.h"

namespace paddock {

// Inserts a preamble before a dictionary, which ends with its line. The data follows it.
static std::string WithPreamble(std::string_view bytes) {
  const size_t end = std::min(bytes.find('\n'), bytes.size());
  std::string file(kNpyMagic);
  file.append("\x01\x00", 2);
  file += static_cast<char>(end & 0xFF);
  file += static_cast<char>(end >> 8);
  return file.append(bytes);
}

PADDOCK_FUZZ_TARGET(npy) {
  testing::TestArrayFile(bytes);
  testing::TestArrayFile(WithPreamble(bytes));
}

}  // namespace paddock
