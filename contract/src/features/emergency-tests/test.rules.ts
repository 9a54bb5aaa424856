import type { UnitWarning } from '../central-units/central-unit.ts'
import type { LampMode } from '../lamps/lamp.ts'
import type { TestKind, TestRun } from './test-run.ts'

/**
 * What a test amounts to. `passedInPart`: no lamp failed, some passed, and some were not tested. One that was stopped or
 * never began is none of the others, whatever it had found until then.
 */
export type TestVerdict = 'running' | 'notStarted' | 'stopped' | 'failed' | 'passed' | 'passedInPart' | 'notExecuted'

type TestCounts = Pick<TestRun, 'state' | 'passed' | 'failed' | 'total'>

export const verdictOf = ({ state, passed, failed, total }: TestCounts): TestVerdict => {
  if (state === 'requested' || state === 'running') return 'running'
  if (state !== 'finished') return state
  if (failed > 0) return 'failed'
  if (passed === 0) return 'notExecuted'
  return passed < total ? 'passedInPart' : 'passed'
}

/** Whether a unit has no mains: what burns from its battery cannot be tested. */
export const isWithoutMains = (unit: { on_battery: boolean; warnings: readonly UnitWarning[] }): boolean =>
  unit.on_battery || unit.warnings.includes('no_mains')

/** Lamps that can be tested, and those left out: of a line without mains they burn from their batteries already. */
export const splitByMains = <Lamp extends { mode: LampMode | null }>(
  lamps: readonly Lamp[],
): { ready: Lamp[]; leftOut: Lamp[] } => ({
  ready: lamps.filter(({ mode }) => mode !== 'emergency'),
  leftOut: lamps.filter(({ mode }) => mode === 'emergency'),
})

/** How far back, in days, the last test of a kind lies at most of a lamp that is tested in time: its usual period, and some more. */
export const maxTestAgeDays: Readonly<Record<TestKind, number>> = { functional: 62, autonomy: 400 }
