// Results of a run as HTML without scripts and styles.
#ifndef PADDOCK_CLI_PAGE_RECORDED_H_
#define PADDOCK_CLI_PAGE_RECORDED_H_

#include <string>

#include "core/api/run/session.h"

namespace paddock::cli {

// Draws the results of the first process of a run that has ended.
std::string RecordedResults(const Session& session);

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_PAGE_RECORDED_H_
