import { z } from 'zod'
import { countryCodes } from '../../kernel/countries.ts'
import { normalizeAddress } from '../../kernel/normalize-typed.ts'
import { plantRoles } from '../../kernel/permissions.ts'
import { asciiEmail, degrees, id, instant, optionalText, text, timeZone } from '../../kernel/primitives.ts'
import { conditions } from './conditions.ts'
import { tiers } from './tiers.ts'

/** Type chosen in the plant form; the tier in force depends on `pro_expiry` alone. */
export const plantTypes = ['basic', 'pro', 'centralized'] as const

/** Source of a plant's map position: its address, or a person. */
export const positionSources = ['address', 'hand'] as const

/** House number of the plant's address ("plant number"): letters, digits, spaces and '-' only, and not '-' alone. */
export const plantNumber = z
  .string()
  .max(20, { error: 'too_long' })
  .transform((value) => value.trim())
  .pipe(
    z
      .string()
      .min(1, { error: 'cannot_be_empty' })
      .regex(/^(?=.*[\p{L}\p{N}])[\p{L}\p{N} -]+$/u, { error: 'plant_number' }),
  )

type Position = { lat?: unknown; long?: unknown } | null | undefined

/** Refuses an incomplete position at its missing field, whatever else is refused. */
const requireWholePosition = <T extends z.ZodType>(address: T): T => {
  const lacks = (at: Position, field: 'lat' | 'long', other: 'lat' | 'long') =>
    at?.[field] === null && typeof at[other] === 'number'
  const options = (field: string) => ({ path: [field], error: 'position', when: () => true })
  return address
    .refine((position) => !lacks(position as Position, 'lat', 'long'), options('lat'))
    .refine((position) => !lacks(position as Position, 'long', 'lat'), options('long'))
}

const addressFields = z.strictObject({
  country: z.enum(countryCodes, { error: 'country' }),
  housenumber: plantNumber,
  city: text(80),
  street: text(120),
  prov: optionalText(40),
  cap: optionalText(16),
  /** Degrees; both null while the map position is unknown. */
  lat: degrees(90).nullable(),
  long: degrees(180).nullable(),
  /**
   * With `address` the position is looked up. If omitted, an unchanged position keeps its source, and a changed one
   * counts as set by hand.
   */
  positionBy: z.enum(positionSources).optional(),
})

/** Address of a plant, with or without a map position. */
export const plantAddress = requireWholePosition(addressFields)

export const plantOwner = z.strictObject({
  name: optionalText(120),
  email: z
    .string()
    .max(254, { error: 'too_long' })
    .transform(normalizeAddress)
    .pipe(z.union([z.literal(''), asciiEmail])),
  phone: optionalText(30),
  piva: optionalText(20),
})

/** Input of the plant form. */
export const plantDraft = z.strictObject({
  plantname: text(120),
  plant_type: z.enum(plantTypes, { error: 'plant_type' }),
  address: plantAddress,
  timezone: timeZone,
  owner: plantOwner.nullable(),
})
export type PlantDraft = z.infer<typeof plantDraft>

/** Changes of an existing plant; its owner is saved separately. */
export const plantChange = plantDraft.omit({ owner: true }).extend({
  /** Whether members are notified about the plant; unchanged if omitted. */
  notifications: z.boolean().optional(),
})
export type PlantChange = z.infer<typeof plantChange>

/** Owner of a plant, as typed. */
export type PlantOwner = z.infer<typeof plantOwner>

export const condition = z.enum(conditions)

/** Number of lamps in each condition. */
export const conditionCounts = z.record(condition, z.int())
export type ConditionCounts = z.infer<typeof conditionCounts>

/** Overall result of the plant's tests: see `plantResultOf`. */
export const plantResults = ['pass', 'fail', 'disconnected', 'unknown'] as const

/** Open cause for a person's attention, over all its lamps or units. */
export const attention = z.object({
  condition,
  code: z.string(),
  count: z.int(),
  cu: z.string().nullable(),
  since: instant.nullable(),
})
export type Attention = z.infer<typeof attention>

/** Plant as a row of a list. */
export const plantSummary = z.object({
  plant_id: id,
  plantname: z.string(),
  plant_type: z.enum(plantTypes),
  tier: z.enum(tiers),
  pro_expiry: instant.nullable(),
  address: z.object({
    country: z.string(),
    housenumber: z.string(),
    city: z.string(),
    street: z.string(),
    prov: z.string(),
    cap: z.string(),
    lat: z.number().nullable(),
    long: z.number().nullable(),
    positionBy: z.enum(positionSources),
  }),
  timezone: z.string(),
  role: z.enum(plantRoles),
  /** Whether it is a favorite of the caller. */
  favourite: z.boolean(),
  condition,
  result: z.enum(plantResults),
  units: z.object({ total: z.int(), connected: z.int() }),
  lamps: z.int(),
  counts: conditionCounts,
  attention: z.array(attention),
  hasOwner: z.boolean(),
  /** When it was archived; null while it is in use. */
  archived_at: instant.nullable(),
})
export type PlantSummary = z.infer<typeof plantSummary>

export const plantUser = z.object({
  userid: id,
  name: z.string(),
  role: z.enum(plantRoles),
  email: z.string().nullable(),
  notifications: z.boolean(),
  /** Last day of the membership, in the plant's zone; null without an end. */
  endsOn: z.iso.date().nullable(),
  /** Whether the account is inactive: suspended by the office, or not verified yet. */
  suspended: z.boolean(),
  /** Whether it is a delegate whom the caller invited; a client owner may remove only such delegates. */
  ownDelegate: z.boolean(),
})
export type PlantUser = z.infer<typeof plantUser>
