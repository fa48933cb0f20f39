// k-means: 240 points find four centres in twelve rounds.
// From JAX: kmeans.py.
module @jit_cluster attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main() -> (tensor<4x2xf32> {jax.result_info = "result['centres']"}, tensor<12xf32> {jax.result_info = "result['moves']"}, tensor<48x48xi32> {jax.result_info = "result['picture']"}) {
    %cst = stablehlo.constant dense<"0x364F9141DF7FE33F88B016425353F740CB074341EA8C0C42465CD741014A0442B340D1400356CA41D29C13427F6E094163FF4D41AF4F0542353CF64147BF014231D83E418ABB3041FB521F4271361341788D6141AFBB2842C1B814422BD5FF415E4C1441F79762411FF62E428ABE0E41896950417A0920421FA2FB411D550342857B584174246541DA761142FDE24A418EFD2B4046572042974AF941AB9ADA414AB13141BAD56C413CE208425538B64007AC6141F2270F42557D224262F513427A672C41809283412DB60C421F7CC9409BB0824114521942109008423BF3F64175AA2E4125900140C00A1B4294723F41EE39EE404EFB10421826F941941D1442A181EE3FEC780541715A1B427A026A417BC6AB4007080842923F11424D81FC4186E68241E285E7402AAC1542D9CDB940A6FD9C4151A70F42430B0642A104D94184D18541862D7041990E1C420CD36841BA597641A5C505426D64FE41C364F64144AF77413B12C54045750642BD700B4128606E41A23419426607F041BBA3D841ADB71F4184D58641E91C1C4239CD2D41B9B34B4116B114424D1B0842471315428D4FDA40639748413F3A0E4266C642417A606E41F1CC38427DFA2342A3F21F4227C6EB3F41382A41224306421C184241DC489C40BFCA22425D121D426F55E641ECBEC24099B90C4157B11042AC0549414888B14143D70C42B1471842977C0A4251518841847F6F4195E52542BD0EB64054B25341CAFA024244142442B185124284780C41C40A234130C117426535E6403B7124414DB31742FD683342D60F044264D9F8408817EA409747F54153994141C7398B41942510423B521142CBDA0942B9DF2841D2A6BC408CAB08427A22274198E02D418B600842C4C9FD41FFA902425399564196FA2541BF890D42F6135441F5A18441921F2B42BF1AD541B2B5154242220141CA9E48414C671D42055465415C429141517B12422EC12542F078034227FA164192287341942D074225269541579D904128CF324217930B42DFDE0142EAB02A414D036F41E5990642094D3841AEEC5E41D5D929429365014214BD1842E195ED40F88402419DA20442FDA7A740CE5D69410B80204209A10E423CFD1142C53A84411D485141631F134265650E411E25F240E4271C4213CBDF415D71124260151F41980E84416AEA0E4261A1D64000E8764146090742CD1A094281AB08428A631741AAEA33414EAE02423BE51341DB4AAE40917B0D4286A9F1419AEC19427B467141CA44864094511242A7E917419C021D41A7811842EB9C0442D46FD741C5EE0E4105833641F1B31142F566A240A8B383416FC41B426255F341A8EAFA41C1DB1A41E1C71B416BE62B42F8552D41A0521F41E86303429A140B4283BB2C42519714419328484188391842946E1D412DFBB841E07E074242E8174227910A42AEC14741C363E940314A2C42E5381841BB2F6241560A01422B53004220071142D0225F4153357041F157234230BA4D4152D2614169621D42667F15420B640642FA774E416F248941CEC01342F0330941AFFF86415B692E428AA10842E685064243451741F5228741AC35E541036A37410727964162FC0242DAD22342A090104231B9F940A0104D4171E5EE415E9BF740FF75AA41FBB201425E832942E0B106428FA85F4135CF4241C845D8415DB3F64090266C416C2BFB4103E2EC41E6DB0D42F8DFEC4022EFA640DD0D05425316574125AE4141D4F41E42B66F24422F8508428966AF405166D94077940F42376358418C37714191C1184212E8044288CE0C4214D6014135292B41EBA5F64173836D409F2741418C8EFC41F451F9419CBC1242962519418540BD414CD21E42B5F3EE4070E5884178B51542730701423BA4194208C2DC402E216FBE7DB41C42A7FDF0409E8D9F41F19A05425932F24180C620421256B64067044D4115322742ED532741B2D75A4187A31142C46C1942982EF641BE144741CEEE6441CA5235425E760A416D73254160C51B423EA5054238A00C42227C28417C638541987D054218181A41BFA8724018C20142D89424421B31FA410236E6409E1BE4400047194231642B41600A1441E0AD1A42652910428510144200E4ED40C59D9741D18E1642E28418416BCB3E4130150C429DBD194250B203424F006541CC2965413F8B2542491A5441CEF85B41B0E6E241F2C610420EA01442D46C2A41949C63413E74084241A60741E6AF234158CA2542C8880E42C71E0042DB859540373036410415274220903D4170A1314136DF26422DDB224242B11742FA7B524119FB844130B118429D99514111142E4130FE2742EAB20F422C632842795EEA3F6B256D4111B41F42640D0A41D9F47C4125F91B42F43C15421DBBFE417EEA1641F99B8041E76F2442A35526411AEE64413C351342479A1C425145EE412CE19540C7F447415197FC4199D9F440DF85654157B817426CB1F54160D31442D7ED394019E862413983ED414FCF9C40158D84418A7F0942C98AFE4132E2004218C33D417F8A3C41A6870F4275816341A8263241F672084220A40342E8B31A4231735F41BB2F8941C2750F42F2F61541EB498B417DB00942694A1942B4961342849DE640F0AC3A418C170E428677874173CFC241B3660E429C390C4243FDC641BF892D41C68C3F4143ABFD412D4752416195F740F68F0C42C2380E423108E841"> : tensor<240x2xf32>
    %cst_0 = stablehlo.constant dense<[[2.000000e+01, 2.000000e+01], [2.400000e+01, 2.000000e+01], [2.000000e+01, 2.400000e+01], [2.400000e+01, 2.400000e+01]]> : tensor<4x2xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<12xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:4 = stablehlo.while(%iterArg = %cst, %iterArg_15 = %c, %iterArg_16 = %cst_0, %iterArg_17 = %0) : tensor<240x2xf32>, tensor<i32>, tensor<4x2xf32>, tensor<12xf32>
    cond {
      %c_18 = stablehlo.constant dense<12> : tensor<i32>
      %65 = stablehlo.compare LT, %iterArg_15, %c_18, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %65 : tensor<i1>
    } do {
      %65:2 = func.call @closed_call(%iterArg, %iterArg_16) : (tensor<240x2xf32>, tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<f32>)
      %66 = func.call @dynamic_update_index_in_dim(%iterArg_17, %65#1, %iterArg_15) : (tensor<12xf32>, tensor<f32>, tensor<i32>) -> tensor<12xf32>
      %c_18 = stablehlo.constant dense<1> : tensor<i32>
      %67 = stablehlo.add %iterArg_15, %c_18 : tensor<i32>
      stablehlo.return %iterArg, %67, %65#0, %66 : tensor<240x2xf32>, tensor<i32>, tensor<4x2xf32>, tensor<12xf32>
    }
    %2 = stablehlo.iota dim = 0 : tensor<48xi32>
    %3 = stablehlo.iota dim = 0 : tensor<48xi32>
    %4 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<48xi32>) -> tensor<48x48xi32>
    %5 = stablehlo.broadcast_in_dim %3, dims = [1] : (tensor<48xi32>) -> tensor<48x48xi32>
    %6 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<48x48xi32>) -> tensor<48x48x1xi32>
    %7 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<48x48xi32>) -> tensor<48x48x1xi32>
    %8 = stablehlo.concatenate %6, %7, dim = 2 : (tensor<48x48x1xi32>, tensor<48x48x1xi32>) -> tensor<48x48x2xi32>
    %9 = stablehlo.reshape %8 : (tensor<48x48x2xi32>) -> tensor<2304x2xi32>
    %10 = stablehlo.convert %9 : (tensor<2304x2xi32>) -> tensor<2304x2xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 2] : (tensor<2304x2xf32>) -> tensor<2304x1x2xf32>
    %12 = stablehlo.broadcast_in_dim %1#2, dims = [1, 2] : (tensor<4x2xf32>) -> tensor<1x4x2xf32>
    %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2] : (tensor<2304x1x2xf32>) -> tensor<2304x4x2xf32>
    %14 = stablehlo.broadcast_in_dim %12, dims = [0, 1, 2] : (tensor<1x4x2xf32>) -> tensor<2304x4x2xf32>
    %15 = stablehlo.subtract %13, %14 : tensor<2304x4x2xf32>
    %16 = stablehlo.multiply %15, %15 : tensor<2304x4x2xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.reduce(%16 init: %cst_2) applies stablehlo.add across dimensions = [2] : (tensor<2304x4x2xf32>, tensor<f32>) -> tensor<2304x4xf32>
    %18 = call @argmin_0(%17) : (tensor<2304x4xf32>) -> tensor<2304xi32>
    %19 = stablehlo.reshape %18 : (tensor<2304xi32>) -> tensor<48x48xi32>
    %20 = call @round(%cst) : (tensor<240x2xf32>) -> tensor<240x2xf32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %c_4 = stablehlo.constant dense<47> : tensor<i32>
    %21 = call @clip(%20, %c_3, %c_4) : (tensor<240x2xf32>, tensor<i32>, tensor<i32>) -> tensor<240x2xf32>
    %22 = stablehlo.convert %21 : (tensor<240x2xf32>) -> tensor<240x2xi32>
    %23 = stablehlo.transpose %22, dims = [1, 0] : (tensor<240x2xi32>) -> tensor<2x240xi32>
    %24 = stablehlo.slice %23 [0:1, 0:240] : (tensor<2x240xi32>) -> tensor<1x240xi32>
    %25 = stablehlo.reshape %24 : (tensor<1x240xi32>) -> tensor<240xi32>
    %26 = stablehlo.slice %23 [1:2, 0:240] : (tensor<2x240xi32>) -> tensor<1x240xi32>
    %27 = stablehlo.reshape %26 : (tensor<1x240xi32>) -> tensor<240xi32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %28 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<240xi32>
    %29 = stablehlo.compare LT, %25, %28, SIGNED : (tensor<240xi32>, tensor<240xi32>) -> tensor<240xi1>
    %c_6 = stablehlo.constant dense<48> : tensor<i32>
    %30 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<240xi32>
    %31 = stablehlo.add %25, %30 : tensor<240xi32>
    %32 = stablehlo.select %29, %31, %25 : tensor<240xi1>, tensor<240xi32>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %33 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<240xi32>
    %34 = stablehlo.compare LT, %27, %33, SIGNED : (tensor<240xi32>, tensor<240xi32>) -> tensor<240xi1>
    %c_8 = stablehlo.constant dense<48> : tensor<i32>
    %35 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<240xi32>
    %36 = stablehlo.add %27, %35 : tensor<240xi32>
    %37 = stablehlo.select %34, %36, %27 : tensor<240xi1>, tensor<240xi32>
    %38 = stablehlo.broadcast_in_dim %32, dims = [0] : (tensor<240xi32>) -> tensor<240x1xi32>
    %39 = stablehlo.broadcast_in_dim %37, dims = [0] : (tensor<240xi32>) -> tensor<240x1xi32>
    %40 = stablehlo.concatenate %38, %39, dim = 1 : (tensor<240x1xi32>, tensor<240x1xi32>) -> tensor<240x2xi32>
    %c_9 = stablehlo.constant dense<5> : tensor<i32>
    %41 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<240xi32>
    %42 = "stablehlo.scatter"(%19, %40, %41) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg0: tensor<i32>, %arg1: tensor<i32>):
      stablehlo.return %arg1 : tensor<i32>
    }) : (tensor<48x48xi32>, tensor<240x2xi32>, tensor<240xi32>) -> tensor<48x48xi32>
    %43 = call @round_1(%1#2) : (tensor<4x2xf32>) -> tensor<4x2xf32>
    %44 = stablehlo.convert %43 : (tensor<4x2xf32>) -> tensor<4x2xi32>
    %45 = stablehlo.transpose %44, dims = [1, 0] : (tensor<4x2xi32>) -> tensor<2x4xi32>
    %46 = stablehlo.slice %45 [0:1, 0:4] : (tensor<2x4xi32>) -> tensor<1x4xi32>
    %47 = stablehlo.reshape %46 : (tensor<1x4xi32>) -> tensor<4xi32>
    %48 = stablehlo.slice %45 [1:2, 0:4] : (tensor<2x4xi32>) -> tensor<1x4xi32>
    %49 = stablehlo.reshape %48 : (tensor<1x4xi32>) -> tensor<4xi32>
    %c_10 = stablehlo.constant dense<0> : tensor<i32>
    %50 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %51 = stablehlo.compare LT, %47, %50, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %c_11 = stablehlo.constant dense<48> : tensor<i32>
    %52 = stablehlo.broadcast_in_dim %c_11, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %53 = stablehlo.add %47, %52 : tensor<4xi32>
    %54 = stablehlo.select %51, %53, %47 : tensor<4xi1>, tensor<4xi32>
    %c_12 = stablehlo.constant dense<0> : tensor<i32>
    %55 = stablehlo.broadcast_in_dim %c_12, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %56 = stablehlo.compare LT, %49, %55, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %c_13 = stablehlo.constant dense<48> : tensor<i32>
    %57 = stablehlo.broadcast_in_dim %c_13, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %58 = stablehlo.add %49, %57 : tensor<4xi32>
    %59 = stablehlo.select %56, %58, %49 : tensor<4xi1>, tensor<4xi32>
    %60 = stablehlo.broadcast_in_dim %54, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
    %61 = stablehlo.broadcast_in_dim %59, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
    %62 = stablehlo.concatenate %60, %61, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
    %c_14 = stablehlo.constant dense<7> : tensor<i32>
    %63 = stablehlo.broadcast_in_dim %c_14, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %64 = "stablehlo.scatter"(%42, %62, %63) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg0: tensor<i32>, %arg1: tensor<i32>):
      stablehlo.return %arg1 : tensor<i32>
    }) : (tensor<48x48xi32>, tensor<4x2xi32>, tensor<4xi32>) -> tensor<48x48xi32>
    return %1#2, %1#3, %64 : tensor<4x2xf32>, tensor<12xf32>, tensor<48x48xi32>
  }
  func.func private @closed_call(%arg0: tensor<240x2xf32>, %arg1: tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<f32>) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 2] : (tensor<240x2xf32>) -> tensor<240x1x2xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<4x2xf32>) -> tensor<1x4x2xf32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2] : (tensor<240x1x2xf32>) -> tensor<240x4x2xf32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2] : (tensor<1x4x2xf32>) -> tensor<240x4x2xf32>
    %4 = stablehlo.subtract %2, %3 : tensor<240x4x2xf32>
    %5 = stablehlo.multiply %4, %4 : tensor<240x4x2xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.reduce(%5 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<240x4x2xf32>, tensor<f32>) -> tensor<240x4xf32>
    %7 = call @argmin(%6) : (tensor<240x4xf32>) -> tensor<240xi32>
    %8 = call @_one_hot(%7) : (tensor<240xi32>) -> tensor<240x4xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.reduce(%8 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<240x4xf32>, tensor<f32>) -> tensor<4xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %11 = stablehlo.maximum %9, %10 : tensor<4xf32>
    %12 = stablehlo.transpose %8, dims = [1, 0] : (tensor<240x4xf32>) -> tensor<4x240xf32>
    %13 = stablehlo.dot_general %12, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x240xf32>, tensor<240x2xf32>) -> tensor<4x2xf32>
    %14 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x2xf32>
    %16 = stablehlo.divide %13, %15 : tensor<4x2xf32>
    %17 = stablehlo.subtract %16, %arg1 : tensor<4x2xf32>
    %18 = stablehlo.multiply %17, %17 : tensor<4x2xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.reduce(%18 init: %cst_2) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<f32>
    return %16, %19 : tensor<4x2xf32>, tensor<f32>
  }
  func.func private @argmin(%arg0: tensor<240x4xf32>) -> tensor<240xi32> {
    %0 = stablehlo.iota dim = 1 : tensor<240x4xi32>
    %cst = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [1] : (tensor<240x4xf32>, tensor<240x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<240xf32>, tensor<240xi32>)
     reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare LT, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
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
    return %1#1 : tensor<240xi32>
  }
  func.func private @_one_hot(%arg0: tensor<240xi32>) -> tensor<240x4xf32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<240xi32>) -> tensor<240x1xi32>
    %1 = stablehlo.iota dim = 1 : tensor<1x4xi32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<240x1xi32>) -> tensor<240x4xi32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x4xi32>) -> tensor<240x4xi32>
    %4 = stablehlo.compare EQ, %2, %3, SIGNED : (tensor<240x4xi32>, tensor<240x4xi32>) -> tensor<240x4xi1>
    %5 = stablehlo.convert %4 : (tensor<240x4xi1>) -> tensor<240x4xf32>
    return %5 : tensor<240x4xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<12xf32>, %arg1: tensor<f32>, %arg2: tensor<i32>) -> tensor<12xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2 : (tensor<12xf32>, tensor<1xf32>, tensor<i32>) -> tensor<12xf32>
    return %1 : tensor<12xf32>
  }
  func.func private @argmin_0(%arg0: tensor<2304x4xf32>) -> tensor<2304xi32> {
    %0 = stablehlo.iota dim = 1 : tensor<2304x4xi32>
    %cst = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [1] : (tensor<2304x4xf32>, tensor<2304x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<2304xf32>, tensor<2304xi32>)
     reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare LT, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
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
    return %1#1 : tensor<2304xi32>
  }
  func.func private @round(%arg0: tensor<240x2xf32>) -> tensor<240x2xf32> {
    %0 = stablehlo.round_nearest_even %arg0 : tensor<240x2xf32>
    return %0 : tensor<240x2xf32>
  }
  func.func private @clip(%arg0: tensor<240x2xf32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<240x2xf32> {
    %0 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<240x2xf32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<240x2xf32>
    %3 = stablehlo.convert %arg2 : (tensor<i32>) -> tensor<f32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<240x2xf32>
    %5 = stablehlo.minimum %4, %2 : tensor<240x2xf32>
    return %5 : tensor<240x2xf32>
  }
  func.func private @round_1(%arg0: tensor<4x2xf32>) -> tensor<4x2xf32> {
    %0 = stablehlo.round_nearest_even %arg0 : tensor<4x2xf32>
    return %0 : tensor<4x2xf32>
  }
}
