// paddock: exact
// Bits of one element type as another.

func.func @bitcast_convert_c1(%x: tensor<2xf32>) {
  // expected-error @+1 {{bitcast_convert (C1): }}
  %result = stablehlo.bitcast_convert %x : (tensor<2xf32>) -> tensor<3x4xi8>
  func.return
}

func.func @bitcast_convert_c1_rank(%x: tensor<2xi8>) {
  // expected-error @+1 {{bitcast_convert (C1): }}
  %result = stablehlo.bitcast_convert %x : (tensor<2xi8>) -> tensor<f32>
  func.return
}

func.func @bitcast_convert_c1_smaller(%x: tensor<2xf32>) {
  %result = stablehlo.bitcast_convert %x : (tensor<2xf32>) -> tensor<2x4xi8>
  func.return
}

func.func @bitcast_convert_c1_larger(%x: tensor<2x4xi8>) {
  %result = stablehlo.bitcast_convert %x : (tensor<2x4xi8>) -> tensor<2xf32>
  func.return
}

func.func @bitcast_convert_c2(%x: tensor<2xf64>) {
  // expected-error @+1 {{bitcast_convert (C2): }}
  %result = stablehlo.bitcast_convert %x : (tensor<2xf64>) -> tensor<2xcomplex<f32>>
  func.return
}
