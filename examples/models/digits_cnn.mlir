// A convolutional network learns 100 handwritten digits.
// From JAX: digits_cnn.py.
module @jit_train attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main() -> (tensor<f32> {jax.result_info = "result['accuracy']"}, tensor<8x3x3xf32> {jax.result_info = "result['kernels']"}, tensor<40xf32> {jax.result_info = "result['losses']"}) {
    %c = stablehlo.constant dense<"0x00000C10100F03000004101006020100000E10040000000000091010050000000000070F080000000000000C0B000000000005100700000000000E0F000000000000010B101007000000070D081005000000000101100400000002070D100F0000010F10100C03000001080410020000000000090B0000000000010E04000000000000040E0E01000000030E0C0A040000030D040008060000030F09020F01000000020A100D0000000000000C0E0400000000020C09030000000002100E00000002060A0C010000000E0D0A05010000000A060000000000000A0D0C0C05000000020805070E08000000000000050C0000000202010A0A0000000510100E0100000000000B0F0100000000061010020000030D10101000000009100C100E000000010300100D0000000000000E0D0000000000000C10050000000000081007000000030E0D0C0E0000000B0E0C0F09000000100503100200000109010A0C000000000007100E060000000410100B01000000000F050000000000060D000000000000000B0D050000000003100D03000000000A1002000000000410100D0700000004100B0810020000000F08000F06000000090E040F04000000010A100B0100000004101004000000000A0F0C0E000000020B00000906000005060000040500000409000007040000040A00020E000000000E0F100800000000040D0A0000000000060E0B01000000000F05060F0000000410000009030000080900000408000007080000040800000408000009040000010D02030E00000000050E0F0400000001080D0F05000000080E07100E0000000A0C010A10020000020C0E0F10040000000004040F0800000000000009090000000907010A0C000000060D100F06000000020B0D04000000010D07080F000000060B00050D0000000907020E0E000000030E0F080F010000000000000B050000000B07000A07000000040A0F0F030000000F0E0F09000000000C0A0706040000010E02000000000005100C0A04000000040B080B0F050000000000000D07000004100A0B0E010000010A100F0400000000080F0B01000000000A040A060000000000010D0600000000000F1002000000000004080F0100000101000009070000040D05030A08000000070E100F0200000000000D1006000000030B10100500000510101010040000040A0910100400000000000D100400000000000C1004000000000210100700000000010C0E050000000C101010070000010E0F0604010000081002000000000009100C0C09010000010808080F0A0000000000000D0C00000008020610050000010B10100800000000000A100B01000000000F100F02000000010D100E00000000010F100C00000000000E100800000000000D100500000000010E10010000000000080F010000000000080D0300000000081010080000000C101010020000000909100A0000000000020F080000000000041007000000000003100A000000000000070D0200000000091010100400000008100504000000010F090000000000090F080703000000030C0C0E10050000000000010B0C0000000102010B0A000000091010100400000000010F030000000000080D0009070000020F04000F0500020D0E0B0A0F00000B0F0D10100A00000000000310050000000000090E000000000002100600000000070E0200000000000210060000000000020F09000000000002100C0000000000021010050000000000030D0D00000000060C0E100C05000005101010100F000000030E0900000000000D0B0100000000090E000000000004100400040200000C0C070E100A00000D100E0B100400000202000B0D0000000000031009000000000E1008000000000010040D08080000000C070C0E05000000040F100500000000000E0E0000000000080A0B02000000000D000C03000000000E0F0C010000000006100D0B01000000100F0C10010000031007000D060000041000000A080000081000000E0600000510070910050000010F1010100100000006100E0600000000040D0F09000000040E060510000000070C02021000000004100F0E070000000009101005000000000A06080F020000000B09040D0B000000020E100F060000000007101007000000000E1010040000020D10100C000000071010100C00000000000A100800000000000B100D00000000000A1010020000000009100C020000000B10100700000002100A0B0F000000000F0404100300000003030510010000000000090D000000000001100700000000020C0F06040100000A101010100A0000000A0D05000000030E100C0F0000000A10080B10000000080E050E0900000000070E100500000000000B101001000000000E101004000000000B100B000000010C0D04000000000410101003000000041010100A0000000006100E100000000000000010040000000000000D070000010203070E0A0000020C100E0C030000000001070E0E000000030F07010E000002100A050E080000040F100C10050000000503010F000000000000040C000000000000070A000000000000070C00000001070F10100E00000A100B06030100000710100C0000000008100C10040000000104000D080000000000000F080000000000071002000000000D0F0500000000010F0E0200000000060E000003020000021003020D030000000B0E0F090000000007100B00000000000F0D0E00000000020F041003000000010F100C010000000000080F080000000003100C1004000000020A0110040000000000080E0000000000090F0300000003100E0400000000040F0E07010000000000090C0E040000010A101006000000070E090C0C0000000101050F050000000003100E0300000000010B0E10060000000000000C0B00000007080D10050000000F100C0500000000000A0E000000000001100A00000000000A10010000000004100800030500000A0F00020F0A00000C100E100D010000020B0E10030000000000081002000000000A0D0100000000000710050000000000061006000000000006100D000000000000061002000000000003100800000000070B100E09040000060F0D0E100F0000090E100D020000000D0802060400000010020908000000030F0F0B0E040000051006000C020000050700030D0000000005070D06000000000A1009000000000000060D0300000000010E0B0000000000070F0200000000000A0C0000000000000D0F100D050000000A10050B0E000000070F050A0E00000000030E10090000010C0E0A00000000051010100400000000000410040000000000070F0100000000020F090000000000090F020000000000100E0808030000000A0F0D0904000000000B090000000000000B0E0000000000000B0D0000000000000F0D0000000000000D0D0000000000000D090000000000000A0A000000000000090B000000000003080B0B010000000310100C00000000020F100C000000000010100700000000010F100A0000000001101006000000000310100500000000020F10060000000000080D0000000000000E060000000000060C000000000000080D0802000000000D100D0E040000000B0802030D000000070B050C0B000000010B0C040000000000070D0901000000070F080F050000010F02000A080000040C00000C070000050900000E030000040E00000B000000011008080B00000000020B0E0500000000020D1008000000010D100A07000000051009000000000007100700000000000910100D010000000510060E09000000000D0C0E0F00000000030C100B000000000001070C0E010000010D08040D0000000A10090F0B000001100F0F10030000000B09030E0000000000000509000000000000070800000000000008060000000000030E0600000000030E0A01000000010D0A0000000000090E0100070500000B0F0809100A00000710100F0F0200000000000C0B000000000003100200000000010B0A00000000000D0A0000000000030D000000000000050B000000000000050E0C0C0700000000100C050B0A0000000A0B040A0C000000010C100C03000000010D000000000000070A00000000000110020000000000040D000000000000070C040B0901000004100F080C070000020E0A030D07000000020D100801000001070F10090000010D0E070E0E0000000601081008000000000310090000000000000B0F06010000000000070F0B0000000501000B100200000A1010100700000001090F0B030000000C09010B060000000D07061008000000040A0C0F040000000000000C060000080700000F050000010C0A041003000000000D1008000000000D100D0100000006100A0F05000000030F000B090000000004000C080000000000000F080000000000081004000000000510100D0A0100000D1010101009000005100A000000000008101005000000000E0E010C000000000F0A0007040000021007000209000002100800060B0000010C0E0E1005000000040F100801000000050F0700000000000E101005000000000D0E0E0F00000000030B0E10030000000000061002000000000004100700000000010B1006000000040F100A00000000030E0D0100000000091010090000000008100B0F01000000020E100F0200000006101006000000000F0B0A0C00000001100B0B0F00000000050D0F07000000020A1010020000000A0F091004000000050306100200000000020F100500000000010A0E10030000000501000D0A000000100D0A0F0B0000000B10100D03000000040F0D0200000004100F070B000000080E0E000E02000007090C0408070000060B000007090000020F01000A080000000B08040F04000000020E100A000000020F1007000000000A0F0A1002000000090B05100000000000000C0B000000000005100200000000030F080000000000080F050508030000030F1010100A000000070E1008000000000E0E100E0000000000000A0C0000000004040E090200000710101010070000060C100B01000000000210030000000000060D0000000000000B0C00000000000710100500000000050D1008000000000001100800000000000710050000000000090F010000000000100F0907020000000C0E0D0C0500000000090D0006080000030F03000F0900010D0C04070F030007101010100A0000060C0A0E0E0200000000000D0A000000000006100200000000000C0B0000000000030C0C0300000000041010040000000005101005000000000B100F00000000000C100E00000000000D1009000000000007100A0100000000050D0E0400000000010D070000000000070E0200000000000D050000000000001003000000000003100A0C0C03000003100B05090C0000010D0B040D0B000000010C100B02000000010A0A00000000010D0A0100000000040E000000000000060C000000000000080B050A0B01000005100D060A080000000A0900070B000000010C100E02000000020C100A000000000C07010D040000031000080C00000004100B0E01000000000710060000000000060C0F020000000008070D0400000000030D100300000000050D1010060000000C06040D090000000000010F0300000000020A0D020000020C10100C0500000106090B0000000000000F010000000000060B0000000000000C0A0000000000000E10100E000000000D100F0A010000000B101007000000000004071007000000000004100900000005040C10040000000910100A0000000000050E0000000000000D0E0C00000000070D060D0000000210030A0B00000006100D1010050000020809100B02000000000310000000000000070C0000000000030A0D07000000010E0D0F0E000000000F050E0900000000000A10050000000000070E1003000004050002100400000A100A081003000000050C0E08000000000910100D010000000C0D0E1007000000000006100400000000000D0E01000000010A10060000000007100800000000020F100C0700000000090E101002000000070F100A000000000E090A100100000002050F0E00000000000B100500000000000210080000000000000A0D000000000B090F10010000000810100C0000000000060E010000000001100A00000000000D0E010000000002100C0A0300000005100F0E1001000003100C000F080000000B10091008000000000B0F0B01000000000D0100000000000A0C0100000000000E030000000000040E000405000000071004070E070000030E0000040C0000000A0A040A0C0000000109100E02000000050C100A00000006100D030F0100000B0805050A000000040B020C02000000000610060000000000020F080000000000080D080000000000050F040000000000040F0C02000000020F070B0A000000041000000F010000060A00000A0800000808000006080000050C00000B080000021007081002000000060F100800000000060B100D05000002101010100C0000000000051004000000000A0F050000000009100300000000000D100D01000000000005100E00000000050E0B0600000000000C0900000000000210100000000000031010010000000004100D000000000003100B000000000005100A000000000002100A0000000000000B0D0000000000050E0B03000000010F080D0A000000010F09090F020000000A1010100300000000000110040000000000000F040000000705091000000000060C0D0900000000010C10100C00000007100B0C090000000607000E040000000000061003000000000A10100900000000080F050000000000080A0000000000001005000000000004100E030000020E100C0A0B0000000D0C090F0A000000030E0E10040000000009100800000000000C0F0E01000000000C0C100400000000040F1003000000020A0E0B01000000070F0810040000000101060F0100000000000F09000000000001100F09010000000001060F080000020804060F070000020D100F0900000000050C100F020000060F090A0F040000030E03010E040000000A100F0D01000000060F0F0A000000000F03020F030000001008010E04000000040F100B02000002101010100400000410060807010000041007020000000004101010060000000005040A0F000000000000010E060000020E040410080000030D10100F01000005100F03000000000B0E0B0B00000000080B0410000000000000040D000000000000080C0000000000000D0905010000010B1010100A000005100E0806010000000B100B0000000003100B0F06000000010A030A0A000000000000090A0000000000000C090000000000051005000000010D10100D080000000B0B080D10070000000C0D000000000002100C000000000004100600000000000A100800000000000810100F05000000081000060F0100000710040A10030000010B10100C0000020C0D100F01000008100E0B0700000008100700000000000710100B010000000002060F09000000000000090F000000000107100B0000000110100D01000000020C0D10100400000B100D07040100000D0E000000000000010F0C0000000000000610030000000000000D07000000000305100700000000030D0F00000000000004100600000000000C0F010000000001100B000000000008100300070400000C10060B100700000710100F030000000004100A00000000000410060000000004100F0100000000060E100400000000000010080000000000031006000000000006100100000000000D0B00000000000310100C0A05000003101010100800000000090D0000000000030F060C000000010C08050E000000060E000C070000000E06021009050000100D0D100F0400010F10100C0200000003030D0400000000000000050F0600000000040F10040000030B100A10040000040B030010040000000000011004000000000003100300000000000510040000000000060F040000000000060A0000000000000E0F00000000000A1010000000000710100F000000030F070F0A0000000000000D0B0000000000000F09000000000000080F000000010E0E06000000000210010E02000000000A070A0604000000010C100E05000000030E1004000000010F05060C000000040A00010F000000010C0C0C05000000010D0D0A00000000010D100F00000000000C1010000000000010100C00000000000F100D01000000000F100B000000000010101005000000000E100F0801000000070B0301000000010E100D0D00000003100C0106060000040A040004080000080800000B050000070900020E000000010C040C0A00000000060E090000000000050E10100300000007101010050000000000081000000000090E10100D00000210100F0701000000010E0A00000000000310050000000000070D000000000000040E0F06000000051010101000000005101010100300000002080D10050000000000081006000000000004100800000001060D1006000000040D0F0900000000010C070000000000080E0100000000000F070003050000051000040F040000051010100F020000000B0C1008000000000005100300000000000D0A00000000010B1010040000000710080E0B00000000000A100600000000000F10060000000000000810020000010500000E09000004100A0B10060000010D10100A0000000000021010020000000004101002000001040C100C000000071010100C00000000030A100E000000000008100C00000000000610100200000000020C0F04000000010B030000000000091000000000000110050001020000061002010D0A00000710090F0D00000002090C100100000000000E090000000000021007000000"> : tensor<100x64xui8>
    %c_0 = stablehlo.constant dense<[5, 7, 8, 5, 1, 7, 6, 0, 0, 9, 9, 5, 3, 1, 5, 1, 1, 5, 4, 1, 4, 8, 0, 8, 1, 2, 8, 9, 9, 5, 8, 2, 3, 4, 1, 5, 6, 2, 1, 1, 6, 0, 6, 9, 4, 6, 6, 3, 9, 2, 0, 9, 8, 3, 0, 2, 7, 2, 4, 1, 6, 6, 8, 7, 5, 4, 3, 2, 3, 6, 6, 8, 0, 3, 1, 9, 7, 8, 3, 8, 5, 2, 2, 6, 5, 5, 4, 2, 4, 1, 1, 8, 1, 0, 7, 9, 4, 3, 1, 4]> : tensor<100xi32>
    %0 = stablehlo.reshape %c : (tensor<100x64xui8>) -> tensor<100x8x8x1xui8>
    %1 = stablehlo.convert %0 : (tensor<100x8x8x1xui8>) -> tensor<100x8x8x1xf32>
    %cst = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<100x8x8x1xf32>
    %3 = stablehlo.divide %1, %2 : tensor<100x8x8x1xf32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<32> : tensor<i32>
    %4 = stablehlo.shift_right_logical %c_1, %c_2 : tensor<i32>
    %5 = stablehlo.convert %4 : (tensor<i32>) -> tensor<ui32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<ui32>) -> tensor<1xui32>
    %c_3 = stablehlo.constant dense<-1> : tensor<i32>
    %7 = stablehlo.and %c_1, %c_3 : tensor<i32>
    %8 = stablehlo.convert %7 : (tensor<i32>) -> tensor<ui32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<ui32>) -> tensor<1xui32>
    %10 = stablehlo.concatenate %6, %9, dim = 0 : (tensor<1xui32>, tensor<1xui32>) -> tensor<2xui32>
    %11 = call @_threefry_split(%10) : (tensor<2xui32>) -> tensor<2x2xui32>
    %12 = stablehlo.slice %11 [0:1, 0:2] : (tensor<2x2xui32>) -> tensor<1x2xui32>
    %13 = stablehlo.reshape %12 : (tensor<1x2xui32>) -> tensor<2xui32>
    %14 = stablehlo.slice %11 [1:2, 0:2] : (tensor<2x2xui32>) -> tensor<1x2xui32>
    %15 = stablehlo.reshape %14 : (tensor<1x2xui32>) -> tensor<2xui32>
    %16 = call @_normal(%13) : (tensor<2xui32>) -> tensor<3x3x1x8xf32>
    %cst_4 = stablehlo.constant dense<3.000000e-01> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<3x3x1x8xf32>
    %18 = stablehlo.multiply %16, %17 : tensor<3x3x1x8xf32>
    %19 = call @_normal_2(%15) : (tensor<2xui32>) -> tensor<128x10xf32>
    %cst_5 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<128x10xf32>
    %21 = stablehlo.multiply %19, %20 : tensor<128x10xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<40xf32>
    %c_8 = stablehlo.constant dense<0> : tensor<i32>
    %24:7 = stablehlo.while(%iterArg = %3, %iterArg_12 = %c_0, %iterArg_13 = %c_8, %iterArg_14 = %22, %iterArg_15 = %21, %iterArg_16 = %18, %iterArg_17 = %23) : tensor<100x8x8x1xf32>, tensor<100xi32>, tensor<i32>, tensor<10xf32>, tensor<128x10xf32>, tensor<3x3x1x8xf32>, tensor<40xf32>
    cond {
      %c_18 = stablehlo.constant dense<40> : tensor<i32>
      %41 = stablehlo.compare LT, %iterArg_13, %c_18, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %41 : tensor<i1>
    } do {
      %41:4 = func.call @closed_call_7(%iterArg, %iterArg_12, %iterArg_14, %iterArg_15, %iterArg_16) : (tensor<100x8x8x1xf32>, tensor<100xi32>, tensor<10xf32>, tensor<128x10xf32>, tensor<3x3x1x8xf32>) -> (tensor<10xf32>, tensor<128x10xf32>, tensor<3x3x1x8xf32>, tensor<f32>)
      %42 = func.call @dynamic_update_index_in_dim(%iterArg_17, %41#3, %iterArg_13) : (tensor<40xf32>, tensor<f32>, tensor<i32>) -> tensor<40xf32>
      %c_18 = stablehlo.constant dense<1> : tensor<i32>
      %43 = stablehlo.add %iterArg_13, %c_18 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_12, %43, %41#0, %41#1, %41#2, %42 : tensor<100x8x8x1xf32>, tensor<100xi32>, tensor<i32>, tensor<10xf32>, tensor<128x10xf32>, tensor<3x3x1x8xf32>, tensor<40xf32>
    }
    %25 = stablehlo.convolution(%3, %24#5) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<100x8x8x1xf32>, tensor<3x3x1x8xf32>) -> tensor<100x8x8x8xf32>
    %26 = call @relu(%25) : (tensor<100x8x8x8xf32>) -> tensor<100x8x8x8xf32>
    %cst_9 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<f32>
    %28 = "stablehlo.reduce_window"(%26, %27) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<0> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
      %41 = stablehlo.maximum %arg0, %arg1 : tensor<f32>
      stablehlo.return %41 : tensor<f32>
    }) : (tensor<100x8x8x8xf32>, tensor<f32>) -> tensor<100x4x4x8xf32>
    %29 = stablehlo.reshape %28 : (tensor<100x4x4x8xf32>) -> tensor<100x128xf32>
    %30 = stablehlo.dot_general %29, %24#4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<100x128xf32>, tensor<128x10xf32>) -> tensor<100x10xf32>
    %31 = stablehlo.broadcast_in_dim %24#3, dims = [1] : (tensor<10xf32>) -> tensor<1x10xf32>
    %32 = stablehlo.broadcast_in_dim %31, dims = [0, 1] : (tensor<1x10xf32>) -> tensor<100x10xf32>
    %33 = stablehlo.add %30, %32 : tensor<100x10xf32>
    %34 = call @argmax(%33) : (tensor<100x10xf32>) -> tensor<100xi32>
    %35 = stablehlo.compare EQ, %34, %c_0, SIGNED : (tensor<100xi32>, tensor<100xi32>) -> tensor<100xi1>
    %36 = stablehlo.convert %35 : (tensor<100xi1>) -> tensor<100xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %37 = stablehlo.reduce(%36 init: %cst_10) applies stablehlo.add across dimensions = [0] : (tensor<100xf32>, tensor<f32>) -> tensor<f32>
    %cst_11 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %38 = stablehlo.divide %37, %cst_11 : tensor<f32>
    %39 = stablehlo.reshape %24#5 : (tensor<3x3x1x8xf32>) -> tensor<3x3x8xf32>
    %40 = stablehlo.transpose %39, dims = [2, 0, 1] : (tensor<3x3x8xf32>) -> tensor<8x3x3xf32>
    return %38, %40, %24#6 : tensor<f32>, tensor<8x3x3xf32>, tensor<40xf32>
  }
  func.func private @_threefry_split(%arg0: tensor<2xui32>) -> tensor<2x2xui32> {
    %0 = stablehlo.slice %arg0 [0:1] : (tensor<2xui32>) -> tensor<1xui32>
    %1 = stablehlo.reshape %0 : (tensor<1xui32>) -> tensor<ui32>
    %2 = stablehlo.slice %arg0 [1:2] : (tensor<2xui32>) -> tensor<1xui32>
    %3 = stablehlo.reshape %2 : (tensor<1xui32>) -> tensor<ui32>
    %4 = stablehlo.iota dim = 0 : tensor<2xui64>
    %c = stablehlo.constant dense<1> : tensor<ui64>
    %5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui64>) -> tensor<2xui64>
    %6 = stablehlo.multiply %5, %4 : tensor<2xui64>
    %c_0 = stablehlo.constant dense<32> : tensor<ui64>
    %7 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<ui64>) -> tensor<2xui64>
    %8 = stablehlo.shift_right_logical %6, %7 : tensor<2xui64>
    %9 = stablehlo.convert %6 : (tensor<2xui64>) -> tensor<2xui32>
    %10 = stablehlo.convert %8 : (tensor<2xui64>) -> tensor<2xui32>
    %11:2 = call @threefry2x32(%1, %3, %10, %9) : (tensor<ui32>, tensor<ui32>, tensor<2xui32>, tensor<2xui32>) -> (tensor<2xui32>, tensor<2xui32>)
    %12 = stablehlo.broadcast_in_dim %11#0, dims = [0] : (tensor<2xui32>) -> tensor<2x1xui32>
    %13 = stablehlo.broadcast_in_dim %11#1, dims = [0] : (tensor<2xui32>) -> tensor<2x1xui32>
    %14 = stablehlo.concatenate %12, %13, dim = 1 : (tensor<2x1xui32>, tensor<2x1xui32>) -> tensor<2x2xui32>
    return %14 : tensor<2x2xui32>
  }
  func.func private @threefry2x32(%arg0: tensor<ui32>, %arg1: tensor<ui32>, %arg2: tensor<2xui32>, %arg3: tensor<2xui32>) -> (tensor<2xui32>, tensor<2xui32>) {
    %c = stablehlo.constant dense<[13, 15, 26, 6]> : tensor<4xui32>
    %c_0 = stablehlo.constant dense<[17, 29, 16, 24]> : tensor<4xui32>
    %0 = stablehlo.xor %arg0, %arg1 : tensor<ui32>
    %c_1 = stablehlo.constant dense<466688986> : tensor<ui32>
    %1 = stablehlo.xor %0, %c_1 : tensor<ui32>
    %2 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<ui32>) -> tensor<2xui32>
    %3 = stablehlo.add %arg2, %2 : tensor<2xui32>
    %4 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<ui32>) -> tensor<2xui32>
    %5 = stablehlo.add %arg3, %4 : tensor<2xui32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %6:9 = stablehlo.while(%iterArg = %c_3, %iterArg_4 = %c_2, %iterArg_5 = %3, %iterArg_6 = %5, %iterArg_7 = %arg1, %iterArg_8 = %1, %iterArg_9 = %arg0, %iterArg_10 = %c, %iterArg_11 = %c_0) : tensor<i32>, tensor<i32>, tensor<2xui32>, tensor<2xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
    cond {
      %c_12 = stablehlo.constant dense<5> : tensor<i32>
      %7 = stablehlo.compare LT, %iterArg, %c_12, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %7 : tensor<i1>
    } do {
      %7:8 = func.call @closed_call(%iterArg_4, %iterArg_5, %iterArg_6, %iterArg_7, %iterArg_8, %iterArg_9, %iterArg_10, %iterArg_11) : (tensor<i32>, tensor<2xui32>, tensor<2xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<2xui32>, tensor<2xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
      %c_12 = stablehlo.constant dense<1> : tensor<i32>
      %8 = stablehlo.add %iterArg, %c_12 : tensor<i32>
      stablehlo.return %8, %7#0, %7#1, %7#2, %7#3, %7#4, %7#5, %7#6, %7#7 : tensor<i32>, tensor<i32>, tensor<2xui32>, tensor<2xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
    }
    return %6#2, %6#3 : tensor<2xui32>, tensor<2xui32>
  }
  func.func private @closed_call(%arg0: tensor<i32>, %arg1: tensor<2xui32>, %arg2: tensor<2xui32>, %arg3: tensor<ui32>, %arg4: tensor<ui32>, %arg5: tensor<ui32>, %arg6: tensor<4xui32>, %arg7: tensor<4xui32>) -> (tensor<i32>, tensor<2xui32>, tensor<2xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg0, %c : tensor<i32>
    %1 = stablehlo.slice %arg6 [0:1] : (tensor<4xui32>) -> tensor<1xui32>
    %2 = stablehlo.reshape %1 : (tensor<1xui32>) -> tensor<ui32>
    %3 = stablehlo.add %arg1, %arg2 : tensor<2xui32>
    %4 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<ui32>) -> tensor<2xui32>
    %5 = stablehlo.shift_left %arg2, %4 : tensor<2xui32>
    %c_0 = stablehlo.constant dense<32> : tensor<ui32>
    %6 = stablehlo.subtract %c_0, %2 : tensor<ui32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<ui32>) -> tensor<2xui32>
    %8 = stablehlo.shift_right_logical %arg2, %7 : tensor<2xui32>
    %9 = stablehlo.or %5, %8 : tensor<2xui32>
    %10 = stablehlo.xor %3, %9 : tensor<2xui32>
    %11 = stablehlo.slice %arg6 [1:2] : (tensor<4xui32>) -> tensor<1xui32>
    %12 = stablehlo.reshape %11 : (tensor<1xui32>) -> tensor<ui32>
    %13 = stablehlo.add %3, %10 : tensor<2xui32>
    %14 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<ui32>) -> tensor<2xui32>
    %15 = stablehlo.shift_left %10, %14 : tensor<2xui32>
    %c_1 = stablehlo.constant dense<32> : tensor<ui32>
    %16 = stablehlo.subtract %c_1, %12 : tensor<ui32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<ui32>) -> tensor<2xui32>
    %18 = stablehlo.shift_right_logical %10, %17 : tensor<2xui32>
    %19 = stablehlo.or %15, %18 : tensor<2xui32>
    %20 = stablehlo.xor %13, %19 : tensor<2xui32>
    %21 = stablehlo.slice %arg6 [2:3] : (tensor<4xui32>) -> tensor<1xui32>
    %22 = stablehlo.reshape %21 : (tensor<1xui32>) -> tensor<ui32>
    %23 = stablehlo.add %13, %20 : tensor<2xui32>
    %24 = stablehlo.broadcast_in_dim %22, dims = [] : (tensor<ui32>) -> tensor<2xui32>
    %25 = stablehlo.shift_left %20, %24 : tensor<2xui32>
    %c_2 = stablehlo.constant dense<32> : tensor<ui32>
    %26 = stablehlo.subtract %c_2, %22 : tensor<ui32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<ui32>) -> tensor<2xui32>
    %28 = stablehlo.shift_right_logical %20, %27 : tensor<2xui32>
    %29 = stablehlo.or %25, %28 : tensor<2xui32>
    %30 = stablehlo.xor %23, %29 : tensor<2xui32>
    %31 = stablehlo.slice %arg6 [3:4] : (tensor<4xui32>) -> tensor<1xui32>
    %32 = stablehlo.reshape %31 : (tensor<1xui32>) -> tensor<ui32>
    %33 = stablehlo.add %23, %30 : tensor<2xui32>
    %34 = stablehlo.broadcast_in_dim %32, dims = [] : (tensor<ui32>) -> tensor<2xui32>
    %35 = stablehlo.shift_left %30, %34 : tensor<2xui32>
    %c_3 = stablehlo.constant dense<32> : tensor<ui32>
    %36 = stablehlo.subtract %c_3, %32 : tensor<ui32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<ui32>) -> tensor<2xui32>
    %38 = stablehlo.shift_right_logical %30, %37 : tensor<2xui32>
    %39 = stablehlo.or %35, %38 : tensor<2xui32>
    %40 = stablehlo.xor %33, %39 : tensor<2xui32>
    %41 = stablehlo.broadcast_in_dim %arg3, dims = [] : (tensor<ui32>) -> tensor<2xui32>
    %42 = stablehlo.add %33, %41 : tensor<2xui32>
    %43 = stablehlo.broadcast_in_dim %arg4, dims = [] : (tensor<ui32>) -> tensor<2xui32>
    %44 = stablehlo.add %40, %43 : tensor<2xui32>
    %c_4 = stablehlo.constant dense<1> : tensor<i32>
    %45 = stablehlo.add %arg0, %c_4 : tensor<i32>
    %46 = stablehlo.convert %45 : (tensor<i32>) -> tensor<ui32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [] : (tensor<ui32>) -> tensor<2xui32>
    %48 = stablehlo.add %44, %47 : tensor<2xui32>
    return %0, %42, %48, %arg4, %arg5, %arg3, %arg7, %arg6 : tensor<i32>, tensor<2xui32>, tensor<2xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
  }
  func.func private @_normal(%arg0: tensor<2xui32>) -> tensor<3x3x1x8xf32> {
    %0 = call @_normal_real(%arg0) : (tensor<2xui32>) -> tensor<3x3x1x8xf32>
    return %0 : tensor<3x3x1x8xf32>
  }
  func.func private @_normal_real(%arg0: tensor<2xui32>) -> tensor<3x3x1x8xf32> {
    %cst = stablehlo.constant dense<-0.99999994> : tensor<f32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %0 = call @_uniform(%arg0, %cst, %cst_0) : (tensor<2xui32>, tensor<f32>, tensor<f32>) -> tensor<3x3x1x8xf32>
    %1 = chlo.erf_inv %0 : tensor<3x3x1x8xf32> -> tensor<3x3x1x8xf32>
    %cst_1 = stablehlo.constant dense<1.41421354> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<3x3x1x8xf32>
    %3 = stablehlo.multiply %2, %1 : tensor<3x3x1x8xf32>
    return %3 : tensor<3x3x1x8xf32>
  }
  func.func private @_uniform(%arg0: tensor<2xui32>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<3x3x1x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<1x1x1x1xf32>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<1x1x1x1xf32>
    %2 = stablehlo.slice %arg0 [0:1] : (tensor<2xui32>) -> tensor<1xui32>
    %3 = stablehlo.reshape %2 : (tensor<1xui32>) -> tensor<ui32>
    %4 = stablehlo.slice %arg0 [1:2] : (tensor<2xui32>) -> tensor<1xui32>
    %5 = stablehlo.reshape %4 : (tensor<1xui32>) -> tensor<ui32>
    %6 = stablehlo.iota dim = 0 : tensor<3x3x1x8xui64>
    %7 = stablehlo.iota dim = 1 : tensor<3x3x1x8xui64>
    %8 = stablehlo.iota dim = 2 : tensor<3x3x1x8xui64>
    %9 = stablehlo.iota dim = 3 : tensor<3x3x1x8xui64>
    %c = stablehlo.constant dense<24> : tensor<ui64>
    %10 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui64>) -> tensor<3x3x1x8xui64>
    %11 = stablehlo.multiply %10, %6 : tensor<3x3x1x8xui64>
    %c_0 = stablehlo.constant dense<8> : tensor<ui64>
    %12 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<ui64>) -> tensor<3x3x1x8xui64>
    %13 = stablehlo.multiply %12, %7 : tensor<3x3x1x8xui64>
    %c_1 = stablehlo.constant dense<8> : tensor<ui64>
    %14 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<ui64>) -> tensor<3x3x1x8xui64>
    %15 = stablehlo.multiply %14, %8 : tensor<3x3x1x8xui64>
    %c_2 = stablehlo.constant dense<1> : tensor<ui64>
    %16 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<ui64>) -> tensor<3x3x1x8xui64>
    %17 = stablehlo.multiply %16, %9 : tensor<3x3x1x8xui64>
    %18 = stablehlo.add %11, %13 : tensor<3x3x1x8xui64>
    %19 = stablehlo.add %18, %15 : tensor<3x3x1x8xui64>
    %20 = stablehlo.add %19, %17 : tensor<3x3x1x8xui64>
    %c_3 = stablehlo.constant dense<32> : tensor<ui64>
    %21 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<ui64>) -> tensor<3x3x1x8xui64>
    %22 = stablehlo.shift_right_logical %20, %21 : tensor<3x3x1x8xui64>
    %23 = stablehlo.convert %20 : (tensor<3x3x1x8xui64>) -> tensor<3x3x1x8xui32>
    %24 = stablehlo.convert %22 : (tensor<3x3x1x8xui64>) -> tensor<3x3x1x8xui32>
    %25:2 = call @threefry2x32_0(%3, %5, %24, %23) : (tensor<ui32>, tensor<ui32>, tensor<3x3x1x8xui32>, tensor<3x3x1x8xui32>) -> (tensor<3x3x1x8xui32>, tensor<3x3x1x8xui32>)
    %26 = stablehlo.xor %25#0, %25#1 : tensor<3x3x1x8xui32>
    %c_4 = stablehlo.constant dense<9> : tensor<ui32>
    %27 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<ui32>) -> tensor<3x3x1x8xui32>
    %28 = stablehlo.shift_right_logical %26, %27 : tensor<3x3x1x8xui32>
    %c_5 = stablehlo.constant dense<1065353216> : tensor<ui32>
    %29 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<ui32>) -> tensor<3x3x1x8xui32>
    %30 = stablehlo.or %28, %29 : tensor<3x3x1x8xui32>
    %31 = stablehlo.bitcast_convert %30 : (tensor<3x3x1x8xui32>) -> tensor<3x3x1x8xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x3x1x8xf32>
    %33 = stablehlo.subtract %31, %32 : tensor<3x3x1x8xf32>
    %34 = stablehlo.subtract %1, %0 : tensor<1x1x1x1xf32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [0, 1, 2, 3] : (tensor<1x1x1x1xf32>) -> tensor<3x3x1x8xf32>
    %36 = stablehlo.multiply %33, %35 : tensor<3x3x1x8xf32>
    %37 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2, 3] : (tensor<1x1x1x1xf32>) -> tensor<3x3x1x8xf32>
    %38 = stablehlo.add %36, %37 : tensor<3x3x1x8xf32>
    %39 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2, 3] : (tensor<1x1x1x1xf32>) -> tensor<3x3x1x8xf32>
    %40 = stablehlo.maximum %39, %38 : tensor<3x3x1x8xf32>
    return %40 : tensor<3x3x1x8xf32>
  }
  func.func private @threefry2x32_0(%arg0: tensor<ui32>, %arg1: tensor<ui32>, %arg2: tensor<3x3x1x8xui32>, %arg3: tensor<3x3x1x8xui32>) -> (tensor<3x3x1x8xui32>, tensor<3x3x1x8xui32>) {
    %c = stablehlo.constant dense<[13, 15, 26, 6]> : tensor<4xui32>
    %c_0 = stablehlo.constant dense<[17, 29, 16, 24]> : tensor<4xui32>
    %0 = stablehlo.xor %arg0, %arg1 : tensor<ui32>
    %c_1 = stablehlo.constant dense<466688986> : tensor<ui32>
    %1 = stablehlo.xor %0, %c_1 : tensor<ui32>
    %2 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<ui32>) -> tensor<3x3x1x8xui32>
    %3 = stablehlo.add %arg2, %2 : tensor<3x3x1x8xui32>
    %4 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<ui32>) -> tensor<3x3x1x8xui32>
    %5 = stablehlo.add %arg3, %4 : tensor<3x3x1x8xui32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %6:9 = stablehlo.while(%iterArg = %c_3, %iterArg_4 = %c_2, %iterArg_5 = %3, %iterArg_6 = %5, %iterArg_7 = %arg1, %iterArg_8 = %1, %iterArg_9 = %arg0, %iterArg_10 = %c, %iterArg_11 = %c_0) : tensor<i32>, tensor<i32>, tensor<3x3x1x8xui32>, tensor<3x3x1x8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
    cond {
      %c_12 = stablehlo.constant dense<5> : tensor<i32>
      %7 = stablehlo.compare LT, %iterArg, %c_12, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %7 : tensor<i1>
    } do {
      %7:8 = func.call @closed_call_1(%iterArg_4, %iterArg_5, %iterArg_6, %iterArg_7, %iterArg_8, %iterArg_9, %iterArg_10, %iterArg_11) : (tensor<i32>, tensor<3x3x1x8xui32>, tensor<3x3x1x8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<3x3x1x8xui32>, tensor<3x3x1x8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
      %c_12 = stablehlo.constant dense<1> : tensor<i32>
      %8 = stablehlo.add %iterArg, %c_12 : tensor<i32>
      stablehlo.return %8, %7#0, %7#1, %7#2, %7#3, %7#4, %7#5, %7#6, %7#7 : tensor<i32>, tensor<i32>, tensor<3x3x1x8xui32>, tensor<3x3x1x8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
    }
    return %6#2, %6#3 : tensor<3x3x1x8xui32>, tensor<3x3x1x8xui32>
  }
  func.func private @closed_call_1(%arg0: tensor<i32>, %arg1: tensor<3x3x1x8xui32>, %arg2: tensor<3x3x1x8xui32>, %arg3: tensor<ui32>, %arg4: tensor<ui32>, %arg5: tensor<ui32>, %arg6: tensor<4xui32>, %arg7: tensor<4xui32>) -> (tensor<i32>, tensor<3x3x1x8xui32>, tensor<3x3x1x8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg0, %c : tensor<i32>
    %1 = stablehlo.slice %arg6 [0:1] : (tensor<4xui32>) -> tensor<1xui32>
    %2 = stablehlo.reshape %1 : (tensor<1xui32>) -> tensor<ui32>
    %3 = stablehlo.add %arg1, %arg2 : tensor<3x3x1x8xui32>
    %4 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<ui32>) -> tensor<3x3x1x8xui32>
    %5 = stablehlo.shift_left %arg2, %4 : tensor<3x3x1x8xui32>
    %c_0 = stablehlo.constant dense<32> : tensor<ui32>
    %6 = stablehlo.subtract %c_0, %2 : tensor<ui32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<ui32>) -> tensor<3x3x1x8xui32>
    %8 = stablehlo.shift_right_logical %arg2, %7 : tensor<3x3x1x8xui32>
    %9 = stablehlo.or %5, %8 : tensor<3x3x1x8xui32>
    %10 = stablehlo.xor %3, %9 : tensor<3x3x1x8xui32>
    %11 = stablehlo.slice %arg6 [1:2] : (tensor<4xui32>) -> tensor<1xui32>
    %12 = stablehlo.reshape %11 : (tensor<1xui32>) -> tensor<ui32>
    %13 = stablehlo.add %3, %10 : tensor<3x3x1x8xui32>
    %14 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<ui32>) -> tensor<3x3x1x8xui32>
    %15 = stablehlo.shift_left %10, %14 : tensor<3x3x1x8xui32>
    %c_1 = stablehlo.constant dense<32> : tensor<ui32>
    %16 = stablehlo.subtract %c_1, %12 : tensor<ui32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<ui32>) -> tensor<3x3x1x8xui32>
    %18 = stablehlo.shift_right_logical %10, %17 : tensor<3x3x1x8xui32>
    %19 = stablehlo.or %15, %18 : tensor<3x3x1x8xui32>
    %20 = stablehlo.xor %13, %19 : tensor<3x3x1x8xui32>
    %21 = stablehlo.slice %arg6 [2:3] : (tensor<4xui32>) -> tensor<1xui32>
    %22 = stablehlo.reshape %21 : (tensor<1xui32>) -> tensor<ui32>
    %23 = stablehlo.add %13, %20 : tensor<3x3x1x8xui32>
    %24 = stablehlo.broadcast_in_dim %22, dims = [] : (tensor<ui32>) -> tensor<3x3x1x8xui32>
    %25 = stablehlo.shift_left %20, %24 : tensor<3x3x1x8xui32>
    %c_2 = stablehlo.constant dense<32> : tensor<ui32>
    %26 = stablehlo.subtract %c_2, %22 : tensor<ui32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<ui32>) -> tensor<3x3x1x8xui32>
    %28 = stablehlo.shift_right_logical %20, %27 : tensor<3x3x1x8xui32>
    %29 = stablehlo.or %25, %28 : tensor<3x3x1x8xui32>
    %30 = stablehlo.xor %23, %29 : tensor<3x3x1x8xui32>
    %31 = stablehlo.slice %arg6 [3:4] : (tensor<4xui32>) -> tensor<1xui32>
    %32 = stablehlo.reshape %31 : (tensor<1xui32>) -> tensor<ui32>
    %33 = stablehlo.add %23, %30 : tensor<3x3x1x8xui32>
    %34 = stablehlo.broadcast_in_dim %32, dims = [] : (tensor<ui32>) -> tensor<3x3x1x8xui32>
    %35 = stablehlo.shift_left %30, %34 : tensor<3x3x1x8xui32>
    %c_3 = stablehlo.constant dense<32> : tensor<ui32>
    %36 = stablehlo.subtract %c_3, %32 : tensor<ui32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<ui32>) -> tensor<3x3x1x8xui32>
    %38 = stablehlo.shift_right_logical %30, %37 : tensor<3x3x1x8xui32>
    %39 = stablehlo.or %35, %38 : tensor<3x3x1x8xui32>
    %40 = stablehlo.xor %33, %39 : tensor<3x3x1x8xui32>
    %41 = stablehlo.broadcast_in_dim %arg3, dims = [] : (tensor<ui32>) -> tensor<3x3x1x8xui32>
    %42 = stablehlo.add %33, %41 : tensor<3x3x1x8xui32>
    %43 = stablehlo.broadcast_in_dim %arg4, dims = [] : (tensor<ui32>) -> tensor<3x3x1x8xui32>
    %44 = stablehlo.add %40, %43 : tensor<3x3x1x8xui32>
    %c_4 = stablehlo.constant dense<1> : tensor<i32>
    %45 = stablehlo.add %arg0, %c_4 : tensor<i32>
    %46 = stablehlo.convert %45 : (tensor<i32>) -> tensor<ui32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [] : (tensor<ui32>) -> tensor<3x3x1x8xui32>
    %48 = stablehlo.add %44, %47 : tensor<3x3x1x8xui32>
    return %0, %42, %48, %arg4, %arg5, %arg3, %arg7, %arg6 : tensor<i32>, tensor<3x3x1x8xui32>, tensor<3x3x1x8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
  }
  func.func private @_normal_2(%arg0: tensor<2xui32>) -> tensor<128x10xf32> {
    %0 = call @_normal_real_3(%arg0) : (tensor<2xui32>) -> tensor<128x10xf32>
    return %0 : tensor<128x10xf32>
  }
  func.func private @_normal_real_3(%arg0: tensor<2xui32>) -> tensor<128x10xf32> {
    %cst = stablehlo.constant dense<-0.99999994> : tensor<f32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %0 = call @_uniform_4(%arg0, %cst, %cst_0) : (tensor<2xui32>, tensor<f32>, tensor<f32>) -> tensor<128x10xf32>
    %1 = chlo.erf_inv %0 : tensor<128x10xf32> -> tensor<128x10xf32>
    %cst_1 = stablehlo.constant dense<1.41421354> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<128x10xf32>
    %3 = stablehlo.multiply %2, %1 : tensor<128x10xf32>
    return %3 : tensor<128x10xf32>
  }
  func.func private @_uniform_4(%arg0: tensor<2xui32>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<128x10xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
    %2 = stablehlo.slice %arg0 [0:1] : (tensor<2xui32>) -> tensor<1xui32>
    %3 = stablehlo.reshape %2 : (tensor<1xui32>) -> tensor<ui32>
    %4 = stablehlo.slice %arg0 [1:2] : (tensor<2xui32>) -> tensor<1xui32>
    %5 = stablehlo.reshape %4 : (tensor<1xui32>) -> tensor<ui32>
    %6 = stablehlo.iota dim = 0 : tensor<128x10xui64>
    %7 = stablehlo.iota dim = 1 : tensor<128x10xui64>
    %c = stablehlo.constant dense<10> : tensor<ui64>
    %8 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui64>) -> tensor<128x10xui64>
    %9 = stablehlo.multiply %8, %6 : tensor<128x10xui64>
    %c_0 = stablehlo.constant dense<1> : tensor<ui64>
    %10 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<ui64>) -> tensor<128x10xui64>
    %11 = stablehlo.multiply %10, %7 : tensor<128x10xui64>
    %12 = stablehlo.add %9, %11 : tensor<128x10xui64>
    %c_1 = stablehlo.constant dense<32> : tensor<ui64>
    %13 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<ui64>) -> tensor<128x10xui64>
    %14 = stablehlo.shift_right_logical %12, %13 : tensor<128x10xui64>
    %15 = stablehlo.convert %12 : (tensor<128x10xui64>) -> tensor<128x10xui32>
    %16 = stablehlo.convert %14 : (tensor<128x10xui64>) -> tensor<128x10xui32>
    %17:2 = call @threefry2x32_5(%3, %5, %16, %15) : (tensor<ui32>, tensor<ui32>, tensor<128x10xui32>, tensor<128x10xui32>) -> (tensor<128x10xui32>, tensor<128x10xui32>)
    %18 = stablehlo.xor %17#0, %17#1 : tensor<128x10xui32>
    %c_2 = stablehlo.constant dense<9> : tensor<ui32>
    %19 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<ui32>) -> tensor<128x10xui32>
    %20 = stablehlo.shift_right_logical %18, %19 : tensor<128x10xui32>
    %c_3 = stablehlo.constant dense<1065353216> : tensor<ui32>
    %21 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<ui32>) -> tensor<128x10xui32>
    %22 = stablehlo.or %20, %21 : tensor<128x10xui32>
    %23 = stablehlo.bitcast_convert %22 : (tensor<128x10xui32>) -> tensor<128x10xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<128x10xf32>
    %25 = stablehlo.subtract %23, %24 : tensor<128x10xf32>
    %26 = stablehlo.subtract %1, %0 : tensor<1x1xf32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<128x10xf32>
    %28 = stablehlo.multiply %25, %27 : tensor<128x10xf32>
    %29 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<128x10xf32>
    %30 = stablehlo.add %28, %29 : tensor<128x10xf32>
    %31 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<128x10xf32>
    %32 = stablehlo.maximum %31, %30 : tensor<128x10xf32>
    return %32 : tensor<128x10xf32>
  }
  func.func private @threefry2x32_5(%arg0: tensor<ui32>, %arg1: tensor<ui32>, %arg2: tensor<128x10xui32>, %arg3: tensor<128x10xui32>) -> (tensor<128x10xui32>, tensor<128x10xui32>) {
    %c = stablehlo.constant dense<[13, 15, 26, 6]> : tensor<4xui32>
    %c_0 = stablehlo.constant dense<[17, 29, 16, 24]> : tensor<4xui32>
    %0 = stablehlo.xor %arg0, %arg1 : tensor<ui32>
    %c_1 = stablehlo.constant dense<466688986> : tensor<ui32>
    %1 = stablehlo.xor %0, %c_1 : tensor<ui32>
    %2 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<ui32>) -> tensor<128x10xui32>
    %3 = stablehlo.add %arg2, %2 : tensor<128x10xui32>
    %4 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<ui32>) -> tensor<128x10xui32>
    %5 = stablehlo.add %arg3, %4 : tensor<128x10xui32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %6:9 = stablehlo.while(%iterArg = %c_3, %iterArg_4 = %c_2, %iterArg_5 = %3, %iterArg_6 = %5, %iterArg_7 = %arg1, %iterArg_8 = %1, %iterArg_9 = %arg0, %iterArg_10 = %c, %iterArg_11 = %c_0) : tensor<i32>, tensor<i32>, tensor<128x10xui32>, tensor<128x10xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
    cond {
      %c_12 = stablehlo.constant dense<5> : tensor<i32>
      %7 = stablehlo.compare LT, %iterArg, %c_12, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %7 : tensor<i1>
    } do {
      %7:8 = func.call @closed_call_6(%iterArg_4, %iterArg_5, %iterArg_6, %iterArg_7, %iterArg_8, %iterArg_9, %iterArg_10, %iterArg_11) : (tensor<i32>, tensor<128x10xui32>, tensor<128x10xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<128x10xui32>, tensor<128x10xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
      %c_12 = stablehlo.constant dense<1> : tensor<i32>
      %8 = stablehlo.add %iterArg, %c_12 : tensor<i32>
      stablehlo.return %8, %7#0, %7#1, %7#2, %7#3, %7#4, %7#5, %7#6, %7#7 : tensor<i32>, tensor<i32>, tensor<128x10xui32>, tensor<128x10xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
    }
    return %6#2, %6#3 : tensor<128x10xui32>, tensor<128x10xui32>
  }
  func.func private @closed_call_6(%arg0: tensor<i32>, %arg1: tensor<128x10xui32>, %arg2: tensor<128x10xui32>, %arg3: tensor<ui32>, %arg4: tensor<ui32>, %arg5: tensor<ui32>, %arg6: tensor<4xui32>, %arg7: tensor<4xui32>) -> (tensor<i32>, tensor<128x10xui32>, tensor<128x10xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg0, %c : tensor<i32>
    %1 = stablehlo.slice %arg6 [0:1] : (tensor<4xui32>) -> tensor<1xui32>
    %2 = stablehlo.reshape %1 : (tensor<1xui32>) -> tensor<ui32>
    %3 = stablehlo.add %arg1, %arg2 : tensor<128x10xui32>
    %4 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<ui32>) -> tensor<128x10xui32>
    %5 = stablehlo.shift_left %arg2, %4 : tensor<128x10xui32>
    %c_0 = stablehlo.constant dense<32> : tensor<ui32>
    %6 = stablehlo.subtract %c_0, %2 : tensor<ui32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<ui32>) -> tensor<128x10xui32>
    %8 = stablehlo.shift_right_logical %arg2, %7 : tensor<128x10xui32>
    %9 = stablehlo.or %5, %8 : tensor<128x10xui32>
    %10 = stablehlo.xor %3, %9 : tensor<128x10xui32>
    %11 = stablehlo.slice %arg6 [1:2] : (tensor<4xui32>) -> tensor<1xui32>
    %12 = stablehlo.reshape %11 : (tensor<1xui32>) -> tensor<ui32>
    %13 = stablehlo.add %3, %10 : tensor<128x10xui32>
    %14 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<ui32>) -> tensor<128x10xui32>
    %15 = stablehlo.shift_left %10, %14 : tensor<128x10xui32>
    %c_1 = stablehlo.constant dense<32> : tensor<ui32>
    %16 = stablehlo.subtract %c_1, %12 : tensor<ui32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<ui32>) -> tensor<128x10xui32>
    %18 = stablehlo.shift_right_logical %10, %17 : tensor<128x10xui32>
    %19 = stablehlo.or %15, %18 : tensor<128x10xui32>
    %20 = stablehlo.xor %13, %19 : tensor<128x10xui32>
    %21 = stablehlo.slice %arg6 [2:3] : (tensor<4xui32>) -> tensor<1xui32>
    %22 = stablehlo.reshape %21 : (tensor<1xui32>) -> tensor<ui32>
    %23 = stablehlo.add %13, %20 : tensor<128x10xui32>
    %24 = stablehlo.broadcast_in_dim %22, dims = [] : (tensor<ui32>) -> tensor<128x10xui32>
    %25 = stablehlo.shift_left %20, %24 : tensor<128x10xui32>
    %c_2 = stablehlo.constant dense<32> : tensor<ui32>
    %26 = stablehlo.subtract %c_2, %22 : tensor<ui32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<ui32>) -> tensor<128x10xui32>
    %28 = stablehlo.shift_right_logical %20, %27 : tensor<128x10xui32>
    %29 = stablehlo.or %25, %28 : tensor<128x10xui32>
    %30 = stablehlo.xor %23, %29 : tensor<128x10xui32>
    %31 = stablehlo.slice %arg6 [3:4] : (tensor<4xui32>) -> tensor<1xui32>
    %32 = stablehlo.reshape %31 : (tensor<1xui32>) -> tensor<ui32>
    %33 = stablehlo.add %23, %30 : tensor<128x10xui32>
    %34 = stablehlo.broadcast_in_dim %32, dims = [] : (tensor<ui32>) -> tensor<128x10xui32>
    %35 = stablehlo.shift_left %30, %34 : tensor<128x10xui32>
    %c_3 = stablehlo.constant dense<32> : tensor<ui32>
    %36 = stablehlo.subtract %c_3, %32 : tensor<ui32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<ui32>) -> tensor<128x10xui32>
    %38 = stablehlo.shift_right_logical %30, %37 : tensor<128x10xui32>
    %39 = stablehlo.or %35, %38 : tensor<128x10xui32>
    %40 = stablehlo.xor %33, %39 : tensor<128x10xui32>
    %41 = stablehlo.broadcast_in_dim %arg3, dims = [] : (tensor<ui32>) -> tensor<128x10xui32>
    %42 = stablehlo.add %33, %41 : tensor<128x10xui32>
    %43 = stablehlo.broadcast_in_dim %arg4, dims = [] : (tensor<ui32>) -> tensor<128x10xui32>
    %44 = stablehlo.add %40, %43 : tensor<128x10xui32>
    %c_4 = stablehlo.constant dense<1> : tensor<i32>
    %45 = stablehlo.add %arg0, %c_4 : tensor<i32>
    %46 = stablehlo.convert %45 : (tensor<i32>) -> tensor<ui32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [] : (tensor<ui32>) -> tensor<128x10xui32>
    %48 = stablehlo.add %44, %47 : tensor<128x10xui32>
    return %0, %42, %48, %arg4, %arg5, %arg3, %arg7, %arg6 : tensor<i32>, tensor<128x10xui32>, tensor<128x10xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
  }
  func.func private @closed_call_7(%arg0: tensor<100x8x8x1xf32>, %arg1: tensor<100xi32>, %arg2: tensor<10xf32>, %arg3: tensor<128x10xf32>, %arg4: tensor<3x3x1x8xf32>) -> (tensor<10xf32>, tensor<128x10xf32>, tensor<3x3x1x8xf32>, tensor<f32>) {
    %0 = stablehlo.convolution(%arg0, %arg4) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<100x8x8x1xf32>, tensor<3x3x1x8xf32>) -> tensor<100x8x8x8xf32>
    %1 = call @relu(%0) : (tensor<100x8x8x8xf32>) -> tensor<100x8x8x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<100x8x8x8xf32>
    %3 = stablehlo.compare GT, %0, %2, FLOAT : (tensor<100x8x8x8xf32>, tensor<100x8x8x8xf32>) -> tensor<100x8x8x8xi1>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<f32>
    %5 = "stablehlo.reduce_window"(%1, %4) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<0> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>):
      %44 = stablehlo.maximum %arg5, %arg6 : tensor<f32>
      stablehlo.return %44 : tensor<f32>
    }) : (tensor<100x8x8x8xf32>, tensor<f32>) -> tensor<100x4x4x8xf32>
    %6 = stablehlo.reshape %5 : (tensor<100x4x4x8xf32>) -> tensor<100x128xf32>
    %7 = stablehlo.dot_general %6, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<100x128xf32>, tensor<128x10xf32>) -> tensor<100x10xf32>
    %8 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<10xf32>) -> tensor<1x10xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<1x10xf32>) -> tensor<100x10xf32>
    %10 = stablehlo.add %7, %9 : tensor<100x10xf32>
    %11:3 = call @log_softmax(%10) : (tensor<100x10xf32>) -> (tensor<100x10xf32>, tensor<100x10xf32>, tensor<100x1xf32>)
    %12 = stablehlo.broadcast_in_dim %arg1, dims = [0] : (tensor<100xi32>) -> tensor<100x1xi32>
    %13:2 = call @take_along_axis(%11#0, %12) : (tensor<100x10xf32>, tensor<100x1xi32>) -> (tensor<100x1xf32>, tensor<100x1x1xi32>)
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.reduce(%13#0 init: %cst_1) applies stablehlo.add across dimensions = [0, 1] : (tensor<100x1xf32>, tensor<f32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %15 = stablehlo.divide %14, %cst_2 : tensor<f32>
    %16 = stablehlo.negate %15 : tensor<f32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %17 = stablehlo.negate %cst_3 : tensor<f32>
    %cst_4 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %18 = stablehlo.divide %17, %cst_4 : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [] : (tensor<f32>) -> tensor<100x1xf32>
    %20 = call @take_along_axis_8(%13#1, %19) : (tensor<100x1x1xi32>, tensor<100x1xf32>) -> tensor<100x10xf32>
    %21 = call @log_softmax_9(%11#1, %11#2, %20) : (tensor<100x10xf32>, tensor<100x1xf32>, tensor<100x10xf32>) -> tensor<100x10xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.reduce(%21 init: %cst_5) applies stablehlo.add across dimensions = [0] : (tensor<100x10xf32>, tensor<f32>) -> tensor<10xf32>
    %23 = stablehlo.reshape %22 : (tensor<10xf32>) -> tensor<1x10xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.reduce(%23 init: %cst_6) applies stablehlo.add across dimensions = [0] : (tensor<1x10xf32>, tensor<f32>) -> tensor<10xf32>
    %25 = stablehlo.dot_general %21, %6, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<100x10xf32>, tensor<100x128xf32>) -> tensor<10x128xf32>
    %26 = stablehlo.transpose %25, dims = [1, 0] : (tensor<10x128xf32>) -> tensor<128x10xf32>
    %27 = stablehlo.dot_general %21, %arg3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<100x10xf32>, tensor<128x10xf32>) -> tensor<100x128xf32>
    %28 = stablehlo.reshape %27 : (tensor<100x128xf32>) -> tensor<100x4x4x8xf32>
    %cst_7 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %29 = stablehlo.pad %1, %cst_7, low = [0, 0, 0, 0], high = [0, 0, 0, 0], interior = [0, 0, 0, 0] : (tensor<100x8x8x8xf32>, tensor<f32>) -> tensor<100x8x8x8xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = "stablehlo.select_and_scatter"(%29, %28, %cst_8) <{padding = dense<0> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>):
      %44 = stablehlo.compare GE, %arg5, %arg6, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %44 : tensor<i1>
    }, {
    ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>):
      %44 = stablehlo.add %arg5, %arg6 : tensor<f32>
      stablehlo.return %44 : tensor<f32>
    }) : (tensor<100x8x8x8xf32>, tensor<100x4x4x8xf32>, tensor<f32>) -> tensor<100x8x8x8xf32>
    %31 = stablehlo.slice %30 [0:100, 0:8, 0:8, 0:8] : (tensor<100x8x8x8xf32>) -> tensor<100x8x8x8xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<100x8x8x8xf32>
    %33 = stablehlo.select %3, %31, %32 : tensor<100x8x8x8xi1>, tensor<100x8x8x8xf32>
    %34 = stablehlo.convolution(%arg0, %33) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<100x8x8x1xf32>, tensor<100x8x8x8xf32>) -> tensor<3x3x1x8xf32>
    %cst_10 = stablehlo.constant dense<1.500000e-01> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %36 = stablehlo.multiply %35, %24 : tensor<10xf32>
    %37 = stablehlo.subtract %arg2, %36 : tensor<10xf32>
    %cst_11 = stablehlo.constant dense<1.500000e-01> : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<128x10xf32>
    %39 = stablehlo.multiply %38, %26 : tensor<128x10xf32>
    %40 = stablehlo.subtract %arg3, %39 : tensor<128x10xf32>
    %cst_12 = stablehlo.constant dense<1.500000e-01> : tensor<f32>
    %41 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<3x3x1x8xf32>
    %42 = stablehlo.multiply %41, %34 : tensor<3x3x1x8xf32>
    %43 = stablehlo.subtract %arg4, %42 : tensor<3x3x1x8xf32>
    return %37, %40, %43, %16 : tensor<10xf32>, tensor<128x10xf32>, tensor<3x3x1x8xf32>, tensor<f32>
  }
  func.func private @relu(%arg0: tensor<100x8x8x8xf32>) -> tensor<100x8x8x8xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<100x8x8x8xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<100x8x8x8xf32>
    return %1 : tensor<100x8x8x8xf32>
  }
  func.func private @log_softmax(%arg0: tensor<100x10xf32>) -> (tensor<100x10xf32>, tensor<100x10xf32>, tensor<100x1xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<100x10xf32>, tensor<f32>) -> tensor<100xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<100xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<100xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<100xf32>) -> tensor<100x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<100x1xf32>) -> tensor<100x10xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<100x10xf32>
    %6 = stablehlo.exponential %5 : tensor<100x10xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<100x10xf32>, tensor<f32>) -> tensor<100xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<100xf32>) -> tensor<100x1xf32>
    %9 = stablehlo.log %8 : tensor<100x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<100x1xf32>) -> tensor<100x10xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<100x10xf32>
    return %11, %6, %8 : tensor<100x10xf32>, tensor<100x10xf32>, tensor<100x1xf32>
  }
  func.func private @take_along_axis(%arg0: tensor<100x10xf32>, %arg1: tensor<100x1xi32>) -> (tensor<100x1xf32>, tensor<100x1x1xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<100x1xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<100x1xi32>, tensor<100x1xi32>) -> tensor<100x1xi1>
    %c_0 = stablehlo.constant dense<10> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<100x1xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<100x1xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<100x1xi1>, tensor<100x1xi32>
    %5 = stablehlo.reshape %4 : (tensor<100x1xi32>) -> tensor<100x1x1xi32>
    %c_1 = stablehlo.constant dense<9> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<100x1x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<100x1x1xi32>, tensor<100x1x1xi32>) -> tensor<100x1x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [2] : (tensor<1xi32>) -> tensor<1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<1x1x1xi32>) -> tensor<100x1x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<100x1x1xi32>, tensor<100x1x1xi32>) -> tensor<100x1x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<100x1x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [2] : (tensor<100x1x1xi1>, tensor<i1>) -> tensor<100x1xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<100x10xf32>, tensor<100x1x1xi32>) -> tensor<100x1xf32>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<100x1xf32>
    %15 = stablehlo.select %12, %13, %14 : tensor<100x1xi1>, tensor<100x1xf32>
    return %15, %5 : tensor<100x1xf32>, tensor<100x1x1xi32>
  }
  func.func private @take_along_axis_8(%arg0: tensor<100x1x1xi32>, %arg1: tensor<100x1xf32>) -> tensor<100x10xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<100x10xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<100x10xf32>, tensor<100x1x1xi32>, tensor<100x1xf32>) -> tensor<100x10xf32>
    return %1 : tensor<100x10xf32>
  }
  func.func private @log_softmax_9(%arg0: tensor<100x10xf32>, %arg1: tensor<100x1xf32>, %arg2: tensor<100x10xf32>) -> tensor<100x10xf32> {
    %0 = stablehlo.negate %arg2 : tensor<100x10xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<100x10xf32>, tensor<f32>) -> tensor<100xf32>
    %2 = stablehlo.reshape %1 : (tensor<100xf32>) -> tensor<100x1xf32>
    %3 = stablehlo.divide %2, %arg1 : tensor<100x1xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [1] : (tensor<100x1xf32>, tensor<f32>) -> tensor<100xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<100xf32>) -> tensor<100x10xf32>
    %6 = stablehlo.multiply %5, %arg0 : tensor<100x10xf32>
    %7 = stablehlo.add %arg2, %6 : tensor<100x10xf32>
    return %7 : tensor<100x10xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<40xf32>, %arg1: tensor<f32>, %arg2: tensor<i32>) -> tensor<40xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2 : (tensor<40xf32>, tensor<1xf32>, tensor<i32>) -> tensor<40xf32>
    return %1 : tensor<40xf32>
  }
  func.func private @argmax(%arg0: tensor<100x10xf32>) -> tensor<100xi32> {
    %0 = stablehlo.iota dim = 1 : tensor<100x10xi32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [1] : (tensor<100x10xf32>, tensor<100x10xi32>, tensor<f32>, tensor<i32>) -> (tensor<100xf32>, tensor<100xi32>)
     reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<f32>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %9, %10 : tensor<f32>, tensor<i32>
    }
    return %1#1 : tensor<100xi32>
  }
}
