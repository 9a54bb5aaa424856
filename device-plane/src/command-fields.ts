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
