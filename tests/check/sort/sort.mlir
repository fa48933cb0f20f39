// paddock: exact
// Sorting along a dimension.

func.func @sort_pairs(%x: tensor<4xf32>, %y: tensor<4xi32>) {
  %result:2 = "stablehlo.sort"(%x, %y) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %p = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<4xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>)
  func.return
}

func.func @sort_last(%x: tensor<4xf32>, %y: tensor<4xi32>) {
  %result:2 = "stablehlo.sort"(%x, %y) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %p = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) {dimension = -1 : i64, is_stable = true} : (tensor<4xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>)
  func.return
}

func.func @sort_c1() {
  // expected-error @+1 {{sort (C1): }}
  "stablehlo.sort"() ({
    %p = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) {dimension = 0 : i64} : () -> ()
  func.return
}

func.func @sort_c2(%x: tensor<4xf32>, %y: tensor<4xi32>) {
  // expected-error @+5 {{sort (C2): }}
  %result:2 = "stablehlo.sort"(%x, %y) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %p = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<4xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi64>)
  func.return
}

func.func @sort_c3(%x: tensor<4xf32>, %y: tensor<5xi32>) {
  // expected-error @+1 {{sort (C3): }}
  %result:2 = "stablehlo.sort"(%x, %y) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %p = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<4xf32>, tensor<5xi32>) -> (tensor<4xf32>, tensor<4xi32>)
  func.return
}

func.func @sort_c4(%x: tensor<4xf32>, %y: tensor<4xi32>) {
  // expected-error @+5 {{dimension = 1 and R = 1}}
  %result:2 = "stablehlo.sort"(%x, %y) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %p = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) {dimension = 1 : i64, is_stable = true} : (tensor<4xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>)
  func.return
}

func.func @sort_c5(%x: tensor<4xf32>, %y: tensor<4xi32>) {
  // expected-error @+1 {{sort (C5): }}
  %result:2 = "stablehlo.sort"(%x, %y) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<4xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>)
  func.return
}

func.func @sort_c5_result(%x: tensor<4xf32>, %y: tensor<4xi32>) {
  // expected-error @+1 {{sort (C5): }}
  %result:2 = "stablehlo.sort"(%x, %y) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %p = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i32>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<4xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>)
  func.return
}

func.func @sort_c3_through_unknown(%x: tensor<?xf32>, %y: tensor<3xf32>, %z: tensor<4xf32>) {
  // expected-error @+1 {{operand 2 has shape [4] and operand 0 has shape [3]}}
  %result:3 = "stablehlo.sort"(%x, %y, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>, %e: tensor<f32>, %f: tensor<f32>):
    %less = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<?xf32>, tensor<3xf32>, tensor<4xf32>) -> (tensor<?xf32>, tensor<3xf32>, tensor<4xf32>)
  func.return
}
