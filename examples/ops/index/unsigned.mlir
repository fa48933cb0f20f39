// As an unsigned number -2 is 2^64 - 2.
%a = index.constant -2
%b = index.constant 7
%divu = index.divu %a, %b
%ceildivu = index.ceildivu %a, %b
%remu = index.remu %a, %b
%maxu = index.maxu %a, %b
%minu = index.minu %a, %b
%list = tensor.from_elements %divu, %ceildivu, %remu, %maxu, %minu : tensor<5xindex>
// %list: [2635249153387078802, 2635249153387078802, 0, -2, 7]
