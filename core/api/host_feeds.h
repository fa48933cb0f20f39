// Values that a run gets from outside: the infeed, and channels from the host.
#ifndef PADDOCK_CORE_API_HOST_FEEDS_H_
#define PADDOCK_CORE_API_HOST_FEEDS_H_

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/api/session.h"
#include "core/grid/hub.h"

namespace paddock {

struct ExampleValue;

class HostFeeds {
 public:
  // The entries of `options`; of a feed that has none, those of the program's comments.
  HostFeeds(const Program& program, const SessionOptions& options, GridSize size);

  // The channels that have entries.
  std::vector<int64_t> Channels() const;
  // See Infeed.
  Result<Parcel> Read(int64_t process, int64_t number, const Site& site,
                      std::span<const Type> types, DiagnosticSink& sink);
  // A warning for each entry that nobody has read.
  std::vector<Diagnostic> Unread() const;

 private:
  struct Entry {
    InfeedEntry given;
    bool is_read = false;
  };
  void Add(int64_t channel, std::span<const InfeedEntry> given,
           std::span<const ExampleValue> commented);

  GridSize size_;
  // By channel; 0 is the infeed.
  std::map<int64_t, std::vector<Entry>> feeds_;
};

// Whether every channel that is given values can be one of a program: its id is above 0.
bool CheckFeedChannels(const Program& program, const SessionOptions& options, DiagnosticSink& sink);

// Makes a grid read from `feeds`, which still reports the entries that are left.
Infeed InfeedFrom(std::shared_ptr<HostFeeds> feeds);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_HOST_FEEDS_H_
