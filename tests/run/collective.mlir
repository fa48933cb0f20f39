// paddock: exact
// Rules that wait for the grid: what breaks them, and the code of the diagnostic. One program a case.

// Three replicas, and groups of two of them.
func.func @f(%operand: tensor<2x2xi64>) -> tensor<2x4xi64> {
  // expected-error @+1 {{all_gather-c3}}
  %result = "stablehlo.all_gather"(%operand) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xi64>) -> tensor<2x4xi64>
  func.return %result : tensor<2x4xi64>
}
func.func @main() {
  %x = stablehlo.constant dense<1> : tensor<2x2xi64>
  %results:3 = "interpreter.run_parallel"(%x, %x, %x) {programs = [[@f], [@f], [@f]]} : (tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>) -> (tensor<2x4xi64>, tensor<2x4xi64>, tensor<2x4xi64>)
  func.return
}

// -----

// Two replicas of two partitions are four processes.
func.func @f(%operand: tensor<2x2xi64>) -> tensor<2x4xi64> {
  // expected-error @+1 {{all_gather-c6}}
  %result = "stablehlo.all_gather"(%operand) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<2x2xi64>) -> tensor<2x4xi64>
  func.return %result : tensor<2x4xi64>
}
func.func @main() {
  %x = stablehlo.constant dense<1> : tensor<2x2xi64>
  %results:4 = "interpreter.run_parallel"(%x, %x, %x, %x) {programs = [[@f, @f], [@f, @f]]} : (tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>) -> (tensor<2x4xi64>, tensor<2x4xi64>, tensor<2x4xi64>, tensor<2x4xi64>)
  func.return
}

// -----

// Replica 2 is in no group.
func.func @f(%operand: tensor<2x2xi64>) -> tensor<2x2xi64> {
  // expected-error @+1 {{all_reduce-c2}}
  %result = "stablehlo.all_reduce"(%operand) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %sum = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %sum : tensor<i64>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xi64>) -> tensor<2x2xi64>
  func.return %result : tensor<2x2xi64>
}
func.func @main() {
  %x = stablehlo.constant dense<1> : tensor<2x2xi64>
  %results:3 = "interpreter.run_parallel"(%x, %x, %x) {programs = [[@f], [@f], [@f]]} : (tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>) -> (tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>)
  func.return
}

// -----

// Replica 2 is in no group.
func.func @f(%operand: tensor<2x2xi64>) -> tensor<4x1xi64> {
  // expected-error @+1 {{all_to_all-c6}}
  %result = "stablehlo.all_to_all"(%operand) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xi64>) -> tensor<4x1xi64>
  func.return %result : tensor<4x1xi64>
}
func.func @main() {
  %x = stablehlo.constant dense<1> : tensor<2x2xi64>
  %results:3 = "interpreter.run_parallel"(%x, %x, %x) {programs = [[@f], [@f], [@f]]} : (tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>) -> (tensor<4x1xi64>, tensor<4x1xi64>, tensor<4x1xi64>)
  func.return
}

// -----

// There is no replica 2.
func.func @f(%operand: tensor<2x2xi64>) -> tensor<2x2xi64> {
  // expected-error @+1 {{collective_broadcast-c2}}
  %result = "stablehlo.collective_broadcast"(%operand) {replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>} : (tensor<2x2xi64>) -> tensor<2x2xi64>
  func.return %result : tensor<2x2xi64>
}
func.func @main() {
  %x = stablehlo.constant dense<1> : tensor<2x2xi64>
  %results:2 = "interpreter.run_parallel"(%x, %x) {programs = [[@f], [@f]]} : (tensor<2x2xi64>, tensor<2x2xi64>) -> (tensor<2x2xi64>, tensor<2x2xi64>)
  func.return
}

// -----

// There is no replica 2.
func.func @f(%operand: tensor<2x2xi64>) -> tensor<2x2xi64> {
  // expected-error @+1 {{collective_permute-c4}}
  %result = "stablehlo.collective_permute"(%operand) {source_target_pairs = dense<[[0, 2]]> : tensor<1x2xi64>} : (tensor<2x2xi64>) -> tensor<2x2xi64>
  func.return %result : tensor<2x2xi64>
}
func.func @main() {
  %x = stablehlo.constant dense<1> : tensor<2x2xi64>
  %results:2 = "interpreter.run_parallel"(%x, %x) {programs = [[@f], [@f]]} : (tensor<2x2xi64>, tensor<2x2xi64>) -> (tensor<2x2xi64>, tensor<2x2xi64>)
  func.return
}

// -----

// Replica 2 is in no group.
func.func @f(%operand: tensor<2x2xi64>) -> tensor<2x1xi64> {
  // expected-error @+1 {{reduce_scatter-c4}}
  %result = "stablehlo.reduce_scatter"(%operand) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %sum = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %sum : tensor<i64>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xi64>) -> tensor<2x1xi64>
  func.return %result : tensor<2x1xi64>
}
func.func @main() {
  %x = stablehlo.constant dense<1> : tensor<2x2xi64>
  %results:3 = "interpreter.run_parallel"(%x, %x, %x) {programs = [[@f], [@f], [@f]]} : (tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>) -> (tensor<2x1xi64>, tensor<2x1xi64>, tensor<2x1xi64>)
  func.return
}

// -----

// Two replicas of two partitions: a quarter for each, not a half.
func.func @f(%operand: tensor<2x4xi64>) -> tensor<2x2xi64> {
  // expected-error @+1 {{reduce_scatter-c8}}
  %result = "stablehlo.reduce_scatter"(%operand) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %sum = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %sum : tensor<i64>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<2x4xi64>) -> tensor<2x2xi64>
  func.return %result : tensor<2x2xi64>
}
func.func @main() {
  %x = stablehlo.constant dense<1> : tensor<2x4xi64>
  %results:4 = "interpreter.run_parallel"(%x, %x, %x, %x) {programs = [[@f, @f], [@f, @f]]} : (tensor<2x4xi64>, tensor<2x4xi64>, tensor<2x4xi64>, tensor<2x4xi64>) -> (tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>)
  func.return
}

// -----

// A mesh of two processes on a grid of one.
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main() -> tensor<2xi32> {
    %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    // expected-error @+1 {{sdy-manual_computation-x2}}
    %r = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%t: tensor<1xi32>) {
      sdy.return %t : tensor<1xi32>
    } : (tensor<2xi32>) -> tensor<2xi32>
    return %r : tensor<2xi32>
  }
}

// -----

// Three elements are no two tiles.
module attributes {mhlo.num_partitions = 2 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main() -> tensor<3xi32> {
    %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
    // expected-error @+1 {{sdy-manual_computation-x2}}
    %r = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%t: tensor<2xi32>) {
      sdy.return %t : tensor<2xi32>
    } : (tensor<3xi32>) -> tensor<3xi32>
    return %r : tensor<3xi32>
  }
}

// -----

// An undefined mesh.
func.func @main() -> tensor<2xi32> {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  // expected-error @+1 {{sdy-manual_computation-x2}}
  %r = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%t: tensor<1xi32>) {
    sdy.return %t : tensor<1xi32>
  } : (tensor<2xi32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}
