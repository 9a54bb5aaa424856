import { type UnitKey, unitKeys } from '@vigilux/contract/features/central-units/central-unit.ts'

const leftToRight: readonly UnitKey[] = ['SEL', 'UP', 'DOWN', 'OK']

/** The keys on the front of a unit, left to right. */
export const frontKeys = leftToRight.filter((key) => unitKeys.includes(key))
/** The lights on the front, top to bottom. */
export const frontLeds = ['READY', 'EMERGENCY', 'FAILURE'] as const
