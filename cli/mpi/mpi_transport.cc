// Messages over MPI: point-to-point and non-blocking, so that a rank never waits for another inside
// MPI. Built if CMake finds MPI.
#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <deque>
#include <thread>
#include <utility>
#include <vector>

#include "cli/mpi/launcher.h"
#include "cli/mpi/start_mpi.h"

namespace paddock::cli {
namespace {

// Size of the pieces of a message, since MPI counts bytes in an int. The last piece is shorter; it
// is empty if nothing is left.
constexpr size_t kPieceBytes = size_t{1} << 30;
constexpr int kTag = 1;
// Number of polls before a rank sleeps. A message usually comes within microseconds. Ranks that
// share a processor need it more than one that polls.
constexpr int kYields = 64;
constexpr int kLongestRest = 500;  // microseconds

class MpiTransport final : public Transport {
 public:
  MpiTransport() {
    int rank = 0;
    int count = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    rank_ = static_cast<size_t>(rank);
    incoming_.resize(static_cast<size_t>(count));
  }
  ~MpiTransport() override { MPI_Finalize(); }

  size_t rank() const override { return rank_; }
  size_t count() const override { return incoming_.size(); }

  void Send(size_t to, const Message& message) override {
    const FlatMessage flat(message);
    Outgoing outgoing;
    outgoing.bytes.resize(flat.byte_size());
    flat.CopyTo(outgoing.bytes.data());
    for (size_t begin = 0;; begin += kPieceBytes) {
      const size_t size = std::min(kPieceBytes, outgoing.bytes.size() - begin);
      MPI_Request& request = outgoing.requests.emplace_back();
      MPI_Isend(outgoing.bytes.data() + begin, static_cast<int>(size), MPI_BYTE,
                static_cast<int>(to), kTag, MPI_COMM_WORLD, &request);
      if (size < kPieceBytes) break;
    }
    outgoing_.push_back(std::move(outgoing));
  }

  std::optional<Arrival> Receive() override {
    DropSent();
    // Takes the ranks in turns, so that none starves the others.
    for (size_t i = 0; i < incoming_.size(); ++i) {
      const size_t from = next_;
      next_ = (next_ + 1) % incoming_.size();
      if (from == rank_) continue;
      if (auto bytes = ReceiveFrom(from)) {
        rests_ = 0;
        return Arrival{from, *std::move(bytes)};
      }
    }
    return std::nullopt;
  }

  bool is_flushed() override {
    DropSent();
    return outgoing_.empty();
  }

  void Rest() override {
    if (++rests_ <= kYields) return std::this_thread::yield();
    const int microseconds = std::min(rests_ - kYields, kLongestRest);
    std::this_thread::sleep_for(std::chrono::microseconds(microseconds));
  }

 private:
  struct Outgoing {
    std::vector<std::byte> bytes;
    std::vector<MPI_Request> requests;
  };
  struct Incoming {
    bool is_receiving = false;
    MPI_Request request = MPI_REQUEST_NULL;
    // Complete pieces, and the one that is being received.
    std::vector<BufferRef> pieces;
  };

  void DropSent() {
    std::erase_if(outgoing_, [](Outgoing& outgoing) {
      int is_sent = 0;
      MPI_Testall(static_cast<int>(outgoing.requests.size()), outgoing.requests.data(), &is_sent,
                  MPI_STATUSES_IGNORE);
      return is_sent != 0;
    });
  }

  // Returns a complete message; `nullptr` inside if memory did not suffice.
  std::optional<BufferRef> ReceiveFrom(size_t from) {
    Incoming& incoming = incoming_[from];
    while (true) {
      if (!incoming.is_receiving && !Begin(from, incoming)) return std::nullopt;
      int is_here = 0;
      MPI_Test(&incoming.request, &is_here, MPI_STATUS_IGNORE);
      if (is_here == 0) return std::nullopt;
      incoming.is_receiving = false;
      if (incoming.pieces.back()->size() < kPieceBytes) return Join(incoming.pieces);
    }
  }

  static bool Begin(size_t from, Incoming& incoming) {
    int is_there = 0;
    MPI_Status status;
    MPI_Iprobe(static_cast<int>(from), kTag, MPI_COMM_WORLD, &is_there, &status);
    if (is_there == 0) return false;
    int size = 0;
    MPI_Get_count(&status, MPI_BYTE, &size);
    BufferRef piece = Buffer::Allocate(static_cast<size_t>(size));
    if (!piece) MPI_Abort(MPI_COMM_WORLD, 1);  // the message would be lost
    MPI_Irecv(piece->mutable_data(), size, MPI_BYTE, static_cast<int>(from), kTag, MPI_COMM_WORLD,
              &incoming.request);
    incoming.pieces.push_back(std::move(piece));
    incoming.is_receiving = true;
    return true;
  }

  static BufferRef Join(std::vector<BufferRef>& pieces) {
    std::vector<BufferRef> parts = std::exchange(pieces, {});
    if (parts.size() == 1) return std::move(parts[0]);
    size_t size = 0;
    for (const BufferRef& part : parts) size += part->size();
    BufferRef whole = Buffer::Allocate(size);
    if (!whole) return whole;
    size_t at = 0;
    for (const BufferRef& part : parts) {
      std::memcpy(whole->mutable_data() + at, part->data(), part->size());
      at += part->size();
    }
    return whole;
  }

  size_t rank_ = 0;
  size_t next_ = 0;
  int rests_ = 0;
  std::vector<Incoming> incoming_;
  std::deque<Outgoing> outgoing_;
};

}  // namespace

StartedMpi StartMpi() {
  StartedMpi started;
  // Skips MPI_Init without a launcher: it is slow, and some implementations fail.
  const LaunchedBy launcher = FindLauncher();
  if (!launcher.is_launched() || launcher.is_alone()) return started;
  // Processes on threads send one at a time, but not all from the main thread.
  int provided = MPI_THREAD_SINGLE;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
  if (provided < MPI_THREAD_SERIALIZED) {
    started.is_refused = true;
    if (launcher.is_first()) started.problem = "this MPI can be called from one thread only";
    MPI_Finalize();
    return started;
  }
  started.transport = std::make_unique<MpiTransport>();
  return started;
}

}  // namespace paddock::cli
