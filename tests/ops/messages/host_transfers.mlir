// paddock: exact
// What comes from the host: the values of a channel in their order, a token alone takes none.

// receive_queue[3][0]: [1, 2]
// receive_queue[3][1]: ([3, 4], true)
// receive_queue[4][0]: [[5]]
%a:2 = "stablehlo.recv"(%token) {channel_handle = #stablehlo.channel_handle<handle = 3, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
// %a#0: [1, 2]
%b = "stablehlo.recv"(%a#1) {channel_handle = #stablehlo.channel_handle<handle = 3, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> !stablehlo.token
%c:2 = "stablehlo.recv"(%b) {channel_handle = #stablehlo.channel_handle<handle = 4, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<1x1xf32>, !stablehlo.token)
// %c#0: [[5.0]]
%d:3 = "stablehlo.recv"(%c#1) {channel_handle = #stablehlo.channel_handle<handle = 3, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<2xi32>, tensor<i1>, !stablehlo.token)
// %d#0: [3, 4]
// %d#1: true

// -----

// Each process has its own.
// num_replicas: 2
// receive_queue[1][0]: 5
// receive_queue[1][1]@(1, 0): 6
// receive_queue[1][2]@(0, 0): 7
%a:2 = "stablehlo.recv"(%token) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
%b:2 = "stablehlo.recv"(%a#1) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
%sum = stablehlo.add %a#0, %b#0 : tensor<i32>
// %sum@(0, 0): 12
// %sum@(1, 0): 11

// -----

// A channel that is given nothing has what the same process sent to the host on it, however many
// processes send there.
// num_replicas: 2
%id = stablehlo.replica_id : tensor<ui32>
%t = stablehlo.create_token : !stablehlo.token
%u = "stablehlo.send"(%id, %t) {channel_handle = #stablehlo.channel_handle<handle = 2, type = 2>, is_host_transfer = true} : (tensor<ui32>, !stablehlo.token) -> !stablehlo.token
%r:2 = "stablehlo.recv"(%u) {channel_handle = #stablehlo.channel_handle<handle = 2, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<ui32>, !stablehlo.token)
// %r#0@(0, 0): 0
// %r#0@(1, 0): 1

// -----

// Channels between processes and channels to the host are separate.
func.func @fail_device_channel() {
  %x = stablehlo.constant dense<1> : tensor<i32>
  %t = stablehlo.create_token : !stablehlo.token
  %u = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<i32>, !stablehlo.token) -> !stablehlo.token
  // expected-error@+1 {the program receives from the host on channel 2, but has no values there}
  %r:2 = "stablehlo.recv"(%u) {channel_handle = #stablehlo.channel_handle<handle = 2, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
  return
}

// -----

// More is read than there is.
// receive_queue[3][0]: 1
%a:2 = "stablehlo.recv"(%token) {channel_handle = #stablehlo.channel_handle<handle = 3, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
// expected-error@+1 {process (0, 0) reads entry 1 of its channel 3, which has 1 entry}
%b:2 = "stablehlo.recv"(%a#1) {channel_handle = #stablehlo.channel_handle<handle = 3, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)

// -----

// Other types than were sent.
func.func @fail_types() {
  %x = stablehlo.constant dense<1> : tensor<i32>
  %t = stablehlo.create_token : !stablehlo.token
  %u = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 2, type = 2>, is_host_transfer = true} : (tensor<i32>, !stablehlo.token) -> !stablehlo.token
  // expected-error@+1 {recv on channel 2 expects (tensor<f32>), but what was sent to the host there is (tensor<i32>)}
  %r:2 = "stablehlo.recv"(%u) {channel_handle = #stablehlo.channel_handle<handle = 2, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<f32>, !stablehlo.token)
  return
}

// -----

// expected-error@+1 {values are given for channel 0, but a channel of recv is above 0}
// receive_queue[0][0]: 1
%a:2 = "stablehlo.recv"(%token) {channel_handle = #stablehlo.channel_handle<handle = 3, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)

// -----

// A run refuses what only warns before.
func.func @fail_send_channel() {
  %x = stablehlo.constant dense<1> : tensor<i32>
  %t = stablehlo.create_token : !stablehlo.token
  // expected-error@+1 {channel_id = 0}
  %u = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 0, type = 1>} : (tensor<i32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @fail_recv_channel() {
  %t = stablehlo.create_token : !stablehlo.token
  // expected-error@+1 {channel_id = -1}
  %r:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = -1, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
  return
}
