#include "core/api/code/layout.h"

#include <algorithm>

namespace paddock::code {
namespace {

void NewLine(std::string& out, size_t indent) {
  out += '\n';
  out.append(indent, ' ');
}

// Blanks inside brackets are for lists on one line.
std::string_view WithoutBlanks(std::string_view bracket) {
  while (bracket.starts_with(' ')) bracket.remove_prefix(1);
  while (bracket.ends_with(' ')) bracket.remove_suffix(1);
  return bracket;
}

size_t ColumnOf(const std::string& out) {
  const size_t line = out.rfind('\n');
  return line == std::string::npos ? out.size() : out.size() - line - 1;
}

}  // namespace

Code Code::List(std::string open, std::vector<Code> items, std::string close) {
  Code code(std::move(open));
  code.kind_ = Kind::kList;
  code.items_ = std::move(items);
  code.close_ = std::move(close);
  return code;
}

Code Code::Numbers(std::string open, std::vector<Code> items, std::string close) {
  Code code = List(std::move(open), std::move(items), std::move(close));
  code.kind_ = Kind::kNumbers;
  return code;
}

Code Code::Lines(std::vector<Code> parts, std::string separator) {
  Code code = List("", std::move(parts), "");
  code.kind_ = Kind::kLines;
  code.short_close_ = std::move(separator);
  return code;
}

Code Code::Function(std::string open, std::vector<Code> statements, std::string close) {
  Code code = List(std::move(open), std::move(statements), std::move(close));
  code.kind_ = Kind::kFunction;
  return code;
}

void Code::SetShortForm(std::string open, Code expression, std::string close) {
  short_open_ = std::move(open);
  expression_ = {std::move(expression)};
  short_close_ = std::move(close);
}

Code Code::Before(std::string text) const {
  Code code = *this;
  code.open_.insert(0, text);
  if (code.kind_ == Kind::kFunction) code.short_open_.insert(0, text);
  return code;
}

Code Code::After(std::string text) const {
  Code code = *this;
  (code.kind_ == Kind::kText ? code.open_ : code.close_) += text;
  if (code.kind_ == Kind::kFunction) code.short_close_ += text;
  return code;
}

size_t Code::Width() const {
  if (kind_ == Kind::kText) return open_.size();
  if (kind_ == Kind::kLines) return kTooWide;
  size_t width = open_.size() + close_.size();
  if (kind_ == Kind::kFunction) {
    if (expression_.empty()) return kTooWide;
    const size_t inner = expression_[0].Width();
    return inner == kTooWide ? kTooWide : short_open_.size() + inner + short_close_.size();
  }
  for (const Code& item : items_) {
    const size_t inner = item.Width();
    if (inner == kTooWide) return kTooWide;
    width += inner + (&item == &items_.front() ? 0 : 2);
  }
  return width;
}

void Code::AppendFlat(std::string& out) const {
  if (kind_ == Kind::kFunction) {
    out += short_open_;
    expression_[0].AppendFlat(out);
    out += short_close_;
    return;
  }
  out += open_;
  for (const Code& item : items_) {
    if (&item != &items_.front()) out += ", ";
    item.AppendFlat(out);
  }
  out += close_;
}

size_t Code::FirstLineWidth() const {
  if (kind_ == Kind::kText) return Width();
  const bool ends_here = kind_ == Kind::kFunction || items_.empty();
  return open_.size() + (ends_here ? 0 : items_[0].FirstLineWidth());
}

bool Code::Hugs(size_t column, const LayoutStyle& style) const {
  if (items_.empty() || items_.back().kind_ == Kind::kText) return false;
  if (items_.size() > 1 && !open_.ends_with('(')) return false;
  size_t width = column + open_.size();
  for (size_t i = 0; i + 1 < items_.size(); ++i) {
    const size_t inner = items_[i].Width();
    if (inner == kTooWide) return false;
    width += inner + 2;
  }
  const Code& last = items_.back();
  const bool is_function = last.kind_ == Kind::kFunction;
  const bool is_long_list = WithoutBlanks(last.open_).ends_with('{') && last.items_.size() > 1;
  const bool ends_line = is_function || last.kind_ == Kind::kLines || is_long_list;
  if (!ends_line && items_.size() > 1) return false;
  return width + (ends_line ? last.open_.size() : last.FirstLineWidth()) <= style.columns;
}

void Code::AppendStatements(std::string& out, size_t indent, const LayoutStyle& style) const {
  out += open_;
  for (const Code& statement : items_) {
    NewLine(out, indent + style.block_indent);
    const size_t inner = indent + style.block_indent;
    statement.Append(out, inner, inner, style);
  }
  NewLine(out, indent);
  out += close_;
}

void Code::AppendPacked(std::string& out, size_t indent, size_t column,
                        const LayoutStyle& style) const {
  out += open_;
  column += open_.size();
  for (const Code& item : items_) {
    const bool is_last = &item == &items_.back();
    const size_t width = item.Width() + (is_last ? close_.size() : 1);
    if (&item == &items_.front()) {
      column += width;
    } else if (column + 1 + width > style.columns) {
      NewLine(out, indent + style.list_indent);
      column = indent + style.list_indent + width;
    } else {
      out += ' ';
      column += 1 + width;
    }
    item.AppendFlat(out);
    if (!is_last) out += ',';
  }
  out += close_;
}

void Code::AppendLines(std::string& out, size_t indent, const LayoutStyle& style) const {
  out += open_;
  for (const Code& part : items_) {
    NewLine(out, indent + style.list_indent);
    part.AppendFlat(out);
    if (&part != &items_.back()) out += short_close_;
  }
  out += close_;
}

void Code::AppendRows(std::string& out, size_t indent, const LayoutStyle& style) const {
  out += WithoutBlanks(open_);
  const std::string close(WithoutBlanks(close_));
  const size_t inner = indent + style.list_indent;
  const size_t after = style.closes_on_own_line ? 0 : close.size();
  size_t width = Code::List("", items_, "").Width();
  NewLine(out, inner);
  if (width != kTooWide && inner + width + after <= style.columns) {
    Code::List("", items_, "").AppendFlat(out);
  } else {
    for (const Code& item : items_) {
      const bool is_last = &item == &items_.back();
      if (&item != &items_.front()) NewLine(out, inner);
      item.After(!is_last                   ? ","
                 : style.closes_on_own_line ? ""
                                            : close_)
          .Append(out, inner, inner, style);
    }
    if (!style.closes_on_own_line) return;
  }
  if (style.closes_on_own_line) NewLine(out, indent);
  out += close;
}

void Code::Append(std::string& out, size_t indent, size_t column, const LayoutStyle& style) const {
  const size_t width = Width();
  if (kind_ == Kind::kText || (width != kTooWide && column + width <= style.columns)) {
    AppendFlat(out);
  } else if (kind_ == Kind::kFunction) {
    AppendStatements(out, indent, style);
  } else if (kind_ == Kind::kLines) {
    AppendLines(out, indent, style);
  } else if (kind_ == Kind::kNumbers) {
    AppendPacked(out, indent, column, style);
  } else if (Hugs(column, style)) {
    out += open_;
    for (size_t i = 0; i + 1 < items_.size(); ++i) {
      items_[i].AppendFlat(out);
      out += ", ";
    }
    items_.back().After(close_).Append(out, indent, ColumnOf(out), style);
  } else {
    AppendRows(out, indent, style);
  }
}

}  // namespace paddock::code
