// Its elements are unspecified: all are written before they are read.
%empty = tensor.empty() : tensor<2xi32>
%zero = index.constant 0
%one = index.constant 1
%seven = stablehlo.constant dense<7> : tensor<i32>
%number = tensor.extract %seven[] : tensor<i32>
%half = tensor.insert %number into %empty[%zero] : tensor<2xi32>
%full = tensor.insert %number into %half[%one] : tensor<2xi32>
// %full: [7, 7]
