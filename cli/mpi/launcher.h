// Environment variables that launchers set in the processes that they start.
#ifndef PADDOCK_CLI_MPI_LAUNCHER_H_
#define PADDOCK_CLI_MPI_LAUNCHER_H_

#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

namespace paddock::cli {

struct LaunchedBy {
  // Decimal numbers; nothing if no launcher set them.
  std::optional<std::string> rank;
  std::optional<std::string> count;

  bool is_launched() const { return rank.has_value(); }
  bool is_first() const { return !rank || std::atoi(rank->c_str()) == 0; }
  bool is_alone() const { return count && std::atoi(count->c_str()) == 1; }
};

// Finds a launcher. find(name) returns an environment variable as a std::optional<std::string>.
template <class Find>
LaunchedBy FindLauncher(Find find) {
  // Names in Open MPI; in MPICH, Intel MPI and Slurm's PMI; in PMIx.
  static constexpr const char* kNames[][2] = {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
                                              {"PMI_RANK", "PMI_SIZE"},
                                              {"PMIX_RANK", "PMIX_SIZE"}};
  for (const auto& [rank, count] : kNames) {
    if (auto found = find(rank)) return {std::move(found), find(count)};
  }
  return {};
}

inline LaunchedBy FindLauncher() {
  return FindLauncher([](const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? std::optional<std::string>() : std::optional<std::string>(value);
  });
}

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_MPI_LAUNCHER_H_
