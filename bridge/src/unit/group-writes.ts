import { command } from '../bus/opcodes.ts'
import { configure } from '../bus/transaction.ts'
import type { BusLine } from '../line/bus-line.ts'
import type { Gear } from '../line/gear.ts'
import { readGroups } from '../line/visit.ts'

/** Maximum groups of a lamp, for display by each other unit type (specification). */
const maxGroups = 4

const countOf = (mask: number): number => [...mask.toString(2)].filter((bit) => bit === '1').length

/** Whether the groups may be written. Gear already in more is only shown. */
export const isAllowedMask = (mask: number): boolean => countOf(mask) <= maxGroups

/** Writes the groups where they differ, and reads them back. Returns whether the gear has them now. */
export const writeGroups = async (line: BusLine, gear: Gear, mask: number): Promise<boolean> => {
  await readGroups(line.run, gear, 3)
  const { groups } = gear.readings
  const target = { short: gear.short }
  for (let group = 0; group < 16; group++) {
    const bit = 1 << group
    if ((groups & bit) === (mask & bit)) continue
    const code = ((mask & bit) !== 0 ? command.addToGroup : command.removeFromGroup) + group
    await line.run(configure(target, code), 3)
  }
  await readGroups(line.run, gear, 3)
  return gear.readings.groups === mask
}
