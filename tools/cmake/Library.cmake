# The library that others link: paddock::paddock is static, paddock::shared shared. Both have the objects of all stages below
# core and simd, which are compiled once. Headers are copied to where programs include them, so that a project that adds
# Paddock includes the same paths as one that finds it installed.
include_guard()
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(paddock_public ${PROJECT_BINARY_DIR}/public)

# Sets the objects of the stages and of the libraries that they need.
function(paddock_library_objects variable)
  set(objects $<TARGET_OBJECTS:paddock_hwy> $<TARGET_OBJECTS:paddock_inflate>)
  foreach(folder IN LISTS PADDOCK_FOLDERS)
    paddock_stage_name(name ${folder})
    if(NOT folder MATCHES "^(core|simd)(/|$)" OR NOT TARGET paddock_${name})
      continue()
    endif()
    get_target_property(type paddock_${name} TYPE)
    if(type STREQUAL "STATIC_LIBRARY")
      list(APPEND objects $<TARGET_OBJECTS:paddock_${name}>)
    endif()
  endforeach()
  set(${variable} ${objects} PARENT_SCOPE)
endfunction()

# Writes the public headers and the list of exported names. Every header is a dependency, since what is public follows from
# what headers include.
function(paddock_public_headers)
  set(tool ${PROJECT_SOURCE_DIR}/tools/install)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/core/*.h ${PROJECT_SOURCE_DIR}/simd/*.h)
  add_custom_command(
    OUTPUT ${paddock_public}/stamp
    BYPRODUCTS ${paddock_public}/exports.map
    COMMAND ${NODE_PROGRAM} ${tool}/write-headers.mjs ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/generated ${paddock_public}
    COMMAND ${CMAKE_COMMAND} -E touch ${paddock_public}/stamp
    DEPENDS ${headers} ${tool}/write-headers.mjs ${tool}/public-headers.mjs ${PROJECT_BINARY_DIR}/generated/dialect/stamp
    COMMENT "Writing the public headers"
    VERBATIM)
  add_custom_target(paddock_headers DEPENDS ${paddock_public}/stamp)
endfunction()

function(paddock_library_interface target)
  add_dependencies(${target} paddock_headers)
  target_include_directories(${target} INTERFACE
    $<BUILD_INTERFACE:${paddock_public}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_compile_features(${target} INTERFACE cxx_std_23)
  set_target_properties(${target} PROPERTIES OUTPUT_NAME paddock LINKER_LANGUAGE CXX)
endfunction()

function(paddock_shared_library objects)
  add_library(paddock_shared SHARED ${objects})
  paddock_library_interface(paddock_shared)
  target_link_libraries(paddock_shared PRIVATE Threads::Threads)
  add_library(paddock::shared ALIAS paddock_shared)
  # Before 1.0 the C++ interface may change with each minor version. The C interface only grows.
  set_target_properties(paddock_shared PROPERTIES VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} EXPORT_NAME shared
    LINK_DEPENDS ${paddock_public}/exports.map)
  if(APPLE)
    return()
  endif()
  target_link_options(paddock_shared PRIVATE
    -Wl,--version-script=${paddock_public}/exports.map -Wl,-Bsymbolic-functions -Wl,-z,defs)
  # Threads of ended runs sleep in its code (core/exec/threads).
  target_link_options(paddock_shared PRIVATE -Wl,-z,nodelete)
endfunction()

# The command itself prints the script while it is installed.
function(paddock_install_completion shell folder name)
  if(CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR)
    return()
  endif()
  install(CODE "
    set(folder \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${folder}\")
    file(MAKE_DIRECTORY \"\${folder}\")
    execute_process(COMMAND ${CMAKE_CROSSCOMPILING_EMULATOR} \"$<TARGET_FILE:paddock>\" completion ${shell}
      OUTPUT_FILE \"\${folder}/${name}\" COMMAND_ERROR_IS_FATAL ANY)" COMPONENT command)
endfunction()

function(paddock_install targets)
  install(TARGETS ${targets} EXPORT paddock COMPONENT paddock)
  install(DIRECTORY ${paddock_public}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT paddock)
  set(package ${CMAKE_INSTALL_LIBDIR}/cmake/paddock)
  install(EXPORT paddock NAMESPACE paddock:: DESTINATION ${package} FILE paddock-targets.cmake COMPONENT paddock)
  configure_package_config_file(${PROJECT_SOURCE_DIR}/tools/install/paddock-config.cmake.in
    ${paddock_public}/paddock-config.cmake INSTALL_DESTINATION ${package} NO_SET_AND_CHECK_MACRO)
  write_basic_package_version_file(${paddock_public}/paddock-config-version.cmake COMPATIBILITY SameMinorVersion)
  file(RELATIVE_PATH paddock_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
  configure_file(${PROJECT_SOURCE_DIR}/tools/install/paddock.pc.in ${paddock_public}/paddock.pc @ONLY)
  install(FILES ${paddock_public}/paddock-config.cmake ${paddock_public}/paddock-config-version.cmake
    DESTINATION ${package} COMPONENT paddock)
  install(FILES ${paddock_public}/paddock.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT paddock)
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${paddock_licences} DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT paddock)
  if(PADDOCK_COMMAND)
    install(TARGETS paddock COMPONENT command)
    # The template of `paddock html`, which the build of the npm package makes.
    install(FILES ${PROJECT_SOURCE_DIR}/build/share/paddock/capsule.html
      DESTINATION ${CMAKE_INSTALL_DATADIR}/paddock COMPONENT command OPTIONAL)
    # The page of `paddock serve`, without its documentation.
    install(DIRECTORY ${PROJECT_SOURCE_DIR}/web/dist/ DESTINATION ${CMAKE_INSTALL_DATADIR}/paddock/page
      COMPONENT command OPTIONAL PATTERN docs EXCLUDE)
    paddock_install_completion(bash ${CMAKE_INSTALL_DATADIR}/bash-completion/completions paddock)
    paddock_install_completion(fish ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d paddock.fish)
  endif()
endfunction()

function(paddock_library)
  paddock_library_objects(objects)
  add_library(paddock_static STATIC ${objects})
  paddock_library_interface(paddock_static)
  set_target_properties(paddock_static PROPERTIES EXPORT_NAME paddock)
  target_link_libraries(paddock_static PUBLIC Threads::Threads)
  add_library(paddock::paddock ALIAS paddock_static)
  set(targets paddock_static)
  if(PADDOCK_SHARED)
    paddock_shared_library("${objects}")
    list(APPEND targets paddock_shared)
  endif()
  if(PADDOCK_INSTALL)
    paddock_install("${targets}")
  endif()
endfunction()
