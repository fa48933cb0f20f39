// Texts in the form of TensorFlow's experimental_get_compiler_ir(stage="stablehlo"): the module's attributes, names of
// parameters as places, and erf as an operation of MHLO.
#loc1 = loc("XLA_Args")
module @a_inference_f_9__.1 attributes {mhlo.cross_program_prefetches = [], mhlo.input_output_alias = [{alias = {must_alias, parameter_index = [0], parameter_number = 0 : i64}, output_index = []}], mhlo.is_dynamic = false, mhlo.use_auto_spmd_partitioning = false, mhlo.spmd_parameters_shardings = ["{replicated}"]} {
  func.func private @f(%arg0: tensor<2xf32> loc("XLA_Args"), %arg1: tensor<2xf32> {mhlo.parameter_replication = [false]} loc("XLA_Args")) -> (tensor<2xf32>, tensor<2xf32>) {
    %0 = stablehlo.reshape %arg0 : (tensor<2xf32>) -> tensor<2xf32> loc(#loc2)
    %1 = mhlo.erf %0 {mhlo.frontend_attributes = {grad_x = "false"}, xla_shape = "f32[2]"} : tensor<2xf32> loc(#loc3)
    %2 = "mhlo.erf"(%arg1) : (tensor<2xf32>) -> tensor<2xf32> loc(#loc3)
    return %1, %2 : tensor<2xf32>, tensor<2xf32> loc(#loc)
  } loc(#loc)
  func.func @main() {
    %x = stablehlo.constant dense<[0.0, 0x7F800000]> : tensor<2xf32>
    %y = stablehlo.constant dense<[0xFF800000, -0.0]> : tensor<2xf32>
    %r:2 = call @f(%x, %y) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
    check.expect_eq_const %r#0, dense<[0.0, 1.0]> : tensor<2xf32>
    check.expect_eq_const %r#1, dense<[-1.0, -0.0]> : tensor<2xf32>
    return
  }
} loc(#loc)
#loc = loc(unknown)
#loc2 = loc("reshape.1")
#loc3 = loc("Erf"("model.py":12:4 to 13:2))

// -----

// A SavedModel that was converted: attributes of tf and tf_saved_model, and operations beside the functions.
module @saved attributes {tf.versions = {bad_consumers = [], min_consumer = 12 : i32, producer = 2474 : i32}, tf_saved_model.semantics, tf.devices = {"/job:localhost/replica:0/task:0/device:CPU:0"}, tfl.description = "MLIR Converted."} {
  "tf_saved_model.session_initializer"() <{initializers = [@main]}> : () -> ()
  "tf_saved_model.global_tensor"() <{is_mutable, sym_name = "v", type = tensor<2xf32>, value = dense<1.0> : tensor<2xf32>}> {tf_saved_model.exported_names = ["v"]} : () -> ()
  func.func @serve(%arg0: tensor<1x2xf32> {tf._user_specified_name = "x", tf_saved_model.index_path = ["x"], tf.aliasing_output = 0 : i32}) -> (tensor<1x2xf32> {tf_saved_model.index_path = ["output_0"]}) attributes {allow_soft_placement = false, tf.entry_function = {control_outputs = "", inputs = "serving_default_x:0", outputs = "PartitionedCall:0"}, tf_saved_model.exported_names = ["serving_default"], tf._input_shapes = [#tf_type.shape<2x3>, #tf_type.shape<?x3>, #tf_type.shape<*>], tf._construction_context = "kEagerRuntime", tf.signature.is_stateful} {
    %0 = stablehlo.add %arg0, %arg0 {device = "", _xla_compile_id = 3 : i64} : tensor<1x2xf32> loc(fused["AddV2:", "PartitionedCall"])
    return %0 : tensor<1x2xf32>
  }
  func.func @main() {
    %x = stablehlo.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
    %r = call @serve(%x) : (tensor<1x2xf32>) -> tensor<1x2xf32>
    check.expect_eq_const %r, dense<[[2.0, 4.0]]> : tensor<1x2xf32>
    return
  }
}

// -----

// PyTorch/XLA: places of the Python source inside each other, a composite with the attributes of its call, an affine map.
#map = affine_map<(d0, d1) -> (d0, d1)>
#place = loc(callsite("aten::mm"("/model.py":12:4) at callsite("fc1"("/model.py":20:1) at "forward"("/model.py":3:1))))
module @IrToHlo.12 attributes {mhlo.cross_program_prefetches = [], mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.use_auto_spmd_partitioning = false, mhlo.spmd_output_sharding = "{{replicated}}", torch.debug_module_name = "M", dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<"x", 32 : i32>>} {
  func.func private @f(%arg0: tensor<1x2xf32> {torch.type_bound = tensor<1x2xf32>}, %arg1: tensor<2x2xf32>) -> tensor<1x2xf32> {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] {xla_shape = "f32[1,2]{1,0}", torch.map = #map} : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32> loc(#place)
    %1 = stablehlo.custom_call @Sharding(%0) {backend_config = "", mhlo.sharding = "{replicated}"} : (tensor<1x2xf32>) -> tensor<1x2xf32>
    %2 = stablehlo.composite "odml.rms_norm" %1 {composite_attributes = {epsilon = 1.0e-5 : f32}, decomposition = @body, version = 1 : i32} : (tensor<1x2xf32>) -> tensor<1x2xf32>
    return %2 : tensor<1x2xf32>
  }
  func.func private @body(%arg0: tensor<1x2xf32>) -> tensor<1x2xf32> {
    %0 = stablehlo.negate %arg0 : tensor<1x2xf32> loc(fused<{id = 1 : i64}>["neg", "x"])
    return %0 : tensor<1x2xf32>
  }
  func.func @main() {
    %x = stablehlo.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
    %w = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
    %r = call @f(%x, %w) : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
    check.expect_eq_const %r, dense<[[-7.0, -10.0]]> : tensor<1x2xf32>
    return
  }
}
