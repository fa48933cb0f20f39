// From the end: outputs lie where their inputs were.
func.func @scan_reverse() {
  %input = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %init = stablehlo.constant dense<100> : tensor<i32>
  %0:2 = chlo.scan(%input) inits(%init) dimension=0 attributes {is_reverse = true} {
  ^bb0(%x: tensor<i32>, %carry: tensor<i32>):
    %sum = stablehlo.add %x, %carry : tensor<i32>
    stablehlo.return %carry, %sum : tensor<i32>, tensor<i32>
  } : (tensor<4xi32>, tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<[109, 107, 104, 100]> : tensor<4xi32>
  check.expect_eq_const %0#1, dense<110> : tensor<i32>
  return
}

// -----

// Slices between other dimensions, an output of another type and shape.
func.func @scan_middle_dimension() {
  %input = stablehlo.constant dense<[[[1, 2], [3, 4], [5, 6]]]> : tensor<1x3x2xi16>
  %init = stablehlo.constant dense<0.0> : tensor<f32>
  %0:2 = chlo.scan(%input) inits(%init) dimension=1 {
  ^bb0(%x: tensor<1x2xi16>, %carry: tensor<f32>):
    %zero = stablehlo.constant dense<0> : tensor<i16>
    %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x2xi16>, tensor<i16>) -> tensor<i16>
    %float = stablehlo.convert %sum : (tensor<i16>) -> tensor<f32>
    %next = stablehlo.add %carry, %float : tensor<f32>
    %row = stablehlo.broadcast_in_dim %next, dims = [] : (tensor<f32>) -> tensor<2xf32>
    stablehlo.return %row, %next : tensor<2xf32>, tensor<f32>
  } : (tensor<1x3x2xi16>, tensor<f32>) -> (tensor<2x3xf32>, tensor<f32>)
  check.expect_eq_const %0#0, dense<[[3.0, 10.0, 21.0], [3.0, 10.0, 21.0]]> : tensor<2x3xf32>
  check.expect_eq_const %0#1, dense<21.0> : tensor<f32>
  return
}

// -----

// No position: no output, and the carry is its init.
func.func @scan_nothing() {
  %input = stablehlo.constant dense<> : tensor<0xi32>
  %init = stablehlo.constant dense<7> : tensor<i32>
  %0:2 = chlo.scan(%input) inits(%init) dimension=0 {
  ^bb0(%x: tensor<i32>, %carry: tensor<i32>):
    %sum = stablehlo.add %x, %carry : tensor<i32>
    stablehlo.return %sum, %sum : tensor<i32>, tensor<i32>
  } : (tensor<0xi32>, tensor<i32>) -> (tensor<0xi32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<> : tensor<0xi32>
  check.expect_eq_const %0#1, dense<7> : tensor<i32>
  return
}

// -----

// A body with a loop in it: powers by repeated doubling.
func.func @scan_of_loops() {
  %input = stablehlo.constant dense<[1, 3, 0]> : tensor<3xi32>
  %init = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = chlo.scan(%input) inits(%init) dimension=0 {
  ^bb0(%x: tensor<i32>, %carry: tensor<i32>):
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1:2 = stablehlo.while(%left = %x, %value = %carry) : tensor<i32>, tensor<i32>
    cond {
      %more = stablehlo.compare GT, %left, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %fewer = stablehlo.subtract %left, %one : tensor<i32>
      %twice = stablehlo.add %value, %value : tensor<i32>
      stablehlo.return %fewer, %twice : tensor<i32>, tensor<i32>
    }
    stablehlo.return %1#1, %1#1 : tensor<i32>, tensor<i32>
  } : (tensor<3xi32>, tensor<i32>) -> (tensor<3xi32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<[2, 16, 16]> : tensor<3xi32>
  return
}

// -----

// The body says the sizes of the output; its bound does not.
func.func @scan_bounded() {
  %x = stablehlo.constant dense<> : tensor<0x3xf32>
  %open = stablehlo.convert %x : (tensor<0x3xf32>) -> tensor<?x?xf32>
  %init = stablehlo.constant dense<> : tensor<0xf32>
  %0:2 = chlo.scan(%open) inits(%init) dimension=1 {
  ^bb0(%a: tensor<?xf32>, %b: tensor<?xf32, #stablehlo.bounds<1>>):
    %c = stablehlo.add %a, %b : (tensor<?xf32>, tensor<?xf32, #stablehlo.bounds<1>>) -> tensor<?xf32, #stablehlo.bounds<2>>
    stablehlo.return %c, %c : tensor<?xf32, #stablehlo.bounds<2>>, tensor<?xf32, #stablehlo.bounds<2>>
  } : (tensor<?x?xf32>, tensor<0xf32>) -> (tensor<?x?xf32, #stablehlo.bounds<?, 4>>, tensor<?xf32, #stablehlo.bounds<0>>)
  %1 = stablehlo.convert %0#0 : (tensor<?x?xf32, #stablehlo.bounds<?, 4>>) -> tensor<0x3xf32>
  check.expect_eq %1, %x : tensor<0x3xf32>
  return
}
