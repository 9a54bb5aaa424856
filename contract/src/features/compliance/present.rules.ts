import type { LampSafety } from '../emergency-tests/lamp-safety.rules.ts'
import type { PresentState } from './compliance.ts'

/** Present state of the emergency lamps and units of a plant, independent of the rules about tests. */
export const computePresentState = (
  lamps: readonly Pick<LampSafety, 'now'>[],
  units: readonly { online: boolean }[],
): PresentState => {
  const count = (now: LampSafety['now']) => lamps.filter((lamp) => lamp.now === now).length
  return {
    inhibited: count('inhibited'),
    onBattery: count('onBattery'),
    notReporting: count('notReporting'),
    unitsOffline: units.filter(({ online }) => !online).length,
  }
}
