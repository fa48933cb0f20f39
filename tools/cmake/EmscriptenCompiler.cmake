# em++ and emar are Python programs, which take longer to start than many of our files take to compile. em++ prints the
# options that it would pass to clang. So clang compiles, llvm-ar archives, and em++ links.
include_guard()
if(NOT EMSCRIPTEN)
  return()
endif()

execute_process(COMMAND ${CMAKE_CXX_COMPILER} -fwasm-exceptions --cflags
  OUTPUT_VARIABLE paddock_em_options OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE paddock_em_result ERROR_QUIET)
execute_process(COMMAND ${PADDOCK_EMSCRIPTEN_ROOT}/em-config LLVM_ROOT
  OUTPUT_VARIABLE paddock_em_llvm OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
execute_process(COMMAND ${PADDOCK_EMSCRIPTEN_ROOT}/em-config BINARYEN_ROOT
  OUTPUT_VARIABLE paddock_em_binaryen OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
# Debian's clang has its version in its name; an emsdk's clang does not.
find_program(PADDOCK_EM_CLANG NAMES clang++-19 clang++ PATHS ${paddock_em_llvm} NO_DEFAULT_PATH)
find_program(PADDOCK_EM_AR NAMES llvm-ar-19 llvm-ar PATHS ${paddock_em_llvm} NO_DEFAULT_PATH)
find_program(PADDOCK_EM_LD NAMES wasm-ld-19 wasm-ld PATHS ${paddock_em_llvm} NO_DEFAULT_PATH REQUIRED)
find_program(PADDOCK_EM_OPT NAMES wasm-opt PATHS ${paddock_em_binaryen}/bin NO_DEFAULT_PATH REQUIRED)

if(paddock_em_result EQUAL 0 AND PADDOCK_EM_CLANG)
  # Exceptions are enabled target by target.
  string(REPLACE " -fwasm-exceptions" "" paddock_em_options "${paddock_em_options}")
  set(CMAKE_CXX_COMPILE_OBJECT
    "${PADDOCK_EM_CLANG} ${paddock_em_options} <DEFINES> <INCLUDES> <FLAGS> -o <OBJECT> -c <SOURCE>")
endif()
if(PADDOCK_EM_AR)
  set(CMAKE_CXX_ARCHIVE_CREATE "${PADDOCK_EM_AR} qcs <TARGET> <LINK_FLAGS> <OBJECTS>")
  set(CMAKE_CXX_ARCHIVE_FINISH "")
endif()
