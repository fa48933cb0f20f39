// A hundred operations over ten thousand elements: element-wise ones of floats, integers and truth
// values, comparisons, sums, products of matrices, and such as move elements. All depend on %keys.
func.func @main() -> tensor<100x100xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %low = stablehlo.constant dense<-4.0> : tensor<f32>
  %high = stablehlo.constant dense<4.0> : tensor<f32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %keys = stablehlo.constant dense<2.5> : tensor<100x100xf32>
  %halves = stablehlo.broadcast_in_dim %half, dims = [] : (tensor<f32>) -> tensor<100x100xf32>
  %threes = stablehlo.broadcast_in_dim %three, dims = [] : (tensor<i32>) -> tensor<100x100xi32>
  %row = stablehlo.iota dim = 0 : tensor<100x100xf32>
  %column = stablehlo.iota dim = 1 : tensor<100x100xf32>
  %v1 = stablehlo.multiply %row, %halves : tensor<100x100xf32>
  %v2 = stablehlo.divide %column, %keys : tensor<100x100xf32>
  %v3 = stablehlo.sine %v1 : tensor<100x100xf32>
  %v4 = stablehlo.negate %v2 : tensor<100x100xf32>
  %v5 = stablehlo.cosine %v4 : tensor<100x100xf32>
  %v6 = stablehlo.add %v3, %v5 : tensor<100x100xf32>
  %v7 = stablehlo.tanh %v6 : tensor<100x100xf32>
  %v8 = stablehlo.subtract %v3, %v5 : tensor<100x100xf32>
  %v9 = stablehlo.logistic %v8 : tensor<100x100xf32>
  %is10 = stablehlo.compare LT, %v7, %v9 : (tensor<100x100xf32>, tensor<100x100xf32>) -> tensor<100x100xi1>
  %not11 = stablehlo.not %is10 : tensor<100x100xi1>
  %v12 = stablehlo.select %is10, %v7, %v9 : tensor<100x100xi1>, tensor<100x100xf32>
  %v13 = stablehlo.select %not11, %v7, %halves : tensor<100x100xi1>, tensor<100x100xf32>
  %sums14 = stablehlo.reduce(%v12 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<100x100xf32>, tensor<f32>) -> tensor<100xf32>
  %rows15 = stablehlo.broadcast_in_dim %sums14, dims = [0] : (tensor<100xf32>) -> tensor<100x100xf32>
  %v16 = stablehlo.add %rows15, %v13 : tensor<100x100xf32>
  %v17 = stablehlo.tanh %v16 : tensor<100x100xf32>
  %v18 = stablehlo.transpose %v17, dims = [1, 0] : (tensor<100x100xf32>) -> tensor<100x100xf32>
  %v19 = stablehlo.reverse %v12, dims = [0] : tensor<100x100xf32>
  %dot20 = stablehlo.dot_general %v18, %v19, contracting_dims = [1] x [0] : (tensor<100x100xf32>, tensor<100x100xf32>) -> tensor<100x100xf32>
  %v21 = stablehlo.tanh %dot20 : tensor<100x100xf32>
  %v22 = stablehlo.abs %v19 : tensor<100x100xf32>
  %v23 = stablehlo.negate %v22 : tensor<100x100xf32>
  %v24 = stablehlo.exponential %v23 : tensor<100x100xf32>
  %v26 = stablehlo.multiply %v21, %keys : tensor<100x100xf32>
  %int25 = stablehlo.convert %v26 : (tensor<100x100xf32>) -> tensor<100x100xi32>
  %int27 = stablehlo.xor %int25, %threes : tensor<100x100xi32>
  %int28 = stablehlo.shift_left %int27, %threes : tensor<100x100xi32>
  %v29 = stablehlo.convert %int28 : (tensor<100x100xi32>) -> tensor<100x100xf32>
  %v30 = stablehlo.sine %v29 : tensor<100x100xf32>
  %v31 = stablehlo.maximum %v21, %v24 : tensor<100x100xf32>
  %top32 = stablehlo.slice %v30 [0:50, 0:100] : (tensor<100x100xf32>) -> tensor<50x100xf32>
  %rest33 = stablehlo.slice %v31 [50:100, 0:100] : (tensor<100x100xf32>) -> tensor<50x100xf32>
  %v34 = stablehlo.concatenate %rest33, %top32, dim = 0 : (tensor<50x100xf32>, tensor<50x100xf32>) -> tensor<100x100xf32>
  %v35 = stablehlo.abs %v31 : tensor<100x100xf32>
  %v36 = stablehlo.log_plus_one %v35 : tensor<100x100xf32>
  %v38 = stablehlo.abs %v34 : tensor<100x100xf32>
  %v39 = stablehlo.sqrt %v38 : tensor<100x100xf32>
  %v40 = stablehlo.power %v39, %keys : tensor<100x100xf32>
  %v37 = stablehlo.clamp %low, %v40, %high : (tensor<f32>, tensor<100x100xf32>, tensor<f32>) -> tensor<100x100xf32>
  %v41 = stablehlo.abs %v36 : tensor<100x100xf32>
  %v42 = stablehlo.add %v41, %halves : tensor<100x100xf32>
  %v43 = stablehlo.rsqrt %v42 : tensor<100x100xf32>
  %v44 = stablehlo.multiply %v37, %keys : tensor<100x100xf32>
  %v45 = stablehlo.floor %v44 : tensor<100x100xf32>
  %v46 = stablehlo.atan2 %v43, %v37 : tensor<100x100xf32>
  %padded47 = stablehlo.pad %v45, %zero, low = [1, -1], high = [-1, 1], interior = [0, 0] : (tensor<100x100xf32>, tensor<f32>) -> tensor<100x100xf32>
  %line48 = stablehlo.reshape %v46 : (tensor<100x100xf32>) -> tensor<10000xf32>
  %v49 = stablehlo.minimum %padded47, %v46 : tensor<100x100xf32>
  %v50 = stablehlo.reshape %line48 : (tensor<10000xf32>) -> tensor<100x100xf32>
  %v51 = stablehlo.add %v49, %v50 : tensor<100x100xf32>
  %v52 = stablehlo.tanh %v51 : tensor<100x100xf32>
  %v53 = stablehlo.subtract %v49, %v50 : tensor<100x100xf32>
  %v54 = stablehlo.logistic %v53 : tensor<100x100xf32>
  %is55 = stablehlo.compare LT, %v52, %v54 : (tensor<100x100xf32>, tensor<100x100xf32>) -> tensor<100x100xi1>
  %not56 = stablehlo.not %is55 : tensor<100x100xi1>
  %v57 = stablehlo.select %is55, %v52, %v54 : tensor<100x100xi1>, tensor<100x100xf32>
  %v58 = stablehlo.select %not56, %v52, %halves : tensor<100x100xi1>, tensor<100x100xf32>
  %sums59 = stablehlo.reduce(%v57 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<100x100xf32>, tensor<f32>) -> tensor<100xf32>
  %rows60 = stablehlo.broadcast_in_dim %sums59, dims = [0] : (tensor<100xf32>) -> tensor<100x100xf32>
  %v61 = stablehlo.add %rows60, %v58 : tensor<100x100xf32>
  %v62 = stablehlo.tanh %v61 : tensor<100x100xf32>
  %v63 = stablehlo.transpose %v62, dims = [1, 0] : (tensor<100x100xf32>) -> tensor<100x100xf32>
  %v64 = stablehlo.reverse %v57, dims = [0] : tensor<100x100xf32>
  %dot65 = stablehlo.dot_general %v63, %v64, contracting_dims = [1] x [0] : (tensor<100x100xf32>, tensor<100x100xf32>) -> tensor<100x100xf32>
  %v66 = stablehlo.tanh %dot65 : tensor<100x100xf32>
  %v67 = stablehlo.abs %v64 : tensor<100x100xf32>
  %v68 = stablehlo.negate %v67 : tensor<100x100xf32>
  %v69 = stablehlo.exponential %v68 : tensor<100x100xf32>
  %v71 = stablehlo.multiply %v66, %keys : tensor<100x100xf32>
  %int70 = stablehlo.convert %v71 : (tensor<100x100xf32>) -> tensor<100x100xi32>
  %int72 = stablehlo.xor %int70, %threes : tensor<100x100xi32>
  %int73 = stablehlo.shift_left %int72, %threes : tensor<100x100xi32>
  %v74 = stablehlo.convert %int73 : (tensor<100x100xi32>) -> tensor<100x100xf32>
  %v75 = stablehlo.sine %v74 : tensor<100x100xf32>
  %v76 = stablehlo.maximum %v66, %v69 : tensor<100x100xf32>
  %top77 = stablehlo.slice %v75 [0:50, 0:100] : (tensor<100x100xf32>) -> tensor<50x100xf32>
  %rest78 = stablehlo.slice %v76 [50:100, 0:100] : (tensor<100x100xf32>) -> tensor<50x100xf32>
  %v79 = stablehlo.concatenate %rest78, %top77, dim = 0 : (tensor<50x100xf32>, tensor<50x100xf32>) -> tensor<100x100xf32>
  %v80 = stablehlo.abs %v76 : tensor<100x100xf32>
  %v81 = stablehlo.log_plus_one %v80 : tensor<100x100xf32>
  %v83 = stablehlo.abs %v79 : tensor<100x100xf32>
  %v84 = stablehlo.sqrt %v83 : tensor<100x100xf32>
  %v85 = stablehlo.power %v84, %keys : tensor<100x100xf32>
  %v82 = stablehlo.clamp %low, %v85, %high : (tensor<f32>, tensor<100x100xf32>, tensor<f32>) -> tensor<100x100xf32>
  %v86 = stablehlo.abs %v81 : tensor<100x100xf32>
  %v87 = stablehlo.add %v86, %halves : tensor<100x100xf32>
  %v88 = stablehlo.rsqrt %v87 : tensor<100x100xf32>
  %v89 = stablehlo.multiply %v82, %keys : tensor<100x100xf32>
  %v90 = stablehlo.floor %v89 : tensor<100x100xf32>
  %v91 = stablehlo.atan2 %v88, %v82 : tensor<100x100xf32>
  %v92 = stablehlo.add %v90, %v91 : tensor<100x100xf32>
  %v93 = stablehlo.cosine %v92 : tensor<100x100xf32>
  %v94 = stablehlo.negate %v93 : tensor<100x100xf32>
  %v95 = stablehlo.multiply %v94, %keys : tensor<100x100xf32>
  %v96 = stablehlo.add %v95, %keys : tensor<100x100xf32>
  return %v96 : tensor<100x100xf32>
}
