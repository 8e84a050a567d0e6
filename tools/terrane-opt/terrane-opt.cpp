//===- terrane-opt.cpp - Runs passes on the text form ---------------------===//

#include "passes/kernel/Passes.h"
#include "passes/material/Passes.h"
#include "passes/vanilla/Passes.h"

#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  registry.insert<terrane::density::DensityDialect, terrane::sampler::SamplerDialect,
                  terrane::material::MaterialDialect>();
  terrane::registerTerraneVanillaPasses();
  terrane::registerVanillaPipeline();
  terrane::registerTerraneMaterialPasses();
  terrane::registerMaterialPipeline();
  terrane::registerTerraneKernelPasses();
  terrane::registerKernelPipeline();
  mlir::registerCSEPass();
  mlir::registerCanonicalizerPass();
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "Terrane's passes over the density, sampler and material dialects\n", registry));
}
