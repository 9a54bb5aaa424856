import { z } from 'zod'
import { id, instant } from '../../kernel/primitives.ts'
import { attention, condition } from '../plants/plant.ts'
import { tiers } from '../plants/tiers.ts'

/** Maximum characters of the offices' notes on a plant, and maximum chain names offered. */
export const officeLimits = { contract: 60, chain: 60, note: 500, chains: 500 } as const

/** Sort keys of the offices' plant lists. */
export const officeSortKeys = ['state', 'plantname', 'city', 'units', 'lamps', 'notOk', 'expiry'] as const

/** Notes of the offices on a plant; hidden from its members and its audit. */
export const officeFields = z.object({
  contract: z.string(),
  /** Customer who owns the plant, by a name shared by all of its plants; empty for none. */
  chain: z.string(),
  note: z.string(),
  /** 0 until the first note. */
  version: z.int(),
})
export type OfficeFields = z.infer<typeof officeFields>

/**
 * Why a plant has no active administrator: the account of the last one, or the end of the membership; `none` if nobody
 * is known.
 */
export const administratorGaps = ['pending', 'refused', 'suspended', 'ended', 'none'] as const

export const administratorGap = z.object({
  why: z.enum(administratorGaps),
  name: z.string().nullable(),
  /** First day without one, in the plant's zone; null if unknown. */
  since: z.iso.date().nullable(),
  /** Whether the plant has an active owner, who is mailed when the last administrator leaves. */
  hasOwner: z.boolean(),
})
export type AdministratorGap = z.infer<typeof administratorGap>

/** Plant as a row of the offices' lists. */
export const officePlant = z.object({
  plant_id: id,
  plantname: z.string(),
  city: z.string(),
  prov: z.string(),
  country: z.string(),
  /** Position in degrees; null if unknown. */
  lat: z.number().nullable(),
  long: z.number().nullable(),
  /** Company or name of the longest-serving installer administrator; empty without one. */
  installer: z.string(),
  /** Why it has no active administrator; null if it has one. */
  administratorGap: administratorGap.nullable(),
  tier: z.enum(tiers),
  pro_expiry: instant.nullable(),
  timezone: z.string(),
  condition,
  /** The worst open cause; null without one. */
  cause: attention.nullable(),
  units: z.object({ total: z.int(), connected: z.int() }),
  lamps: z.int(),
  /** Lamps whose condition is not "ok". */
  not_ok: z.int(),
  own: officeFields,
})
export type OfficePlant = z.infer<typeof officePlant>

/** Totals of a list. */
export const officeTotals = z.object({
  plants: z.int(),
  countries: z.int(),
  units: z.int(),
  connected: z.int(),
  lamps: z.int(),
})

/** Days before the end of Pro in which the office's start page counts a plant as ending. */
export const proEndingDays = 60

/** Weeks shown by the office's chart of plants with errors, the present one included. */
export const errorWeeks = 24

/** Plants with errors, counted once in a week. */
export const errorWeek = z.object({
  /** Monday of the week, in UTC. */
  week: z.iso.date(),
  plants: z.int(),
})
export type ErrorWeek = z.infer<typeof errorWeek>
