import type { plantResults } from './plant.ts'

type TestedPlant = {
  /** Lamps with an open failed test. */
  failed: number
  /** Lamps with a passed test, and lamps still without a required one. */
  passed: number
  unproven: number
  /** Whether the plant has units and none of them is connected. */
  isSilent: boolean
}

/** Result of the plant's tests: fail before disconnected before pass. Other faults do not change it. */
export const plantResultOf = ({ failed, passed, unproven, isSilent }: TestedPlant): (typeof plantResults)[number] => {
  if (failed > 0) return 'fail'
  if (isSilent) return 'disconnected'
  return passed > 0 && unproven === 0 ? 'pass' : 'unknown'
}
