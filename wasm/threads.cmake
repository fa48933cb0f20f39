# The flavour `threads`: one shared memory, and a Worker for each further thread. wasm-ld links no object into a shared
# memory whose atomic operations or thread-local variables were compiled as ordinary ones. So the stages that have any
# are compiled a second time. The kernels have none: they are the relaxed flavour's. Nor have these stages; if one gets an
# atomic operation, such as a copy of a shared pointer or a static variable that is initialised late, the linker names its
# object, and the stage must go from this list.
set(paddock_stages_without_atomics core/base core/types core/diagnostics core/dialect core/ir core/text core/text/print
  core/check core/explain core/run core/plan/planner)

# Compiles the sources of a library again, with threads. They are linked as objects, before all libraries, so that nothing
# is taken from the first compilation.
function(paddock_thread_objects target)
  foreach(property SOURCES COMPILE_OPTIONS INCLUDE_DIRECTORIES COMPILE_DEFINITIONS UNITY_BUILD)
    get_target_property(${property} ${target} ${property})
    if(NOT ${property})
      set(${property} "")
    endif()
  endforeach()
  list(FILTER SOURCES INCLUDE REGEX "\\.(cc|c)$")
  add_library(${target}_threads OBJECT ${SOURCES})
  set_target_properties(${target}_threads PROPERTIES UNITY_BUILD "${UNITY_BUILD}" UNITY_BUILD_BATCH_SIZE 8)
  target_compile_options(${target}_threads PRIVATE ${COMPILE_OPTIONS} -pthread)
  target_compile_definitions(${target}_threads PRIVATE ${COMPILE_DEFINITIONS})
  target_include_directories(${target}_threads SYSTEM PRIVATE ${INCLUDE_DIRECTORIES})
  target_link_libraries(${target}_threads PRIVATE $<TARGET_PROPERTY:${target},LINK_LIBRARIES>)
  # Many include tables that this target writes.
  add_dependencies(${target}_threads paddock_dialect)
  set_property(GLOBAL APPEND PROPERTY PADDOCK_THREAD_OBJECTS $<TARGET_OBJECTS:${target}_threads>)
endfunction()

# paddock_folders_of(VARIABLE FOLDER...): the folders, and all those that they include.
function(paddock_folders_of variable)
  set(waiting ${ARGN})
  while(waiting)
    list(POP_FRONT waiting folder)
    if(NOT folder IN_LIST found)
      list(APPEND found ${folder})
      list(APPEND waiting ${PADDOCK_INCLUDES_${folder}})
    endif()
  endwhile()
  set(${variable} ${found} PARENT_SCOPE)
endfunction()

paddock_folders_of(folders core/api/query core/api/run core/api/debug core/api/observe)
# Its functions are in no_artifacts.cc.
list(REMOVE_ITEM folders core/bytecode)
list(REMOVE_ITEM folders ${paddock_stages_without_atomics})
foreach(folder IN LISTS folders)
  paddock_stage_name(name ${folder})
  get_target_property(type paddock_${name} TYPE)
  if(type STREQUAL "STATIC_LIBRARY" AND (NOT folder MATCHES "^simd" OR folder STREQUAL "simd/fft"))
    paddock_thread_objects(paddock_${name})
    paddock_precompile_library(paddock_${name}_threads THREADS)
  elseif(folder MATCHES "^simd")
    list(APPEND shared paddock_${name})
  endif()
endforeach()
foreach(folder IN LISTS paddock_stages_without_atomics)
  paddock_stage_name(name ${folder})
  list(APPEND shared paddock_${name})
endforeach()
foreach(library hwy inflate bindings)
  paddock_thread_objects(paddock_${library})
endforeach()

get_property(objects GLOBAL PROPERTY PADDOCK_THREAD_OBJECTS)
add_executable(paddock_wasm_threads ${paddock_engine_addresses}.o ${objects})
add_dependencies(paddock_wasm_threads paddock_why_wasm)
target_link_libraries(paddock_wasm_threads PRIVATE paddock_simd_gemm_relaxed paddock_simd_math_relaxed paddock_loaded_factor ${shared})
# The glue starts a Worker from `mainScriptUrlOrBlob` for each thread; the main thread, itself in a Worker, may wait. Data is
# not split at zeros: each piece of a shared memory needs instructions that copy it.
paddock_link_module(paddock_wasm_threads paddock-threads -lembind -pthread -Wno-pthreads-mem-growth
  -sINCOMING_MODULE_JS_API=instantiateWasm,mainScriptUrlOrBlob -sDEFAULT_PTHREAD_STACK_SIZE=1MB
  -sBINARYEN_EXTRA_PASSES=--skip-pass=memory-packing)
