import { z } from 'zod'

/** Groups of a unit are numbered 1 to 16. Specification section 9. */
export const maxGroupNumber = 16
/** Most groups of one lamp. */
export const maxGroupsPerLamp = 4
export const groupNumber = z.int().min(1, { error: 'group_number' }).max(maxGroupNumber, { error: 'group_number' })

/** What people call a group of a unit; a group with an empty name is shown by its number. */
export const groupName = z.object({
  cu: z.string(),
  group: z.int(),
  name: z.string(),
  description: z.string(),
  /** What is saved names the one that was opened; 0 while nobody has named the group. */
  version: z.int(),
})
export type GroupName = z.infer<typeof groupName>

/** Lamps of one page of a unit: 32 words of 16 bits. */
export const lampsPerPage = 32
/** Highest page: 31 pages hold 992 lamps. */
export const maxPageNumber = 30
export const pageNumber = z.int().min(0).max(maxPageNumber)
/** Place of a lamp in its page, from 1. */
export const pageIndex = z.int().min(1).max(lampsPerPage)
