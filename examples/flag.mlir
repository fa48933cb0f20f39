// A flag in the wind: a gather takes each cell from another row of the flag, which a wave
// moves up or down.
func.func @main() -> tensor<24x40xi32> {
  // The flag: a cross, 4 cells wide.
  %row = stablehlo.iota dim = 0 : tensor<24x40xi32>
  %column = stablehlo.iota dim = 1 : tensor<24x40xi32>
  %middle = stablehlo.constant dense<10> : tensor<24x40xi32>
  %post = stablehlo.constant dense<12> : tensor<24x40xi32>
  %width = stablehlo.constant dense<4> : tensor<24x40xui32>
  %from.beam = stablehlo.subtract %row, %middle : tensor<24x40xi32>
  %from.post = stablehlo.subtract %column, %post : tensor<24x40xi32>

  // Differences that are negative become very large as unsigned numbers.
  %beam = stablehlo.convert %from.beam : (tensor<24x40xi32>) -> tensor<24x40xui32>
  %mast = stablehlo.convert %from.post : (tensor<24x40xi32>) -> tensor<24x40xui32>
  %on.beam = stablehlo.compare LT, %beam, %width : (tensor<24x40xui32>, tensor<24x40xui32>) -> tensor<24x40xi1>
  %on.mast = stablehlo.compare LT, %mast, %width : (tensor<24x40xui32>, tensor<24x40xui32>) -> tensor<24x40xi1>
  %on.cross = stablehlo.or %on.beam, %on.mast : tensor<24x40xi1>
  %cloth = stablehlo.constant dense<1> : tensor<24x40xi32>
  %cross = stablehlo.constant dense<3> : tensor<24x40xi32>
  %flag = stablehlo.select %on.cross, %cross, %cloth : tensor<24x40xi1>, tensor<24x40xi32>

  // The wave: the first column stays, and the others move more with their distance from it.
  %wind = stablehlo.constant dense<3.0> : tensor<f32>
  %force = stablehlo.broadcast_in_dim %wind, dims = [] : (tensor<f32>) -> tensor<24x40xf32>
  %x = stablehlo.iota dim = 1 : tensor<24x40xf32>
  %turns = stablehlo.constant dense<0.35> : tensor<24x40xf32>
  %length = stablehlo.constant dense<40.0> : tensor<24x40xf32>
  %angle = stablehlo.multiply %x, %turns : tensor<24x40xf32>
  %sine = stablehlo.sine %angle : tensor<24x40xf32>
  %looseness = stablehlo.divide %x, %length : tensor<24x40xf32>
  %swing = stablehlo.multiply %sine, %looseness : tensor<24x40xf32>
  %height = stablehlo.multiply %swing, %force : tensor<24x40xf32>
  %whole = stablehlo.round_nearest_even %height : tensor<24x40xf32>
  %shift = stablehlo.convert %whole : (tensor<24x40xf32>) -> tensor<24x40xi32>
  %source = stablehlo.add %row, %shift : tensor<24x40xi32>

  // A pair (row, column) for each cell of the result. A row outside the flag is clamped to
  // the nearest row.
  %rows = stablehlo.reshape %source : (tensor<24x40xi32>) -> tensor<24x40x1xi32>
  %columns = stablehlo.reshape %column : (tensor<24x40xi32>) -> tensor<24x40x1xi32>
  %places = stablehlo.concatenate %rows, %columns, dim = 2
    : (tensor<24x40x1xi32>, tensor<24x40x1xi32>) -> tensor<24x40x2xi32>
  %waving = "stablehlo.gather"(%flag, %places) <{
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1>}> : (tensor<24x40xi32>, tensor<24x40x2xi32>) -> tensor<24x40xi32>
  return %waving : tensor<24x40xi32>
}
