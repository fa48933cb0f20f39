// Arithmetic of indices, 64 bits wide.
func.func @arithmetic() {
  %a = index.constant 7
  %b = index.constant -2
  %three = index.constant 3
  %difference = index.sub %a, %b
  %product = index.mul %a, %b
  // Towards zero; the remainder has the dividend's sign.
  %quotient = index.divs %a, %b
  %remainder = index.rems %b, %three
  %larger = index.maxs %a, %b
  %smaller = index.mins %a, %b
  %list = tensor.from_elements %difference, %product, %quotient, %remainder, %larger, %smaller : tensor<6xindex>
  %wide = arith.index_cast %list : tensor<6xindex> to tensor<6xi64>
  check.expect_eq_const %wide, dense<[9, -14, -3, -2, 7, -2]> : tensor<6xi64>
  return
}

// -----

// As unsigned numbers: -2 is 2^64 - 2.
func.func @unsigned() {
  %a = index.constant 7
  %b = index.constant -2
  %three = index.constant 3
  %quotient = index.divu %b, %three
  %remainder = index.remu %b, %three
  %rounded_up = index.ceildivu %a, %three
  %larger = index.maxu %a, %b
  %smaller = index.minu %a, %b
  %shifted = index.shru %b, %three
  %list = tensor.from_elements %quotient, %remainder, %rounded_up, %larger, %smaller, %shifted : tensor<6xindex>
  %wide = arith.index_cast %list : tensor<6xindex> to tensor<6xi64>
  check.expect_eq_const %wide, dense<[6148914691236517204, 2, 3, -2, 7, 2305843009213693951]> : tensor<6xi64>
  return
}

// -----

func.func @bits() {
  %a = index.constant 12
  %b = index.constant -10
  %two = index.constant 2
  %and = index.and %a, %b
  %or = index.or %a, %b
  %xor = index.xor %a, %b
  %left = index.shl %a, %two
  %right = index.shrs %b, %two
  %narrow = index.castu %b : index to i32
  %list = tensor.from_elements %and, %or, %xor, %left, %right : tensor<5xindex>
  %wide = arith.index_cast %list : tensor<5xindex> to tensor<5xi64>
  check.expect_eq_const %wide, dense<[4, -2, -6, 48, -3]> : tensor<5xi64>
  %one = tensor.from_elements %narrow : tensor<1xi32>
  check.expect_eq_const %one, dense<-10> : tensor<1xi32>
  return
}
