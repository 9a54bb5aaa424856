import { z } from 'zod'
import { ruleIds } from './rule-ids.ts'

/** Editions of EN 50172. The older one may be used until its last day. */
export const editions = ['2004', '2024'] as const
export const edition = z.enum(editions)
export type Edition = z.infer<typeof edition>

export const edition2004LastDay = '2027-05-27'

/** European base profile and the national profiles derived from it. */
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

/** Limits of a profile. Days are days of the plant; a test is in time up to its days plus the days of grace. */
export const profileLimits = z.strictObject({
  functionDays: days,
  functionGraceDays: days,
  durationDays: days,
  durationGraceDays: days,
  /** Hours of uninterrupted charge before an autonomy test. */
  chargeHours: z.int().min(1).max(96),
  /** Minimum rated duration of a lamp in minutes. */
  ratedMinutes: z.int().min(1).max(600),
  /** Days until the first autonomy test of a new lamp. */
  firstTestDays: days,
  /** Maximum days for a repair. */
  repairDays: days,
  /** Maximum hours of inhibition. */
  inhibitHours: z.int().min(1).max(1000),
  /** Maximum days of silence of a unit or lamp. */
  silenceDays: days,
  /** Design life of a battery in years. */
  batteryYears: z.int().min(1).max(30),
  /** Maximum clock drift of a unit in seconds. */
  driftSeconds: z.int().min(1).max(3600),
  /** Days of grace for a missing certificate, signature or name. */
  paperGraceDays: days,
  /** Days between visual inspections, and between light measurements; null if not required. */
  visualDays: days.nullable(),
  photometricDays: days.nullable(),
  /** Years for which records must be available; null if not specified. */
  retentionYears: z.int().min(1).max(100).nullable(),
  /** Maximum length of a functional test in percent of the rated duration; null if not specified. */
  functionShare: z.int().min(1).max(100).nullable(),
})
export type ProfileLimits = z.infer<typeof profileLimits>

/** Document behind a rule. The clause number is printed only if it was verified in a source. */
export const profileClause = z.strictObject({
  document: z.string().min(1).max(60),
  number: z.string().max(20).optional(),
  /** Edition with this number; absent if all have it. */
  edition: edition.optional(),
  verified: z.boolean(),
})

/** Data file of a profile; omitted limits come from the European base. */
export const profileFile = z.strictObject({
  id: profileId,
  /** ISO 3166 code of the country; null for the base. */
  country: z.string().length(2).nullable(),
  /** Documents of the profile, as they are cited. */
  documents: z.array(z.string().min(1).max(60)).max(6),
  limits: profileLimits.partial(),
  /** Limits overridden by an edition. */
  editions: z.partialRecord(edition, profileLimits.partial()).default({}),
  clauses: z.partialRecord(z.enum(ruleIds), z.array(profileClause).min(1).max(4)).default({}),
})
export type ProfileFile = z.infer<typeof profileFile>

/** Profile choice for a plant. */
export const profileChoice = z.strictObject({
  profile: profileId,
  edition,
  /** People are always present, as in a hospital, so lamps are tested alternately. */
  alwaysOpen: z.boolean(),
})
export type ProfileChoice = z.infer<typeof profileChoice>

/** Profile of a plant, as every viewer of its compliance sees it. */
export const chosenProfile = profileChoice.extend({
  /** Whether it is the default of the plant's country. */
  byDefault: z.boolean(),
  documents: z.array(z.string()),
  /** Last day of the 2004 edition. */
  lastDay: z.iso.date().nullable(),
})
