// Uses the plugin as a framework does: through the table of functions.
#include "core/pjrt/api.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/pjrt/host_calls.h"
#include "core/pjrt/watched_runs.h"

namespace paddock::pjrt {
namespace {

constexpr std::string_view kFormat = "mlir";

template <class Args>
Args ArgsOf(size_t size) {
  Args args{};
  args.struct_size = size;
  return args;
}

#define PADDOCK_ARGS(name) ArgsOf<name##_Args>(name##_Args_STRUCT_SIZE)

// Returns the message of an error, or an empty text, and frees the error.
std::string MessageOf(PJRT_Error* error) {
  if (error == nullptr) return {};
  auto message = PADDOCK_ARGS(PJRT_Error_Message);
  message.error = error;
  Api()->PJRT_Error_Message(&message);
  std::string text(message.message, message.message_size);
  auto destroy = PADDOCK_ARGS(PJRT_Error_Destroy);
  destroy.error = error;
  Api()->PJRT_Error_Destroy(&destroy);
  return text;
}

void Free(PJRT_Event* event) {
  auto wait = PADDOCK_ARGS(PJRT_Event_Await);
  wait.event = event;
  CHECK(MessageOf(Api()->PJRT_Event_Await(&wait)).empty());
  auto destroy = PADDOCK_ARGS(PJRT_Event_Destroy);
  destroy.event = event;
  Api()->PJRT_Event_Destroy(&destroy);
}

class TestClient {
 public:
  explicit TestClient(int64_t devices = 1) {
    PJRT_NamedValue option{};
    option.name = "devices";
    option.name_size = 7;
    option.type = PJRT_NamedValue_kInt64;
    option.int64_value = devices;
    auto args = PADDOCK_ARGS(PJRT_Client_Create);
    args.create_options = &option;
    args.num_options = 1;
    REQUIRE(MessageOf(Api()->PJRT_Client_Create(&args)).empty());
    client_ = args.client;
  }
  ~TestClient() {
    auto args = PADDOCK_ARGS(PJRT_Client_Destroy);
    args.client = client_;
    Api()->PJRT_Client_Destroy(&args);
  }
  TestClient(const TestClient&) = delete;
  TestClient& operator=(const TestClient&) = delete;

  std::vector<PJRT_Device*> Devices() const {
    auto args = PADDOCK_ARGS(PJRT_Client_Devices);
    args.client = client_;
    Api()->PJRT_Client_Devices(&args);
    return {args.devices, args.devices + args.num_devices};
  }

  // Sets `message` if the program is refused.
  PJRT_LoadedExecutable* Compile(std::string text, const std::string& options,
                                 std::string& message) const {
    PJRT_Program program{};
    program.code = text.data();
    program.code_size = text.size();
    program.format = kFormat.data();
    program.format_size = kFormat.size();
    auto args = PADDOCK_ARGS(PJRT_Client_Compile);
    args.client = client_;
    args.program = &program;
    args.compile_options = options.data();
    args.compile_options_size = options.size();
    message = MessageOf(Api()->PJRT_Client_Compile(&args));
    return args.executable;
  }

  PJRT_Buffer* Upload(const std::vector<float>& values, PJRT_Device* device) const {
    const auto size = static_cast<int64_t>(values.size());
    auto args = PADDOCK_ARGS(PJRT_Client_BufferFromHostBuffer);
    args.client = client_;
    args.data = values.data();
    args.type = PJRT_Buffer_Type_F32;
    args.dims = &size;
    args.num_dims = 1;
    args.device = device;
    REQUIRE(MessageOf(Api()->PJRT_Client_BufferFromHostBuffer(&args)).empty());
    Free(args.done_with_host_buffer);
    return args.buffer;
  }

 private:
  PJRT_Client* client_ = nullptr;
};

std::vector<float> Download(PJRT_Buffer* buffer) {
  auto args = PADDOCK_ARGS(PJRT_Buffer_ToHostBuffer);
  args.src = buffer;
  CHECK(MessageOf(Api()->PJRT_Buffer_ToHostBuffer(&args)).empty());
  std::vector<float> values(args.dst_size / sizeof(float));
  args.dst = values.data();
  CHECK(MessageOf(Api()->PJRT_Buffer_ToHostBuffer(&args)).empty());
  Free(args.event);
  return values;
}

void Free(PJRT_Buffer* buffer) {
  auto args = PADDOCK_ARGS(PJRT_Buffer_Destroy);
  args.buffer = buffer;
  Api()->PJRT_Buffer_Destroy(&args);
}

void Free(PJRT_LoadedExecutable* executable) {
  auto args = PADDOCK_ARGS(PJRT_LoadedExecutable_Destroy);
  args.executable = executable;
  Api()->PJRT_LoadedExecutable_Destroy(&args);
}

// Runs a program of one argument and one result on each device. Sets `message` if it fails.
std::vector<PJRT_Buffer*> Execute(PJRT_LoadedExecutable* executable,
                                  const std::vector<PJRT_Buffer*>& arguments,
                                  std::string& message) {
  std::vector<PJRT_Buffer*> results(arguments.size());
  std::vector<PJRT_Buffer* const*> argument_lists;
  std::vector<PJRT_Buffer**> output_lists;
  for (size_t i = 0; i < arguments.size(); ++i) {
    argument_lists.push_back(&arguments[i]);
    output_lists.push_back(&results[i]);
  }
  PJRT_ExecuteOptions options{};
  auto args = PADDOCK_ARGS(PJRT_LoadedExecutable_Execute);
  args.executable = executable;
  args.options = &options;
  args.argument_lists = argument_lists.data();
  args.num_devices = arguments.size();
  args.num_args = 1;
  args.output_lists = output_lists.data();
  message = MessageOf(Api()->PJRT_LoadedExecutable_Execute(&args));
  return results;
}

std::vector<PJRT_Buffer*> Execute(PJRT_LoadedExecutable* executable,
                                  const std::vector<PJRT_Buffer*>& arguments) {
  std::string message;
  auto results = Execute(executable, arguments, message);
  REQUIRE(message == "");
  return results;
}

// Options of `partitions` processes.
std::string OptionsOf(char partitions) { return std::string{'\x1a', '\x02', '\x28', partitions}; }

}  // namespace

TEST_CASE("a program is compiled, runs, and gives its result") {
  const TestClient client;
  std::string message;
  PJRT_LoadedExecutable* executable = client.Compile(R"(
    func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
      %y = stablehlo.add %x, %x : tensor<3xf32>
      return %y : tensor<3xf32>
    })",
                                                     "", message);
  REQUIRE(message == "");
  PJRT_Buffer* argument = client.Upload({1, 2, 3}, client.Devices()[0]);
  const auto results = Execute(executable, {argument});
  CHECK(Download(results[0]) == std::vector<float>{2, 4, 6});
  Free(results[0]);
  Free(argument);
  Free(executable);
}

TEST_CASE("a wrong program is refused with its diagnostic") {
  const TestClient client;
  std::string message;
  client.Compile("func.func @main() -> tensor<3xf32> { return %y : tensor<3xf32> }", "", message);
  CHECK(message.find("%y") != std::string::npos);
}

TEST_CASE("tiles of the devices are joined and divided by the program's shardings") {
  const TestClient client(2);
  std::string message;
  PJRT_LoadedExecutable* executable = client.Compile(R"(
    sdy.mesh @mesh = <["i"=2]>
    func.func @main(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"i"}]>})
        -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"i"}]>}) {
      %y = stablehlo.reverse %x, dims = [0] : tensor<4xf32>
      return %y : tensor<4xf32>
    })",
                                                     OptionsOf(2), message);
  REQUIRE(message == "");
  const auto devices = client.Devices();
  const std::vector<PJRT_Buffer*> arguments = {client.Upload({1, 2}, devices[0]),
                                               client.Upload({3, 4}, devices[1])};
  const auto results = Execute(executable, arguments);
  CHECK(Download(results[0]) == std::vector<float>{4, 3});
  CHECK(Download(results[1]) == std::vector<float>{2, 1});
  for (PJRT_Buffer* buffer : arguments) Free(buffer);
  for (PJRT_Buffer* buffer : results) Free(buffer);
  Free(executable);
}

TEST_CASE("a program calls a function of the host, and reports its failure") {
  const auto* extension =
      reinterpret_cast<const paddock_host_calls_extension*>(Api()->extension_start);
  REQUIRE(extension->type == kHostCallsExtensionType);
  extension->set_handler([](int64_t number, const void* const* operands, size_t,
                            void* const* results, size_t) -> const char* {
    if (number == 8) return "it fails";
    const auto* operand = static_cast<const float*>(operands[0]);
    for (int i = 0; i < 2; ++i) static_cast<float*>(results[0])[i] = -operand[i];
    return nullptr;
  });
  const TestClient client;
  const std::string start =
      "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> { %y = stablehlo.custom_call "
      "@paddock.host_call(%x) {backend_config = \"";
  const std::string end = "\"} : (tensor<2xf32>) -> tensor<2xf32> return %y : tensor<2xf32> }";
  std::string message;
  PJRT_LoadedExecutable* works = client.Compile(start + "7" + end, "", message);
  REQUIRE(message == "");
  PJRT_Buffer* argument = client.Upload({1, 2}, client.Devices()[0]);
  const auto results = Execute(works, {argument});
  CHECK(Download(results[0]) == std::vector<float>{-1, -2});
  PJRT_LoadedExecutable* fails = client.Compile(start + "8" + end, "", message);
  Execute(fails, {argument}, message);
  CHECK(message.find("it fails") != std::string::npos);
  extension->set_handler(nullptr);
  Free(results[0]);
  Free(argument);
  Free(works);
  Free(fails);
}

TEST_CASE("a watched run is performed by the handler, or declined, or fails") {
  const PJRT_Extension_Base* base = Api()->extension_start;
  // Types of extensions that PJRT does not have are read as integers.
  const auto watched = [](const PJRT_Extension_Base* one) {
    return reinterpret_cast<const paddock_watched_runs_extension*>(one);
  };
  while (watched(base)->type != kWatchedRunsExtensionType) base = base->next;
  const auto* extension = watched(base);
  // Answers by the first element.
  extension->set_handler([](const paddock_watched_run* run, const char** message) -> int {
    const auto* operand = static_cast<const float*>(run->operands[0]);
    const int answer = static_cast<int>(operand[0]);
    *message = "it is watched";
    for (int i = 0; i < 2; ++i) static_cast<float*>(run->results[0])[i] = 10 * operand[i];
    return answer;
  });
  const TestClient client;
  std::string message;
  PJRT_LoadedExecutable* executable = client.Compile(
      "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> { %y = stablehlo.add %x, %x : "
      "tensor<2xf32> return %y : tensor<2xf32> }",
      "", message);
  REQUIRE(message == "");
  const auto run = [&](float first) {
    PJRT_Buffer* argument = client.Upload({first, 5}, client.Devices()[0]);
    const auto results = Execute(executable, {argument}, message);
    std::vector<float> values;
    if (message.empty()) {
      values = Download(results[0]);
      Free(results[0]);
    }
    Free(argument);
    return values;
  };
  CHECK(run(0) == std::vector<float>{0, 10});
  CHECK(run(1) == std::vector<float>{10, 50});
  CHECK(run(2).empty());
  CHECK(message.find("it is watched") != std::string::npos);
  extension->set_handler(nullptr);
  CHECK(run(1) == std::vector<float>{2, 10});
  Free(executable);
}

TEST_CASE("a program for more devices than there are is refused") {
  const TestClient client;
  std::string message;
  client.Compile("func.func @main(%x: tensor<f32>) -> tensor<f32> { return %x : tensor<f32> }",
                 OptionsOf(2), message);
  CHECK(message.find("PADDOCK_DEVICES") != std::string::npos);
}

}  // namespace paddock::pjrt
