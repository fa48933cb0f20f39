// paddock: exact
// all_gather (C3): as many ids as replicas.
module @fail_all_gather_c3 {
  func.func @f(%x: tensor<2xi32>) -> tensor<6xi32> {
    // expected-error@+1 {{all_gather (C3): replica_groups holds 3 ids, but the grid is 2 x 1}}
    %r = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<2xi32>) -> tensor<6xi32>
    return %r : tensor<6xi32>
  }
  func.func @main() {
    %x = stablehlo.constant dense<1> : tensor<2xi32>
    %r:2 = "interpreter.run_parallel"(%x, %x) {programs = [[@f], [@f]]} : (tensor<2xi32>, tensor<2xi32>) -> (tensor<6xi32>, tensor<6xi32>)
    return
  }
}

// -----

// all_gather (C6): groups of 2 make 4 of 2.
module @fail_all_gather_c6 {
  func.func @f(%x: tensor<2xi32>) -> tensor<6xi32> {
    // expected-error@+1 {{all_gather (C6)}}
    %r = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<6xi32>
    return %r : tensor<6xi32>
  }
  func.func @main() {
    %x = stablehlo.constant dense<1> : tensor<2xi32>
    %r:2 = "interpreter.run_parallel"(%x, %x) {programs = [[@f], [@f]]} : (tensor<2xi32>, tensor<2xi32>) -> (tensor<6xi32>, tensor<6xi32>)
    return
  }
}

// -----

// all_reduce (C2): flattened ids are those of all processes.
module @fail_all_reduce_c2 {
  func.func @f(%x: tensor<2xi32>) -> tensor<2xi32> {
    // expected-error@+1 {{all_reduce (C2)}}
    %r = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<2xi32>) -> tensor<2xi32>
    return %r : tensor<2xi32>
  }
  func.func @main() {
    %x = stablehlo.constant dense<1> : tensor<2xi32>
    %r:4 = "interpreter.run_parallel"(%x, %x, %x, %x) {programs = [[@f, @f], [@f, @f]]} : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
    return
  }
}

// -----

// all_to_all (C6): with a channel the ids are partitions.
module @fail_all_to_all_c6 {
  func.func @f(%x: tensor<2xi32>) -> tensor<2xi32> {
    // expected-error@+1 {{all_to_all (C6)}}
    %r = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<2xi32>) -> tensor<2xi32>
    return %r : tensor<2xi32>
  }
  func.func @main() {
    %x = stablehlo.constant dense<1> : tensor<2xi32>
    %r:2 = "interpreter.run_parallel"(%x, %x) {programs = [[@f], [@f]]} : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
    return
  }
}

// -----

// collective_broadcast (C2): there is no replica 2.
module @fail_collective_broadcast_c2 {
  func.func @f(%x: tensor<2xi32>) -> tensor<2xi32> {
    // expected-error@+1 {{collective_broadcast (C2)}}
    %r = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[2, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
    return %r : tensor<2xi32>
  }
  func.func @main() {
    %x = stablehlo.constant dense<1> : tensor<2xi32>
    %r:2 = "interpreter.run_parallel"(%x, %x) {programs = [[@f], [@f]]} : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
    return
  }
}

// -----

// collective_permute (C4): there is no replica 2.
module @fail_collective_permute_c4 {
  func.func @f(%x: tensor<2xi32>) -> tensor<2xi32> {
    // expected-error@+1 {{collective_permute (C4)}}
    %r = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 2]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
    return %r : tensor<2xi32>
  }
  func.func @main() {
    %x = stablehlo.constant dense<1> : tensor<2xi32>
    %r:2 = "interpreter.run_parallel"(%x, %x) {programs = [[@f], [@f]]} : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
    return
  }
}

// -----

// collective_reduce: there is no replica 2.
module @fail_collective_reduce {
  func.func @f(%x: tensor<2xi32>) -> tensor<2xi32> {
    // expected-error@+1 {{collective_reduce: replica_groups holds 2}}
    %r = "stablehlo.collective_reduce"(%x) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) {replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<2xi32>) -> tensor<2xi32>
    return %r : tensor<2xi32>
  }
  func.func @main() {
    %x = stablehlo.constant dense<1> : tensor<2xi32>
    %r:2 = "interpreter.run_parallel"(%x, %x) {programs = [[@f], [@f]]} : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
    return
  }
}

// -----

// reduce_scatter (C4): as many ids as replicas.
module @fail_reduce_scatter_c4 {
  func.func @f(%x: tensor<2xi32>) -> tensor<2xi32> {
    // expected-error@+1 {{reduce_scatter (C4)}}
    %r = "stablehlo.reduce_scatter"(%x) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0]]> : tensor<1x1xi64>} : (tensor<2xi32>) -> tensor<2xi32>
    return %r : tensor<2xi32>
  }
  func.func @main() {
    %x = stablehlo.constant dense<1> : tensor<2xi32>
    %r:2 = "interpreter.run_parallel"(%x, %x) {programs = [[@f], [@f]]} : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
    return
  }
}

// -----

// reduce_scatter (C1, C8): groups of 2 cut 2 into parts of 1.
module @fail_reduce_scatter_c8 {
  func.func @f(%x: tensor<2xi32>) -> tensor<2xi32> {
    // expected-error@+1 {{reduce_scatter (C8)}}
    %r = "stablehlo.reduce_scatter"(%x) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
    return %r : tensor<2xi32>
  }
  func.func @main() {
    %x = stablehlo.constant dense<1> : tensor<2xi32>
    %r:2 = "interpreter.run_parallel"(%x, %x) {programs = [[@f], [@f]]} : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
    return
  }
}

// -----

// send: there is no partition 1.
module @fail_send_pairs {
  func.func @f(%x: tensor<2xi32>) -> tensor<2xi32> {
    %t = stablehlo.after_all : !stablehlo.token
    // expected-error@+1 {{stablehlo.send: source_target_pairs holds 1}}
    %u = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
    %r = stablehlo.add %x, %x : tensor<2xi32>
    return %r : tensor<2xi32>
  }
  func.func @main() {
    %x = stablehlo.constant dense<1> : tensor<2xi32>
    %r:2 = "interpreter.run_parallel"(%x, %x) {programs = [[@f], [@f]]} : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
    return
  }
}

// -----

// Alone, a program of two replicas is refused, and it is said which grid would do.
func.func @fail_alone() {
  %x = stablehlo.constant dense<1> : tensor<2xi32>
  // expected-error@+1 {{a grid of 2 x 1 would do}}
  %r = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<4xi32>
  return
}

// -----

// A text that says its own grid.
// num_replicas: 2
// num_partitions: 2
// %x@(0, 0): [1]
// %x@(0, 1): [2]
// %x@(1, 0): [3]
// %x@(1, 1): [4]
%r = "stablehlo.all_gather"(%x) {
  all_gather_dim = 0 : i64,
  replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>
} : (tensor<1xi32>) -> tensor<2xi32>
// %r@(0, 0): [3, 1]
// %r@(0, 1): [4, 2]
// %r@(1, 0): [3, 1]
// %r@(1, 1): [4, 2]
%id = stablehlo.replica_id : tensor<ui32>
// %id@(0, 1): 0
// %id@(1, 1): 1
%p = stablehlo.partition_id : tensor<ui32>
// %p@(1, 0): 0
// %p@(1, 1): 1
