%a = index.constant 12
%b = index.constant 10
%and = index.and %a, %b
%or = index.or %a, %b
%xor = index.xor %a, %b
%two = index.constant 2
%minus = index.constant -8
%shl = index.shl %a, %two
%shrs = index.shrs %minus, %two
%shru = index.shru %minus, %two
%list = tensor.from_elements %and, %or, %xor, %shl, %shrs, %shru : tensor<6xindex>
// %list: [8, 14, 6, 48, -2, 4611686018427387902]
%wide = index.castu %b : index to i64
%one = tensor.from_elements %wide : tensor<1xi64>
// %one: [10]
