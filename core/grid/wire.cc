#include "core/grid/wire.h"

#include <utility>

#include "core/dialect/op_info.h"
#include "core/grid/words.h"

namespace paddock::wire {
namespace {

// --- Writing.

class MessageWriter {
 public:
  Message Take() { return {words_.Take(), std::move(tensors_)}; }

  void Put(uint64_t value) { words_.Number(value); }
  void Put(const std::string& text) { words_.Text(text); }

  template <class T>
  void PutList(const std::vector<T>& list) {
    words_.Number(list.size());
    for (const T& one : list) Put(one);
  }

  // Ids in a group are often one more than the one before.
  void PutProcesses(const std::vector<int64_t>& processes) {
    words_.Number(processes.size());
    int64_t last = 0;
    for (int64_t process : processes) words_.Signed(process - std::exchange(last, process));
  }

  void Put(const Parcel& parcel) {
    words_.Number(parcel.size());
    tensors_.insert(tensors_.end(), parcel.begin(), parcel.end());
  }

  void Put(const SiteRef& site) {
    words_.Text(site->operation);
    Put(site->span);
    words_.Signed(site->channel);
    words_.Text(site->signature);
  }

  void Put(const MailboxKey& key) {
    words_.Number(static_cast<uint64_t>(key.kind));
    words_.Signed(key.channel);
    words_.Signed(key.source);
    words_.Signed(key.target);
  }

  void Put(Span span) {
    words_.Number(span.begin);
    words_.Number(span.end);
  }

  void Put(const DiagnosticNote& note) {
    words_.Text(note.message);
    Put(note.span);
  }

  void Put(const DiagnosticFix& fix) {
    words_.Text(fix.label);
    Put(fix.span);
    words_.Text(fix.replacement);
    words_.Flag(fix.is_certain);
  }

  void Put(const Diagnostic& diagnostic) {
    words_.Number(static_cast<uint64_t>(diagnostic.severity));
    words_.Text(diagnostic.code);
    words_.Text(diagnostic.message);
    Put(diagnostic.span);
    words_.Text(diagnostic.formula);
    words_.Text(diagnostic.link);
    PutList(diagnostic.notes);
    PutList(diagnostic.fixes);
    words_.Flag(diagnostic.is_consequence);
    words_.Flag(diagnostic.caused_by.has_value());
    if (!diagnostic.caused_by) return;
    words_.Text(diagnostic.caused_by->code);
    Put(diagnostic.caused_by->span);
  }

  void Put(const std::optional<Parcel>& parcel) {
    words_.Flag(parcel.has_value());
    if (parcel) Put(*parcel);
  }

  void Put(GridSize size) {
    words_.Signed(size.replicas);
    words_.Signed(size.partitions);
  }

 private:
  WordWriter words_;
  std::vector<Tensor> tensors_;
};

// --- Reading.

class MessageParser {
 public:
  explicit MessageParser(const Message& message)
      : words_(message.words), tensors_(message.tensors) {}

  // All was read, and nothing is left.
  bool is_whole() const {
    return is_good_ && words_.is_good() && words_.is_at_end() && tensors_.empty();
  }

  uint64_t Number() { return words_.Number(); }
  void Get(uint64_t& value) { value = words_.Number(); }
  void Get(std::string& text) { text = words_.Text(); }
  void GetProcess(int64_t& process) { process = static_cast<int64_t>(words_.Number()); }

  template <class T>
  void GetList(std::vector<T>& list) {
    const size_t count = words_.Count();
    for (size_t i = 0; i < count && words_.is_good(); ++i) Get(list.emplace_back());
  }

  void GetProcesses(std::vector<int64_t>& processes) {
    processes.resize(words_.Count());
    uint64_t last = 0;
    for (int64_t& process : processes) {
      last += static_cast<uint64_t>(words_.Signed());
      process = static_cast<int64_t>(last);
    }
  }

  void Get(Parcel& parcel) {
    const uint64_t count = words_.Number();
    if (count > tensors_.size()) {
      is_good_ = false;
      return;
    }
    const auto own = tensors_.first(static_cast<size_t>(count));
    parcel.assign(own.begin(), own.end());
    tensors_ = tensors_.subspan(own.size());
  }

  void Get(SiteRef& site) {
    Site read;
    // The name itself is the table's, which lives as long as whoever refers to it.
    const OpInfo* info = FindOp(words_.Text());
    if (info != nullptr) {
      read.operation = info->name;
    } else {
      is_good_ = false;
    }
    Get(read.span);
    read.channel = words_.Signed();
    read.signature = words_.Text();
    site = std::make_shared<const Site>(std::move(read));
  }

  void Get(MailboxKey& key) {
    GetEnum(key.kind, MailboxKey::Kind::kChannel);
    key.channel = words_.Signed();
    key.source = words_.Signed();
    key.target = words_.Signed();
  }

  void Get(Span& span) {
    const uint64_t begin = words_.Number();
    const uint64_t end = words_.Number();
    if (begin > end || end > UINT32_MAX) is_good_ = false;
    span = {static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
  }

  void Get(DiagnosticNote& note) {
    Get(note.message);
    Get(note.span);
  }

  void Get(DiagnosticFix& fix) {
    Get(fix.label);
    Get(fix.span);
    Get(fix.replacement);
    fix.is_certain = words_.Flag();
  }

  void Get(Diagnostic& diagnostic) {
    GetEnum(diagnostic.severity, Severity::kWarning);
    Get(diagnostic.code);
    Get(diagnostic.message);
    Get(diagnostic.span);
    Get(diagnostic.formula);
    Get(diagnostic.link);
    GetList(diagnostic.notes);
    GetList(diagnostic.fixes);
    diagnostic.is_consequence = words_.Flag();
    if (!words_.Flag()) return;
    DiagnosticCause& cause = diagnostic.caused_by.emplace();
    Get(cause.code);
    Get(cause.span);
  }

  void Get(std::optional<Parcel>& parcel) {
    if (words_.Flag()) Get(parcel.emplace());
  }

  void Get(GridSize& size) {
    size.replicas = words_.Signed();
    size.partitions = words_.Signed();
  }

  template <class Enum>
  void GetEnum(Enum& value, Enum last) {
    const uint64_t number = words_.Number();
    if (number > static_cast<uint64_t>(last)) {
      is_good_ = false;
    } else {
      value = static_cast<Enum>(number);
    }
  }

 private:
  WordReader words_;
  std::span<const Tensor> tensors_;
  bool is_good_ = true;
};

// --- Each kind.

void Write(MessageWriter& to, const Hello& hello) {
  to.Put(hello.version);
  to.Put(hello.size);
  to.PutProcesses(hello.share);
  to.Put(hello.program_hash);
}
void Read(MessageParser& from, Hello& hello) {
  from.Get(hello.version);
  from.Get(hello.size);
  from.GetProcesses(hello.share);
  from.Get(hello.program_hash);
}

void Write(MessageWriter& to, const Join& join) {
  to.Put(join.ticket);
  to.Put(static_cast<uint64_t>(join.process));
  to.Put(join.site);
  to.PutProcesses(join.members);
  to.Put(join.parcel);
}
void Read(MessageParser& from, Join& join) {
  from.Get(join.ticket);
  from.GetProcess(join.process);
  from.Get(join.site);
  from.GetProcesses(join.members);
  from.Get(join.parcel);
}

void Write(MessageWriter& to, const Send& send) {
  to.Put(static_cast<uint64_t>(send.process));
  to.Put(send.site);
  to.Put(send.key);
  to.Put(send.parcel);
}
void Read(MessageParser& from, Send& send) {
  from.GetProcess(send.process);
  from.Get(send.site);
  from.Get(send.key);
  from.Get(send.parcel);
}

void Write(MessageWriter& to, const Ask& ask) {
  to.Put(ask.ticket);
  to.Put(static_cast<uint64_t>(ask.process));
  to.Put(ask.site);
  to.Put(ask.key);
}
void Read(MessageParser& from, Ask& ask) {
  from.Get(ask.ticket);
  from.GetProcess(ask.process);
  from.Get(ask.site);
  from.Get(ask.key);
}

void Write(MessageWriter& to, const Idle& idle) {
  to.Put(idle.received);
  to.PutList(idle.tickets);
}
void Read(MessageParser& from, Idle& idle) {
  from.Get(idle.received);
  from.GetList(idle.tickets);
}

void Write(MessageWriter& to, const Outfeed& outfeed) {
  to.Put(static_cast<uint64_t>(outfeed.process));
  to.PutList(outfeed.types);
  to.Put(outfeed.values);
}
void Read(MessageParser& from, Outfeed& outfeed) {
  from.GetProcess(outfeed.process);
  from.GetList(outfeed.types);
  from.Get(outfeed.values);
}

void Write(MessageWriter& to, const Print& print) { to.Put(print.text); }
void Read(MessageParser& from, Print& print) { from.Get(print.text); }

void Write(MessageWriter& to, const Finish& finish) {
  to.Put(static_cast<uint64_t>(finish.process));
  to.Put(finish.results);
}
void Read(MessageParser& from, Finish& finish) {
  from.GetProcess(finish.process);
  from.Get(finish.results);
}

void Write(MessageWriter& to, const Fail& fail) { to.PutList(fail.diagnostics); }
void Read(MessageParser& from, Fail& fail) { from.GetList(fail.diagnostics); }

void Write(MessageWriter&, const GiveUp&) {}
void Read(MessageParser&, GiveUp&) {}

void Write(MessageWriter& to, const Closed& closed) {
  to.PutList(closed.diagnostics);
  to.Put(closed.peak_bytes);
}
void Read(MessageParser& from, Closed& closed) {
  from.GetList(closed.diagnostics);
  from.Get(closed.peak_bytes);
}

void Write(MessageWriter& to, const Met& met) {
  to.PutList(met.tickets);
  to.PutList(met.parcels);
}
void Read(MessageParser& from, Met& met) {
  from.GetList(met.tickets);
  from.GetList(met.parcels);
}

void Write(MessageWriter& to, const Deliver& deliver) {
  to.Put(deliver.ticket);
  to.Put(deliver.parcel);
}
void Read(MessageParser& from, Deliver& deliver) {
  from.Get(deliver.ticket);
  from.Get(deliver.parcel);
}

void Write(MessageWriter& to, const Stop& stop) {
  to.Put(static_cast<uint64_t>(stop.cause));
  to.PutList(stop.diagnostics);
}
void Read(MessageParser& from, Stop& stop) {
  from.GetEnum(stop.cause, Stop::Cause::kStopped);
  from.GetList(stop.diagnostics);
}

// --- The place of a kind in its variant is the first word.

template <class Words>
Message EncodeAny(const Words& words) {
  MessageWriter writer;
  writer.Put(uint64_t{words.index()});
  std::visit([&](const auto& kind) { Write(writer, kind); }, words);
  return writer.Take();
}

template <class Words, size_t kIndex = 0>
void ReadAny(MessageParser& parser, uint64_t index, std::optional<Words>& words) {
  if constexpr (kIndex < std::variant_size_v<Words>) {
    if (index != kIndex) return ReadAny<Words, kIndex + 1>(parser, index, words);
    std::variant_alternative_t<kIndex, Words> kind;
    Read(parser, kind);
    words.emplace(std::move(kind));
  }
}

template <class Words>
std::optional<Words> ReadWhole(const Message& message) {
  MessageParser parser(message);
  std::optional<Words> words;
  ReadAny(parser, parser.Number(), words);
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
