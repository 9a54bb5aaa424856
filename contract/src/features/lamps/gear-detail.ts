import { z } from 'zod'
import { reportedInstant } from '../../kernel/primitives.ts'
import { shortAddress } from '../central-units/bus-line.ts'

/** Why a requested test has not started: the battery is not full, or the delay is not over. It has no result. */
export const pendingCauses = ['charging', 'delay'] as const
const pendingTest = z.enum(pendingCauses).nullable()
export const pendingTests = z.strictObject({ functional: pendingTest, autonomy: pendingTest })

/** Tests started by the gear itself (IEC 62386-202). An interval of 0 is none. */
const gearTests = z.strictObject({
  functionalDays: z.int().min(0).max(255),
  autonomyWeeks: z.int().min(0).max(255),
  /** Days after which a pending test counts as overdue; 0 is 15 min. */
  timeoutDays: z.int().min(0).max(255).nullable(),
})

const counted = z.int().min(0).max(1e9).nullable()

/** Diagnostics and maintenance of gear (DALI part 253); each null while the gear does not know it. */
const gearMaintenance = z.strictObject({
  /** Hours under power, and starts by the mains, since manufacture. */
  gearHours: counted,
  gearStarts: counted,
  /** Failures of the gear by its own count, at most 253. */
  gearFailures: counted,
  /** Hours of light, and number of starts, since manufacture. */
  lampHours: counted,
  lampStarts: counted,
  /** Failures of the light source by the gear's count, at most 253. */
  lampFailures: counted,
  /** Rated median useful life of the luminaire in hours, as its manufacturer wrote it. */
  ratedLifeHours: counted,
})

/** Addressed gear of a lamp (IEC 62386-102 and -202). docs/protocol/bus-lines.md */
export const gearDetail = z.strictObject({
  shortAddress,
  /** Second short address, of the mains driver in the same luminaire. */
  pairedWith: shortAddress.nullable(),
  gtin: z
    .string()
    .regex(/^\d{1,14}$/)
    .nullable(),
  /** Identification number of the manufacturer, in hex; unique with the GTIN. */
  identification: z
    .string()
    .regex(/^[0-9A-F]{1,16}$/)
    .nullable(),
  /** False for gear without an identification number, which cannot be recognised after a swap. */
  recognisable: z.boolean(),
  /** Edition of IEC 62386-202. */
  edition: z.union([z.literal(1), z.literal(2)]).nullable(),
  /** Device types, 1 for emergency gear. */
  deviceTypes: z.array(z.int().min(0).max(253)).max(20),
  pending: pendingTests,
  /** Null for gear without tests of its own, or while unread. */
  ownTests: gearTests.nullable(),
  /** Only of gear with device type 52, once it was read. */
  maintenance: gearMaintenance.optional(),
  /** Time of its last answer. */
  readAt: reportedInstant,
})
export type GearDetail = z.infer<typeof gearDetail>
