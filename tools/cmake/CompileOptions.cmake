# Options of every target, including the dependencies, because they change computed values or binary compatibility.
# Options for our own sources alone (warnings, no exceptions) are in Stage.cmake.
include_guard()
include(CheckCXXCompilerFlag)
include(CheckLinkerFlag)

set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_SCAN_FOR_MODULES OFF)
# No NDEBUG: our checks stay on in releases.
set(CMAKE_CXX_FLAGS_RELEASE "-O2")
set(CMAKE_C_FLAGS_RELEASE "-O2")

# Both g++ and clang fuse a*b+c by default; tests/build checks that they do not here.
add_compile_options(-ffp-contract=off)
# When vectorizing, g++ 12 still fuses the two parts of a complex product to vfmaddsub.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options(-fno-tree-vectorize)
endif()
add_compile_options(-ffile-prefix-map=${PROJECT_SOURCE_DIR}=.)
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND NOT EMSCRIPTEN)
  add_compile_options(-fcolor-diagnostics)
  if(PROJECT_IS_TOP_LEVEL)
    check_linker_flag(CXX -fuse-ld=lld PADDOCK_HAS_LLD)
    if(PADDOCK_HAS_LLD)
      add_link_options(-fuse-ld=lld)
    endif()
  endif()
  # Before 19, clang states an older version of concepts than it has, so libstdc++ omits std::expected.
  if(CMAKE_CXX_COMPILER_VERSION VERSION_LESS 19)
    add_compile_options(-D__cpp_concepts=202002L -Wno-builtin-macro-redefined)
  endif()
endif()

if(PADDOCK_SANITIZE)
  add_compile_options(-fsanitize=${PADDOCK_SANITIZE} -fno-omit-frame-pointer -g1 -O1)
  if(PADDOCK_SANITIZE MATCHES "undefined")
    # The libraries have no RTTI and the tests have it. Templates that both instantiate (shared_ptr's control blocks)
    # have a vptr that one kind of type information reports as invalid.
    add_compile_options(-fno-sanitize-recover=undefined -fno-sanitize=vptr)
  endif()
  if(PADDOCK_SANITIZE MATCHES "address")
    add_compile_definitions(_GLIBCXX_ASSERTIONS)
  endif()
  add_link_options(-fsanitize=${PADDOCK_SANITIZE})
endif()

# Selects Highway's targets. One target compiles several times faster than all.
if(EMSCRIPTEN)
  # The test programs are CommonJS, unlike the type in the checkout's own package.json.
  file(WRITE ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/package.json "{}\n")
  # Every engine with SIMD also has the other two, which make the code smaller.
  add_compile_options(-msimd128 -mbulk-memory -mnontrapping-fptoint)
  add_link_options(-mbulk-memory -mnontrapping-fptoint)
  add_compile_definitions(HWY_COMPILE_ONLY_STATIC)
elseif(PADDOCK_SIMD_TARGETS STREQUAL "all")
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    # SSE4 is the baseline, to which Highway adds AVX2 and AVX-512; simd/sort adds AMD's variant.
    add_compile_options(-march=x86-64-v2 -maes -mpclmul)
    add_compile_definitions("HWY_DISABLED_TARGETS=(HWY_SSE2|HWY_SSSE3|HWY_AVX3_ZEN4|HWY_AVX3_SPR)")
  else()
    add_compile_definitions("HWY_DISABLED_TARGETS=(HWY_ALL_SVE)")
  endif()
else()
  add_compile_definitions(HWY_COMPILE_ONLY_STATIC)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
    add_compile_options(-march=armv8-a+crypto)
  elseif(PADDOCK_SIMD_TARGETS STREQUAL "sse4")
    add_compile_options(-march=x86-64-v2 -maes -mpclmul)
  elseif(PADDOCK_SIMD_TARGETS STREQUAL "avx2")
    add_compile_options(-march=x86-64-v3 -maes -mpclmul)
  else()
    # ccache hashes the arguments of the command, and "native" means another processor on another machine. The seed,
    # which changes nothing else here, identifies the processor.
    execute_process(COMMAND ${CMAKE_CXX_COMPILER} -march=native -dM -E -x c++ /dev/null OUTPUT_VARIABLE host_macros)
    string(SHA1 host_processor "${host_macros}")
    add_compile_options(-march=native -frandom-seed=${host_processor})
    # AVX3_SPR computes with f16 itself; all kernels here round once, from f32.
    add_compile_definitions(HWY_DISABLED_TARGETS=HWY_AVX3_SPR)
    # On processors with AVX10, clang 19 warns of the features that it itself derives from "native".
    check_cxx_compiler_flag(-Winvalid-feature-combination PADDOCK_WARNS_OF_FEATURES)
    if(PADDOCK_WARNS_OF_FEATURES)
      add_compile_options(-Wno-invalid-feature-combination)
    endif()
  endif()
endif()
