// For tests: fuzz targets. core/<stage>/<thing>_fuzz.cc holds one:
//
//   PADDOCK_FUZZ_TARGET(thing) {
//     ...
//     FuzzRequire(holds, "description of the violated property");
//   }
//
// It must not be in an unnamed namespace. `bytes` is arbitrary. The preset `fuzz` builds it as
// paddock_<thing>_fuzz, a libFuzzer program. Other presets build it as a case of the stage's unit
// tests, which runs the inputs in tests/fuzz/<thing>.
#ifndef PADDOCK_CORE_BASE_FUZZ_TESTING_H_
#define PADDOCK_CORE_BASE_FUZZ_TESTING_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#ifdef PADDOCK_LIBFUZZER

#include <cstdio>
#include <cstdlib>

namespace paddock::testing {

// Aborts the program, which libFuzzer reports.
inline void FuzzRequire(bool is_so, std::string_view what) {
  if (is_so) return;
  std::fprintf(stderr, "%s\n", std::string(what).c_str());
  std::abort();
}

}  // namespace paddock::testing

#define PADDOCK_FUZZ_TARGET(thing)                                                \
  static void FuzzOne_##thing(std::string_view bytes);                            \
  extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {       \
    FuzzOne_##thing(std::string_view(reinterpret_cast<const char*>(data), size)); \
    return 0;                                                                     \
  }                                                                               \
  static void FuzzOne_##thing([[maybe_unused]] std::string_view bytes)

#else

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

namespace paddock::testing {

// Fails the test case.
inline void FuzzRequire(bool is_so, std::string_view what) {
  if (!is_so) FAIL(std::string(what));
}

// Returns the paths of the corpus, sorted by name.
inline std::vector<std::filesystem::path> FuzzCorpus(const std::string& thing) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator("tests/fuzz/" + thing)) {
    paths.push_back(entry.path());
  }
  std::ranges::sort(paths);
  return paths;
}

template <class Target>
void RunFuzzCorpus(const std::string& thing, Target target) {
  const std::vector<std::filesystem::path> paths = FuzzCorpus(thing);
  REQUIRE_FALSE(paths.empty());
  for (const std::filesystem::path& path : paths) {
    INFO(path.string());
    std::ifstream file(path, std::ios::binary);
    // A buffer of exactly the file's size: the address sanitizer detects a read past its end.
    const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
    target(std::string_view(bytes.data(), bytes.size()));
  }
  SUCCEED();
}

}  // namespace paddock::testing

#define PADDOCK_FUZZ_TARGET(thing)                               \
  static void FuzzOne_##thing(std::string_view bytes);           \
  TEST_CASE("the fuzz target " #thing " holds for its corpus") { \
    ::paddock::testing::RunFuzzCorpus(#thing, &FuzzOne_##thing); \
  }                                                              \
  static void FuzzOne_##thing([[maybe_unused]] std::string_view bytes)

#endif

namespace paddock::testing {

// Reads small numbers from the bytes in order; zeros past their end.
class FuzzNumbers {
 public:
  explicit FuzzNumbers(std::string_view bytes) : bytes_(bytes) {}

  bool is_at_end() const { return bytes_.empty(); }
  uint8_t Byte() {
    if (bytes_.empty()) return 0;
    const auto byte = static_cast<uint8_t>(bytes_[0]);
    bytes_.remove_prefix(1);
    return byte;
  }
  // Returns 0 .. limit - 1; `limit` is at most 256.
  size_t Below(size_t limit) { return Byte() % limit; }
  // Returns a number that is mostly small, sometimes of all 64 bits.
  uint64_t Number() {
    const uint8_t first = Byte();
    if (first < 0xF0) return first;
    uint64_t number = 0;
    for (int i = 0; i < 8; ++i) number = number << 8 | Byte();
    return number;
  }
  // Returns at most `most` bytes.
  std::string_view Text(size_t most) {
    const std::string_view text = bytes_.substr(0, most);
    bytes_.remove_prefix(text.size());
    return text;
  }

 private:
  std::string_view bytes_;
};

}  // namespace paddock::testing

#endif  // PADDOCK_CORE_BASE_FUZZ_TESTING_H_
