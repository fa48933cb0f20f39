// Chains as text for people, and as JSON.
#ifndef PADDOCK_CORE_API_WHY_WHY_TEXT_H_
#define PADDOCK_CORE_API_WHY_WHY_TEXT_H_

#include <string>

#include "core/api/why/why.h"

namespace paddock {

// Returns one paragraph for each cell: "#1 %y[2] = nan", its place, its formula, and the numbers of
// the cells from which it was computed.
std::string WhyText(const WhyChain& chain);

// {"direction": "back", "complete": true, "cells": [{"id": 0, "name": "%y[2]", ...}, ...]}: cells
// refer to each other by id. docs/debugging.md has the members.
std::string WhyJson(const WhyChain& chain);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_WHY_WHY_TEXT_H_
