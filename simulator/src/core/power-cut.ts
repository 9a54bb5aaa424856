import type { VirtualUnit } from './virtual-unit.ts'
import type { Wheel } from './wheel.ts'

const pollIntervalMs = 2_000
/** Below this share of a charge the cut moves on, so that no lamp of the estate goes out for good. */
const minCharge = 0.15
/** Batteries of these units last so many times their rated duration: somebody who comes late sees lamps that are lit, too. */
const capacity = 30

const lowestCharge = ({ list, context }: VirtualUnit): number =>
  Math.min(1, ...list.attached.filter(({ kind }) => kind === 'emergency').map((lamp) => context.chargeOf(lamp)))

/**
 * Takes the mains from one of these units at a time. When its batteries run low the next one loses them, and the first gets
 * them back. It ends for good once somebody gives the dark unit its mains.
 */
export const startRollingPowerCut = (units: readonly VirtualUnit[], wheel: Wheel): void => {
  for (const unit of units) for (const lamp of unit.lamps) lamp.capacity = capacity
  let dark = Math.max(
    0,
    units.findIndex(({ isOnBattery }) => isOnBattery),
  )
  units[dark]?.setMains(false)
  const watching = wheel.every(pollIntervalMs, () => {
    const unit = units[dark]
    if (!unit?.isOnBattery) return watching.cancel()
    const next = (dark + 1) % units.length
    if (next === dark || lowestCharge(unit) > minCharge) return
    units[next]?.setMains(false)
    unit.setMains(true)
    dark = next
  })
}
