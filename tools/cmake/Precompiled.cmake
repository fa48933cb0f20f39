# Precompiles the headers that most files include, once for each set of options: they take a second of each unit's time.
# Only for the presets that enable it (native, wasm). The other presets still detect missing includes.
include_guard()

option(PADDOCK_PRECOMPILED "Precompile the headers that most files include" OFF)

set(paddock_library_headers
  <algorithm> <array> <bit> <charconv> <cmath> <cstdint> <cstring> <functional> <limits> <map> <memory> <optional> <span>
  <string> <string_view> <unordered_map> <utility> <vector> <fmt/format.h> <hwy/foreach_target.h>
  <hwy/highway.h>)
set(paddock_test_headers ${paddock_library_headers} <catch2/catch_test_macros.hpp>)

# clang stores paths and times in a precompiled header, so it belongs to one build folder and ccache cannot use it. For
# ccache, a hash of all these headers and those they include represents it. CMake runs again when one of them changes.
if(PADDOCK_PRECOMPILED)
  # Omits the header's own path, which ccache would treat as a difference. The precompiled header contains it.
  set(CMAKE_CXX_COMPILE_OPTIONS_USE_PCH -Winvalid-pch -Xclang -include-pch -Xclang <PCH_FILE>)
  set(all ${PROJECT_BINARY_DIR}/precompiled/all)
  list(TRANSFORM paddock_test_headers REPLACE "(.+)" "#include \\1" OUTPUT_VARIABLE lines)
  list(JOIN lines "\n" lines)
  file(CONFIGURE OUTPUT ${all}.cc CONTENT "${lines}\n" @ONLY)
  get_directory_property(options COMPILE_OPTIONS)
  execute_process(
    COMMAND ${CMAKE_CXX_COMPILER} ${options} -DHWY_COMPILE_ONLY_STATIC -std=c++23 -E -dD -P -MD -MF ${all}.d
      -I${fmt_SOURCE_DIR}/include -I${highway_SOURCE_DIR} -I${catch2_SOURCE_DIR}/src
      -I${PROJECT_BINARY_DIR}/catch2/generated-includes ${all}.cc
    OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
  string(SHA1 paddock_precompiled_sum "${text}")
  file(READ ${all}.d text)
  string(REGEX REPLACE "^[^:]*:|\\\\\n" "" text "${text}")
  separate_arguments(text UNIX_COMMAND "${text}")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${text})
endif()

# paddock_precompile(TARGET KIND HEADERS header... LINK target... OPTIONS option...): makes TARGET use the precompiled
# headers of the KIND. OPTIONS are those that must match in the compiler: for exceptions, type information and
# optimization.
function(paddock_precompile target kind)
  # With several targets, a file includes Highway's headers once for each.
  if(NOT PADDOCK_PRECOMPILED OR PADDOCK_SIMD_TARGETS STREQUAL "all")
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 2 pre "" "" "HEADERS;LINK;OPTIONS")
  set(owner paddock_precompiled_${kind})
  if(NOT TARGET ${owner})
    set(source ${PROJECT_BINARY_DIR}/precompiled/${kind}.cc)
    file(CONFIGURE OUTPUT ${source} CONTENT "")
    add_library(${owner} OBJECT ${source})
    set_target_properties(${owner} PROPERTIES CXX_COMPILER_LAUNCHER "")
    target_compile_options(${owner} PRIVATE ${pre_OPTIONS})
    if(kind MATCHES "library$")
      paddock_position_independent(${owner})
    endif()
    target_link_libraries(${owner} PRIVATE paddock_fmt paddock_hwy ${pre_LINK})
    target_precompile_headers(${owner} PRIVATE ${pre_HEADERS})
    get_target_property(folder ${owner} BINARY_DIR)
    file(CONFIGURE OUTPUT ${folder}/CMakeFiles/${owner}.dir/cmake_pch.hxx.pch.sum CONTENT "${paddock_precompiled_sum}")
  endif()
  target_precompile_headers(${target} REUSE_FROM ${owner})
endfunction()

# paddock_precompile_library(TARGET [THREADS]): for the objects of a library. THREADS: they are compiled with -pthread.
function(paddock_precompile_library target)
  cmake_parse_arguments(PARSE_ARGV 1 pre "THREADS" "" "")
  get_target_property(options ${target} COMPILE_OPTIONS)
  set(kind library)
  set(matching -fno-exceptions -fno-rtti)
  if(pre_THREADS)
    set(kind threads)
    list(APPEND matching -pthread)
  endif()
  if(options MATCHES "-O[sz]")
    string(PREPEND kind small_)
    list(APPEND matching -Os)
  endif()
  paddock_precompile(${target} ${kind} HEADERS ${paddock_library_headers} OPTIONS ${matching})
endfunction()

function(paddock_precompile_test target)
  get_target_property(options ${target} COMPILE_OPTIONS)
  string(REGEX MATCH "-O[01]" level "${options}")
  paddock_precompile(${target} test${level} HEADERS ${paddock_test_headers} OPTIONS ${level} LINK Catch2::Catch2WithMain)
endfunction()
