// paddock: exact
// Probes.

func.func @probe_x1(%x: tensor<f32>) {
  // expected-error @+1 {{interpreter.probe: type(operand) = type(result)}}
  %result = "interpreter.probe"(%x) {probe_id = "p"} : (tensor<f32>) -> tensor<f64>
  func.return
}
