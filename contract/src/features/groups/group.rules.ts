import { lampsPerPage, maxGroupsPerLamp } from './group.ts'

/** Page of a lamp, from 0, and its position in it, from 1. */
export const pagePositionOf = (addr: number): { page: number; index: number } => ({
  page: Math.floor((addr - 1) / lampsPerPage),
  index: ((addr - 1) % lampsPerPage) + 1,
})

/** Address in the unit of a position in a page. */
export const addrAt = (page: number, index: number): number => page * lampsPerPage + index

/** Groups lamps by page with their positions, both sorted. */
export const groupByPage = (addrs: readonly number[]): { page: number; indexes: number[] }[] => {
  const sorted = [...new Set(addrs)].sort((a, b) => a - b)
  const addrsByPage = Map.groupBy(sorted, (addr) => pagePositionOf(addr).page)
  return [...addrsByPage].map(([page, members]) => ({
    page,
    indexes: members.map((addr) => pagePositionOf(addr).index),
  }))
}

const encodeGroups = (groups: readonly number[]): string =>
  groups
    .reduce((mask, group) => mask | (1 << (group - 1)), 0)
    .toString(16)
    .toUpperCase()
    .padStart(4, '0')

/** Payload of one page: a 16-bit big-endian word per lamp, bit n-1 for group n; 128 hex digits. */
export const groupPayload = (page: number, groupsOf: (addr: number) => readonly number[]): string =>
  Array.from({ length: lampsPerPage }, (_, at) => encodeGroups(groupsOf(addrAt(page, at + 1)))).join('')

/** Groups in a word of a payload, by position in the page from 1. */
export const groupsInPayload = (payload: string, index: number): number[] => {
  const mask = Number.parseInt(payload.slice((index - 1) * 4, index * 4), 16)
  return Array.from({ length: 16 }, (_, bit) => bit + 1).filter((group) => ((mask >>> (group - 1)) & 1) === 1)
}

/** Change of a lamp's groups. */
export type GroupsChange = { addr: number; before: readonly number[]; after: readonly number[] }

const isSameSet = (before: readonly number[], after: readonly number[]): boolean =>
  new Set(before).symmetricDifference(new Set(after)).size === 0

/**
 * Refusal of a change, with its lamps: at most four groups per lamp, and no lamp may lose its last group
 * (specification, section 5). Gear put into more groups by others may stay so.
 */
export const refusedGroups = (changes: readonly GroupsChange[]) => refusedRemovals(changes) ?? refusedAdditions(changes)

/** Lamps without a group after a removal. */
export const refusedRemovals = (
  changes: readonly GroupsChange[],
): { reason: 'LAMP_WITHOUT_GROUP'; lamps: number[] } | undefined => {
  const lamps = changes.filter(({ before, after }) => after.length === 0 && before.length > 0).map(({ addr }) => addr)
  return lamps.length > 0 ? { reason: 'LAMP_WITHOUT_GROUP', lamps } : undefined
}

/** Lamps in too many groups after an addition. */
export const refusedAdditions = (
  changes: readonly GroupsChange[],
): { reason: 'LAMP_GROUP_LIMIT'; lamps: number[] } | undefined => {
  const lamps = changes
    .filter(({ before, after }) => after.length > maxGroupsPerLamp && !isSameSet(before, after))
    .map(({ addr }) => addr)
  return lamps.length > 0 ? { reason: 'LAMP_GROUP_LIMIT', lamps } : undefined
}
