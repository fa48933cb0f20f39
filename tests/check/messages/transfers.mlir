// paddock: exact
// Infeed and channels.

func.func @recv_c1(%t: !stablehlo.token) {
  // expected-error @+1 {{the type is 2 and must be 1}}
  %result:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = false} : (!stablehlo.token) -> (tensor<f32>, !stablehlo.token)
  func.return
}

func.func @recv_c1_host(%t: !stablehlo.token) {
  // expected-error @+1 {{the type is 1 and must be 3}}
  %result:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<f32>, !stablehlo.token)
  func.return
}

func.func @recv_c2(%t: !stablehlo.token) {
  // expected-error @+1 {{recv (C2): }}
  "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (!stablehlo.token) -> ()
  func.return
}

func.func @recv_c3(%t: !stablehlo.token) {
  // expected-error @+1 {{result 0 is !stablehlo.token}}
  %result:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false} : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)
  func.return
}

func.func @recv_c4(%t: !stablehlo.token) {
  // expected-error @+1 {{the last result is tensor<f32>}}
  %result = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false} : (!stablehlo.token) -> tensor<f32>
  func.return
}

func.func @send_c1(%t: !stablehlo.token, %x: tensor<f32>) {
  // expected-error @+1 {{the type is 1 and must be 2}}
  %result = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = true} : (tensor<f32>, !stablehlo.token) -> !stablehlo.token
  func.return
}

func.func @infeed_c1(%t: !stablehlo.token) {
  // expected-error @+1 {{infeed (C1): }}
  "stablehlo.infeed"(%t) : (!stablehlo.token) -> ()
  func.return
}

func.func @infeed_c2(%t: !stablehlo.token) {
  // expected-error @+1 {{result 0 is !stablehlo.token}}
  %result:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)
  func.return
}

func.func @infeed_c3(%t: !stablehlo.token) {
  // expected-error @+1 {{the last result is tensor<f32>}}
  %result = "stablehlo.infeed"(%t) : (!stablehlo.token) -> tensor<f32>
  func.return
}

func.func @infeed_layout(%t: !stablehlo.token) {
  // expected-error @+1 {{layout must have a list of integers}}
  %result:2 = "stablehlo.infeed"(%t) {layout = []} : (!stablehlo.token) -> (tensor<f32>, !stablehlo.token)
  func.return
}

// What the specification asks of pairs upstream does not look at.
func.func @send_x1(%t: !stablehlo.token, %x: tensor<f32>) {
  // expected-warning @+1 {{its type is tensor<1x3xi64>}}
  %result = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<f32>, !stablehlo.token) -> !stablehlo.token
  func.return
}

func.func @send_x2(%t: !stablehlo.token, %x: tensor<f32>) {
  // expected-warning @+1 {{the targets are [1, 1]}}
  %result = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>} : (tensor<f32>, !stablehlo.token) -> !stablehlo.token
  func.return
}

func.func @recv_x1(%t: !stablehlo.token) {
  // expected-warning @+1 {{its type is tensor<2xi64>}}
  %result:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[0, 1]> : tensor<2xi64>} : (!stablehlo.token) -> (tensor<f32>, !stablehlo.token)
  func.return
}

func.func @recv_x2(%t: !stablehlo.token) {
  // expected-warning @+1 {{the sources are [-1]}}
  %result:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[-1, 1]]> : tensor<1x2xi64>} : (!stablehlo.token) -> (tensor<f32>, !stablehlo.token)
  func.return
}

// A process may send to itself, and to none.
func.func @send_plain(%t: !stablehlo.token, %x: tensor<f32>) {
  %0 = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[1, 1], [0, 2]]> : tensor<2x2xi64>} : (tensor<f32>, !stablehlo.token) -> !stablehlo.token
  %1 = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<> : tensor<0x2xi64>} : (tensor<f32>, !stablehlo.token) -> !stablehlo.token
  func.return
}

// A run refuses these.
func.func @send_x3(%t: !stablehlo.token, %x: tensor<f32>) {
  // expected-warning @+1 {{channel_id = 0}}
  %result = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 0, type = 1>} : (tensor<f32>, !stablehlo.token) -> !stablehlo.token
  func.return
}

func.func @recv_x3(%t: !stablehlo.token) {
  // expected-warning @+1 {{channel_id = -4}}
  %result:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = -4, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<f32>, !stablehlo.token)
  func.return
}
