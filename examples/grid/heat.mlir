// Heat that spreads through a plate, cut into four strips of 8 rows, one on each partition. In every step
// a strip needs the row above it and the row below it from its neighbours: two collective_permutes
// send them. The first strip receives nothing from above, and the last one nothing from below: they get
// zeros, a cold wall. heat.alone.mlir has the plate in one piece.
module @heat attributes {mhlo.num_partitions = 4 : i32} {
  func.func @main() -> tensor<8x32xf32> {
    %steps = stablehlo.constant dense<40> : tensor<i32>
    %rate = stablehlo.constant dense<0.2> : tensor<8x32xf32>

    // Rows are counted over the whole plate: this strip begins at row 8 * id.
    %id = stablehlo.partition_id : tensor<ui32>
    %number = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
    %rows = stablehlo.constant dense<8> : tensor<i32>
    %offset = stablehlo.multiply %number, %rows : tensor<i32>
    %start = stablehlo.broadcast_in_dim %offset, dims = [] : (tensor<i32>) -> tensor<8x32xi32>
    %own.row = stablehlo.iota dim = 0 : tensor<8x32xi32>
    %row = stablehlo.add %start, %own.row : tensor<8x32xi32>
    %column = stablehlo.iota dim = 1 : tensor<8x32xi32>

    // A hot ring around row 14 and column 14.
    %middle = stablehlo.constant dense<14> : tensor<8x32xi32>
    %y = stablehlo.subtract %row, %middle : tensor<8x32xi32>
    %x = stablehlo.subtract %column, %middle : tensor<8x32xi32>
    %yy = stablehlo.multiply %y, %y : tensor<8x32xi32>
    %xx = stablehlo.multiply %x, %x : tensor<8x32xi32>
    %distance = stablehlo.add %yy, %xx : tensor<8x32xi32>
    %inner = stablehlo.constant dense<49> : tensor<8x32xi32>
    %outer = stablehlo.constant dense<100> : tensor<8x32xi32>
    %is.out = stablehlo.compare GE, %distance, %inner : (tensor<8x32xi32>, tensor<8x32xi32>) -> tensor<8x32xi1>
    %is.in = stablehlo.compare LT, %distance, %outer : (tensor<8x32xi32>, tensor<8x32xi32>) -> tensor<8x32xi1>
    %ring = stablehlo.and %is.out, %is.in : tensor<8x32xi1>
    %hot = stablehlo.convert %ring : (tensor<8x32xi1>) -> tensor<8x32xf32>

    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %cold = stablehlo.constant dense<0.0> : tensor<f32>
    %four = stablehlo.constant dense<4.0> : tensor<8x32xf32>
    %end, %plate = stablehlo.while(%i = %zero, %heat = %hot) : tensor<i32>, tensor<8x32xf32>
    cond {
      %more = stablehlo.compare LT, %i, %steps : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      // The last row goes to the next strip, the first row to the previous one.
      %last = stablehlo.slice %heat [7:8, 0:32] : (tensor<8x32xf32>) -> tensor<1x32xf32>
      %first = stablehlo.slice %heat [0:1, 0:32] : (tensor<8x32xf32>) -> tensor<1x32xf32>
      %above = "stablehlo.collective_permute"(%last) <{
        source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>,
        channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>
      }> : (tensor<1x32xf32>) -> tensor<1x32xf32>
      %below = "stablehlo.collective_permute"(%first) <{
        source_target_pairs = dense<[[1, 0], [2, 1], [3, 2]]> : tensor<3x2xi64>,
        channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>
      }> : (tensor<1x32xf32>) -> tensor<1x32xf32>
      %ten.rows = stablehlo.concatenate %above, %heat, %below, dim = 0
        : (tensor<1x32xf32>, tensor<8x32xf32>, tensor<1x32xf32>) -> tensor<10x32xf32>

      // Each cell moves towards the mean of its four neighbours.
      %up = stablehlo.slice %ten.rows [0:8, 0:32] : (tensor<10x32xf32>) -> tensor<8x32xf32>
      %down = stablehlo.slice %ten.rows [2:10, 0:32] : (tensor<10x32xf32>) -> tensor<8x32xf32>
      %left = stablehlo.pad %heat, %cold, low = [0, 1], high = [0, -1], interior = [0, 0]
        : (tensor<8x32xf32>, tensor<f32>) -> tensor<8x32xf32>
      %right = stablehlo.pad %heat, %cold, low = [0, -1], high = [0, 1], interior = [0, 0]
        : (tensor<8x32xf32>, tensor<f32>) -> tensor<8x32xf32>
      %vertical = stablehlo.add %up, %down : tensor<8x32xf32>
      %horizontal = stablehlo.add %left, %right : tensor<8x32xf32>
      %neighbours = stablehlo.add %vertical, %horizontal : tensor<8x32xf32>
      %own = stablehlo.multiply %heat, %four : tensor<8x32xf32>
      %difference = stablehlo.subtract %neighbours, %own : tensor<8x32xf32>
      %flow = stablehlo.multiply %difference, %rate : tensor<8x32xf32>
      %next = stablehlo.add %heat, %flow : tensor<8x32xf32>
      %i.next = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %i.next, %next : tensor<i32>, tensor<8x32xf32>
    }
    return %plate : tensor<8x32xf32>
  }
}
