import type { LampMode } from '../lamps/lamp.ts'
import type { Condition } from '../plants/conditions.ts'
import type { Present } from './compliance.ts'

type LampNow = { condition: Condition; mode: LampMode | null }

const counts = {
  inhibited: ({ condition, mode }: LampNow) => condition !== 'offline' && (mode === 'inhibited' || mode === 'rest'),
  onBattery: ({ condition, mode }: LampNow) => condition !== 'offline' && mode === 'emergency',
  notReporting: ({ condition }: LampNow) => condition === 'offline' || condition === 'unknown',
}

/** What is true of the emergency lamps and units of a plant at this moment, whatever the rules say of their tests. */
export const presentOf = (lamps: readonly LampNow[], units: readonly { online: boolean }[]): Present => ({
  inhibited: lamps.filter(counts.inhibited).length,
  onBattery: lamps.filter(counts.onBattery).length,
  notReporting: lamps.filter(counts.notReporting).length,
  unitsOffline: units.filter(({ online }) => !online).length,
})
