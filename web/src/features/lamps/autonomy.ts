import type { TestReason } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import type { ActionOutput } from '../../shared/api/actions.ts'

export type AutonomyResult = ActionOutput<'getAutonomyResults'>['lamps'][number]

/** A battery's last measured autonomy, or why it is unknown; neither for devices without a battery. */
export type Autonomy = {
  minutes?: number
  isShort?: boolean
  reason?: 'neverTested' | 'notMeasured' | TestReason
}

export function autonomyOf(lamp: Pick<Lamp, 'type' | 'autonomy'>, last: AutonomyResult | undefined): Autonomy {
  if (lamp.type !== 'emergency') return {}
  if (!last) return { reason: 'neverTested' }
  if (last.measured_s === null) return { reason: last.reason ?? 'notMeasured' }
  const required = last.rated_min ?? lamp.autonomy
  const minutes = last.measured_s / 60
  return { minutes, isShort: required !== null && minutes < required }
}

/** Results by lamp serial, which stays with the lamp wherever it is installed. */
export function byLamp(results: readonly AutonomyResult[]): ReadonlyMap<string, AutonomyResult> {
  return new Map(results.map((one) => [`${one.cu}.${one.serial}`, one]))
}
