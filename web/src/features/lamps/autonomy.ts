import type { TestReason } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import type { ActionOutput } from '../../shared/api/actions.ts'

export type AutonomyResult = ActionOutput<'getAutonomyResults'>['lamps'][number]

/** How long a battery last lasted, or why that is not known; neither for what has no battery. */
export type Autonomy = {
  minutes?: number
  isShort?: boolean
  because?: 'neverTested' | 'notMeasured' | TestReason
}

export function autonomyOf(lamp: Pick<Lamp, 'type' | 'autonomy'>, last: AutonomyResult | undefined): Autonomy {
  if (lamp.type !== 'emergency') return {}
  if (!last) return { because: 'neverTested' }
  if (last.measured_s === null) return { because: last.reason ?? 'notMeasured' }
  const required = last.rated_min ?? lamp.autonomy
  const minutes = last.measured_s / 60
  return { minutes, isShort: required !== null && minutes < required }
}

/** The results by the lamps that they are of: a lamp keeps its serial wherever it is put. */
export function byLamp(results: readonly AutonomyResult[]): ReadonlyMap<string, AutonomyResult> {
  return new Map(results.map((one) => [`${one.cu}.${one.serial}`, one]))
}
