import type { VirtualUnit } from './virtual-unit.ts'
import type { Wheel } from './wheel.ts'

const pollIntervalMs = 2_000
/** Charge for moving the power cut on: no lamp of the estate goes out for good. */
const minCharge = 0.15
/** Battery capacity of these units as a multiple of the rated duration: late visitors also see lit lamps. */
const capacity = 30

const lowestCharge = ({ list, context }: VirtualUnit): number =>
  Math.min(1, ...list.attached.filter(({ kind }) => kind === 'emergency').map((lamp) => context.chargeOf(lamp)))

/**
 * Cuts the mains of one of these units at a time, until its batteries run low. It ends once a person restores the mains
 * of the dark unit.
 */
export const startRollingPowerCut = (units: readonly VirtualUnit[], wheel: Wheel): void => {
  for (const unit of units) for (const lamp of unit.lamps) lamp.capacity = capacity
  let darkIndex = Math.max(
    0,
    units.findIndex(({ isOnBattery }) => isOnBattery),
  )
  units[darkIndex]?.setMains(false)
  const pollTimer = wheel.every(pollIntervalMs, () => {
    const unit = units[darkIndex]
    if (!unit?.isOnBattery) return pollTimer.cancel()
    const next = (darkIndex + 1) % units.length
    if (next === darkIndex || lowestCharge(unit) > minCharge) return
    units[next]?.setMains(false)
    unit.setMains(true)
    darkIndex = next
  })
}
