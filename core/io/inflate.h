// Deflate (RFC 1951), unpacked as it comes: compressed bytes in pieces of any size in, bytes in
// pieces of at most 32 KiB out.
#ifndef PADDOCK_CORE_IO_INFLATE_H_
#define PADDOCK_CORE_IO_INFLATE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace paddock {

class Inflater {
 public:
  // Told of the bytes in their order; false ends it as broken.
  using Output = std::function<bool(std::span<const std::byte>)>;
  explicit Inflater(Output output);

  enum class Status : uint8_t { kNeedsMore, kDone, kBroken };
  // Takes all of `bytes`; `is_last` says that nothing follows them.
  Status Take(std::span<const std::byte> bytes, bool is_last);
  // Hands out what has been unpacked and is still held back; false if it is not wanted.
  bool Flush();

 private:
  // A code of at most 15 bits, looked up by the next `bits` bits: symbol << 4 | length, 0 for none.
  struct Code {
    std::vector<uint16_t> entries;
    int bits = 0;
  };
  enum class Step : uint8_t {
    kBlock,
    kStoredSize,
    kStored,
    kCounts,
    kLengthLengths,
    kLengths,
    kSymbols,
    kDone
  };

  // False: more bytes are needed, or it is broken.
  bool Advance();
  bool ReadBlock();
  bool ReadStoredSize();
  bool ReadStored();
  bool ReadCounts();
  bool ReadLengthLengths();
  bool ReadLengths();
  bool ReadSymbols();
  bool StartSymbols();
  bool Copy(uint32_t symbol);
  void UseFixedCodes();

  bool Break();
  void Refill();
  // Whether as many bits are there; at the end of the input it is broken if they are not.
  bool Has(int bits);
  uint32_t Bits(int count);
  // -1: not enough bits yet, or broken.
  int Symbol(const Code& code);
  static bool Build(std::span<const uint8_t> lengths, Code& code);
  bool Put(std::byte byte);

  static constexpr size_t kHalf = 32768;
  Output output_;
  std::vector<std::byte> window_;
  size_t at_ = 0;
  size_t flushed_ = 0;
  uint64_t total_ = 0;

  std::span<const std::byte> input_;
  bool is_last_ = false;
  bool is_broken_ = false;
  uint64_t buffer_ = 0;
  int buffered_ = 0;

  Step step_ = Step::kBlock;
  bool is_final_block_ = false;
  uint32_t stored_left_ = 0;
  uint32_t literal_count_ = 0;
  uint32_t distance_count_ = 0;
  uint32_t length_count_ = 0;
  uint32_t filled_ = 0;
  std::array<uint8_t, 320> lengths_{};
  Code length_code_;
  Code literal_code_;
  Code distance_code_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_IO_INFLATE_H_
