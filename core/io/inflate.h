// Deflate (RFC 1951), unpacked by zlib in slices: no call gives more than it is asked for.
#ifndef PADDOCK_CORE_IO_INFLATE_H_
#define PADDOCK_CORE_IO_INFLATE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

// zlib's; its header would bring a name a function.
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
    kDone,        // the stream has ended; what is left of `packed` is not part of it
    kBroken,
    kNoMemory,
  };
  // Unpacks the front of `packed` to the front of `room`, and takes off both what was read and
  // written.
  Status Unpack(std::span<const std::byte>& packed, std::span<std::byte>& room);

 private:
  // Null if there was no memory for it.
  std::unique_ptr<z_stream_s> stream_;
};

// What is said of a stream that ends in this status and should not.
std::string UnpackProblem(Inflater::Status status);

}  // namespace paddock

#endif  // PADDOCK_CORE_IO_INFLATE_H_
