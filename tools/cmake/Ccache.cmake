# Uses ccache if it is installed. Its folder is outside the checkout and paths are relative to the checkout. So a fresh
# clone at another path finds compiled objects.
include_guard()

if(DEFINED ENV{XDG_CACHE_HOME})
  set(paddock_cache_default "$ENV{XDG_CACHE_HOME}/paddock")
else()
  set(paddock_cache_default "$ENV{HOME}/.cache/paddock")
endif()
set(PADDOCK_CACHE_DIR "${paddock_cache_default}" CACHE PATH "Downloads and compiled objects, shared by all checkouts")

find_program(PADDOCK_CCACHE ccache)
if(PADDOCK_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  if(DEFINED ENV{CCACHE_DIR})
    set(ccache_dir "$ENV{CCACHE_DIR}")
  else()
    set(ccache_dir "${PADDOCK_CACHE_DIR}/ccache")
  endif()
  set(CMAKE_CXX_COMPILER_LAUNCHER
    ${CMAKE_COMMAND} -E env CCACHE_DIR=${ccache_dir} CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1
    CCACHE_PCH_EXTSUM=1 CCACHE_SLOPPINESS=pch_defines,time_macros ${PADDOCK_CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${CMAKE_CXX_COMPILER_LAUNCHER})
endif()
