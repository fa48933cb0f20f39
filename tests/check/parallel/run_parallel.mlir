// paddock: exact
// Grids of functions.

func.func private @one(%x: tensor<f32>) -> tensor<f32> {
  func.return %x : tensor<f32>
}

func.func private @two() -> (tensor<f32>, tensor<f32>) {
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  func.return %x, %x : tensor<f32>, tensor<f32>
}

func.func @run_parallel_x1() {
  // expected-error @+1 {{there are none}}
  "interpreter.run_parallel"() {programs = []} : () -> ()
  func.return
}

func.func @run_parallel_x1_rows(%x: tensor<f32>) {
  // expected-error @+1 {{a row has 2 programs}}
  %result:3 = "interpreter.run_parallel"(%x, %x, %x) {programs = [[@one], [@one, @one]]} : (tensor<f32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>)
  func.return
}

func.func @run_parallel_x2() {
  // expected-error @+1 {{the module has no function @missing}}
  "interpreter.run_parallel"() {programs = [[@missing]]} : () -> ()
  func.return
}

func.func @run_parallel_x3() {
  // expected-error @+1 {{they are 0 and 1}}
  %result = "interpreter.run_parallel"() {programs = [[@one]]} : () -> tensor<f32>
  func.return
}

func.func @run_parallel_x4(%x: tensor<f32>) {
  // expected-error @+1 {{they are 0 and 1}}
  "interpreter.run_parallel"(%x) {programs = [[@one]]} : (tensor<f32>) -> ()
  func.return
}

func.func @run_parallel_x5(%x: tensor<f32>) {
  // expected-error @+1 {{@two has results (tensor<f32>, tensor<f32>)}}
  %result = "interpreter.run_parallel"(%x) {programs = [[@one]], infeed = [@two]} : (tensor<f32>) -> tensor<f32>
  func.return
}

func.func @run_parallel_x6(%x: tensor<2xf32>) {
  // expected-error @+1 {{it is tensor<2xf32>, and @one takes tensor<f32>}}
  %result = "interpreter.run_parallel"(%x) {programs = [[@one]]} : (tensor<2xf32>) -> tensor<f32>
  func.return
}

func.func @run_parallel_x7(%x: tensor<f32>) {
  // expected-error @+1 {{it is tensor<f64>, and @one returns tensor<f32>}}
  %result = "interpreter.run_parallel"(%x) {programs = [[@one]]} : (tensor<f32>) -> tensor<f64>
  func.return
}
