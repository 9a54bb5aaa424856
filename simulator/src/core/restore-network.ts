import type { LampList } from './lamp-list.ts'
import type { NetworkSearch } from './network-search.ts'
import type { VirtualUnitOptions } from './unit-options.ts'

/** Restores the addresses of lamps from before the unit was switched off, or from its present plant. */
export const restoreNetwork = (list: LampList, search: NetworkSearch, options: VirtualUnitOptions): void => {
  const { memory, enrolment, wire, seed } = options
  if (memory ? memory.found === 0 : enrolment !== 'enrolled') return
  const maxLamps = wire.facts.maxLamps
  if (!memory?.lamps)
    for (const [at, lamp] of list.attached.slice(0, Math.min(memory?.found ?? maxLamps, maxLamps)).entries())
      list.place(lamp, at + 1)
  search.setComplete(wire.facts.hasRadioNetwork ? (memory?.plantCode ?? 1 + (seed % 92)) : null)
}
