import { z } from 'zod'
import { count, id, instant } from '../../kernel/primitives.ts'
import { currencies } from '../bill-of-materials/bill.ts'
import { productLine } from '../catalogue/product.ts'
import { unitTopic } from '../central-units/central-unit.ts'
import { heldReasons } from '../emergency-tests/held-test.ts'
import { testKinds, testReasons } from '../emergency-tests/test-run.ts'
import { faultCodes, faultProofs } from './fault-proof.rules.ts'
import { notNowReasons, workKinds } from './work.ts'

/**
 * `open` until work is done, `done` until the work is proven, `closed` afterwards. `left`: open fault without an open
 * round. `carried`: moved to a later round. `gone`: its unit has left the plant.
 */
export const roundItemStates = ['open', 'done', 'closed', 'left', 'carried', 'gone'] as const
export type RoundItemState = (typeof roundItemStates)[number]

/** Identifies a fault: of a lamp by its address, of the unit itself without one. */
export const faultName = {
  topic: unitTopic,
  lamp: z.int().min(1).max(992).nullable(),
  error: z.enum(faultCodes),
}

/** Place in the plant's tree of rooms; null if not assigned. */
const place = { building: z.string().nullable(), floor: z.string().nullable(), room: z.string().nullable() }

const faulty = {
  topic: z.string(),
  /** Null for a fault of the unit, and for a lamp no longer listed by its unit. */
  lamp: z.int().nullable(),
  of: z.enum(['unit', 'lamp']),
  serial: z.string().nullable(),
  error: z.enum(faultCodes),
  description: z.string(),
  location: z.string(),
  ...place,
  /** Part to install, by the catalogue; null if it names none. */
  part: productLine.nullable(),
  proof: z.enum(faultProofs),
  /** Set for a failed test: time and reason of the last failure, measured and rated duration. Null for other faults. */
  failedTest: z
    .object({
      at: instant,
      reason: z.enum(testReasons).nullable(),
      measured_s: z.int().nullable(),
      rated_min: z.int().nullable(),
    })
    .nullable(),
}

/** Fault without an open round. */
export const openFault = z.object({
  ...faulty,
  /** Why the last round left it; null if none did. */
  left: z.enum(notNowReasons).nullable(),
  /** The unit no longer reports it, but nothing has proven the repair. */
  unproven: z.boolean(),
})
export type OpenFault = z.infer<typeof openFault>

/** Work on a fault, with its person. */
const work = z.object({
  kind: z.enum(workKinds),
  at: instant,
  by: z.string(),
  note: z.string(),
  photos: z.array(id),
  /** End of the undo period; null once it is in the logbook. */
  undoUntil: instant.nullable(),
  /** Number of its logbook entry. */
  entry: z.int().nullable(),
})

/** Test to prove the work. */
const reTest = z.object({
  kind: z.enum(testKinds),
  /** When the battery will be charged without further discharges; null while unknown, and if not needed. */
  chargedAt: instant.nullable(),
  /** Restart of the charge after a mains failure or a test; null without one. */
  chargedFrom: instant.nullable(),
  /** Required hours of charge; 0 if none. */
  chargeHours: z.int(),
  /** Reason to wait; null without one. */
  reason: z.enum(heldReasons).nullable(),
  /** Set while it runs. */
  testId: id.nullable(),
})

/** Fault of a round, with its outcome. */
export const roundItem = z.object({
  id,
  ...faulty,
  state: z.enum(roundItemStates),
  notNow: z.object({ reason: z.enum(notNowReasons), by: z.string(), at: instant }).nullable(),
  work: work.nullable(),
  reTest: reTest.nullable(),
  /** Last failed test since it was added to the round. */
  failed: z
    .object({ testId: id, at: instant, measured_s: z.int().nullable(), rated_min: z.int().nullable() })
    .nullable(),
  /** When a test of the right kind passed although the unit still reports the fault, which therefore stays open. */
  passedButReported: instant.nullable(),
  closed: z
    .object({ at: instant, by: z.enum(['test', 'report']), testId: id.nullable(), entry: z.int().nullable() })
    .nullable(),
  /** The unit reports it clear, but nobody has entered the work. */
  lacksWork: z.boolean(),
})
export type RoundItem = z.infer<typeof roundItem>

/** Maintenance round: faults handled by a person in one trip. */
export const round = z.object({
  id,
  title: z.string(),
  state: z.enum(['open', 'ended']),
  /** Day in the plant's time. */
  plannedFor: z.iso.date().nullable(),
  assignee: z.object({ userid: id, name: z.string() }).nullable(),
  createdBy: z.string(),
  createdAt: instant,
  endedBy: z.string().nullable(),
  endedAt: instant.nullable(),
  minutes: count.nullable(),
  /** Hundredths of the currency; null if not given, and for callers who may not see prices. */
  cents: count.nullable(),
  currency: z.enum(currencies),
  /** Number of faults, of those with finished work, and of those with a proven repair. */
  total: count,
  done: count,
  closed: count,
})
export type Round = z.infer<typeof round>

/** Part to take along. */
export const roundPart = z.object({
  product: productLine,
  /** One for each lamp needing it. */
  pieces: z.int(),
  /** Number not yet installed. */
  left: z.int(),
  /** Number of faults of the round for this part. */
  faults: z.int(),
})
export type RoundPart = z.infer<typeof roundPart>
