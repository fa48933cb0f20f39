// Built if CMake does not find MPI.
#include "cli/mpi/launcher.h"
#include "cli/mpi/start_mpi.h"

namespace paddock::cli {

StartedMpi StartMpi() {
  StartedMpi started;
  const LaunchedBy launcher = FindLauncher();
  if (!launcher.is_launched() || launcher.is_alone()) return started;
  started.is_refused = true;
  if (launcher.is_first()) {
    started.problem =
        "started by mpirun, but built without MPI: every rank would run the whole program; build "
        "again where CMake finds MPI (libopenmpi-dev), or run without mpirun";
  }
  return started;
}

}  // namespace paddock::cli
