// paddock: exact
// Comparisons, clamp and select.

func.func @compare_c1(%x: tensor<2xf32>, %y: tensor<2xi32>) {
  // expected-error @+1 {{compare (C1): }}
  %result = stablehlo.compare LT, %x, %y : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xi1>
  func.return
}

func.func @compare_c2(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error @+1 {{compare (C2): }}
  %result = stablehlo.compare LT, %x, %y : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xi1>
  func.return
}

func.func @compare_c2_result(%x: tensor<2xf32>) {
  // expected-error @+1 {{compare (C2): }}
  %result = stablehlo.compare LT, %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xi1>
  func.return
}

func.func @compare_c3(%x: tensor<2xi32>) {
  // expected-warning @+1 {{it is FLOAT for elements of i32}}
  %result = stablehlo.compare LT, %x, %x, FLOAT : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  func.return
}

func.func @compare_total_order(%x: tensor<2xf32>) {
  %result = stablehlo.compare LT, %x, %x, TOTALORDER : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  func.return
}

func.func @clamp_c1(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error @+1 {{clamp (C1): }}
  %result = "stablehlo.clamp"(%y, %x, %x) : (tensor<3xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

func.func @clamp_c2(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error @+1 {{clamp (C2): }}
  %result = "stablehlo.clamp"(%x, %x, %y) : (tensor<2xf32>, tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  func.return
}

func.func @clamp_c3(%x: tensor<2xf32>, %y: tensor<f64>) {
  // expected-error @+1 {{clamp (C3): }}
  %result = "stablehlo.clamp"(%y, %x, %x) : (tensor<f64>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

func.func @clamp_c4(%x: tensor<2xf32>) {
  // expected-error @+1 {{clamp (C4): }}
  %result = "stablehlo.clamp"(%x, %x, %x) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @select_c1(%p: tensor<3xi1>, %x: tensor<2xf32>) {
  // expected-error @+1 {{select (C1): }}
  %result = stablehlo.select %p, %x, %x : tensor<3xi1>, tensor<2xf32>
  func.return
}

func.func @select_c2(%p: tensor<i1>, %x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error @+1 {{select (C2): }}
  %result = "stablehlo.select"(%p, %x, %y) : (tensor<i1>, tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  func.return
}

func.func @select_x1(%p: tensor<i1>, %x: tensor<2x!quant.uniform<i8:f32, 0.5:3>>, %y: tensor<2x!quant.uniform<i8:f32, 0.25:3>>) {
  // expected-warning @+1 {{quantization parameters included}}
  %result = "stablehlo.select"(%p, %x, %y) : (tensor<i1>, tensor<2x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x!quant.uniform<i8:f32, 0.25:3>>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  func.return
}

func.func @select_pred(%p: tensor<i32>, %x: tensor<2xf32>) {
  // expected-error @+1 {{pred is tensor<i32>, not tensor of boolean type}}
  %result = "stablehlo.select"(%p, %x, %x) : (tensor<i32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}
