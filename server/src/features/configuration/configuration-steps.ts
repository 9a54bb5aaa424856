import type { PositionChange } from '@vigilux/contract/features/configuration/configuration.rules.ts'
import { configurationModes } from '@vigilux/contract/features/configuration/configuration.ts'
import { addrAt, groupByPage, pagePositionOf } from '@vigilux/contract/features/groups/group.rules.ts'
import { lampsPerPage } from '@vigilux/contract/features/groups/group.ts'
import type { UnitCommand } from '@vigilux/device-plane/commands.ts'
import type { StepDraft } from '../operations/index.ts'

/** Opens a mode of the unit before the work and closes it after. */
export const modeFrame = (mode: keyof typeof configurationModes): { open: StepDraft; close: StepDraft } => ({
  open: {
    role: 'open',
    command: { name: 'configLogica', modalita_config_logica: configurationModes[mode] },
    undo: null,
    lamps: [],
  },
  close: {
    role: 'close',
    command: { name: 'configLogica', modalita_config_logica: configurationModes.none },
    undo: null,
    lamps: [],
  },
})

/** Waits until the unit's network creation has ended, polling every 6 s. */
export const waitForSearchStep: StepDraft = {
  role: 'work',
  command: { name: 'statusQuery' },
  undo: null,
  lamps: [],
  until: 'networkCompleted',
}

const serialWrites = (places: readonly { addr: number; serial: string }[]): UnitCommand[] => {
  const serials = new Map(places.map(({ addr, serial }) => [addr, serial]))
  return groupByPage([...serials.keys()]).map(({ page, indexes }) => ({
    name: 'setLgSerialId',
    page,
    lampId: indexes.map((index) => ({ index, serial: serials.get(addrAt(page, index)) ?? '' })),
  }))
}

const serialDeletions = (addrs: readonly number[]): UnitCommand[] =>
  groupByPage(addrs).map(({ page, indexes }) => ({ name: 'deleteLgSerialId', page, indexes }))

const byPage = (changes: readonly PositionChange[]): PositionChange[][] => [
  ...Map.groupBy(changes, ({ addr }) => pagePositionOf(addr).page).values(),
]

/** One step per page of written serials; undo restores the previous ones. */
export const writeSteps = (changes: readonly PositionChange[]): StepDraft[] =>
  byPage(changes.filter(({ after }) => after !== null)).flatMap((members) => {
    const [command] = serialWrites(members.map(({ addr, after }) => ({ addr, serial: after ?? '' })))
    if (!command) return []
    const previousSerials = members.flatMap(({ addr, before }) => (before === null ? [] : [{ addr, serial: before }]))
    const freeAddrs = members.filter(({ before }) => before === null).map(({ addr }) => addr)
    const undo = [...serialDeletions(freeAddrs), ...serialWrites(previousSerials)]
    return [{ role: 'work', command, undo, lamps: members.map(({ addr }) => addr) } satisfies StepDraft]
  })

/** One step per page of lamps removed from the list; undo writes them again. */
export const deleteSteps = (changes: readonly PositionChange[]): StepDraft[] =>
  byPage(changes.filter(({ after }) => after === null)).flatMap((members) => {
    const [command] = serialDeletions(members.map(({ addr }) => addr))
    if (!command) return []
    const undo = serialWrites(
      members.flatMap(({ addr, before }) => (before === null ? [] : [{ addr, serial: before }])),
    )
    return [{ role: 'work', command, undo, lamps: members.map(({ addr }) => addr) } satisfies StepDraft]
  })

/** Pairs of old and new serials, at most one page of lamps per command. */
export const substituteSteps = (changes: readonly PositionChange[]): StepDraft[] => {
  const steps: StepDraft[] = []
  for (let at = 0; at < changes.length; at += lampsPerPage) {
    const members = changes.slice(at, at + lampsPerPage)
    const oldSerials = members.map(({ before }) => before ?? '')
    const newSerials = members.map(({ after }) => after ?? '')
    steps.push({
      role: 'work',
      command: { name: 'substituteLogicaFM', old: oldSerials, new: newSerials },
      undo: [{ name: 'substituteLogicaFM', old: newSerials, new: oldSerials }],
      lamps: members.map(({ addr }) => addr),
    })
  }
  return steps
}
