import { z } from 'zod'

/** Groups of a unit are numbered 1 to 16 (specification, section 9). */
export const maxGroupNumber = 16
/** Maximum groups of one lamp. */
export const maxGroupsPerLamp = 4
export const groupNumber = z.int().min(1, { error: 'group_number' }).max(maxGroupNumber, { error: 'group_number' })

/** Name of a group of a unit; without a name its number is shown. */
export const groupName = z.object({
  cu: z.string(),
  group: z.int(),
  name: z.string(),
  description: z.string(),
  /** Version for the next change; 0 until the group has a name. */
  version: z.int(),
})
export type GroupName = z.infer<typeof groupName>

/** Lamps per page of a unit: 32 words of 16 bits. */
export const lampsPerPage = 32
/** Highest page: 31 pages hold 992 lamps. */
export const maxPageNumber = 30
export const pageNumber = z.int().min(0).max(maxPageNumber)
/** Position of a lamp in its page, from 1. */
export const pageIndex = z.int().min(1).max(lampsPerPage)
