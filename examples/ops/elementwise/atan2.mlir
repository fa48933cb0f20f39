// The angle of the point (rhs, lhs), in radians. The signs of both determine the quadrant.
// %lhs: [0.0, 1.0, 1.0, -1.0]
// %rhs: [1.0, 0.0, -1.0, -1.0]
%result = stablehlo.atan2 %lhs, %rhs : tensor<4xf32>
// %result: [0.0, 1.57079633, 2.35619449, -2.35619449]
