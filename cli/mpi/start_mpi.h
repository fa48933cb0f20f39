// The ranks of mpirun as a Transport.
#ifndef PADDOCK_CLI_MPI_START_MPI_H_
#define PADDOCK_CLI_MPI_START_MPI_H_

#include <memory>
#include <string>

#include "cli/transport.h"

namespace paddock::cli {

// Null if no launcher started this process; or, with a sentence in `problem`, if one did but
// this command was built without MPI. Only one rank gets the sentence: the others' is empty.
struct StartedMpi {
  std::unique_ptr<Transport> transport;
  bool is_refused = false;
  std::string problem;
};
StartedMpi StartMpi();

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_MPI_START_MPI_H_
