//===- counts.cpp - What kernels ask of a GPU -----------------------------===//

#include "test/ptx/counts.h"

#include <algorithm>
#include <iomanip>
#include <sstream>

using namespace terrane;
using namespace terrane::ptx;

namespace {

/// Cycles that a warp's instruction keeps a multiprocessor of 9.0 busy: a quarter where it has 128
/// lanes of the kind, half where it has 64, two where it has 16 (CUDA programming guide,
/// "arithmetic throughput"). Divisions are subroutines; theirs are rough. A memory instruction
/// takes one cycle of the load and store units.
constexpr double cyclesOf[numCosts] = {
    0.25, // F32
    0.5,  // F64
    2,    // Convert64
    0.5,  // Int32
    1,    // Int64: two halves
    2,    // Mul64: three products and sums
    8,    // Divide32
    35,   // Divide64
    3,    // DivideF32
    12,   // DivideF64
    1,    // Global
    1,    // Local
    0.5,  // Parameter: most become registers
    0.5   // Control
};

} // namespace

i64 Counts::instructions() const {
  i64 sum = 0;
  for (i64 count : warps)
    sum += count;
  return sum;
}

double Counts::cycles() const {
  double sum = 0;
  for (size_t n = 0; n < size_t(numCosts); ++n)
    sum += double(warps[n]) * cyclesOf[n];
  // The first four sectors of an access are in its one cycle.
  return sum + std::max(0.0, double(sectors) / 4 - double(accesses));
}

void ptx::print(const std::map<std::string, Counts> &all, std::ostream &out) {
  std::vector<std::pair<std::string, Counts>> rows(all.begin(), all.end());
  std::sort(rows.begin(), rows.end(),
            [](const auto &a, const auto &b) { return a.second.cycles() > b.second.cycles(); });
  double total = 0;
  for (const auto &row : rows)
    total += row.second.cycles();
  out << "cycles: of a busy multiprocessor, estimated; lanes: of 32, that an instruction ran;\n"
         "sectors: of 32 bytes, per global access\n"
      << std::setw(24) << std::left << "kernel" << std::right << std::setw(9) << "launches"
      << std::setw(11) << "threads" << std::setw(14) << "instructions" << std::setw(7) << "lanes"
      << std::setw(7) << "f64 %" << std::setw(11) << "accesses" << std::setw(9) << "sectors"
      << std::setw(13) << "cycles" << std::setw(7) << "%" << '\n';
  out << std::fixed;
  for (const auto &[name, c] : rows) {
    const double sum = double(std::max<i64>(c.instructions(), 1));
    const auto f64s = double(c.warps[int(Cost::F64)] + c.warps[int(Cost::DivideF64)] +
                             c.warps[int(Cost::Convert64)]);
    out << std::setw(24) << std::left << name << std::right << std::setw(9) << c.launches
        << std::setw(11) << c.threads << std::setw(14) << c.instructions() << std::setprecision(1)
        << std::setw(7) << double(c.lanes) / sum << std::setw(7) << 100 * f64s / sum
        << std::setw(11) << c.accesses << std::setw(9)
        << double(c.sectors) / double(std::max<i64>(c.accesses, 1)) << std::setprecision(0)
        << std::setw(13) << c.cycles() << std::setprecision(1) << std::setw(7)
        << 100 * c.cycles() / std::max(total, 1.0) << '\n';
  }
  out << "together " << std::setprecision(0) << total << " cycles\n";
}

void ptx::printListing(const Module &module, const std::string &text, std::ostream &out) {
  std::map<i32, const Instruction *> lines;
  for (const Function &f : module.functions)
    for (const Instruction &i : f.code)
      lines[i.line] = &i;
  std::istringstream in(text);
  std::string line;
  out << std::fixed << std::setprecision(1);
  for (i32 number = 1; std::getline(in, line); ++number) {
    auto found = lines.find(number);
    if (found == lines.end() || !found->second->issued)
      out << std::setw(18) << "";
    else
      out << std::setw(12) << found->second->issued << std::setw(6)
          << double(found->second->ran) / double(found->second->issued);
    out << ' ' << line << '\n';
  }
}
