// The Mandelbrot set: z <- z * z + c over and over, for 48 x 64 points c at once. The picture
// counts for how many steps each z stays within a distance of 2.
func.func @main() -> tensor<48x64xi32> {
  %steps = stablehlo.constant dense<24> : tensor<i32>
  %centre.x = stablehlo.constant dense<-0.6> : tensor<f32>
  %centre.y = stablehlo.constant dense<0.0> : tensor<f32>
  %step = stablehlo.constant dense<0.05> : tensor<f32>

  // c = centre + (column - 31.5, row - 23.5) * step
  %column = stablehlo.iota dim = 1 : tensor<48x64xf32>
  %row = stablehlo.iota dim = 0 : tensor<48x64xf32>
  %middle.x = stablehlo.constant dense<31.5> : tensor<48x64xf32>
  %middle.y = stablehlo.constant dense<23.5> : tensor<48x64xf32>
  %dx = stablehlo.subtract %column, %middle.x : tensor<48x64xf32>
  %dy = stablehlo.subtract %row, %middle.y : tensor<48x64xf32>
  %scale = stablehlo.broadcast_in_dim %step, dims = [] : (tensor<f32>) -> tensor<48x64xf32>
  %right = stablehlo.multiply %dx, %scale : tensor<48x64xf32>
  %below = stablehlo.multiply %dy, %scale : tensor<48x64xf32>
  %x0 = stablehlo.broadcast_in_dim %centre.x, dims = [] : (tensor<f32>) -> tensor<48x64xf32>
  %y0 = stablehlo.broadcast_in_dim %centre.y, dims = [] : (tensor<f32>) -> tensor<48x64xf32>
  %cx = stablehlo.add %x0, %right : tensor<48x64xf32>
  %cy = stablehlo.add %y0, %below : tensor<48x64xf32>

  %origin = stablehlo.constant dense<0.0> : tensor<48x64xf32>
  %none = stablehlo.constant dense<0> : tensor<48x64xi32>
  %first = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %four = stablehlo.constant dense<4.0> : tensor<48x64xf32>
  %last, %zx, %zy, %counts = stablehlo.while(%i = %first, %x = %origin, %y = %origin, %count = %none)
      : tensor<i32>, tensor<48x64xf32>, tensor<48x64xf32>, tensor<48x64xi32>
  cond {
    %more = stablehlo.compare LT, %i, %steps : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %xx = stablehlo.multiply %x, %x : tensor<48x64xf32>
    %yy = stablehlo.multiply %y, %y : tensor<48x64xf32>
    %xy = stablehlo.multiply %x, %y : tensor<48x64xf32>
    %distance = stablehlo.add %xx, %yy : tensor<48x64xf32>
    %stays = stablehlo.compare LE, %distance, %four : (tensor<48x64xf32>, tensor<48x64xf32>) -> tensor<48x64xi1>
    %difference = stablehlo.subtract %xx, %yy : tensor<48x64xf32>
    %x.next = stablehlo.add %difference, %cx : tensor<48x64xf32>
    %twice = stablehlo.add %xy, %xy : tensor<48x64xf32>
    %y.next = stablehlo.add %twice, %cy : tensor<48x64xf32>

    // Points that have left do not move any more, so that they do not grow to infinity.
    %x.kept = stablehlo.select %stays, %x.next, %x : tensor<48x64xi1>, tensor<48x64xf32>
    %y.kept = stablehlo.select %stays, %y.next, %y : tensor<48x64xi1>, tensor<48x64xf32>
    %tick = stablehlo.convert %stays : (tensor<48x64xi1>) -> tensor<48x64xi32>
    %count.next = stablehlo.add %count, %tick : tensor<48x64xi32>
    %i.next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %i.next, %x.kept, %y.kept, %count.next
      : tensor<i32>, tensor<48x64xf32>, tensor<48x64xf32>, tensor<48x64xi32>
  }
  return %counts : tensor<48x64xi32>
}
