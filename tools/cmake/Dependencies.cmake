# Third-party sources. tools/setup puts them into the cache folder, from Debian's source packages; without it CMake
# downloads them from upstream. docs/dependencies.md gives the reason for each.
include_guard()
include(FetchContent)
include(Licences)

# paddock_dependency(NAME FOLDER REPOSITORY TAG): sets <NAME>_SOURCE_DIR and builds nothing.
function(paddock_dependency name folder repository tag)
  string(TOUPPER ${name} upper)
  if(NOT FETCHCONTENT_SOURCE_DIR_${upper} AND EXISTS ${PADDOCK_CACHE_DIR}/sources/${folder})
    set(FETCHCONTENT_SOURCE_DIR_${upper} ${PADDOCK_CACHE_DIR}/sources/${folder})
  endif()
  # A SOURCE_SUBDIR without CMakeLists.txt: only the sources are used, and the targets below are ours.
  FetchContent_Declare(${name} GIT_REPOSITORY ${repository} GIT_TAG ${tag} GIT_SHALLOW ON SOURCE_SUBDIR none)
  FetchContent_MakeAvailable(${name})
  set(${name}_SOURCE_DIR ${${name}_SOURCE_DIR} PARENT_SCOPE)
endfunction()

paddock_dependency(highway highway-1.2.0 https://github.com/google/highway.git 1.2.0)
paddock_dependency(fmt fmt-10.1.1 https://github.com/fmtlib/fmt.git 10.1.1)
paddock_dependency(fast_float fast_float-8.0.0 https://github.com/fastfloat/fast_float.git v8.0.0)
paddock_dependency(zlib zlib-1.3.1 https://github.com/madler/zlib.git v1.3.1)

paddock_licence("Highway 1.2.0" ${highway_SOURCE_DIR}/LICENSE-BSD3)
paddock_licence("{fmt} 10.1.1" ${fmt_SOURCE_DIR}/LICENSE.rst)
paddock_licence("fast_float 8.0.0" ${fast_float_SOURCE_DIR}/LICENSE-MIT)
paddock_licence("zlib 1.3.1" ${zlib_SOURCE_DIR}/LICENSE)
if(EMSCRIPTEN)
  # LLVM's libraries need no notice in compiled code. Not every package of Emscripten has its licence.
  paddock_licence("Emscripten" ${PROJECT_SOURCE_DIR}/tools/cmake/emscripten-licence.txt)
  paddock_licence("musl" ${PADDOCK_EMSCRIPTEN_ROOT}/system/lib/libc/musl/COPYRIGHT)
endif()
paddock_write_licences()

# The targets have names of our own, since a project that adds Paddock may have the libraries itself.
find_package(Threads REQUIRED)

# Highway's core without its own CMake file, which requires atomics in WebAssembly and builds unused parts. From
# contrib, only headers and the topology that its thread pool reads.
set(hwy ${highway_SOURCE_DIR}/hwy)
add_library(paddock_hwy STATIC
  ${hwy}/abort.cc ${hwy}/aligned_allocator.cc ${hwy}/per_target.cc ${hwy}/print.cc
  ${hwy}/targets.cc ${hwy}/timer.cc ${hwy}/contrib/thread_pool/topology.cc)
if(NOT PADDOCK_SIMD_TARGETS STREQUAL "all")
  set_target_properties(paddock_hwy PROPERTIES UNITY_BUILD ON)
endif()
target_include_directories(paddock_hwy SYSTEM PUBLIC ${highway_SOURCE_DIR})
target_compile_definitions(paddock_hwy PUBLIC HWY_STATIC_DEFINE)
target_compile_options(paddock_hwy PRIVATE -w -fno-exceptions -fno-rtti -fmath-errno)
target_link_libraries(paddock_hwy PUBLIC Threads::Threads)
set_target_properties(paddock_hwy PROPERTIES POSITION_INDEPENDENT_CODE ${PADDOCK_SHARED})

add_library(paddock_fmt INTERFACE)
target_include_directories(paddock_fmt SYSTEM INTERFACE ${fmt_SOURCE_DIR}/include)
# Omits std::locale and long double, whose code and tables would be a twentieth of the WebAssembly module.
target_compile_definitions(paddock_fmt INTERFACE
  FMT_HEADER_ONLY=1 FMT_STATIC_THOUSANDS_SEPARATOR=',' FMT_USE_LONG_DOUBLE=0)
if(EMSCRIPTEN)
  # Its checks of itself, with the texts that they would print.
  target_compile_options(paddock_fmt INTERFACE "-DFMT_ASSERT(condition,message)=((void)0)")
endif()

add_library(paddock_fast_float INTERFACE)
target_include_directories(paddock_fast_float SYSTEM INTERFACE ${fast_float_SOURCE_DIR}/include)

# zlib's inflate and checksum, without the gzip wrapper. Its names have a prefix, because MPI's library may bring
# another zlib. WebAssembly builds have one thread and compute tables on demand: no compression makes them smaller.
set(zlib_sources adler32.c crc32.c inffast.c inflate.c inftrees.c zutil.c)
list(TRANSFORM zlib_sources PREPEND ${zlib_SOURCE_DIR}/)
add_library(paddock_inflate STATIC ${zlib_sources})
target_include_directories(paddock_inflate SYSTEM PUBLIC ${zlib_SOURCE_DIR})
target_compile_definitions(paddock_inflate PUBLIC Z_PREFIX PRIVATE NO_GZIP)
target_compile_options(paddock_inflate PRIVATE -w)
set_target_properties(paddock_inflate PROPERTIES POSITION_INDEPENDENT_CODE ${PADDOCK_SHARED})
if(EMSCRIPTEN)
  target_compile_definitions(paddock_inflate PRIVATE DYNAMIC_CRC_TABLE BUILDFIXED)
  target_compile_options(paddock_inflate PRIVATE -Oz)
endif()

# The C header of PJRT. tools/setup takes it from a crate; without it core/pjrt is left out.
set(PADDOCK_PJRT_DIR ${PADDOCK_CACHE_DIR}/sources/pjrt-0.54/include CACHE PATH "Folder that has xla/pjrt/c/pjrt_c_api.h")
set(PADDOCK_PJRT OFF)
if(NOT EMSCRIPTEN AND EXISTS ${PADDOCK_PJRT_DIR}/xla/pjrt/c/pjrt_c_api.h)
  set(PADDOCK_PJRT ON)
  add_library(paddock_pjrt_header INTERFACE)
  target_include_directories(paddock_pjrt_header SYSTEM INTERFACE ${PADDOCK_PJRT_DIR})
endif()

if(PADDOCK_TESTS)
  paddock_dependency(catch2 catch2-3.7.1 https://github.com/catchorg/Catch2.git v3.7.1)
  set(CMAKE_POLICY_DEFAULT_CMP0077 NEW)
  set(CATCH_INSTALL_DOCS OFF)
  set(CATCH_INSTALL_EXTRAS OFF)
  add_subdirectory(${catch2_SOURCE_DIR} ${PROJECT_BINARY_DIR}/catch2 EXCLUDE_FROM_ALL SYSTEM)
  # A hundred small files, half a minute if compiled one by one.
  set_target_properties(Catch2 PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 24)
  # Halves its compile time, and its own code runs briefly. Not with sanitizers or cross-compiling, where everything is
  # slow.
  if(PADDOCK_SANITIZE OR CMAKE_CROSSCOMPILING)
    set(catch2_level -O1)
  else()
    set(catch2_level -O0)
  endif()
  target_compile_options(Catch2 PRIVATE ${catch2_level})
  target_compile_options(Catch2WithMain PRIVATE ${catch2_level})
  if(EMSCRIPTEN)
    target_compile_options(Catch2 PUBLIC -fwasm-exceptions)
    target_link_options(Catch2 INTERFACE -fwasm-exceptions)
  endif()
endif()
