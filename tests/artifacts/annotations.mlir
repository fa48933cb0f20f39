// Annotations of Shardy, and casts where its operations meet those of VHLO. Every value has one use: the serializer's
// order of uses is its own.
module @annotations attributes {mhlo.num_partitions = 8 : i32} {
  sdy.mesh @mesh = <["a"=2, "b"=4]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}, {name = "b", size = 4 : i64}]}}
  sdy.mesh @turned = <["a"=2], device_ids=[1, 0]>
  sdy.mesh @one = <[], device_ids=[3]>
  func.func public @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b":(1)2, ?}p1], replicated={"b":(2)2}>}, %y: tensor<8x8xf32>, %a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %z: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@one, []>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["q"=8]>, [{"q"}, {?}]>}, tensor<8x8xf32>) {
    %0 = stablehlo.custom_call @foo(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, jk], [i, l])->([m, jk]) {i=8, j=2, k=4, l=8, m=8} reduction={i, l} need_replication={j} permutation={k} blocked_propagation={j, m}, custom>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %1 = stablehlo.negate %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}], unreduced={"b"}>]>} : tensor<8x8xf32>
    %s0 = sdy.sharding_constraint %z <@mesh, [{"a"}, {}]> : tensor<8x8xf32>
    %s1 = sdy.sharding_constraint %x <@mesh, [{}, {"b"}], unreduced={"a"}> : tensor<8x8xf32>
    %s2 = sdy.sharding_constraint %y <@turned, [{"a", ?}, {?}]> : tensor<8x8xf32>
    %w:2 = stablehlo.while(%k = %s2, %l = %s1) : tensor<8x8xf32>, tensor<8x8xf32>
     cond {
      %c = stablehlo.constant dense<false> : tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %m = sdy.sharding_constraint %l <@mesh, [{"a"}, {}]> : tensor<8x8xf32>
      %n = sdy.sharding_constraint %k <@mesh, [{"a"}, {}]> : tensor<8x8xf32>
      %o = stablehlo.add %m, %s0 : tensor<8x8xf32>
      stablehlo.return %n, %o : tensor<8x8xf32>, tensor<8x8xf32>
    }
    %t1 = sdy.sharding_constraint %w#1 <@mesh, [{"a"}, {}]> : tensor<8x8xf32>
    %t0 = sdy.sharding_constraint %w#0 <@mesh, [{"a"}, {}]> : tensor<8x8xf32>
    %r:3 = sdy.manual_computation(%t1, %t0) in_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{"a"}, {}], unreduced={"b"}>, <@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x8xf32>, %q: tensor<4x8xf32>) {
      %2 = stablehlo.negate %q : tensor<4x8xf32>
      %3 = sdy.sharding_constraint %2 <@mesh, [{}, {"b"}]> : tensor<4x8xf32>
      %4:2 = sdy.manual_computation(%3, %p) in_shardings=[<@mesh, [{}, {"b"}]>, <@mesh, [{}, {"b"}]>] out_shardings=[<@mesh, [{}, {"b"}]>, <@mesh, [{}, {"b"}]>] manual_axes={"b"} (%u: tensor<4x2xf32>, %v: tensor<4x2xf32>) {
        %5 = stablehlo.add %v, %u : tensor<4x2xf32>
        %6 = stablehlo.constant dense<1.0> : tensor<4x2xf32>
        sdy.return %5, %6 : tensor<4x2xf32>, tensor<4x2xf32>
      } : (tensor<4x8xf32>, tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>)
      %7 = stablehlo.constant dense<1.0> : tensor<4x8xf32>
      sdy.return %7, %4#1, %4#0 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
    } : (tensor<8x8xf32>, tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>)
    %e = stablehlo.add %r#2, %r#0 : tensor<8x8xf32>
    %f = stablehlo.add %r#1, %e : tensor<8x8xf32>
    return %f, %1 : tensor<8x8xf32>, tensor<8x8xf32>
  }
}
