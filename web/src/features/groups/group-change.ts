import { groupByPage, refusedGroups } from '@vigilux/contract/features/groups/group.rules.ts'

/** The desired change to the groups of the selected lamps. */
export type GroupChange = { do: 'exactly'; groups: readonly number[] } | { do: 'add' | 'remove'; group: number }

type GroupedLamp = { id: number; groups: readonly number[] }

export type GroupPlan =
  | { send: 'assignGroups'; lamps: { addr: number; groups: number[] }[] }
  | { send: 'setGroup' | 'removeGroup'; page: number; indexes: number[]; group: number }
  | { refused: 'LAMP_WITHOUT_GROUP' | 'LAMP_GROUP_LIMIT'; lamps: number[] }
  | { refused: 'nothingToDo'; lamps: [] }

const groupsAfterChange = (change: GroupChange, groups: readonly number[]): number[] => {
  if (change.do === 'exactly') return [...change.groups].sort((a, b) => a - b)
  const remainingGroups = groups.filter((group) => group !== change.group)
  return change.do === 'add' ? [...remainingGroups, change.group].sort((a, b) => a - b) : remainingGroups
}

/**
 * How a change is sent: one command if its lamps are on one page of the unit, otherwise a batch. If lamps would leave
 * the limits of one to four groups, they are named and nothing is sent; a lamp without groups may stay so.
 */
export function planGroups(change: GroupChange, lamps: readonly GroupedLamp[]): GroupPlan {
  const next = lamps.map(({ id, groups }) => ({ addr: id, before: groups, groups: groupsAfterChange(change, groups) }))
  const changed = next.filter(({ before, groups }) => [...before].sort((a, b) => a - b).join() !== groups.join())
  if (change.do === 'exactly' && change.groups.length === 0)
    return { refused: 'LAMP_WITHOUT_GROUP', lamps: lamps.map(({ id }) => id) }
  const refusal = refusedGroups(next.map(({ addr, before, groups }) => ({ addr, before, after: groups })))
  if (refusal) return { refused: refusal.reason, lamps: refusal.lamps }
  if (changed.length === 0) return { refused: 'nothingToDo', lamps: [] }
  const pages = groupByPage(changed.map(({ addr }) => addr))
  const [page] = pages
  if (change.do !== 'exactly' && page && pages.length === 1)
    return { send: change.do === 'add' ? 'setGroup' : 'removeGroup', ...page, group: change.group }
  return { send: 'assignGroups', lamps: changed.map(({ addr, groups }) => ({ addr, groups })) }
}
