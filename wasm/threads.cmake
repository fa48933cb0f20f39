# The modules with threads, the flavour `threads` and the command: one shared memory, and a Worker for each further thread.
# wasm-ld links no object into a shared memory whose atomic operations or thread-local variables were compiled as ordinary
# ones. So the stages that have any are compiled a second time. The kernels have none: they are the relaxed flavour's. Nor
# have these stages; if one gets an atomic operation, such as a copy of a shared pointer or a static variable that is
# initialised late, the linker names its object, and the stage must go from this list.
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
  # Many include tables that these targets write.
  add_dependencies(${target}_threads paddock_dialect paddock_op_places)
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

# paddock_with_threads(OBJECTS SHARED FOLDER...): compiles the stages again, sets OBJECTS to their objects, and SHARED to the
# libraries of the stages that have no atomics.
function(paddock_with_threads objects_variable shared_variable)
  foreach(folder IN LISTS ARGN)
    paddock_stage_name(name ${folder})
    get_target_property(type paddock_${name} TYPE)
    if(folder IN_LIST paddock_stages_without_atomics OR (folder MATCHES "^simd" AND NOT folder STREQUAL "simd/fft"))
      list(APPEND shared paddock_${name})
    elseif(type STREQUAL "STATIC_LIBRARY")
      if(NOT TARGET paddock_${name}_threads)
        paddock_thread_objects(paddock_${name})
        paddock_precompile_library(paddock_${name}_threads THREADS)
      endif()
      list(APPEND objects $<TARGET_OBJECTS:paddock_${name}_threads>)
    endif()
  endforeach()
  set(${objects_variable} ${objects} PARENT_SCOPE)
  set(${shared_variable} ${shared} PARENT_SCOPE)
endfunction()

foreach(library hwy inflate bindings)
  paddock_thread_objects(paddock_${library})
endforeach()

set(paddock_threads_glue ${CMAKE_CURRENT_SOURCE_DIR}/threads-glue.js)

# paddock_link_threads(TARGET FILE option...): the glue starts a Worker from `mainScriptUrlOrBlob` for each thread; the main
# thread, itself in a Worker, may wait. Data is not split at zeros: each piece of a shared memory needs instructions that
# copy it.
function(paddock_link_threads target file)
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${paddock_threads_glue})
  paddock_link_module(${target} ${file} ${ARGN} -pthread -Wno-pthreads-mem-growth --pre-js ${paddock_threads_glue}
    -sINCOMING_MODULE_JS_API=instantiateWasm,mainScriptUrlOrBlob -sDEFAULT_PTHREAD_STACK_SIZE=1MB
    -sBINARYEN_EXTRA_PASSES=--skip-pass=memory-packing)
endfunction()

paddock_folders_of(folders core/api/query core/api/run core/api/debug core/api/observe)
# Its functions are in no_artifacts.cc.
list(REMOVE_ITEM folders core/bytecode)
paddock_with_threads(objects shared ${folders})
add_executable(paddock_wasm_threads ${paddock_engine_addresses}.o ${objects} $<TARGET_OBJECTS:paddock_hwy_threads>
  $<TARGET_OBJECTS:paddock_inflate_threads> $<TARGET_OBJECTS:paddock_bindings_threads>)
add_dependencies(paddock_wasm_threads paddock_why_wasm)
target_link_libraries(paddock_wasm_threads PRIVATE paddock_simd_gemm_relaxed paddock_simd_math_relaxed paddock_loaded_factor ${shared})
paddock_link_threads(paddock_wasm_threads paddock-threads -lembind)

# The command, for Node: a module of its own, so that the page's does not carry it. It has relaxed SIMD and threads, which
# every Node that the package takes has.
paddock_folders_of(folders cli)
paddock_with_threads(objects shared ${folders})
add_executable(paddock_command_wasm command/command_main.cc command/node_host.cc ${objects}
  $<TARGET_OBJECTS:paddock_hwy_threads> $<TARGET_OBJECTS:paddock_inflate_threads>)
paddock_own_sources(paddock_command_wasm)
target_compile_options(paddock_command_wasm PRIVATE -fno-exceptions -fno-rtti -pthread)
target_include_directories(paddock_command_wasm PRIVATE ${PROJECT_SOURCE_DIR})
target_link_libraries(paddock_command_wasm PRIVATE paddock_simd_gemm_relaxed paddock_simd_math_relaxed ${shared})
set(paddock_host_library ${CMAKE_CURRENT_SOURCE_DIR}/command/host_library.js)
set_property(TARGET paddock_command_wasm APPEND PROPERTY LINK_DEPENDS ${paddock_host_library})
paddock_link_threads(paddock_command_wasm paddock-command --no-entry --js-library ${paddock_host_library})
