// Values that a run receives from the host: the infeed and host channels.
#ifndef PADDOCK_CORE_API_RUN_HOST_FEEDS_H_
#define PADDOCK_CORE_API_RUN_HOST_FEEDS_H_

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/api/run/session.h"
#include "core/base/result.h"

namespace paddock {

struct ExampleValue;
struct Infeed;
struct Site;

class HostFeeds {
 public:
  // Takes the entries of `options`. A feed without entries takes those of the program's comments.
  HostFeeds(const Program& program, const SessionOptions& options, GridSize size);

  // Returns the channels that have entries.
  std::vector<int64_t> Channels() const;
  // See Infeed.
  Result<std::vector<Tensor>> Read(int64_t process, int64_t number, const Site& site,
                                   std::span<const Type> types, DiagnosticSink& sink);
  // Returns a warning for each entry that no process has read.
  std::vector<Diagnostic> Unread() const;

 private:
  struct Entry {
    InfeedEntry given;
    bool is_read = false;
  };
  void Add(int64_t channel, std::span<const InfeedEntry> given,
           std::span<const ExampleValue> commented);

  GridSize size_;
  // By channel; 0 means the infeed.
  std::map<int64_t, std::vector<Entry>> feeds_;
};

// Returns whether every channel with values has a positive id.
bool CheckFeedChannels(const Program& program, const SessionOptions& options, DiagnosticSink& sink);

// Returns an infeed that reads from `feeds`. `feeds` still reports the unread entries.
Infeed InfeedFrom(std::shared_ptr<HostFeeds> feeds);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_RUN_HOST_FEEDS_H_
