// Engines of the pages that `paddock serve` shows, each a process of its own: one that needs too
// much memory ends alone.
#ifndef PADDOCK_CLI_PAGE_PAGE_ENGINES_H_
#define PADDOCK_CLI_PAGE_PAGE_ENGINES_H_

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "cli/host/host.h"

namespace paddock::cli {

// May be used by several threads.
class PageEngines {
 public:
  // Bytes of one message, and of its answer, at most.
  static constexpr size_t kMostMessage = size_t{256} << 20;

  explicit PageEngines(Host& host) : host_(host) {}

  // Starts an engine. Returns false if it cannot: there are too many, or one has the name.
  bool Start(std::string_view name);
  // Passes a message to an engine and returns the answer. Nothing if there is no such engine, or if
  // it has ended.
  std::optional<std::string> Ask(std::string_view name, std::string_view message);
  // Ends an engine at once, also while it computes.
  void End(std::string_view name);

 private:
  static constexpr size_t kMostEngines = 32;

  struct Engine {
    std::mutex mutex;  // one message at a time
    std::unique_ptr<OtherProcess> process;
  };

  std::shared_ptr<Engine> Find(std::string_view name);

  Host& host_;
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<Engine>, std::less<>> engines_;
};

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_PAGE_PAGE_ENGINES_H_
