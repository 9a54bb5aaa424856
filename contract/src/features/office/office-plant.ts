import { z } from 'zod'
import { id, instant } from '../../kernel/primitives.ts'
import { condition } from '../plants/plant.ts'
import { tiers } from '../plants/tiers.ts'

/** Characters of what the offices note of a plant, and how many of its words are offered at most. */
export const officeLimits = { contract: 60, chain: 60, note: 500, chains: 500 } as const

/** What plants are sorted by in the lists of the offices. */
export const officeSortKeys = ['state', 'plantname', 'city', 'units', 'lamps', 'notOk', 'expiry'] as const

/** What the offices keep of a plant for themselves: neither its members nor its audit see it. */
export const officeFields = z.object({
  contract: z.string(),
  /** The customer to whose estate the plant belongs, by a name that all of its plants share; empty for none. */
  chain: z.string(),
  note: z.string(),
  /** 0 while nothing was ever noted. */
  version: z.int(),
})
export type OfficeFields = z.infer<typeof officeFields>

/** A plant as a line of the offices' lists. */
export const officePlant = z.object({
  plant_id: id,
  plantname: z.string(),
  city: z.string(),
  prov: z.string(),
  country: z.string(),
  /** Where it lies, in degrees; null where nobody has said. */
  lat: z.number().nullable(),
  long: z.number().nullable(),
  /** Company of the installer administrator who has been there longest, or that person's name; empty where there is none. */
  installer: z.string(),
  /** Whether it has no active administrator: none at all, or none whose account may act. */
  without_administrator: z.boolean(),
  tier: z.enum(tiers),
  pro_expiry: instant.nullable(),
  timezone: z.string(),
  condition,
  units: z.object({ total: z.int(), connected: z.int() }),
  lamps: z.int(),
  /** Lamps that are in another condition than "ok". */
  not_ok: z.int(),
  own: officeFields,
})
export type OfficePlant = z.infer<typeof officePlant>

/** What a list amounts to. */
export const officeTotals = z.object({
  plants: z.int(),
  countries: z.int(),
  units: z.int(),
  connected: z.int(),
  lamps: z.int(),
})
