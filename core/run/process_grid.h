// The process grid: replicas x partitions, and the ids of its processes.
#ifndef PADDOCK_CORE_RUN_PROCESS_GRID_H_
#define PADDOCK_CORE_RUN_PROCESS_GRID_H_

#include <cstdint>
#include <string>

namespace paddock {

struct ProcessId {
  int64_t replica = 0;
  int64_t partition = 0;
  friend bool operator==(ProcessId, ProcessId) = default;
};

// "(1, 0)".
std::string ToString(ProcessId process);

// A process also has a flattened id: replica * partitions + partition.
struct GridSize {
  int64_t replicas = 1;
  int64_t partitions = 1;
  friend bool operator==(GridSize, GridSize) = default;

  bool Contains(ProcessId process) const {
    return process.replica >= 0 && process.replica < replicas && process.partition >= 0 &&
           process.partition < partitions;
  }
  int64_t process_count() const { return replicas * partitions; }
  int64_t Flatten(ProcessId process) const {
    return process.replica * partitions + process.partition;
  }
  ProcessId ProcessOf(int64_t flattened) const {
    return {flattened / partitions, flattened % partitions};
  }
};

// Maximum number of processes, which have their own memory.
inline constexpr int64_t kMaximumProcesses = 1 << 16;

// "4 x 2".
std::string ToString(GridSize size);

}  // namespace paddock

#endif  // PADDOCK_CORE_RUN_PROCESS_GRID_H_
