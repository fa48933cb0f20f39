// Threefry-2x32 in a loop of five iterations, as JAX writes it. The results are the known answers of
// its authors, and each key is used for its own row.
func.func @main() {
  %key_low = stablehlo.constant dense<[[0], [0xFFFFFFFF], [0x13198A2E]]> : tensor<3x1xui32>
  %key_high = stablehlo.constant dense<[[0], [0xFFFFFFFF], [0x03707344]]> : tensor<3x1xui32>
  %low = stablehlo.constant dense<[[0, 1], [0xFFFFFFFF, 1], [0x243F6A88, 1]]> : tensor<3x2xui32>
  %high = stablehlo.constant dense<[[0, 2], [0xFFFFFFFF, 2], [0x85A308D3, 2]]> : tensor<3x2xui32>
  %r:2 = call @threefry2x32(%key_low, %key_high, %low, %high)
    : (tensor<3x1xui32>, tensor<3x1xui32>, tensor<3x2xui32>, tensor<3x2xui32>) -> (tensor<3x2xui32>, tensor<3x2xui32>)
  %first = stablehlo.slice %r#0 [0:3, 0:1] : (tensor<3x2xui32>) -> tensor<3x1xui32>
  %second = stablehlo.slice %r#1 [0:3, 0:1] : (tensor<3x2xui32>) -> tensor<3x1xui32>
  check.expect_eq_const %first, dense<[[0x6B200159], [0x1CB996FC], [0xC4923A9C]]> : tensor<3x1xui32>
  check.expect_eq_const %second, dense<[[0x99BA4EFE], [0xBB002BE7], [0x483DF7A0]]> : tensor<3x1xui32>
  return
}
func.func private @threefry2x32(%k0: tensor<3x1xui32>, %k1: tensor<3x1xui32>, %x0: tensor<3x2xui32>, %x1: tensor<3x2xui32>) -> (tensor<3x2xui32>, tensor<3x2xui32>) {
  %even = stablehlo.constant dense<[13, 15, 26, 6]> : tensor<4xui32>
  %odd = stablehlo.constant dense<[17, 29, 16, 24]> : tensor<4xui32>
  %parity = stablehlo.constant dense<466688986> : tensor<3x1xui32>
  %0 = stablehlo.xor %k0, %k1 : tensor<3x1xui32>
  %k2 = stablehlo.xor %0, %parity : tensor<3x1xui32>
  %1 = stablehlo.broadcast_in_dim %k0, dims = [0, 1] : (tensor<3x1xui32>) -> tensor<3x2xui32>
  %2 = stablehlo.add %x0, %1 : tensor<3x2xui32>
  %3 = stablehlo.broadcast_in_dim %k1, dims = [0, 1] : (tensor<3x1xui32>) -> tensor<3x2xui32>
  %4 = stablehlo.add %x1, %3 : tensor<3x2xui32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:8 = stablehlo.while(%i = %zero, %x = %2, %y = %4, %a = %k1, %b = %k2, %c = %k0, %now = %even, %next = %odd)
      : tensor<i32>, tensor<3x2xui32>, tensor<3x2xui32>, tensor<3x1xui32>, tensor<3x1xui32>, tensor<3x1xui32>, tensor<4xui32>, tensor<4xui32>
  cond {
    %five = stablehlo.constant dense<5> : tensor<i32>
    %p = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %i1 = stablehlo.add %i, %one : tensor<i32>
    %s0 = stablehlo.slice %now [0:1] : (tensor<4xui32>) -> tensor<1xui32>
    %n0 = stablehlo.reshape %s0 : (tensor<1xui32>) -> tensor<ui32>
    %m0 = func.call @mix(%n0, %x, %y) : (tensor<ui32>, tensor<3x2xui32>, tensor<3x2xui32>) -> tensor<3x2xui32>
    %p0 = stablehlo.add %x, %y : tensor<3x2xui32>
    %q0 = stablehlo.xor %m0, %p0 : tensor<3x2xui32>
    %s1 = stablehlo.slice %now [1:2] : (tensor<4xui32>) -> tensor<1xui32>
    %n1 = stablehlo.reshape %s1 : (tensor<1xui32>) -> tensor<ui32>
    %m1 = func.call @mix(%n1, %p0, %q0) : (tensor<ui32>, tensor<3x2xui32>, tensor<3x2xui32>) -> tensor<3x2xui32>
    %p1 = stablehlo.add %p0, %q0 : tensor<3x2xui32>
    %q1 = stablehlo.xor %m1, %p1 : tensor<3x2xui32>
    %s2 = stablehlo.slice %now [2:3] : (tensor<4xui32>) -> tensor<1xui32>
    %n2 = stablehlo.reshape %s2 : (tensor<1xui32>) -> tensor<ui32>
    %m2 = func.call @mix(%n2, %p1, %q1) : (tensor<ui32>, tensor<3x2xui32>, tensor<3x2xui32>) -> tensor<3x2xui32>
    %p2 = stablehlo.add %p1, %q1 : tensor<3x2xui32>
    %q2 = stablehlo.xor %m2, %p2 : tensor<3x2xui32>
    %s3 = stablehlo.slice %now [3:4] : (tensor<4xui32>) -> tensor<1xui32>
    %n3 = stablehlo.reshape %s3 : (tensor<1xui32>) -> tensor<ui32>
    %m3 = func.call @mix(%n3, %p2, %q2) : (tensor<ui32>, tensor<3x2xui32>, tensor<3x2xui32>) -> tensor<3x2xui32>
    %p3 = stablehlo.add %p2, %q2 : tensor<3x2xui32>
    %q3 = stablehlo.xor %m3, %p3 : tensor<3x2xui32>
    %ax = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<3x1xui32>) -> tensor<3x2xui32>
    %p4 = stablehlo.add %p3, %ax : tensor<3x2xui32>
    %bx = stablehlo.broadcast_in_dim %b, dims = [0, 1] : (tensor<3x1xui32>) -> tensor<3x2xui32>
    %q4 = stablehlo.add %q3, %bx : tensor<3x2xui32>
    %iu = stablehlo.convert %i1 : (tensor<i32>) -> tensor<ui32>
    %ix = stablehlo.broadcast_in_dim %iu, dims = [] : (tensor<ui32>) -> tensor<3x2xui32>
    %q5 = stablehlo.add %q4, %ix : tensor<3x2xui32>
    stablehlo.return %i1, %p4, %q5, %b, %c, %a, %next, %now
      : tensor<i32>, tensor<3x2xui32>, tensor<3x2xui32>, tensor<3x1xui32>, tensor<3x1xui32>, tensor<3x1xui32>, tensor<4xui32>, tensor<4xui32>
  }
  return %r#1, %r#2 : tensor<3x2xui32>, tensor<3x2xui32>
}
func.func private @mix(%bits: tensor<ui32>, %x: tensor<3x2xui32>, %y: tensor<3x2xui32>) -> tensor<3x2xui32> {
  %0 = stablehlo.broadcast_in_dim %bits, dims = [] : (tensor<ui32>) -> tensor<3x2xui32>
  %1 = stablehlo.shift_left %y, %0 : tensor<3x2xui32>
  %width = stablehlo.constant dense<32> : tensor<ui32>
  %rest = stablehlo.subtract %width, %bits : tensor<ui32>
  %2 = stablehlo.broadcast_in_dim %rest, dims = [] : (tensor<ui32>) -> tensor<3x2xui32>
  %3 = stablehlo.shift_right_logical %y, %2 : tensor<3x2xui32>
  %4 = stablehlo.or %1, %3 : tensor<3x2xui32>
  return %4 : tensor<3x2xui32>
}
