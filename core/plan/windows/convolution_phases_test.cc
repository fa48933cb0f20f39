#include "core/plan/windows/convolution_phases.h"

#include <catch2/catch_test_macros.hpp>
#include <random>
#include <set>
#include <tuple>

namespace paddock {
namespace {

using simd::WindowDimension;

// Window, cell and index of lhs, which may be outside of it.
using Meeting = std::tuple<int64_t, int64_t, int64_t>;

// Returns the cells of windows that are on no hole.
std::set<Meeting> MeetingsOf(const WindowDimension& all) {
  std::set<Meeting> meetings;
  for (int64_t at = 0; at < all.result_size; ++at) {
    for (int64_t cell = 0; cell < all.window; ++cell) {
      const int64_t position = at * all.stride + cell * all.window_dilation - all.low;
      if (position % all.base_dilation == 0) {
        meetings.insert({at, cell, position / all.base_dilation});
      }
    }
  }
  return meetings;
}

std::set<Meeting> MeetingsOf(std::span<const ConvolutionPhase> phases) {
  std::set<Meeting> meetings;
  for (const ConvolutionPhase& phase : phases) {
    for (const auto& [at, cell, index] : MeetingsOf(phase.window)) {
      for (int64_t copy = 0; copy < phase.copies; ++copy) {
        const int64_t result = phase.first_result + copy * phase.result_distance;
        const int64_t first_cell = phase.first_cell + copy * phase.cell_distance;
        const bool is_new = meetings
                                .insert({result + at * phase.result_step,
                                         first_cell + cell * phase.cell_step, index})
                                .second;
        CHECK(is_new);
      }
    }
  }
  return meetings;
}

TEST_CASE("phases of a convolution meet each element under a window once") {
  std::mt19937 random(5);
  const auto roll = [&](int64_t least, int64_t most) {
    return std::uniform_int_distribution<int64_t>(least, most)(random);
  };
  for (int repeat = 0; repeat < 500; ++repeat) {
    const WindowDimension window{.operand_size = roll(1, 9),
                                 .result_size = roll(1, 20),
                                 .window = roll(1, 9),
                                 .stride = roll(1, 6),
                                 .base_dilation = roll(1, 8),
                                 .window_dilation = roll(1, 6),
                                 .low = roll(-9, 9)};
    const PhaseLists phases = PhasesOf(std::span(&window, 1));
    INFO("stride " << window.stride << ", base dilation " << window.base_dilation
                   << ", window dilation " << window.window_dilation << ", low " << window.low);
    CHECK(MeetingsOf(phases[0]) == MeetingsOf(window));
    const PhaseLists joined = JoinCopies(phases);
    CHECK(MeetingsOf(joined[0]) == MeetingsOf(window));
    CHECK(CoverWindows(joined, std::span(&window, 1)) ==
          CoverWindows(phases, std::span(&window, 1)));
    std::set<int64_t> met;
    for (const auto& meeting : MeetingsOf(window)) met.insert(std::get<0>(meeting));
    CHECK(CoverWindows(phases, std::span(&window, 1)) ==
          (static_cast<int64_t>(met.size()) == window.result_size));
    const WindowDimension reach = ReachOf(phases[0], window);
    for (const auto& meeting : MeetingsOf(window)) {
      const int64_t index = std::get<2>(meeting);
      CHECK((index >= -reach.low && index < -reach.low + reach.window));
    }
  }
}

TEST_CASE("windows that do not overlap are one phase with copies") {
  const WindowDimension window{
      .operand_size = 4, .result_size = 20, .window = 5, .base_dilation = 5, .low = 4};
  const PhaseLists joined = JoinCopies(PhasesOf(std::span(&window, 1)));
  REQUIRE(joined[0].size() == 1);
  CHECK(joined[0][0].copies == 5);
  CHECK(joined[0][0].result_distance == 1);
  CHECK(joined[0][0].cell_distance == -1);
}

TEST_CASE("windows with too many phases are one phase") {
  const WindowDimension one{
      .operand_size = 9, .result_size = 5000, .window = 65, .base_dilation = 65};
  const WindowDimension windows[] = {one, one};
  CHECK(PhasesOf(std::span(windows, 1))[0].size() == 65);
  const PhaseLists phases = PhasesOf(windows);
  CHECK(phases[0].size() == 1);
  CHECK(phases[1][0].window.base_dilation == 65);
  int visits = 0;
  ForEachPhase(PhasesOf(std::span(windows, 1)),
               [&](std::span<const ConvolutionPhase> phase) { visits += phase.size() == 1; });
  CHECK(visits == 65);
}

TEST_CASE("a dilation of any size has phases") {
  const WindowDimension window{.operand_size = 3,
                               .result_size = 4,
                               .window = 2,
                               .base_dilation = int64_t{1} << 40,
                               .low = 1};
  CHECK(PhasesOf(std::span(&window, 1))[0].size() == 1);
}

}  // namespace
}  // namespace paddock
