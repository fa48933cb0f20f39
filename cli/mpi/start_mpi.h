// Transport between the ranks of mpirun.
#ifndef PADDOCK_CLI_MPI_START_MPI_H_
#define PADDOCK_CLI_MPI_START_MPI_H_

#include <memory>
#include <string>

#include "cli/host/transport.h"

namespace paddock::cli {

// `transport` is `nullptr` if no launcher started this process. It is also `nullptr` if this
// command cannot use MPI. `is_refused` is then set, and one rank has a sentence in `problem`.
struct StartedMpi {
  std::unique_ptr<Transport> transport;
  bool is_refused = false;
  std::string problem;
};
StartedMpi StartMpi();

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_MPI_START_MPI_H_
