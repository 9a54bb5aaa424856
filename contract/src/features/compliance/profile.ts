import { z } from 'zod'
import { ruleIds } from './rule-ids.ts'

/** Editions of EN 50172. The older one may be used beside the newer until its last day. */
export const editions = ['2004', '2024'] as const
export const edition = z.enum(editions)
export type Edition = z.infer<typeof edition>

/** The last day of the edition of 2004. */
export const edition2004LastDay = '2027-05-27'

/** The European base, and the national profiles that stand on it. */
export const profileIds = [
  'europe',
  'italy',
  'germany',
  'france',
  'norway',
  'poland',
  'czechia',
  'unitedKingdom',
  'spain',
  'portugal',
] as const
export const profileId = z.enum(profileIds)
export type ProfileId = z.infer<typeof profileId>

const days = z.int().min(0).max(10_000)

/** What a profile asks for. Days are days of the plant; a test as old as its days and the days of grace is still in time. */
export const profileLimits = z.strictObject({
  functionDays: days,
  functionGraceDays: days,
  durationDays: days,
  durationGraceDays: days,
  /** Hours of unbroken charge before an autonomy test. */
  chargeHours: z.int().min(1).max(96),
  /** Minutes that a lamp is to last at least. */
  ratedMinutes: z.int().min(1).max(600),
  /** Days within which a new lamp gets its first autonomy test. */
  firstTestDays: days,
  /** Days that a fault may stay open. */
  repairDays: days,
  /** Hours that lamps may stay inhibited. */
  inhibitHours: z.int().min(1).max(1000),
  /** Days without a word of a unit or lamp. */
  silenceDays: days,
  /** Years that a battery is made for. */
  batteryYears: z.int().min(1).max(30),
  /** Seconds that a unit's clock may be wrong. */
  driftSeconds: z.int().min(1).max(3600),
  /** Days in which a missing certificate, signature or name may follow. */
  paperGraceDays: days,
  /** Days between visual checks, and between measurements of light; null where none are asked for. */
  visualDays: days.nullable(),
  photometricDays: days.nullable(),
  /** Years for which records can be read back; null where none are named. */
  retentionYears: z.int().min(1).max(100).nullable(),
  /** Percent of the rated duration that a functional test may take; null where none is named. */
  functionShare: z.int().min(1).max(100).nullable(),
})
export type ProfileLimits = z.infer<typeof profileLimits>

/** A document that a rule is of. The number of a clause is printed only where a source that names it was seen. */
export const profileClause = z.strictObject({
  document: z.string().min(1).max(60),
  number: z.string().max(20).optional(),
  /** The edition that has the number; absent where all have. */
  edition: edition.optional(),
  verified: z.boolean(),
})

/** A profile as its data file has it: what it does not name is as in the European base. */
export const profileFile = z.strictObject({
  id: profileId,
  /** ISO 3166 code of the country; null for the base. */
  country: z.string().length(2).nullable(),
  /** The documents that it stands on, as they are cited. */
  documents: z.array(z.string().min(1).max(60)).max(6),
  limits: profileLimits.partial(),
  /** Limits that an edition changes. */
  editions: z.partialRecord(edition, profileLimits.partial()).default({}),
  clauses: z.partialRecord(z.enum(ruleIds), z.array(profileClause).min(1).max(4)).default({}),
})
export type ProfileFile = z.infer<typeof profileFile>

/** What somebody chose for a plant. */
export const profileChoice = z.strictObject({
  profile: profileId,
  edition,
  /** People are always there, as in a hospital: lamps are tested alternately only. */
  alwaysOpen: z.boolean(),
})
export type ProfileChoice = z.infer<typeof profileChoice>

/** The profile of a plant, as everybody who looks at its compliance sees it. */
export const chosenProfile = profileChoice.extend({
  /** Nobody has chosen it: it is that of the plant's country. */
  byDefault: z.boolean(),
  documents: z.array(z.string()),
  /** Of the edition of 2004. */
  lastDay: z.iso.date().nullable(),
})
