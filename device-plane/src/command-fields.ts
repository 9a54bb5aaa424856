import { lampsPerPage, maxGroupNumber, maxPageNumber } from '@vigilux/contract/features/groups/group.ts'
import { z } from 'zod'

/** Fields of command bodies. Page p, from 0, holds lamps 32p+1 to 32p+32. */
export const page = z.int().min(0).max(maxPageNumber)
/** Position in the page, from 1. */
export const index = z.int().min(1).max(lampsPerPage)
export const indexes = z.array(index).min(1).max(lampsPerPage)
export const lamp = z.int().min(1).max(992)
export const group = z.int().min(1).max(maxGroupNumber)
export const serial = z.string().regex(/^(?:[0-9A-F]{4}|[0-9A-F]{6}|[0-9A-F]{8})$/)
/** Name in characters of a unit's display. */
export const name = z.string().regex(/^[\p{L}\p{N} .,:;_+()/&'-]{1,32}$/u)
export const mac = z.string().regex(/^[0-9A-F]{12}$/)
export const empty = z.strictObject({})

/** Maximum lamps of one command over all entries: the capacity of the largest unit. */
const maxLamps = 992

/** Lamps of the unit for one entry. */
export const target = z.union([
  z.literal('all'),
  z.strictObject({ groups: z.array(group).min(1).max(maxGroupNumber) }),
  z.strictObject({ lamps: z.array(lamp).min(1).max(maxLamps) }),
])

const entry = z.strictObject({
  to: target,
  /** Percent, or a step of 10 points from the lamp's level at the time. */
  level: z.union([z.int().min(0).max(100), z.enum(['up', 'down'])]),
})

/**
 * Ordered entries of one command; if several cover a lamp, the last one wins. So "all at 20 %, but group 3 off" needs
 * only two entries.
 */
export const levelEntries = z
  .array(entry)
  .min(1)
  .max(32)
  .refine(
    (entries) =>
      entries.reduce((sum, { to }) => sum + (typeof to === 'object' && 'lamps' in to ? to.lamps.length : 0), 0) <=
      maxLamps,
  )

/** Entry of `setLevels`: lamps and their level. */
export type LevelEntry = z.infer<typeof entry>
