import { addrAt, groupByPage, groupPayload } from '@vigilux/contract/features/groups/group.rules.ts'
import type { StepDraft } from '../operations/index.ts'

/** The frame around multi-group writes: they take effect together when the batch ends. */
export const batchFrame: { open: StepDraft; close: StepDraft } = {
  open: { role: 'open', command: { name: 'setBatch', param: '01' }, undo: null, lamps: [] },
  close: { role: 'close', command: { name: 'setBatch', param: '03' }, undo: null, lamps: [] },
}

/**
 * One step for each page that holds a lamp whose groups change: the whole page is written, with what its other lamps
 * have now. Undone by writing what all of them have now; a lamp that has none keeps what it is given, since nothing
 * leaves a lamp that has groups without any.
 */
export const groupSteps = (
  now: ReadonlyMap<number, { groups: readonly number[] }>,
  wanted: ReadonlyMap<number, readonly number[]>,
): StepDraft[] => {
  const before = (addr: number) => now.get(addr)?.groups ?? []
  const given = (addr: number) => wanted.get(addr) ?? before(addr)
  const undone = (addr: number) => (before(addr).length > 0 ? before(addr) : given(addr))
  return groupByPage([...wanted.keys()]).map(({ page, indexes }) => ({
    role: 'work',
    effectAtClose: true,
    command: { name: 'setMultiGroup', page, payload: groupPayload(page, given) },
    undo: [{ name: 'setMultiGroup', page, payload: groupPayload(page, undone) }],
    lamps: indexes.map((index) => addrAt(page, index)),
  }))
}
