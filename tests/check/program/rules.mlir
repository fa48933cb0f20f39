// paddock: exact
// What holds for every operation.

func.func private @callee(%x: tensor<f32>) -> tensor<f32> {
  func.return %x : tensor<f32>
}

// expected-error @+1 {{@callee is defined twice}}
func.func private @callee(%x: tensor<f32>) -> tensor<f32>

func.func @operand_count(%x: tensor<f32>) {
  // expected-error @+1 {{there are 1 operands, not 2}}
  %result = "stablehlo.add"(%x) : (tensor<f32>) -> tensor<f32>
  func.return
}

func.func @constant_of_odd_width() {
  // expected-error @+1 {{constant: value has type tensor<2xi5>, which has no values}}
  %result = stablehlo.constant dense<[1, -2]> : tensor<2xi5>
  func.return
}

func.func @result_count(%x: tensor<f32>) {
  // expected-error @+1 {{there are 2 results, not 1}}
  %result:2 = "stablehlo.negate"(%x) : (tensor<f32>) -> (tensor<f32>, tensor<f32>)
  func.return
}

func.func @region_count(%x: tensor<i1>) {
  // expected-error @+1 {{there are 0 regions, not 2}}
  %result = "stablehlo.if"(%x) : (tensor<i1>) -> tensor<f32>
  func.return
}

func.func @region_block(%x: tensor<f32>) {
  // expected-error @+1 {{region 0 has 0 blocks}}
  %result = "stablehlo.map"(%x) ({}) {dimensions = array<i64>} : (tensor<f32>) -> tensor<f32>
  func.return
}

func.func @attribute_missing(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{the attribute permutation is missing}}
  %result = "stablehlo.transpose"(%x) : (tensor<2x3xf32>) -> tensor<3x2xf32>
  func.return
}

func.func @attribute_form() {
  // expected-error @+1 {{iota_dimension must be a constant of type si64}}
  %result = "stablehlo.iota"() {iota_dimension = 0.5 : f64} : () -> tensor<3xf32>
  func.return
}

func.func @terminator(%x: tensor<i1>) {
  %result = "stablehlo.if"(%x) ({
    // expected-error @+1 {{must end in stablehlo.return}}
    %a = stablehlo.constant dense<1.0> : tensor<f32>
  }, {
    %b = stablehlo.constant dense<1.0> : tensor<f32>
    stablehlo.return %b : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  func.return
}

func.func @symbol_unknown(%x: tensor<f32>) {
  // expected-error @+1 {{the module has no function @nobody}}
  %result = func.call @nobody(%x) : (tensor<f32>) -> tensor<f32>
  func.return
}

func.func @call_type_operand(%x: tensor<f64>) {
  // expected-error @+1 {{operand 0 is tensor<f64> and @callee takes tensor<f32>}}
  %result = func.call @callee(%x) : (tensor<f64>) -> tensor<f32>
  func.return
}

func.func @call_type_result(%x: tensor<f32>) {
  // expected-error @+1 {{result 0 is tensor<f64> and @callee gives tensor<f32>}}
  %result = func.call @callee(%x) : (tensor<f32>) -> tensor<f64>
  func.return
}

func.func @call_type_count(%x: tensor<f32>) {
  // expected-error @+1 {{the call 2 operands and 1 results}}
  %result = func.call @callee(%x, %x) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  func.return
}

func.func @return_type(%x: tensor<f32>) -> tensor<f64> {
  // expected-error @+1 {{value 0 is tensor<f32> and result 0 of @return_type is tensor<f64>}}
  "func.return"(%x) : (tensor<f32>) -> ()
}

func.func @return_count(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{it returns 0 values and @return_count has 1 results}}
  func.return
}

// expected-error @+1 {{the body takes (tensor<f32>) and the function (tensor<f64>)}}
"func.func"() ({
^bb0(%x: tensor<f32>):
  "func.return"() : () -> ()
}) {sym_name = "block_arguments", function_type = (tensor<f64>) -> ()} : () -> ()

// -----

func.func @isolation(%x: tensor<2x3xf32>) {
  %result = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<2x3xf32>):
    // expected-error @+1 {{use of undefined value}}
    %y = stablehlo.slice %x [0:1, 0:1] : (tensor<2x3xf32>) -> tensor<1x1xf32>
    stablehlo.return %y : tensor<1x1xf32>
  }) : (tensor<2x3xf32>) -> !stablehlo.future<tensor<1x1xf32>>
  func.return
}

// -----

// What an earlier mistake brings about is marked, and still reported.
func.func @consequence(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{result 0 is declared as tensor<3xf32> and is tensor<2xf32>}}
  %0 = "stablehlo.negate"(%x) : (tensor<2xf32>) -> tensor<3xf32>
  // expected-error @+1 {{add (C1): }}
  %1 = "stablehlo.add"(%0, %x) : (tensor<3xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return %1 : tensor<2xf32>
}

// -----

func.func @dialect_of_others(%x: tensor<f32>) -> tensor<f32> {
  // expected-warning @+1 {{unsupported operation other.op}}
  %0 = "other.op"(%x) : (tensor<f32>) -> tensor<f32>
  func.return %0 : tensor<f32>
}

// -----

// Programs of before func.return.
func.func @return_of_another_dialect(%x: tensor<f32>) -> tensor<?xf32> {
  // expected-warning @+1 {{value 0 is tensor<f32> and result 0 of @return_of_another_dialect is tensor<?xf32>}}
  stablehlo.return %x : tensor<f32>
}

// -----

func.func @result_of_no_type(%x: tensor<2xf32>) {
  // expected-warning @+2 {{results[0] is tensor<*xf32>, no type of the specification}}
  // expected-warning @+1 {{unknown target f}}
  %result = "stablehlo.custom_call"(%x) {call_target_name = "f"} : (tensor<2xf32>) -> tensor<*xf32>
  func.return
}

// Of several blocks a function cannot be: the cf dialect is not StableHLO's control flow.
// expected-error @+1 {{the body has 3 blocks: branches between blocks, as the cf dialect has them, are no part of StableHLO}}
"func.func"() ({
^bb0(%p: tensor<i1>):
  "cf.br"()[^bb1] : () -> ()
^bb1:
  "cf.br"()[^bb2] : () -> ()
^bb2:
  "func.return"() : () -> ()
}) {function_type = (tensor<i1>) -> (), sym_name = "blocks"} : () -> ()
