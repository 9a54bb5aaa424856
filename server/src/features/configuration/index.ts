export { deleteSteps, modeFrame, writeSteps } from './configuration-steps.ts'
