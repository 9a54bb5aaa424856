import { type GroupsChange, refusedGroups } from '@vigilux/contract/features/groups/group.rules.ts'

type GroupedLamp = { id: number; groups: readonly number[] }

/** Requested cells, by lamp and group, without cells already reported by the unit. */
export type GroupDraft = ReadonlyMap<number, ReadonlyMap<number, boolean>>

export const emptyGroupDraft: GroupDraft = new Map()

const sortGroups = (groups: Iterable<number>): number[] => [...groups].sort((a, b) => a - b)

export function groupsWith(draft: GroupDraft, { id, groups }: GroupedLamp): number[] {
  const resultGroups = new Set(groups)
  for (const [group, isInGroup] of draft.get(id) ?? []) {
    if (isInGroup) resultGroups.add(group)
    else resultGroups.delete(group)
  }
  return sortGroups(resultGroups)
}

/** Toggles one cell; back at the reported value, the cell leaves the draft. */
export function toggleCell(draft: GroupDraft, lamp: GroupedLamp, group: number): GroupDraft {
  const targetState = !groupsWith(draft, lamp).includes(group)
  const cells = new Map(draft.get(lamp.id))
  if (targetState === lamp.groups.includes(group)) cells.delete(group)
  else cells.set(group, targetState)
  const next = new Map(draft)
  if (cells.size > 0) next.set(lamp.id, cells)
  else next.delete(lamp.id)
  return next
}

/** Sets one group's cell of several lamps to the same value, as one step. */
export function setCells(
  draft: GroupDraft,
  lamps: readonly GroupedLamp[],
  group: number,
  isIncluded: boolean,
): GroupDraft {
  return lamps
    .filter((lamp) => groupsWith(draft, lamp).includes(group) !== isIncluded)
    .reduce((next, lamp) => toggleCell(next, lamp, group), draft)
}

/** Takes one group's cells of several lamps out of the draft; they stay as reported. */
export function resetCells(draft: GroupDraft, lamps: readonly GroupedLamp[], group: number): GroupDraft {
  return lamps.reduce((next, { id }) => (next.get(id)?.has(group) ? toggleBack(next, id, group) : next), draft)
}

export type GroupShare = {
  share: 'all' | 'some' | 'none'
  /** Number of these lamps in the group with the draft, and of those added and removed by it. */
  included: number
  added: number
  removed: number
}

/** How many of several lamps are in a group. */
export function groupShareOf(draft: GroupDraft, lamps: readonly GroupedLamp[], group: number): GroupShare {
  const isIncluded = (lamp: GroupedLamp) => groupsWith(draft, lamp).includes(group)
  const included = lamps.filter(isIncluded).length
  const changed = lamps.filter(({ id }) => draft.get(id)?.has(group))
  const added = changed.filter(isIncluded).length
  return {
    share: included === lamps.length ? 'all' : included > 0 ? 'some' : 'none',
    included,
    added,
    removed: changed.length - added,
  }
}

/** Effects of presses on a group of several lamps: all, none, then as before. */
export function nextShare(draft: GroupDraft, lamps: readonly GroupedLamp[], group: number): 'all' | 'none' | 'before' {
  const { share } = groupShareOf(draft, lamps, group)
  const { share: shareBefore } = groupShareOf(emptyGroupDraft, lamps, group)
  if (share === 'some') return 'all'
  if (share === 'all') return shareBefore === 'none' ? 'before' : 'none'
  return shareBefore === 'none' ? 'all' : 'before'
}

export function removeLamp(draft: GroupDraft, id: number): GroupDraft {
  const next = new Map(draft)
  next.delete(id)
  return next
}

/** Removes cells reported by the unit meanwhile; returns the same draft when there are none. */
export function dropReported(draft: GroupDraft, lamps: readonly GroupedLamp[]): GroupDraft {
  let next = draft
  for (const lamp of lamps)
    for (const [group, isInGroup] of draft.get(lamp.id) ?? [])
      if (isInGroup === lamp.groups.includes(group)) next = toggleBack(next, lamp.id, group)
  return next
}

function toggleBack(draft: GroupDraft, id: number, group: number): GroupDraft {
  const cells = new Map(draft.get(id))
  cells.delete(group)
  return cells.size > 0 ? new Map(draft).set(id, cells) : removeLamp(draft, id)
}

/** Lamps whose requested groups differ from the reported ones, by number. */
export function listGroupChanges(draft: GroupDraft, lamps: readonly GroupedLamp[]): GroupsChange[] {
  return lamps
    .filter(({ id }) => draft.has(id))
    .map((lamp) => ({ addr: lamp.id, before: sortGroups(lamp.groups), after: groupsWith(draft, lamp) }))
    .filter(({ before, after }) => before.join() !== after.join())
}

/** The commands to send, or why nothing is sent: the server's limits, checked in advance. */
export function planGroupDraft(changes: readonly GroupsChange[]) {
  const refusal = refusedGroups(changes)
  if (refusal) return { refused: refusal }
  return { lamps: changes.map(({ addr, after }) => ({ addr, groups: [...after] })) }
}
