// What launchers tell the processes that they start, in their environment.
#ifndef PADDOCK_CLI_MPI_LAUNCHER_H_
#define PADDOCK_CLI_MPI_LAUNCHER_H_

#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

namespace paddock::cli {

struct LaunchedBy {
  // Numbers; nothing where no launcher says it.
  std::optional<std::string> rank;
  std::optional<std::string> count;

  bool is_launched() const { return rank.has_value(); }
  bool is_first() const { return !rank || std::atoi(rank->c_str()) == 0; }
  bool is_alone() const { return count && std::atoi(count->c_str()) == 1; }
};

// find(name) gives a variable of the environment as a std::optional<std::string>.
template <class Find>
LaunchedBy FindLauncher(Find find) {
  // Open MPI; MPICH, Intel MPI and Slurm's PMI; PMIx.
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
