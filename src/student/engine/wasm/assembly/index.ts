/** What the module exports; `Kernels` in `../kernels.ts` declares the same for the host. */
export { activateRows, adam, adamActiveRows, findActiveRows, sumOfSquares, sumOfSquaresOfRows } from './adam';
export { clearTouched, gatherBags, scatterBags } from './embedding-bag';
export { accumulateOuter, multiply, transpose } from './matmul';
export { ppoLoss, setLossBuffers, setLossCoefficients, setLossTargets } from './ppo-loss';
export { addRows, addScaledRows, addScaledVector, dotRows, relu, reluGradient, spreadRows } from './rows';
export { mixGradient, mixTransposed, mixWeights } from './scorer';
export { exp1, log1 } from './transcendental';
