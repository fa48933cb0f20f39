// Deflate (RFC 1951), unpacked by zlib in slices. A call returns at most the requested bytes.
#ifndef PADDOCK_CORE_IO_INFLATE_H_
#define PADDOCK_CORE_IO_INFLATE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

// Type of zlib. Its header, with a name for every function, is not included here.
struct z_stream_s;

namespace paddock {

class Inflater {
 public:
  Inflater();
  ~Inflater();
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  enum class Status : uint8_t {
    kNeedsInput,  // all of `packed` is read
    kNeedsRoom,   // `room` is full, and more may follow
    kDone,        // the stream has ended; the rest of `packed` is not part of it
    kBroken,
    kNoMemory,
  };
  // Unpacks from the front of `packed` to the front of `room`. Removes the read and the written
  // bytes from both.
  Status Unpack(std::span<const std::byte>& packed, std::span<std::byte>& room);

 private:
  // `nullptr` if memory did not suffice.
  std::unique_ptr<z_stream_s> stream_;
};

// Returns the message for a stream that ends unexpectedly in this status.
std::string UnpackProblem(Inflater::Status status);

}  // namespace paddock

#endif  // PADDOCK_CORE_IO_INFLATE_H_
