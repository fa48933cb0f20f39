// What launchers tell the processes that they start, in their environment.
#ifndef PADDOCK_CLI_MPI_LAUNCHER_H_
#define PADDOCK_CLI_MPI_LAUNCHER_H_

#include <cstdlib>

namespace paddock::cli {

struct LaunchedBy {
  // As numbers in text; null where no launcher says it.
  const char* rank = nullptr;
  const char* count = nullptr;

  bool is_launched() const { return rank != nullptr; }
  bool is_first() const { return rank == nullptr || std::atoi(rank) == 0; }
  bool is_alone() const { return count != nullptr && std::atoi(count) == 1; }
};

inline LaunchedBy FindLauncher() {
  // Open MPI; MPICH, Intel MPI and Slurm's PMI; PMIx.
  static constexpr const char* kNames[][2] = {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
                                              {"PMI_RANK", "PMI_SIZE"},
                                              {"PMIX_RANK", "PMIX_SIZE"}};
  for (const auto& [rank, count] : kNames) {
    if (std::getenv(rank) != nullptr) return {std::getenv(rank), std::getenv(count)};
  }
  return {};
}

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_MPI_LAUNCHER_H_
