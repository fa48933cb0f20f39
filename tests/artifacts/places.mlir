// Attributes of the module, of functions, arguments and operations, and places in a source.
module @step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 2 : i32, x.list = [1, "two", 3.5 : f32, {a = -1 : i8}], x.places = array<i64: 1, 2>, x.type = tensor<2xbf16>, x.unit} {
  func.func public @main(%x: tensor<2xf32> {mhlo.sharding = "{replicated}", tf.aliasing_output = 0 : i32} loc("x"), %y: tensor<2xf32> loc("y")) -> (tensor<2xf32> {jax.result_info = "result"}) attributes {x.note = {a = "b", c = dense<[1, 2]> : tensor<2xi32>}} {
    %0 = stablehlo.add %x, %y {mhlo.frontend_attributes = {fuse = "no"}} : tensor<2xf32> loc("jit(step)/add"("model.py":3:4))
    %1 = call @inner(%0) : (tensor<2xf32>) -> tensor<2xf32> loc(callsite("f"("f.py":1:2) at "g"("g.py":5:6 to 7:8)))
    %2 = stablehlo.multiply %1, %1 : tensor<2xf32> loc(fused<"both">["a", "b", unknown])
    %3 = stablehlo.subtract %2, %1 : tensor<2xf32> loc(fused["c"("h.py":9:10 to :11), "d"])
    return %3 : tensor<2xf32> loc("quote\"d \\ \C3\A4")
  }
  func.func private @inner(%x: tensor<2xf32>) -> tensor<2xf32> {
    return %x : tensor<2xf32>
  }
}
