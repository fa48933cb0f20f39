#include "core/c/session.h"

#include <atomic>
#include <memory>
#include <vector>

#include "core/c/program_handle.h"
#include "core/c/run_options.h"
#include "core/c/slices.h"

struct paddock_session {
  static constexpr uint64_t kTag = paddock::c::TagOf("pd-sessn");
  uint64_t tag = kTag;
  std::shared_ptr<const paddock::Program> program;
  std::unique_ptr<paddock::Session> session;
  std::atomic<bool> is_cancelled = false;
  std::atomic<bool> is_running = false;
  paddock_stop last = PADDOCK_STOP_BUDGET_SPENT;
};

namespace paddock::c {
namespace {

paddock_status CheckSession(const paddock_session* session) {
  if (const auto status = CheckHandle(session); status != PADDOCK_OK) return status;
  return session->is_running ? PADDOCK_WRONG_STATE : PADDOCK_OK;
}

paddock_status CheckFinished(const paddock_session* session) {
  if (const auto status = CheckSession(session); status != PADDOCK_OK) return status;
  return session->last == PADDOCK_STOP_FINISHED ? PADDOCK_OK : PADDOCK_WRONG_STATE;
}

// Without a peer, traps and pauses, a session stops for no other reason.
paddock_stop StopOf(StopReason reason) {
  if (reason == StopReason::kFinished) return PADDOCK_STOP_FINISHED;
  return reason == StopReason::kFailed ? PADDOCK_STOP_FAILED : PADDOCK_STOP_BUDGET_SPENT;
}

bool HasEnded(const paddock_session& session) {
  return session.last == PADDOCK_STOP_FINISHED || session.last == PADDOCK_STOP_FAILED;
}

}  // namespace
}  // namespace paddock::c

using namespace paddock::c;

paddock_status paddock_session_start(const paddock_program* program, const paddock_inputs* inputs,
                                     const paddock_run_options* options, paddock_session** session,
                                     paddock_diagnostics** diagnostics) {
  paddock::SessionOptions made;
  const auto status =
      FirstOf({CheckPointer(session), MakeSessionOptions(program, inputs, options, made)});
  if (status != PADDOCK_OK) return status;
  std::vector<paddock::Diagnostic> found;
  auto started = paddock::Session::Start(program->program, std::move(made), found);
  StoreDiagnostics(diagnostics, program->program, std::move(found));
  if (started == nullptr) return PADDOCK_ERROR;
  *session = new paddock_session{.program = program->program, .session = std::move(started)};
  return PADDOCK_OK;
}

paddock_status paddock_session_run(paddock_session* session, int64_t work_budget,
                                   paddock_stop* stop) {
  const auto status =
      FirstOf({CheckSession(session), CheckPointer(stop), CheckRange(work_budget >= 0)});
  if (status != PADDOCK_OK) return status;
  if (!HasEnded(*session)) {
    const RunningMark mark(session->is_running);
    // A slice for several threads is larger, because they wait for the last of them.
    const auto at_once = static_cast<int64_t>(session->session->processes_at_once());
    session->last = RunSlices(
        work_budget, at_once == 1 ? kSlice : 2 * kSlice * at_once, session->is_cancelled,
        [&](int64_t slice) { return StopOf(session->session->Run(slice)); },
        [&] { return session->session->progress().work_done; });
  }
  *stop = session->last;
  return PADDOCK_OK;
}

paddock_status paddock_session_cancel(paddock_session* session) {
  const auto status = CheckHandle(session);
  if (status == PADDOCK_OK) session->is_cancelled = true;
  return status;
}

paddock_status paddock_session_grid(const paddock_session* session, int64_t* replicas,
                                    int64_t* partitions) {
  const auto status =
      FirstOf({CheckSession(session), CheckPointer(replicas), CheckPointer(partitions)});
  if (status != PADDOCK_OK) return status;
  *replicas = session->session->grid().replicas;
  *partitions = session->session->grid().partitions;
  return PADDOCK_OK;
}

size_t paddock_session_result_count(const paddock_session* session) {
  return CheckFinished(session) == PADDOCK_OK ? session->session->results().size() : 0;
}

paddock_status paddock_session_result(const paddock_session* session, int64_t replica,
                                      int64_t partition, size_t index, paddock_tensor** tensor) {
  const auto status = FirstOf({CheckFinished(session), CheckPointer(tensor)});
  if (status != PADDOCK_OK) return status;
  return StoreResult(*session->session, {replica, partition}, index, tensor);
}

const char* paddock_session_result_type(const paddock_session* session, size_t index) {
  if (CheckFinished(session) != PADDOCK_OK) return nullptr;
  const auto& types = session->session->result_types();
  return index < types.size() ? types[index].c_str() : nullptr;
}

paddock_status paddock_session_value(const paddock_session* session, uint32_t offset,
                                     int64_t replica, int64_t partition, size_t index, size_t part,
                                     paddock_tensor** tensor) {
  const auto status = FirstOf({CheckSession(session), CheckPointer(tensor)});
  if (status != PADDOCK_OK) return status;
  return StoreValue(*session->session, *session->program,
                    {offset, {replica, partition}, index, part}, tensor);
}

paddock_status paddock_session_look(const paddock_session* session, uint32_t offset,
                                    int64_t replica, int64_t partition, size_t index, size_t part,
                                    paddock_look look, void* user_data) {
  if (const auto status = CheckSession(session); status != PADDOCK_OK) return status;
  if (look == nullptr) return PADDOCK_NULL_ARGUMENT;
  return LookAtValue(*session->session, *session->program,
                     {offset, {replica, partition}, index, part}, look, user_data);
}

paddock_status paddock_session_diagnostics(const paddock_session* session,
                                           paddock_diagnostics** diagnostics) {
  const auto status = FirstOf({CheckSession(session), CheckPointer(diagnostics)});
  if (status != PADDOCK_OK) return status;
  StoreDiagnostics(diagnostics, session->program, session->session->diagnostics());
  return PADDOCK_OK;
}

paddock_status paddock_session_remarks(const paddock_session* session,
                                       paddock_diagnostics** diagnostics) {
  const auto status = FirstOf({CheckFinished(session), CheckPointer(diagnostics)});
  if (status != PADDOCK_OK) return status;
  StoreDiagnostics(diagnostics, session->program, session->session->Remarks());
  return PADDOCK_OK;
}

paddock_status paddock_session_progress(const paddock_session* session,
                                        paddock_progress* progress) {
  const auto status = FirstOf({CheckSession(session), CheckStruct(progress)});
  if (status != PADDOCK_OK) return status;
  const paddock::Progress now = session->session->progress();
  const paddock::Counts counts = session->session->counts();
  WriteStruct(progress, {.struct_size = 0,
                         .work_done = now.work_done,
                         .estimated_work = now.estimated_work,
                         .line = session->session->current_line(),
                         .operations = counts.operations,
                         .bytes = counts.bytes,
                         .steps = counts.steps,
                         .peak_bytes = session->session->peak_bytes()});
  return PADDOCK_OK;
}

void paddock_session_free(paddock_session* session) {
  if (CheckSession(session) == PADDOCK_OK) FreeHandle(session);
}
