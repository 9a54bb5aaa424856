import { addrAt, groupByPage, groupPayload } from '@vigilux/contract/features/groups/group.rules.ts'
import type { StepDraft } from '../operations/index.ts'

/** Frame around multi-group writes: they take effect together when the batch ends. */
export const batchFrame: { open: StepDraft; close: StepDraft } = {
  open: { role: 'open', command: { name: 'setBatch', param: '01' }, undo: null, lamps: [] },
  close: { role: 'close', command: { name: 'setBatch', param: '03' }, undo: null, lamps: [] },
}

/**
 * One step per page with a changed lamp: writes the whole page, with the current groups of its other lamps. Undo writes
 * the current groups of all; a lamp without groups keeps the new ones, because no command removes a lamp's last group.
 */
export const groupSteps = (
  now: ReadonlyMap<number, { groups: readonly number[] }>,
  targetGroups: ReadonlyMap<number, readonly number[]>,
): StepDraft[] => {
  const groupsBefore = (addr: number) => now.get(addr)?.groups ?? []
  const groupsAfter = (addr: number) => targetGroups.get(addr) ?? groupsBefore(addr)
  const groupsToRestore = (addr: number) => (groupsBefore(addr).length > 0 ? groupsBefore(addr) : groupsAfter(addr))
  return groupByPage([...targetGroups.keys()]).map(({ page, indexes }) => ({
    role: 'work',
    effectAtClose: true,
    command: { name: 'setMultiGroup', page, payload: groupPayload(page, groupsAfter) },
    undo: [{ name: 'setMultiGroup', page, payload: groupPayload(page, groupsToRestore) }],
    lamps: indexes.map((index) => addrAt(page, index)),
  }))
}
