//===- visitor.h - Runs the rules over a translation unit -----------------===//

#ifndef TERRANE_TOOLS_TERRANE_LINT_VISITOR_H
#define TERRANE_TOOLS_TERRANE_LINT_VISITOR_H

#include "tools/terrane-lint/report.h"

#include "clang/Frontend/FrontendAction.h"

#include <memory>

namespace terrane::lint {

/// Parses a text and applies all rules but checkCommand. `report` outlives the action.
std::unique_ptr<clang::FrontendAction> makeLintAction(Report &report);

} // namespace terrane::lint

#endif // TERRANE_TOOLS_TERRANE_LINT_VISITOR_H
