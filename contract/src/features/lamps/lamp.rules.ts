import type { Condition } from '../plants/conditions.ts'
import type { LampError, LampMode } from './lamp.ts'

/** A lamp whose battery lasts less than this has a fault. Specification section 8. */
export const shortestBatteryDurationS = 30

/** The headline of a lamp: emergency, error, offline, inhibited, test running, ok. Nothing reported is unknown, never ok. */
export const conditionOf = (
  reported: { mode: LampMode | null; errors: readonly LampError[] },
  unitIsConnected: boolean,
): Condition => {
  if (!unitIsConnected) return 'offline'
  if (reported.mode === null) return 'unknown'
  if (reported.mode === 'emergency') return 'emergency'
  if (reported.errors.length > 0) return 'error'
  if (reported.mode === 'unreachable') return 'offline'
  if (reported.mode === 'inhibited' || reported.mode === 'rest') return 'inhibited'
  if (reported.mode === 'functionalTest' || reported.mode === 'autonomyTest') return 'testRunning'
  return 'ok'
}
