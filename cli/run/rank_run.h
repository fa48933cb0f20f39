// Run whose processes are shared among the ranks of a transport, each with a Session of its own.
// Rank 0 holds the hub and prints; the other ranks send their output through it.
#ifndef PADDOCK_CLI_RUN_RANK_RUN_H_
#define PADDOCK_CLI_RUN_RANK_RUN_H_

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/host/host.h"
#include "cli/host/transport.h"
#include "cli/options/session_options.h"
#include "core/api/observe/trace.h"
#include "core/api/run/session.h"
#include "core/api/run/shared_grid.h"
#include "core/grid/hub_server.h"
#include "core/grid/peer.h"

namespace paddock::cli {

class RankRun {
 public:
  RankRun(Transport& transport, Host& host) : transport_(transport), host_(host) {}

  bool is_first() const { return transport_.rank() == 0; }

  // Divides the grid, and replaces the listeners of `options` whose output rank 0 prints. `trace`,
  // if not `nullptr`, records this rank's share; rank 0's has those of all ranks after the run.
  // Returns false, with diagnostics, if there is no grid.
  bool Prepare(const std::shared_ptr<const Program>& program, SessionOptions& options, Trace* trace,
               std::vector<Diagnostic>& diagnostics);
  // Returns whether this rank runs any process.
  bool has_share() const { return !peer_->share().empty(); }
  // Runs to the end of the run for all ranks. `session` is `nullptr` if no process runs here. Rank
  // 0's session then has the results of all.
  RunOutcome Run(Session* session, uint64_t budget);
  // Ends the run for all ranks, unless it has ended, because this rank cannot take part. `said` is
  // the reason on ranks other than 0; rank 0 has printed it.
  void Close(std::string_view said);

  // Results of rank 0 after Run: the reasons for a failure, and the unmet expectations.
  const std::vector<Diagnostic>& diagnostics() const { return hub_->outcome()->diagnostics; }
  std::vector<Diagnostic> Remarks() const { return hub_->Remarks(); }
  uint64_t peak_bytes() const { return hub_->peak_bytes(); }

 private:
  std::string RecordOf(const Trace& trace) const;
  bool AddRecord(Trace& trace, const Program& program, size_t rank, std::string_view bytes) const;
  bool Carry();
  void CarryOwn();
  void Settle();
  void RefuseOthers();
  void RefuseFirst(std::string_view said);
  template <class Done>
  void CarryUntil(Done is_done);

  Transport& transport_;
  Host& host_;
  // Only on rank 0.
  std::unique_ptr<HubServer> hub_;
  std::vector<std::pair<int64_t, Parcel>> results_;
  // Messages between the hub and rank 0's own peer.
  std::deque<Message> to_hub_;
  std::deque<Message> to_peer_;
  std::shared_ptr<Peer> peer_;
  bool has_ended_ = false;
  // Set during Run.
  Session* session_ = nullptr;
  // Times for comparing clocks: the last message to each rank, and the hub's stop on this one.
  std::vector<int64_t> sent_;
  int64_t heard_ = 0;
};

// Forwards to `host`, but prints and writes nothing: the host of ranks other than 0.
class SilentHost final : public Host {
 public:
  explicit SilentHost(Host& host) : host_(host) {}

  // Returns the text printed to standard error.
  const std::string& said() const { return said_; }

  std::optional<std::string> Read(const std::string& path, std::string& problem) override {
    return host_.Read(path, problem);
  }
  std::optional<FileBytes> Map(const std::string& path, std::string& problem) override {
    return host_.Map(path, problem);
  }
  std::unique_ptr<ReadableFile> Open(const std::string& path, std::string& problem) override {
    return host_.Open(path, problem);
  }
  std::unique_ptr<WritableFile> Create(const std::string&, std::string&) override {
    return std::make_unique<Nowhere>();
  }
  PathKind Stat(const std::string& path) override { return host_.Stat(path); }
  std::vector<std::string> List(const std::string& folder) override { return host_.List(folder); }
  void PrintOut(std::string_view) override {}
  void PrintError(std::string_view text) override { said_ += text; }
  bool is_interactive() const override { return false; }
  bool shows_colors() const override { return false; }
  double Now() override { return host_.Now(); }
  double CpuSeconds() override { return host_.CpuSeconds(); }
  bool is_interrupted() override { return host_.is_interrupted(); }
  bool runs_at_once() const override { return host_.runs_at_once(); }
  void ForEach(size_t count, int workers, const std::function<void(size_t)>& job) override {
    host_.ForEach(count, workers, job);
  }

 private:
  class Nowhere final : public WritableFile {
   public:
    bool Append(std::span<const std::byte>, std::string&) override { return true; }
    bool Close(std::string&) override { return true; }
  };

  Host& host_;
  std::string said_;
};

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_RUN_RANK_RUN_H_
