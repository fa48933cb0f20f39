// paddock: exact
// Composites and what they are made of.

func.func private @impl(%x: tensor<f32>) -> tensor<f32> {
  func.return %x : tensor<f32>
}

func.func @composite_plain(%x: tensor<f32>) {
  %result = stablehlo.composite "my.op" %x {decomposition = @impl} : (tensor<f32>) -> tensor<f32>
  func.return
}

func.func @composite_c1(%x: tensor<f32>) {
  // expected-error @+1 {{name = "op"}}
  %result = stablehlo.composite "op" %x {decomposition = @impl} : (tensor<f32>) -> tensor<f32>
  func.return
}

func.func @composite_c1_empty_part(%x: tensor<f32>) {
  // expected-error @+1 {{name = "my..op"}}
  %result = stablehlo.composite "my..op" %x {decomposition = @impl} : (tensor<f32>) -> tensor<f32>
  func.return
}

func.func @composite_c2(%x: tensor<f32>) {
  // expected-error @+1 {{the module has no function @other}}
  %result = stablehlo.composite "my.op" %x {decomposition = @other} : (tensor<f32>) -> tensor<f32>
  func.return
}

func.func @composite_c3(%x: tensor<f64>) {
  // expected-error @+1 {{composite (C3): }}
  %result = stablehlo.composite "my.op" %x {decomposition = @impl} : (tensor<f64>) -> tensor<f32>
  func.return
}

func.func @composite_c4(%x: tensor<f32>) {
  // expected-error @+1 {{composite (C4): }}
  %result = stablehlo.composite "my.op" %x {decomposition = @impl} : (tensor<f32>) -> tensor<f64>
  func.return
}
