%a = index.constant 7
%b = index.constant -2
%sub = index.sub %a, %b
// %sub: 9
%mul = index.mul %a, %b
// %mul: -14
%divs = index.divs %a, %b
// %divs: -3
%rems = index.rems %a, %b
// %rems: 1
%maxs = index.maxs %a, %b
// %maxs: 7
%mins = index.mins %a, %b
// %mins: -2
%list = tensor.from_elements %sub, %mul, %divs, %rems, %maxs, %mins : tensor<6xindex>
// %list: [9, -14, -3, 1, 7, -2]
