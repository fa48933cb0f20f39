// SharedInputs: the processes of a grid that take the same value of an argument.
#ifndef PADDOCK_CORE_API_RUN_SHARED_INPUTS_H_
#define PADDOCK_CORE_API_RUN_SHARED_INPUTS_H_

#include <cstddef>
#include <string_view>

#include "core/api/program.h"
#include "core/ir/attribute.h"
#include "core/run/process_grid.h"

namespace paddock {

// Read from the attributes of the program:
//   sdy.mesh, SPMDFullToShardShape    arguments are whole: one value for all
//   mhlo.sharding of an argument      one value for each tile
//   mhlo.is_same_data_across_replicas = true
//                                     replicas take the same value
// Both hold within each replica. With one partition, or a sharding of as many tiles and copies as
// there are processes, they hold for all processes.
// An argument without these has its own value on each process.
// The program and its function must outlive it.
class SharedInputs {
 public:
  SharedInputs(const Program& program, const FunctionInfo& entry, GridSize size);

  // Returns the first process that takes the same value as `process` for a leaf of the arguments.
  ProcessId FirstWith(size_t leaf, ProcessId process) const;

 private:
  const Attribute* AttributesOf(size_t argument) const;
  ProcessId FirstWithTile(std::string_view text, size_t rank, ProcessId process) const;

  const Program& program_;
  const FunctionInfo& entry_;
  const GridSize size_;
  // Whether the program is written for whole arguments.
  bool takes_tiles_ = false;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_API_RUN_SHARED_INPUTS_H_
