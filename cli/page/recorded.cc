#include "cli/page/recorded.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <map>
#include <optional>
#include <vector>

#include "cli/page/capsule.h"
#include "cli/report/picture.h"
#include "core/tensor/print_value.h"

namespace paddock::cli {
namespace {

constexpr int64_t kMostCells = 96;
// Sizes in pixels of a cell and a picture.
constexpr size_t kLargestCell = 46;
constexpr size_t kMostWidth = 480;
// Tensors of at most this many elements are also written.
constexpr int64_t kMostWritten = 64;

std::string HexOf(const Color& color) {
  char text[8];
  std::snprintf(text, sizeof(text), "#%02x%02x%02x", color[0], color[1], color[2]);
  return text;
}

// Returns a path for each color. A run of cells of one color is one rectangle.
std::map<Color, std::string> PathsByColor(const CellPicture& picture) {
  std::map<Color, std::string> paths;
  for (size_t row = 0; row < picture.rows; ++row) {
    const Color* const colors = &picture.colors[row * picture.columns];
    for (size_t begin = 0, end = 0; begin < picture.columns; begin = end) {
      for (end = begin + 1; end < picture.columns && colors[end] == colors[begin];) ++end;
      const std::string width = std::to_string(end - begin);
      paths[colors[begin]] += "M" + std::to_string(begin) + " " + std::to_string(row) + "h" +
                              width + "v1h-" + width + "z";
    }
  }
  return paths;
}

std::string SvgOf(const CellPicture& picture) {
  const std::string rows = std::to_string(picture.rows);
  const std::string columns = std::to_string(picture.columns);
  const size_t width = std::min(picture.columns * kLargestCell, kMostWidth);
  std::string svg = "<svg width=\"" + std::to_string(width) + "\" viewBox=\"0 0 " + columns + " " +
                    rows + "\" shape-rendering=\"crispEdges\" role=\"img\" aria-label=\"" + rows +
                    " by " + columns + " cells\">";
  for (const auto& [color, path] : PathsByColor(picture)) {
    svg += "<path fill=\"" + HexOf(color) + "\" d=\"" + path + "\"/>";
  }
  return svg + "</svg><p>" + HtmlText(picture.legend) + "</p>";
}

std::string ResultHtml(const std::string& name, const Tensor& value, const std::string& type) {
  std::string html = "<h2>" + name + " <span>" + HtmlText(type) + "</span></h2>";
  if (const auto picture = DrawPicture(value, kMostCells, kMostCells)) html += SvgOf(*picture);
  if (value.element_count() > kMostWritten) return html + "\n";
  const std::string text = PrintValue(value, type, {.form = ValueForm::kDense});
  return html + "<pre>" + HtmlText(text) + "</pre>\n";
}

}  // namespace

std::string RecordedResults(const Session& session) {
  const std::vector<Tensor>& results = session.results(session.grid().ProcessOf(0));
  std::string html;
  for (size_t i = 0; i < results.size(); ++i) {
    if (!results[i].has_value()) continue;  // a token
    const std::string name = results.size() == 1 ? "Result" : "Result " + std::to_string(i);
    html += ResultHtml(name, results[i], session.result_types()[i]);
  }
  return html;
}

}  // namespace paddock::cli
