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
