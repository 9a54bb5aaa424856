import { groupsPerLamp, lampsPerPage } from './group.ts'

/** The page of a lamp, from 0, and its place in it, from 1. */
export const placeOf = (addr: number): { page: number; index: number } => ({
  page: Math.floor((addr - 1) / lampsPerPage),
  index: ((addr - 1) % lampsPerPage) + 1,
})

/** The position in the unit of a place in a page. */
export const addrAt = (page: number, index: number): number => page * lampsPerPage + index

/** Lamps by page, each with their places, pages and places in order. */
export const pagesOf = (addrs: readonly number[]): { page: number; indexes: number[] }[] => {
  const sorted = [...new Set(addrs)].sort((a, b) => a - b)
  const byPage = Map.groupBy(sorted, (addr) => placeOf(addr).page)
  return [...byPage].map(([page, members]) => ({ page, indexes: members.map((addr) => placeOf(addr).index) }))
}

const wordOf = (groups: readonly number[]): string =>
  groups
    .reduce((word, group) => word | (1 << (group - 1)), 0)
    .toString(16)
    .toUpperCase()
    .padStart(4, '0')

/** The payload of one page: a 16-bit big-endian word per lamp, bit n-1 for group n; 128 hex digits. Decisions section 4. */
export const groupPayload = (page: number, groupsOf: (addr: number) => readonly number[]): string =>
  Array.from({ length: lampsPerPage }, (_, at) => wordOf(groupsOf(addrAt(page, at + 1)))).join('')

/** The groups in a word of a payload, by place in the page from 1. */
export const groupsInPayload = (payload: string, index: number): number[] => {
  const word = Number.parseInt(payload.slice((index - 1) * 4, index * 4), 16)
  return Array.from({ length: 16 }, (_, bit) => bit + 1).filter((group) => ((word >>> (group - 1)) & 1) === 1)
}

export type GroupVerdict = { can: true } | { can: false; because: 'LAMP_WITHOUT_GROUP' | 'LAMP_GROUP_LIMIT' }

/** Whether a lamp may be in exactly these groups: one to four. Specification section 5. */
export const mayHaveGroups = (groups: readonly number[]): GroupVerdict => {
  if (groups.length === 0) return { can: false, because: 'LAMP_WITHOUT_GROUP' }
  return groups.length > groupsPerLamp ? { can: false, because: 'LAMP_GROUP_LIMIT' } : { can: true }
}
