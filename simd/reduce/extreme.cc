#include "simd/reduce/extreme.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "simd/chunks.h"
#include "simd/movement/columns.h"
#include "simd/reduce/extreme_lanes.h"

namespace paddock::simd {
namespace {

class ExtremeRunner {
 public:
  ExtremeRunner(const ExtremePlan& plan, const ExtremeBuffers& buffers, std::byte* scratch)
      : plan_(plan),
        buffers_(buffers),
        lane_bytes_(static_cast<int64_t>(ByteSize(plan.lane_type))),
        element_bytes_(static_cast<int64_t>(ByteSize(plan.value_type))),
        scratch_(scratch) {
    init_lane_ = LaneAt(buffers.init_value);
    SetInitPlace();
  }

  void RunUnit(int64_t unit) {
    if (plan_.has_transposed_rows) return RunTransposed(unit * plan_.tile);
    const int64_t tile = unit % plan_.tiles;
    const int64_t segment = unit / plan_.tiles % plan_.segments;
    const int64_t outer = unit / plan_.tiles / plan_.segments;
    begin_ = segment * kExtremeSegment;
    count_ = std::min(kExtremeSegment, plan_.size - begin_);
    if (plan_.inner == 1) return Give({outer, 0}, segment, RowTotal(outer));
    AddColumns(outer, tile * plan_.tile);
    const int64_t columns = std::min(plan_.tile, plan_.inner - tile * plan_.tile);
    GiveColumns({outer, tile * plan_.tile}, segment, columns);
  }

  // Combines the totals of the segments to a result.
  void FinishResult(int64_t number) {
    const Result result{number / plan_.inner, number % plan_.inner};
    const auto* totals = reinterpret_cast<const ExtremeTotal*>(buffers_.shared);
    Finish(result,
           TotalOfPairs(
               plan_.segments, [&](int64_t i) { return totals[number * plan_.segments + i]; },
               [&](ExtremeTotal left, ExtremeTotal right) {
                 return Chosen(LaneAt(ElementAt(result, left.value)),
                               LaneAt(ElementAt(result, right.value)), left, right);
               }));
  }

 private:
  struct Result {
    int64_t outer;
    int64_t column;
  };

  // Returns the result `i` columns behind `first`.
  Result ColumnOf(const Result& first, int64_t i) const {
    if (plan_.has_transposed_rows) return {first.outer + i, 0};
    return {first.outer, first.column + i};
  }

  int64_t NumberOf(const Result& result) const {
    return result.outer * plan_.inner + result.column;
  }

  const std::byte* ElementAt(const Result& result, int64_t place) const {
    return buffers_.operand +
           ((result.outer * plan_.size + place) * plan_.inner + result.column) * element_bytes_;
  }

  uint64_t LaneAt(const std::byte* element) const {
    if (plan_.to_lanes == nullptr) return LoadElement(element, static_cast<size_t>(lane_bytes_));
    uint64_t lane = 0;
    const void* operand = element;
    plan_.to_lanes(&operand, &lane, 1, nullptr);
    return lane;
  }

  // Combines two pairs. The left pair's place precedes the right one's.
  ExtremeTotal Chosen(uint64_t left_lane, uint64_t right_lane, ExtremeTotal left,
                      ExtremeTotal right) const {
    const ExtremeChoice choice = plan_.body.InOrder(RelationOf(plan_, left_lane, right_lane));
    return {choice.is_left_value ? left.value : right.value,
            choice.is_left_place ? left.place : right.place};
  }

  // --- Totals of a segment, counted from its beginning.

  uint64_t flip() const { return plan_.order_flip ^ plan_.least_flip; }
  bool takes_last_value() const { return !plan_.body.InOrder(ValueRelation::kEqual).is_left_value; }
  bool takes_last_place() const { return !plan_.body.InOrder(ValueRelation::kEqual).is_left_place; }

  // Returns elements as lanes, converted into scratch memory if necessary.
  const void* Lanes(const std::byte* elements, int64_t count, std::byte* scratch) const {
    if (plan_.to_lanes == nullptr) return elements;
    const void* operand = elements;
    plan_.to_lanes(&operand, scratch, static_cast<size_t>(count), nullptr);
    return scratch;
  }

  ExtremeTotal RowTotal(int64_t outer) const {
    const void* lanes = Lanes(ElementAt({outer, 0}, begin_), count_, scratch_);
    uint64_t greatest = 0;
    ExtremeSpan span;
    if (plan_.kernels->find_greatest(lanes, count_, flip(), &greatest, &span)) {
      return NaNTotal(lanes);
    }
    const auto* bytes = static_cast<const std::byte*>(lanes) + span.begin * lane_bytes_;
    const auto find = [&](bool is_last) {
      return span.begin +
             plan_.kernels->find_equal(bytes, span.end - span.begin, flip(), &greatest, is_last);
    };
    ExtremeTotal total;
    total.place = find(takes_last_place());
    total.value = total.place;
    if (takes_last_value() != takes_last_place()) total.value = find(takes_last_value());
    return total;
  }

  // Returns the total of a segment that has a NaN.
  ExtremeTotal NaNTotal(const void* lanes) const {
    return plan_.lane_type == ElementType::kF64 ? NaNTotalOf<double>(lanes)
                                                : NaNTotalOf<float>(lanes);
  }

  template <class Float>
  ExtremeTotal NaNTotalOf(const void* lanes) const {
    const auto lane_at = [&](int64_t i) {
      Float lane;
      std::memcpy(&lane, static_cast<const std::byte*>(lanes) + i * lane_bytes_, sizeof(lane));
      return lane;
    };
    if (plan_.body.keeps_first_nan()) {
      int64_t i = 0;
      while (i + 1 < count_ && !std::isnan(lane_at(i))) ++i;
      return {i, i};
    }
    return TotalOfPairs(
        count_, [](int64_t i) { return ExtremeTotal{i, i}; },
        [&](ExtremeTotal left, ExtremeTotal right) {
          const ExtremeChoice choice =
              plan_.body.InOrder(RelationOfFloats(lane_at(left.value), lane_at(right.value)));
          return ExtremeTotal{choice.is_left_value ? left.value : right.value,
                              choice.is_left_place ? left.place : right.place};
        });
  }

  // Arrays of columns in scratch memory: their state, and rows converted to lanes.
  enum ColumnArray : int64_t { kGreatest, kValueRows, kPlaceRows, kNaNs, kRowLanes };
  std::byte* Array(ColumnArray array) const {
    return scratch_ + static_cast<int64_t>(array) *
                          static_cast<int64_t>(AlignedBytes(plan_.tile * lane_bytes_));
  }

  ExtremeColumns ColumnTotals() const {
    return {Array(kGreatest), Array(kValueRows), Array(kPlaceRows), Array(kNaNs)};
  }

  void AddRows(const ExtremeRows& rows) const {
    plan_.kernels->add_rows(rows, flip(), takes_last_value(), takes_last_place(), ColumnTotals());
  }

  void AddColumns(int64_t outer, int64_t column) const {
    const int64_t columns = std::min(plan_.tile, plan_.inner - column);
    for (int64_t row = 0; row < count_; row += kRowsAtOnce) {
      const std::byte* elements = ElementAt({outer, column}, begin_ + row);
      ExtremeRows rows{elements, plan_.inner, std::min(kRowsAtOnce, count_ - row), row, columns};
      if (plan_.to_lanes != nullptr) {
        for (int64_t i = 0; i < rows.rows; ++i) {
          Lanes(elements + i * plan_.inner * element_bytes_, columns,
                Array(kRowLanes) + i * columns * lane_bytes_);
        }
        rows.lanes = Array(kRowLanes);
        rows.row_stride = columns;
      }
      AddRows(rows);
    }
  }

  // A tile of rows from `outer` on, as columns.
  void RunTransposed(int64_t outer) {
    begin_ = 0;
    count_ = plan_.size;
    const int64_t columns = std::min(plan_.tile, plan_.outer - outer);
    const int64_t row_bytes = columns * lane_bytes_;
    std::byte* const transposed = Array(kRowLanes);
    const auto* lanes = static_cast<const std::byte*>(
        Lanes(ElementAt({outer, 0}, 0), columns * count_, transposed + count_ * row_bytes));
    for (int64_t row = 0; row < count_; row += kMostColumns) {
      std::byte* rows[kMostColumns];
      for (int64_t i = 0; i < kMostColumns; ++i) rows[i] = transposed + (row + i) * row_bytes;
      SplitColumns(lanes + row * lane_bytes_, static_cast<size_t>(lane_bytes_), rows,
                   std::min(kMostColumns, count_ - row), count_, columns);
    }
    for (int64_t row = 0; row < count_; row += kRowsAtOnce) {
      AddRows({transposed + row * row_bytes, columns, std::min(kRowsAtOnce, count_ - row), row,
               columns});
    }
    GiveColumns({outer, 0}, 0, columns);
  }

  uint64_t ColumnLane(ColumnArray array, int64_t column) const {
    return LoadElement(Array(array) + column * lane_bytes_, static_cast<size_t>(lane_bytes_));
  }

  ExtremeTotal ColumnTotal(const Result& result, int64_t column) const {
    if (ColumnLane(kNaNs, column) != 0) return NaNTotal(GatheredColumn(result));
    return {static_cast<int64_t>(ColumnLane(kValueRows, column)),
            static_cast<int64_t>(ColumnLane(kPlaceRows, column))};
  }

  // After the other arrays: elements, then the lanes converted from them.
  const void* GatheredColumn(const Result& result) const {
    std::byte* elements = Array(kRowLanes) + AlignedBytes(plan_.row_lanes * lane_bytes_);
    for (int64_t i = 0; i < count_; ++i) {
      std::memcpy(elements + i * element_bytes_, ElementAt(result, begin_ + i),
                  static_cast<size_t>(element_bytes_));
    }
    const int64_t longest = std::min(kExtremeSegment, plan_.size);
    return Lanes(elements, count_, elements + AlignedBytes(longest * element_bytes_));
  }

  // --- Storing totals.

  void Give(const Result& result, int64_t segment, ExtremeTotal total) {
    total.value += begin_;
    total.place += begin_;
    if (plan_.segments == 1) return Finish(result, total);
    auto* totals = reinterpret_cast<ExtremeTotal*>(buffers_.shared);
    totals[NumberOf(result) * plan_.segments + segment] = total;
  }

  // As Give, for neighbouring results.
  void GiveColumns(const Result& first, int64_t segment, int64_t columns) {
    if (FinishColumns(first, columns)) return;
    for (int64_t i = 0; i < columns; ++i) {
      const Result result = ColumnOf(first, i);
      Give(result, segment, ColumnTotal(result, i));
    }
  }

  // Stores body(init, total).
  void Finish(const Result& result, ExtremeTotal total) const {
    const size_t place_bytes = ByteSize(plan_.place_type);
    const auto element_bytes = static_cast<size_t>(element_bytes_);
    const std::byte* element = ElementAt(result, total.value);
    const ExtremeChoice choice =
        plan_.body.Of(RelationOf(plan_, init_lane_, LaneAt(element)),
                      InitPlaceRelation(static_cast<uint64_t>(total.place)));
    const int64_t number = NumberOf(result);
    StoreElement(buffers_.values + number * element_bytes_, element_bytes,
                 LoadElement(choice.is_left_value ? buffers_.init_value : element, element_bytes));
    StoreElement(buffers_.places + number * static_cast<int64_t>(place_bytes), place_bytes,
                 choice.is_left_place ? init_place_ : static_cast<uint64_t>(total.place));
  }

  // As Give, for the totals of a tile of columns. Returns false for several segments, and for
  // narrow places.
  bool FinishColumns(const Result& first, int64_t columns) const {
    const size_t place_bytes = ByteSize(plan_.place_type);
    if (plan_.kernels->store_columns == nullptr || plan_.segments != 1 || place_bytes < 4) {
      return false;
    }
    const int64_t number = NumberOf(first);
    const ExtremeColumns totals = ColumnTotals();
    const ExtremeStores stores{
        .init = init_lane_,
        .order_flip = plan_.order_flip,
        .takes_greater = TakesTotal(ValueRelation::kLess),
        .takes_less = TakesTotal(ValueRelation::kGreater),
        // The greatest lane is the first of equal ones, whose bits may differ: zeros have signs.
        .skips_zeros = takes_last_value() && IsFloat(plan_.lane_type),
        .values =
            plan_.from_lanes == nullptr ? buffers_.values + number * lane_bytes_ : Array(kRowLanes),
        .places = buffers_.places + number * static_cast<int64_t>(place_bytes),
        .place_bytes = place_bytes};
    for (int64_t i = 0; i < columns;) {
      const int64_t begin = i;
      i = plan_.kernels->store_columns(totals, flip(), stores, i, columns);
      ConvertValues(number, begin, i);
      // Columns that are not stored are followed by some that are not tried.
      for (const int64_t end = std::min(columns, i + kNotTried); i < end; ++i) {
        const Result result = ColumnOf(first, i);
        Finish(result, ColumnTotal(result, i));
      }
    }
    return true;
  }

  // At least a vector of columns.
  static constexpr int64_t kNotTried = 64;

  // Stores values of columns, which are lanes in scratch memory.
  void ConvertValues(int64_t number, int64_t begin, int64_t end) const {
    if (plan_.from_lanes == nullptr || begin == end) return;
    const void* lanes = Array(kRowLanes) + begin * lane_bytes_;
    plan_.from_lanes(&lanes, buffers_.values + (number + begin) * element_bytes_,
                     static_cast<size_t>(end - begin), nullptr);
  }

  // Returns whether the body takes value and place of the total, wherever it is, if the initial
  // value has this relation to it.
  bool TakesTotal(ValueRelation relation) const {
    constexpr PlaceRelation kAll[] = {PlaceRelation::kLess, PlaceRelation::kEqual,
                                      PlaceRelation::kGreater};
    return std::ranges::all_of(kAll, [&](PlaceRelation place) {
      const ExtremeChoice choice = plan_.body.Of(relation, place);
      return !choice.is_left_value && !choice.is_left_place;
    });
  }

  void SetInitPlace() {
    const size_t bytes = ByteSize(plan_.place_type);
    init_place_ = LoadElement(buffers_.init_place, bytes);
    const auto unused = static_cast<int>(64 - 8 * bytes);
    init_place_is_negative_ = IsSigned(plan_.place_type) && (init_place_ << unused) >> 63 != 0;
  }

  PlaceRelation InitPlaceRelation(uint64_t place) const {
    if (init_place_is_negative_ || init_place_ < place) return PlaceRelation::kLess;
    return init_place_ == place ? PlaceRelation::kEqual : PlaceRelation::kGreater;
  }

  const ExtremePlan& plan_;
  const ExtremeBuffers& buffers_;
  const int64_t lane_bytes_;
  const int64_t element_bytes_;
  std::byte* scratch_;
  uint64_t init_lane_ = 0;
  uint64_t init_place_ = 0;
  bool init_place_is_negative_ = false;
  // The segment of the current unit.
  int64_t begin_ = 0;
  int64_t count_ = 0;
};

}  // namespace

void RunChunk(const ExtremePlan& plan, const ExtremeBuffers& buffers, int64_t pass, int64_t chunk,
              std::byte* scratch) {
  ExtremeRunner runner(plan, buffers, scratch);
  const int64_t per_chunk = pass == 1 ? plan.results_per_chunk : plan.units_per_chunk;
  const int64_t count = pass == 1 ? plan.outer * plan.inner : UnitCount(plan);
  const int64_t end = std::min(count, (chunk + 1) * per_chunk);
  for (int64_t i = chunk * per_chunk; i < end; ++i) {
    pass == 1 ? runner.FinishResult(i) : runner.RunUnit(i);
  }
}

}  // namespace paddock::simd
