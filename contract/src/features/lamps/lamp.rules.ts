import type { Condition } from '../plants/conditions.ts'
import type { LampError, LampMode, LampType } from './lamp.ts'

/** Device lists of the menu. */
export const deviceLists = ['all', 'emergency', 'lighting', 'other'] as const
export type DeviceList = (typeof deviceLists)[number]

/** Lamp types in each list; null for all types. */
export const typesOfList: Readonly<Record<DeviceList, readonly LampType[] | null>> = {
  all: null,
  emergency: ['emergency'],
  lighting: ['lighting'],
  other: ['sensor', 'io', 'other'],
}

/**
 * Condition of a lamp, in order of precedence: offline unit, emergency, error, unknown, offline lamp, inhibited, test
 * running, ok. Without a report it is unknown, never ok, unless a fault is known.
 */
export const conditionOf = (
  reported: { mode: LampMode | null; errors: readonly LampError[] },
  unitIsConnected: boolean,
): Condition => {
  if (!unitIsConnected) return 'offline'
  if (reported.mode === 'emergency') return 'emergency'
  if (reported.errors.length > 0) return 'error'
  if (reported.mode === null) return 'unknown'
  if (reported.mode === 'unreachable') return 'offline'
  if (reported.mode === 'inhibited' || reported.mode === 'rest') return 'inhibited'
  if (reported.mode === 'functionalTest' || reported.mode === 'autonomyTest') return 'testRunning'
  return 'ok'
}
