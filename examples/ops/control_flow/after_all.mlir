// One token that follows both.
%a = stablehlo.create_token : !stablehlo.token
%b = stablehlo.create_token : !stablehlo.token
%both = stablehlo.after_all %a, %b : !stablehlo.token
