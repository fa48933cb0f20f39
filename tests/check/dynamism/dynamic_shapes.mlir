// paddock: exact
// Result shapes that are values.

func.func @dynamic_broadcast_in_dim_plain(%x: tensor<2xf32>, %s: tensor<2xi64>) {
  %result = "stablehlo.dynamic_broadcast_in_dim"(%x, %s) {broadcast_dimensions = array<i64: 1>} : (tensor<2xf32>, tensor<2xi64>) -> tensor<3x2xf32>
  func.return
}

func.func @dynamic_broadcast_in_dim_known(%x: tensor<2x1x?xf32>, %s: tensor<3xi64>) {
  %result = "stablehlo.dynamic_broadcast_in_dim"(%x, %s) {broadcast_dimensions = array<i64: 0, 1, 2>, known_expanding_dimensions = array<i64: 1, 2>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<2x1x?xf32>, tensor<3xi64>) -> tensor<2x3x?xf32>
  func.return
}

func.func @dynamic_broadcast_in_dim_x1_expanding(%x: tensor<2xf32>, %s: tensor<2xi64>) {
  // expected-error @+1 {{dim(operand, 0) = 2}}
  %result = "stablehlo.dynamic_broadcast_in_dim"(%x, %s) {broadcast_dimensions = array<i64: 1>, known_expanding_dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2xi64>) -> tensor<3x2xf32>
  func.return
}

func.func @dynamic_broadcast_in_dim_x1_nonexpanding(%x: tensor<1xf32>, %s: tensor<2xi64>) {
  // expected-error @+1 {{dim(operand, 0) = 1 and dim(result, 1) = 2}}
  %result = "stablehlo.dynamic_broadcast_in_dim"(%x, %s) {broadcast_dimensions = array<i64: 1>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<1xf32>, tensor<2xi64>) -> tensor<3x2xf32>
  func.return
}

func.func @dynamic_broadcast_in_dim_c1(%x: tensor<2xf32>, %s: tensor<2xi64>) {
  // expected-error @+1 {{dynamic_broadcast_in_dim (C1): }}
  %result = "stablehlo.dynamic_broadcast_in_dim"(%x, %s) {broadcast_dimensions = array<i64: 1>} : (tensor<2xf32>, tensor<2xi64>) -> tensor<3x2xf64>
  func.return
}

func.func @dynamic_broadcast_in_dim_c2(%x: tensor<2xf32>, %s: tensor<2xi64>) {
  // expected-error @+1 {{dynamic_broadcast_in_dim (C2): }}
  %result = "stablehlo.dynamic_broadcast_in_dim"(%x, %s) {broadcast_dimensions = array<i64: 0, 1>} : (tensor<2xf32>, tensor<2xi64>) -> tensor<3x2xf32>
  func.return
}

func.func @dynamic_broadcast_in_dim_c3(%x: tensor<2xf32>, %s: tensor<2xi64>) {
  // expected-error @+1 {{dynamic_broadcast_in_dim (C3): }}
  %result = "stablehlo.dynamic_broadcast_in_dim"(%x, %s) {broadcast_dimensions = array<i64: 2>} : (tensor<2xf32>, tensor<2xi64>) -> tensor<3x2xf32>
  func.return
}

func.func @dynamic_broadcast_in_dim_c4(%x: tensor<2x2xf32>, %s: tensor<2xi64>) {
  // expected-error @+1 {{dynamic_broadcast_in_dim (C4): }}
  %result = "stablehlo.dynamic_broadcast_in_dim"(%x, %s) {broadcast_dimensions = array<i64: 1, 1>} : (tensor<2x2xf32>, tensor<2xi64>) -> tensor<3x2xf32>
  func.return
}

func.func @dynamic_broadcast_in_dim_c5(%x: tensor<2xf32>, %s: tensor<2xi64>) {
  // expected-error @+1 {{dynamic_broadcast_in_dim (C5): }}
  %result = "stablehlo.dynamic_broadcast_in_dim"(%x, %s) {broadcast_dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2xi64>) -> tensor<3x2xf32>
  func.return
}

func.func @dynamic_broadcast_in_dim_c5_constant(%x: tensor<2xf32>) {
  %s = stablehlo.constant dense<[4, 2]> : tensor<2xi64>
  // expected-error @+1 {{size 0 is 4 and dim(result, 0) = 3}}
  %result = "stablehlo.dynamic_broadcast_in_dim"(%x, %s) {broadcast_dimensions = array<i64: 1>} : (tensor<2xf32>, tensor<2xi64>) -> tensor<3x2xf32>
  func.return
}

func.func @dynamic_broadcast_in_dim_c6(%x: tensor<2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>, %s: tensor<2xi64>) {
  // expected-error @+1 {{dynamic_broadcast_in_dim (C6): }}
  %result = "stablehlo.dynamic_broadcast_in_dim"(%x, %s) {broadcast_dimensions = array<i64: 1>} : (tensor<2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>, tensor<2xi64>) -> tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>
  func.return
}

func.func @dynamic_broadcast_in_dim_c7(%x: tensor<2xf32>, %s: tensor<3xi64>) {
  // expected-error @+1 {{it has 3 sizes and rank(result) = 2}}
  %result = "stablehlo.dynamic_broadcast_in_dim"(%x, %s) {broadcast_dimensions = array<i64: 1>} : (tensor<2xf32>, tensor<3xi64>) -> tensor<3x2xf32>
  func.return
}

func.func @dynamic_broadcast_in_dim_c8(%x: tensor<2xf32>, %s: tensor<2xi64>) {
  // expected-error @+1 {{dynamic_broadcast_in_dim (C8): }}
  %result = "stablehlo.dynamic_broadcast_in_dim"(%x, %s) {broadcast_dimensions = array<i64: 1>, known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2xi64>) -> tensor<3x2xf32>
  func.return
}

func.func @dynamic_broadcast_in_dim_c9(%x: tensor<2xf32>, %s: tensor<2xi64>) {
  // expected-error @+1 {{dynamic_broadcast_in_dim (C9): }}
  %result = "stablehlo.dynamic_broadcast_in_dim"(%x, %s) {broadcast_dimensions = array<i64: 1>, known_expanding_dimensions = array<i64: 1>} : (tensor<2xf32>, tensor<2xi64>) -> tensor<3x2xf32>
  func.return
}

func.func @dynamic_broadcast_in_dim_c10(%x: tensor<2xf32>, %s: tensor<2xi64>) {
  // expected-error @+1 {{dynamic_broadcast_in_dim (C10): }}
  %result = "stablehlo.dynamic_broadcast_in_dim"(%x, %s) {broadcast_dimensions = array<i64: 1>, known_nonexpanding_dimensions = array<i64: 1>} : (tensor<2xf32>, tensor<2xi64>) -> tensor<3x2xf32>
  func.return
}

func.func @dynamic_iota_c1(%s: tensor<1xi64>) {
  // expected-error @+1 {{dynamic_iota (C1): }}
  %result = "stablehlo.dynamic_iota"(%s) {iota_dimension = 1 : i64} : (tensor<1xi64>) -> tensor<?xi32>
  func.return
}

func.func @dynamic_iota_c2(%s: tensor<2xi64>) {
  // expected-error @+1 {{dynamic_iota (C2): }}
  %result = "stablehlo.dynamic_iota"(%s) {iota_dimension = 0 : i64} : (tensor<2xi64>) -> tensor<?xi32>
  func.return
}

func.func @dynamic_reshape_c1(%x: tensor<6xf32>, %s: tensor<2xi64>) {
  // expected-error @+1 {{dynamic_reshape (C1): }}
  %result = "stablehlo.dynamic_reshape"(%x, %s) : (tensor<6xf32>, tensor<2xi64>) -> tensor<2x3xf64>
  func.return
}

func.func @dynamic_reshape_c2(%x: tensor<6xf32>, %s: tensor<2xi64>) {
  // expected-error @+1 {{size(operand) = 6 and size(result) = 8}}
  %result = "stablehlo.dynamic_reshape"(%x, %s) : (tensor<6xf32>, tensor<2xi64>) -> tensor<2x4xf32>
  func.return
}

func.func @dynamic_reshape_c3(%x: tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>, %s: tensor<2xi64>) {
  // expected-error @+1 {{dynamic_reshape (C3): }}
  %result = "stablehlo.dynamic_reshape"(%x, %s) : (tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>, tensor<2xi64>) -> tensor<2x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>
  func.return
}

func.func @dynamic_reshape_c4(%x: tensor<6xf32>, %s: tensor<1xi64>) {
  // expected-error @+1 {{dynamic_reshape (C4): }}
  %result = "stablehlo.dynamic_reshape"(%x, %s) : (tensor<6xf32>, tensor<1xi64>) -> tensor<2x3xf32>
  func.return
}

func.func @dynamic_reshape_size(%x: tensor<6xf32>, %s: tensor<?xi64>) {
  // expected-error @+1 {{its size must be static}}
  %result = "stablehlo.dynamic_reshape"(%x, %s) : (tensor<6xf32>, tensor<?xi64>) -> tensor<2x3xf32>
  func.return
}

func.func @get_dimension_size_c1(%x: tensor<6xf32>) {
  // expected-error @+1 {{dimension = 1 and rank(operand) = 1}}
  %result = "stablehlo.get_dimension_size"(%x) {dimension = 1 : i64} : (tensor<6xf32>) -> tensor<i32>
  func.return
}

func.func @dynamic_pad_c1(%x: tensor<3xf32>, %v: tensor<i32>, %p: tensor<1xi64>) {
  // expected-error @+1 {{dynamic_pad (C1): }}
  %result = "stablehlo.dynamic_pad"(%x, %v, %p, %p, %p) : (tensor<3xf32>, tensor<i32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  func.return
}

func.func @dynamic_pad_c2(%x: tensor<3xf32>, %v: tensor<f32>, %p: tensor<2xi64>) {
  // expected-error @+1 {{dynamic_pad (C2): }}
  %result = "stablehlo.dynamic_pad"(%x, %v, %p, %p, %p) : (tensor<3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?xf32>
  func.return
}

func.func @dynamic_pad_c3(%x: tensor<3xf32>, %v: tensor<f32>, %p: tensor<1xi64>) {
  %i = stablehlo.constant dense<-1> : tensor<1xi64>
  // expected-error @+1 {{interior_padding[0] = -1}}
  %result = "stablehlo.dynamic_pad"(%x, %v, %p, %p, %i) : (tensor<3xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  func.return
}

func.func @dynamic_pad_c4(%x: tensor<3xf32>, %v: tensor<f32>) {
  %i = stablehlo.constant dense<1> : tensor<1xi64>
  // expected-error @+1 {{dynamic_pad (C4): }}
  %result = "stablehlo.dynamic_pad"(%x, %v, %i, %i, %i) : (tensor<3xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<6xf32>
  func.return
}

func.func @real_dynamic_slice_x1(%x: tensor<3xf32>, %s: tensor<1xi64>, %t: tensor<1xi32>) {
  // expected-error @+1 {{type(start_indices) = type(limit_indices)}}
  %result = "stablehlo.real_dynamic_slice"(%x, %s, %t, %s) : (tensor<3xf32>, tensor<1xi64>, tensor<1xi32>, tensor<1xi64>) -> tensor<?xf32>
  func.return
}

func.func @real_dynamic_slice_x2(%x: tensor<3xf32>, %s: tensor<2xi64>) {
  // expected-error @+1 {{size(start_indices) = rank(operand)}}
  %result = "stablehlo.real_dynamic_slice"(%x, %s, %s, %s) : (tensor<3xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?xf32>
  func.return
}

func.func @real_dynamic_slice_x3(%x: tensor<3xf32>, %s: tensor<1xi64>) {
  // expected-error @+1 {{element_type(result) = element_type(operand)}}
  %result = "stablehlo.real_dynamic_slice"(%x, %s, %s, %s) : (tensor<3xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xi32>
  func.return
}

func.func @real_dynamic_slice_x4(%x: tensor<3xf32>) {
  %a = stablehlo.constant dense<1> : tensor<1xi64>
  %b = stablehlo.constant dense<4> : tensor<1xi64>
  // expected-warning @+1 {{dimension 0 of size 3 is sliced from 1 to 4 by 1}}
  %result = "stablehlo.real_dynamic_slice"(%x, %a, %b, %a) : (tensor<3xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  func.return
}

func.func @real_dynamic_slice_constant(%x: tensor<3xf32>) {
  %a = stablehlo.constant dense<1> : tensor<1xi64>
  %b = stablehlo.constant dense<3> : tensor<1xi64>
  %result = "stablehlo.real_dynamic_slice"(%x, %a, %b, %a) : (tensor<3xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<2xf32>
  func.return
}

func.func @set_dimension_size_x1(%x: tensor<3xf32>, %n: tensor<i32>) {
  // expected-error @+1 {{dimension = 1 and rank(operand) = 1}}
  %result = "stablehlo.set_dimension_size"(%x, %n) {dimension = 1 : i64} : (tensor<3xf32>, tensor<i32>) -> tensor<3xf32>
  func.return
}

func.func @set_dimension_size_x2(%x: tensor<3xf32>, %n: tensor<i32>) {
  // expected-error @+1 {{shape(result) = shape(operand) except}}
  %result = "stablehlo.set_dimension_size"(%x, %n) {dimension = 0 : i64} : (tensor<3xf32>, tensor<i32>) -> tensor<4xf32>
  func.return
}

func.func @set_dimension_size_x3(%x: tensor<3xf32>) {
  %n = stablehlo.constant dense<4> : tensor<i32>
  // expected-error @+1 {{size = 4 and the bound is 3}}
  %result = "stablehlo.set_dimension_size"(%x, %n) {dimension = 0 : i64} : (tensor<3xf32>, tensor<i32>) -> tensor<?xf32>
  func.return
}
