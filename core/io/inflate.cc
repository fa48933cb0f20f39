#include "core/io/inflate.h"

#include <zlib.h>

#include <algorithm>
#include <limits>

namespace paddock {
namespace {

// Maximum window, without a header around the stream.
constexpr int kRaw = -MAX_WBITS;

// Clamps to the largest count that zlib accepts.
unsigned CountOf(size_t size) {
  return static_cast<unsigned>(std::min<size_t>(size, std::numeric_limits<int>::max()));
}

}  // namespace

Inflater::Inflater() : stream_(std::make_unique<z_stream_s>()) {
  if (inflateInit2(stream_.get(), kRaw) != Z_OK) stream_.reset();
}

Inflater::~Inflater() {
  if (stream_ != nullptr) inflateEnd(stream_.get());
}

Inflater::Status Inflater::Unpack(std::span<const std::byte>& packed, std::span<std::byte>& room) {
  if (stream_ == nullptr) return Status::kNoMemory;
  if (room.empty()) return Status::kNeedsRoom;
  const unsigned packed_size = CountOf(packed.size());
  const unsigned room_size = CountOf(room.size());
  // zlib does not modify the input.
  stream_->next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(packed.data()));
  stream_->avail_in = packed_size;
  stream_->next_out = reinterpret_cast<Bytef*>(room.data());
  stream_->avail_out = room_size;
  const int code = inflate(stream_.get(), Z_NO_FLUSH);
  packed = packed.subspan(packed_size - stream_->avail_in);
  room = room.subspan(room_size - stream_->avail_out);
  if (code == Z_STREAM_END) return Status::kDone;
  if (code == Z_MEM_ERROR) return Status::kNoMemory;
  // Z_BUF_ERROR means that it needs more input or more room.
  if (code != Z_OK && code != Z_BUF_ERROR) return Status::kBroken;
  return stream_->avail_out == 0 ? Status::kNeedsRoom : Status::kNeedsInput;
}

std::string UnpackProblem(Inflater::Status status) {
  return status == Inflater::Status::kNoMemory ? "cannot be unpacked: there is no memory left"
                                               : "is damaged: it cannot be unpacked";
}

}  // namespace paddock
