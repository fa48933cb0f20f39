# Defines the library and tests of a folder. Its *.cc make the library paddock_<name>, its *_test.cc and *_fuzz.cc the
# test program paddock_<name>_test. With PADDOCK_FUZZ its *_fuzz.cc are fuzz targets. A folder that has only headers is
# an INTERFACE library.
include_guard()

function(paddock_own_sources target)
  target_compile_options(${target} PRIVATE -Wall -Wextra)
  if(PADDOCK_WARNINGS_AS_ERRORS)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # These warnings are too often wrong about values that a loop or Highway's vectors initialise.
    target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized -Wno-psabi)
  endif()
endfunction()

# Code of the shared library can lie anywhere. No symbol is interposed, so calls stay direct and are inlined.
function(paddock_position_independent target)
  if(PADDOCK_SHARED)
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_compile_options(${target} PRIVATE -fno-semantic-interposition)
  endif()
endfunction()

# For the browser, stages without loops over elements or steps are optimized for the least size: the reader of texts is as
# fast as at -Os. simd_windows and simd_factor call loops of other stages; simd_fft and simd_linalg are as fast so.
set(paddock_fast_stages "^(simd.*|exec_(machine|tape))$")
set(paddock_small_stages "^simd_(factor|fft|linalg|windows)$")
# Stages whose loops over vectors are unrolled by hand: more unrolling by the compiler costs more size than it gains.
set(paddock_unrolled_by_hand "^(exec_(grid|machine|tape|threads)|simd_(elementwise|fft|linalg|math|movement|random|reduce|sort))$")
function(paddock_optimize target name)
  if(EMSCRIPTEN AND name MATCHES "${paddock_unrolled_by_hand}")
    target_compile_options(${target} PRIVATE -fno-unroll-loops)
  endif()
  if(NOT EMSCRIPTEN)
    return()
  endif()
  if(name MATCHES "${paddock_small_stages}" OR NOT name MATCHES "${paddock_fast_stages}")
    target_compile_options(${target} PRIVATE -Oz)
  endif()
endfunction()

# paddock_stage([LINK target...] [SOURCES generated...] [RELAXED]): the folder's own library, paddock_<name>, linked with
# those of the folders that core/LAYERS names for it.
#   LINK: other CMake targets, such as paddock_fmt.
#   RELAXED: uses relaxed SIMD if enabled, so WebAssembly has a second library, paddock_<name>_relaxed. A program
#   that links it first has the relaxed flavour; all other code is the same in both.
function(paddock_stage)
  cmake_parse_arguments(PARSE_ARGV 0 stage "RELAXED" "" "LINK;SOURCES")
  file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  paddock_stage_name(name ${folder})
  set(target paddock_${name})
  paddock_libraries_of(libraries ${folder})
  paddock_libraries_of(libraries_of_tests ${folder} TESTS)
  if(folder MATCHES "^simd")
    list(APPEND libraries paddock_hwy)
  endif()

  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cc)
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_(test|main|fuzz)\\.cc$")
  list(FILTER tests INCLUDE REGEX "_(test|fuzz)\\.cc$")

  if(sources OR stage_SOURCES)
    add_library(${target} STATIC ${sources} ${stage_SOURCES})
    target_compile_options(${target} PRIVATE -fno-exceptions -fno-rtti)
    paddock_own_sources(${target})
    paddock_optimize(${target} ${name})
    paddock_position_independent(${target})
    paddock_precompile_library(${target})
    # With several targets, Highway includes a file of kernels once for each, so such files cannot be combined.
    if(PADDOCK_UNITY AND NOT (PADDOCK_SIMD_TARGETS STREQUAL "all" AND name MATCHES "^simd"))
      set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
    endif()
    set(scope PUBLIC)
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(${target} ${scope} ${PROJECT_SOURCE_DIR})
  target_link_libraries(${target} ${scope} ${libraries} ${stage_LINK})

  if(PADDOCK_FUZZ)
    paddock_guide_fuzzing(${target} ${name})
    paddock_fuzz_targets(${target} ${libraries_of_tests})
  endif()
  if(PADDOCK_TESTS AND tests)
    paddock_test(${target}_test SOURCES ${tests} LINK ${target} ${libraries_of_tests})
  endif()
  if(EMSCRIPTEN AND stage_RELAXED)
    paddock_relaxed_variant(${target} "${sources}" "${tests}")
  endif()
endfunction()

# Adds a second library with relaxed SIMD, from the same sources, and its tests.
function(paddock_relaxed_variant target sources tests)
  add_library(${target}_relaxed STATIC ${sources})
  if(PADDOCK_UNITY)
    set_target_properties(${target}_relaxed PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
  endif()
  target_compile_options(${target}_relaxed PRIVATE -fno-exceptions -fno-rtti -mrelaxed-simd)
  paddock_own_sources(${target}_relaxed)
  paddock_optimize(${target}_relaxed ${name})
  target_link_libraries(${target}_relaxed PUBLIC $<TARGET_PROPERTY:${target},LINK_LIBRARIES>)
  target_include_directories(${target}_relaxed PUBLIC ${PROJECT_SOURCE_DIR})
  if(PADDOCK_TESTS AND tests)
    paddock_test(${target}_relaxed_test SOURCES ${tests} LINK ${target}_relaxed)
    target_compile_options(${target}_relaxed_test PRIVATE -mrelaxed-simd)
    set_target_properties(${target}_relaxed_test PROPERTIES DISABLE_PRECOMPILE_HEADERS ON)
  endif()
endfunction()

# Libraries that run programs: a fuzzer's input reaches them through other libraries. Without the fuzzer's
# instrumentation they compile as in the preset `asan`, so ccache has them, and they run faster.
set(paddock_unguided_stages "^(simd.*|plan.*|exec_.*|explain)$")
function(paddock_guide_fuzzing target name)
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "STATIC_LIBRARY" AND NOT name MATCHES "${paddock_unguided_stages}")
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
  endif()
endfunction()

# Each <thing>_fuzz.cc makes paddock_<thing>_fuzz, a libFuzzer program. `cmake --build build/fuzz --target fuzz_targets`
# builds them all.
function(paddock_fuzz_targets library)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*_fuzz.cc)
  foreach(source IN LISTS sources)
    get_filename_component(thing ${source} NAME_WE)
    add_executable(paddock_${thing} ${source})
    paddock_own_sources(paddock_${thing})
    target_compile_definitions(paddock_${thing} PRIVATE PADDOCK_LIBFUZZER)
    target_link_libraries(paddock_${thing} PRIVATE ${library} ${ARGN})
    target_link_options(paddock_${thing} PRIVATE -fsanitize=fuzzer)
    if(NOT TARGET fuzz_targets)
      add_custom_target(fuzz_targets)
    endif()
    add_dependencies(fuzz_targets paddock_${thing})
  endforeach()
endfunction()

# paddock_test(TARGET SOURCES file... LINK target...): a Catch2 program, run from the root of the sources.
function(paddock_test target)
  cmake_parse_arguments(PARSE_ARGV 1 test "" "" "SOURCES;LINK")
  add_executable(${target} ${test_SOURCES})
  paddock_own_sources(${target})
  # A test's own code runs briefly, and Catch2's macros are long. Tests of kernels compute with Highway themselves.
  if(target MATCHES "^paddock_simd" OR PADDOCK_SANITIZE)
    target_compile_options(${target} PRIVATE -O1)
  else()
    target_compile_options(${target} PRIVATE -O0)
  endif()
  paddock_precompile_test(${target})
  # Tests of kernels use equal names for their operations.
  if(PADDOCK_UNITY AND NOT target MATCHES "^paddock_simd")
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 5)
  endif()
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${target} PRIVATE ${test_LINK} Catch2::Catch2WithMain)
  if(EMSCRIPTEN)
    # Links at -O1, because wasm-opt takes ten times the time that it would save.
    target_link_options(${target} PRIVATE -O1 -sALLOW_MEMORY_GROWTH -sSTACK_SIZE=1MB -sNODERAWFS=1 -sEXIT_RUNTIME=1)
  endif()
  add_test(NAME ${target} COMMAND ${target} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
endfunction()
