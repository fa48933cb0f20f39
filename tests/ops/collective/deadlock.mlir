// paddock: exact
// One process goes past the meeting: it is said who waits, for whom, and that it has finished.
module @fail_missing {
  func.func @f(%x: tensor<i32>) -> tensor<i32> {
    %y = stablehlo.reshape %x : (tensor<i32>) -> tensor<1xi32>
    // expected-error@+1 {{deadlock: process (0, 0) waits in all_gather for (1, 0); (1, 0) has finished}}
    %r = "stablehlo.all_gather"(%y) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<1xi32>) -> tensor<2xi32>
    return %x : tensor<i32>
  }
  func.func @g(%x: tensor<i32>) -> tensor<i32> {
    return %x : tensor<i32>
  }
  func.func @main() {
    %x = stablehlo.constant dense<10> : tensor<i32>
    %r:2 = "interpreter.run_parallel"(%x, %x) {programs = [[@f], [@g]]} : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    return
  }
}

// -----

// Two processes come to different operations.
module @fail_mismatch {
  func.func @f(%x: tensor<2xi32>) -> tensor<4xi32> {
    %r = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<4xi32>
    return %r : tensor<4xi32>
  }
  func.func @g(%x: tensor<2xi32>) -> tensor<2xi32> {
    // expected-error@+1 {{(1, 0) came to all_to_all and (0, 0) to all_gather}}
    %r = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
    return %r : tensor<2xi32>
  }
  func.func @main() {
    %x = stablehlo.constant dense<10> : tensor<2xi32>
    %r:2 = "interpreter.run_parallel"(%x, %x) {programs = [[@f], [@g]]} : (tensor<2xi32>, tensor<2xi32>) -> (tensor<4xi32>, tensor<2xi32>)
    return
  }
}

// -----

// The same operation on another type.
module @fail_type {
  func.func @f(%x: tensor<2xi32>) -> tensor<4xi32> {
    %r = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<4xi32>
    return %r : tensor<4xi32>
  }
  func.func @g(%x: tensor<1xi32>) -> tensor<2xi32> {
    // expected-error@+1 {{(1, 0) came to all_gather with (tensor<1xi32>), all_gather_dim = 0 and (0, 0) with (tensor<2xi32>), all_gather_dim = 0}}
    %r = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<1xi32>) -> tensor<2xi32>
    return %r : tensor<2xi32>
  }
  func.func @main() {
    %x = stablehlo.constant dense<10> : tensor<2xi32>
    %y = stablehlo.constant dense<10> : tensor<1xi32>
    %r:2 = "interpreter.run_parallel"(%x, %y) {programs = [[@f], [@g]]} : (tensor<2xi32>, tensor<1xi32>) -> (tensor<4xi32>, tensor<2xi32>)
    return
  }
}

// -----

// The same operation with another body: each would have another result.
module @fail_body {
  func.func @f(%x: tensor<2xi32>) -> tensor<2xi32> {
    %r = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
    return %r : tensor<2xi32>
  }
  func.func @g(%x: tensor<2xi32>) -> tensor<2xi32> {
    // expected-error@+1 {{(1, 0) came to all_reduce with (tensor<2xi32>), body {maximum(%0, %1) : tensor<i32>; return(%2)} and (0, 0) with (tensor<2xi32>), body {add(%0, %1) : tensor<i32>; return(%2)}}}
    %r = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.maximum %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
    return %r : tensor<2xi32>
  }
  func.func @main() {
    %x = stablehlo.constant dense<10> : tensor<2xi32>
    %r:2 = "interpreter.run_parallel"(%x, %x) {programs = [[@f], [@g]]} : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
    return
  }
}

// -----

// Names do not matter: the bodies are the same.
module @same_body {
  func.func @f(%x: tensor<2xi32>) -> tensor<2xi32> {
    %r = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
    return %r : tensor<2xi32>
  }
  func.func @g(%y: tensor<2xi32>) -> tensor<2xi32> {
    %r = "stablehlo.all_reduce"(%y) ({
    ^bb0(%left: tensor<i32>, %right: tensor<i32>):
      %total = "stablehlo.add"(%left, %right) {mhlo.note = 1 : i64} : (tensor<i32>, tensor<i32>) -> tensor<i32>
      stablehlo.return %total : tensor<i32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
    return %r : tensor<2xi32>
  }
  func.func @main() {
    %x = stablehlo.constant dense<10> : tensor<2xi32>
    %r:2 = "interpreter.run_parallel"(%x, %x) {programs = [[@f], [@g]]} : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
    check.expect_eq_const %r#1, dense<20> : tensor<2xi32>
    return
  }
}

// -----

// A circle: each waits on another channel.
module @fail_circle {
  func.func @f() -> tensor<i32> {
    %t = stablehlo.after_all : !stablehlo.token
    // expected-error@+1 {{deadlock: process (0, 0) waits in recv on channel 1 for (0, 1)}}
    %r:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[1, 0]]> : tensor<1x2xi64>} : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
    %u = "stablehlo.send"(%r#0, %r#1) {channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<i32>, !stablehlo.token) -> !stablehlo.token
    return %r#0 : tensor<i32>
  }
  func.func @g() -> tensor<i32> {
    %t = stablehlo.after_all : !stablehlo.token
    %r:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
    %u = "stablehlo.send"(%r#0, %r#1) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<i32>, !stablehlo.token) -> !stablehlo.token
    return %r#0 : tensor<i32>
  }
  func.func @main() {
    %r:2 = "interpreter.run_parallel"() {programs = [[@f, @g]]} : () -> (tensor<i32>, tensor<i32>)
    return
  }
}
