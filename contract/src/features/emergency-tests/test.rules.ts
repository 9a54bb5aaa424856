import type { UnitWarning } from '../central-units/central-unit.ts'
import type { LampMode } from '../lamps/lamp.ts'
import type { TestKind, TestRun } from './test-run.ts'

/**
 * Verdicts of a test. `passedInPart`: no lamp failed, some passed, and some were not tested. Stopped and unstarted
 * tests keep their own verdict, whatever their results.
 */
export const testVerdicts = [
  'running',
  'notStarted',
  'stopped',
  'failed',
  'passed',
  'passedInPart',
  'notExecuted',
] as const
export type TestVerdict = (typeof testVerdicts)[number]

type TestCounts = Pick<TestRun, 'state' | 'passed' | 'failed' | 'total'>

export const verdictOf = ({ state, passed, failed, total }: TestCounts): TestVerdict => {
  if (state === 'requested' || state === 'running') return 'running'
  if (state !== 'finished') return state
  if (failed > 0) return 'failed'
  if (passed === 0) return 'notExecuted'
  return passed < total ? 'passedInPart' : 'passed'
}

/** Whether a unit has no mains; lamps on battery cannot be tested. */
export const isWithoutMains = (unit: { on_battery: boolean; warnings: readonly UnitWarning[] }): boolean =>
  unit.on_battery || unit.warnings.includes('no_mains')

/** Splits lamps into testable ones and those left out, because a line without mains runs on battery. */
export const splitByMains = <Lamp extends { mode: LampMode | null }>(
  lamps: readonly Lamp[],
): { ready: Lamp[]; leftOut: Lamp[] } => ({
  ready: lamps.filter(({ mode }) => mode !== 'emergency'),
  leftOut: lamps.filter(({ mode }) => mode === 'emergency'),
})

/** Maximum days since the last test of a kind for a lamp tested in time: its period, plus a margin. */
export const maxTestAgeDays: Readonly<Record<TestKind, number>> = { functional: 62, autonomy: 400 }
