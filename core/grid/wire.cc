#include "core/grid/wire.h"

#include <type_traits>
#include <utility>

#include "core/dialect/op_info.h"
#include "core/grid/leb128.h"
#include "core/grid/process_clock.h"

namespace paddock::wire {
namespace {

// --- The fields of each kind, in the order of the message. Writer and reader visit the same list.
// A field that is no plain number or text has a function of its own.

// `T` as a parameter of a visitor: constant for the writer.
template <class Visitor, class T>
using Of = std::conditional_t<Visitor::kReads, T, const T>;

template <class Visitor>
void Fields(Visitor& visit, Of<Visitor, GridSize>& size) {
  visit.Signed(size.replicas);
  visit.Signed(size.partitions);
}

template <class Visitor>
void Fields(Visitor& visit, Of<Visitor, Span>& span) {
  visit.Offset(span.begin);
  visit.Offset(span.end);
  visit.Require(span.begin <= span.end);
}

template <class Visitor>
void Fields(Visitor& visit, Of<Visitor, Site>& site) {
  visit.OperationName(site.operation);
  visit(site.span);
  visit.Signed(site.channel);
  visit(site.signature);
}

template <class Visitor>
void Fields(Visitor& visit, Of<Visitor, MailboxKey>& key) {
  visit.Enum(key.kind, MailboxKey::Kind::kChannel);
  visit.Signed(key.channel);
  visit.Signed(key.source);
  visit.Signed(key.target);
}

template <class Visitor>
void Fields(Visitor& visit, Of<Visitor, DiagnosticNote>& note) {
  visit(note.message);
  visit(note.span);
}

template <class Visitor>
void Fields(Visitor& visit, Of<Visitor, DiagnosticFix>& fix) {
  visit(fix.label);
  visit(fix.span);
  visit(fix.replacement);
  visit.Enum(fix.kind, FixKind::kResultType);
}

template <class Visitor>
void Fields(Visitor& visit, Of<Visitor, DiagnosticCause>& cause) {
  visit(cause.code);
  visit(cause.span);
}

template <class Visitor>
void Fields(Visitor& visit, Of<Visitor, Diagnostic>& diagnostic) {
  visit.Enum(diagnostic.severity, Severity::kWarning);
  visit(diagnostic.code);
  visit(diagnostic.message);
  visit(diagnostic.span);
  visit(diagnostic.formula);
  visit(diagnostic.link);
  visit(diagnostic.notes);
  visit(diagnostic.fixes);
  visit(diagnostic.is_consequence);
  visit(diagnostic.caused_by);
}

template <class Visitor>
void Fields(Visitor& visit, Of<Visitor, Hello>& hello) {
  visit(hello.version);
  visit(hello.size);
  visit.Processes(hello.share);
  visit(hello.program_hash);
}

template <class Visitor>
void Fields(Visitor& visit, Of<Visitor, Join>& join) {
  visit(join.ticket);
  visit.Process(join.process);
  visit.Time(join.time);
  visit(join.site);
  visit.Processes(join.members);
  visit(join.parcel);
}

template <class Visitor>
void Fields(Visitor& visit, Of<Visitor, Send>& send) {
  visit.Process(send.process);
  visit.Time(send.time);
  visit(send.site);
  visit(send.key);
  visit(send.parcel);
}

template <class Visitor>
void Fields(Visitor& visit, Of<Visitor, Ask>& ask) {
  visit(ask.ticket);
  visit.Process(ask.process);
  visit.Time(ask.time);
  visit(ask.site);
  visit(ask.key);
}

template <class Visitor>
void Fields(Visitor& visit, Of<Visitor, Idle>& idle) {
  visit(idle.received);
  visit(idle.tickets);
}

template <class Visitor>
void Fields(Visitor& visit, Of<Visitor, Outfeed>& outfeed) {
  visit.Process(outfeed.process);
  visit.Signed(outfeed.channel);
  visit(outfeed.types);
  visit(outfeed.values);
}

template <class Visitor>
void Fields(Visitor& visit, Of<Visitor, Print>& print) {
  visit(print.text);
}

template <class Visitor>
void Fields(Visitor& visit, Of<Visitor, Finish>& finish) {
  visit.Process(finish.process);
  visit(finish.results);
}

template <class Visitor>
void Fields(Visitor& visit, Of<Visitor, Fail>& fail) {
  visit.Signed(fail.process);
  visit.Time(fail.time);
  visit(fail.diagnostics);
}

template <class Visitor>
void Fields(Visitor&, Of<Visitor, GiveUp>&) {}

template <class Visitor>
void Fields(Visitor& visit, Of<Visitor, Closed>& closed) {
  visit(closed.diagnostics);
  visit(closed.peak_bytes);
}

template <class Visitor>
void Fields(Visitor& visit, Of<Visitor, Record>& record) {
  visit(record.bytes);
}

template <class Visitor>
void Fields(Visitor& visit, Of<Visitor, Met>& met) {
  visit.Time(met.time);
  visit(met.tickets);
  visit(met.parcels);
}

template <class Visitor>
void Fields(Visitor& visit, Of<Visitor, Deliver>& deliver) {
  visit(deliver.ticket);
  visit.Time(deliver.time);
  visit(deliver.parcel);
}

template <class Visitor>
void Fields(Visitor& visit, Of<Visitor, Limit>& limit) {
  visit.Time(limit.time);
}

template <class Visitor>
void Fields(Visitor& visit, Of<Visitor, Stop>& stop) {
  visit.Enum(stop.cause, Stop::Cause::kStopped);
  visit(stop.diagnostics);
}

// --- Writing.

class MessageWriter {
 public:
  static constexpr bool kReads = false;

  Message Take() { return {words_.Take(), std::move(tensors_)}; }

  void operator()(uint64_t value) { words_.Number(value); }
  void operator()(bool value) { words_.Flag(value); }
  void operator()(const std::string& text) { words_.Text(text); }
  void operator()(const SiteRef& site) { (*this)(*site); }
  void operator()(const Parcel& parcel) {
    words_.Number(parcel.size());
    tensors_.insert(tensors_.end(), parcel.begin(), parcel.end());
  }
  template <class T>
  void operator()(const std::vector<T>& list) {
    words_.Number(list.size());
    for (const T& one : list) (*this)(one);
  }
  template <class T>
  void operator()(const std::optional<T>& value) {
    words_.Flag(value.has_value());
    if (value) (*this)(*value);
  }
  template <class T>
  void operator()(const T& record) {
    Fields(*this, record);
  }

  void Signed(int64_t value) { words_.Signed(value); }
  void Time(int64_t time) { words_.Signed(time); }
  void Offset(uint32_t offset) { words_.Number(offset); }
  void Process(int64_t process) { words_.Number(static_cast<uint64_t>(process)); }
  // Ids in a group are often consecutive, so their differences are written. Differences wrap
  // around, here and in the reader.
  void Processes(const std::vector<int64_t>& processes) {
    words_.Number(processes.size());
    uint64_t last = 0;
    for (int64_t process : processes) {
      const auto id = static_cast<uint64_t>(process);
      words_.Signed(static_cast<int64_t>(id - std::exchange(last, id)));
    }
  }
  void OperationName(std::string_view name) { words_.Text(name); }
  template <class T>
  void Enum(T value, T) {
    words_.Number(static_cast<uint64_t>(value));
  }
  void Require(bool) {}

 private:
  Leb128Writer words_;
  std::vector<Tensor> tensors_;
};

// --- Reading.

class MessageParser {
 public:
  static constexpr bool kReads = true;

  explicit MessageParser(const Message& message)
      : words_(message.words), tensors_(message.tensors) {}

  // Returns whether everything was read and nothing is left.
  bool is_whole() const {
    return is_good_ && words_.is_good() && words_.is_at_end() && tensors_.empty();
  }

  void operator()(uint64_t& value) { value = words_.Number(); }
  void operator()(bool& value) { value = words_.Flag(); }
  void operator()(std::string& text) { text = words_.Text(); }
  void operator()(SiteRef& site) {
    Site read;
    (*this)(read);
    site = std::make_shared<const Site>(std::move(read));
  }
  void operator()(Parcel& parcel) {
    const uint64_t count = words_.Number();
    if (count > tensors_.size()) return Require(false);
    const auto own = tensors_.first(static_cast<size_t>(count));
    parcel.assign(own.begin(), own.end());
    tensors_ = tensors_.subspan(own.size());
  }
  template <class T>
  void operator()(std::vector<T>& list) {
    const size_t count = words_.Count();
    for (size_t i = 0; i < count && words_.is_good(); ++i) (*this)(list.emplace_back());
  }
  template <class T>
  void operator()(std::optional<T>& value) {
    if (words_.Flag()) (*this)(value.emplace());
  }
  template <class T>
  void operator()(T& record) {
    Fields(*this, record);
  }

  void Signed(int64_t& value) { value = words_.Signed(); }
  // Reads a time of a ProcessClock.
  void Time(int64_t& time) {
    time = words_.Signed();
    Require(time >= 0 && time <= ProcessClock::kLatest);
  }
  void Offset(uint32_t& offset) {
    const uint64_t number = words_.Number();
    Require(number <= UINT32_MAX);
    offset = static_cast<uint32_t>(number);
  }
  void Process(int64_t& process) { process = static_cast<int64_t>(words_.Number()); }
  void Processes(std::vector<int64_t>& processes) {
    processes.resize(words_.Count());
    uint64_t last = 0;
    for (int64_t& process : processes) {
      last += static_cast<uint64_t>(words_.Signed());
      process = static_cast<int64_t>(last);
    }
  }
  // The name refers to the op table, which outlives all users.
  void OperationName(std::string_view& name) {
    const OpInfo* info = FindOp(words_.Text());
    Require(info != nullptr);
    if (info != nullptr) name = info->name;
  }
  template <class T>
  void Enum(T& value, T last) {
    const uint64_t number = words_.Number();
    Require(number <= static_cast<uint64_t>(last));
    if (is_good_) value = static_cast<T>(number);
  }
  void Require(bool is_so) { is_good_ = is_good_ && is_so; }

 private:
  Leb128Reader words_;
  std::span<const Tensor> tensors_;
  bool is_good_ = true;
};

// --- The index of a kind in its variant is the first word.

template <class Words>
Message EncodeAny(const Words& words) {
  MessageWriter writer;
  writer(uint64_t{words.index()});
  std::visit(writer, words);
  return writer.Take();
}

template <class Words, size_t kIndex = 0>
void ReadAny(MessageParser& parser, uint64_t index, std::optional<Words>& words) {
  if constexpr (kIndex < std::variant_size_v<Words>) {
    if (index != kIndex) return ReadAny<Words, kIndex + 1>(parser, index, words);
    std::variant_alternative_t<kIndex, Words> kind;
    parser(kind);
    words.emplace(std::move(kind));
  }
}

template <class Words>
std::optional<Words> ReadWhole(const Message& message) {
  MessageParser parser(message);
  std::optional<Words> words;
  uint64_t index = 0;
  parser(index);
  ReadAny(parser, index, words);
  return parser.is_whole() ? std::move(words) : std::nullopt;
}

}  // namespace

Message Encode(const FromPeer& words) { return EncodeAny(words); }
Message Encode(const FromHub& words) { return EncodeAny(words); }
std::optional<FromPeer> ReadFromPeer(const Message& message) {
  return ReadWhole<FromPeer>(message);
}
std::optional<FromHub> ReadFromHub(const Message& message) { return ReadWhole<FromHub>(message); }

}  // namespace paddock::wire
