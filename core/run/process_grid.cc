#include "core/run/process_grid.h"

namespace paddock {

std::string ToString(ProcessId process) {
  return "(" + std::to_string(process.replica) + ", " + std::to_string(process.partition) + ")";
}

std::string ToString(GridSize size) {
  return std::to_string(size.replicas) + " x " + std::to_string(size.partitions);
}

}  // namespace paddock
