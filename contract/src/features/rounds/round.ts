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
 * `open` until work is done, `done` until that is proven, `closed` once it is. `left`: an open fault that no open round
 * holds. `carried`: a later round has taken it. `gone`: its unit has left the plant.
 */
export const roundItemStates = ['open', 'done', 'closed', 'left', 'carried', 'gone'] as const
export type RoundItemState = (typeof roundItemStates)[number]

/** Names a fault: of a lamp by its place, of the unit itself without one. */
export const faultName = {
  topic: unitTopic,
  lamp: z.int().min(1).max(992).nullable(),
  error: z.enum(faultCodes),
}

/** Where something is, as the plant's tree of rooms has it; null where nobody has put it there. */
const place = { building: z.string().nullable(), floor: z.string().nullable(), room: z.string().nullable() }

const faulty = {
  topic: z.string(),
  /** Null of a fault of the unit, and of a lamp that its unit lists no more. */
  lamp: z.int().nullable(),
  of: z.enum(['unit', 'lamp']),
  serial: z.string().nullable(),
  error: z.enum(faultCodes),
  description: z.string(),
  location: z.string(),
  ...place,
  /** What the catalogue says is to be fitted; null where it names nothing. */
  part: productLine.nullable(),
  proof: z.enum(faultProofs),
  /** Of a failed test: when it was failed last, why, and how long the lamp lasted and was to last. Null of all else. */
  failedTest: z
    .object({
      at: instant,
      reason: z.enum(testReasons).nullable(),
      measured_s: z.int().nullable(),
      rated_min: z.int().nullable(),
    })
    .nullable(),
}

/** A fault that stands in no open round. */
export const openFault = z.object({
  ...faulty,
  /** Why the last round left it; null where none did. */
  left: z.enum(notNowReasons).nullable(),
  /** The unit reports it no more, and nothing has proven that it is mended. */
  unproven: z.boolean(),
})
export type OpenFault = z.infer<typeof openFault>

/** What was done about a fault, and by whom. */
const work = z.object({
  kind: z.enum(workKinds),
  at: instant,
  by: z.string(),
  note: z.string(),
  photos: z.array(id),
  /** Until when it can be taken back; null once the logbook has it. */
  undoUntil: instant.nullable(),
  /** Number of its entry. */
  entry: z.int().nullable(),
})

/** The test that is to prove what was done. */
const reTest = z.object({
  kind: z.enum(testKinds),
  /** When the battery will have charged, if nothing discharges it before; null while nobody can say, and where it need not. */
  chargedAt: instant.nullable(),
  /** When mains failed or a test ran meanwhile, so that the charge began anew; null where it did not. */
  chargedFrom: instant.nullable(),
  /** Hours of charge before it; 0 where none is needed. */
  chargeHours: z.int(),
  /** What it waits for; null where nothing hinders it. */
  reason: z.enum(heldReasons).nullable(),
  /** It runs now. */
  testId: id.nullable(),
})

/** A fault of a round, with what became of it. */
export const roundItem = z.object({
  id,
  ...faulty,
  state: z.enum(roundItemStates),
  notNow: z.object({ reason: z.enum(notNowReasons), by: z.string(), at: instant }).nullable(),
  work: work.nullable(),
  reTest: reTest.nullable(),
  /** The last test that it failed since it was taken into the round. */
  failed: z
    .object({ testId: id, at: instant, measured_s: z.int().nullable(), rated_min: z.int().nullable() })
    .nullable(),
  /** When a test of the right kind passed while the unit goes on reporting the fault: that is not closed. */
  passedButReported: instant.nullable(),
  closed: z
    .object({ at: instant, by: z.enum(['test', 'report']), testId: id.nullable(), entry: z.int().nullable() })
    .nullable(),
  /** It is clear by the unit's report, and nobody has said what was done. */
  lacksWork: z.boolean(),
})
export type RoundItem = z.infer<typeof roundItem>

/** Faults that somebody sees to on one way. */
export const round = z.object({
  id,
  title: z.string(),
  state: z.enum(['open', 'ended']),
  /** A day of the plant's own time. */
  plannedFor: z.iso.date().nullable(),
  assignee: z.object({ userid: id, name: z.string() }).nullable(),
  createdBy: z.string(),
  createdAt: instant,
  endedBy: z.string().nullable(),
  endedAt: instant.nullable(),
  minutes: count.nullable(),
  /** Hundredths of the currency; null where it was not said, and for who may not see prices. */
  cents: count.nullable(),
  currency: z.enum(currencies),
  /** Faults in it, those on which work was done, and those that are proven to be mended. */
  total: count,
  done: count,
  closed: count,
})
export type Round = z.infer<typeof round>

/** A part to take along. */
export const roundPart = z.object({
  product: productLine,
  /** One for each lamp that needs it. */
  pieces: z.int(),
  /** Of them, those that are not fitted yet. */
  left: z.int(),
  /** Faults of the round that ask for it. */
  faults: z.int(),
})
export type RoundPart = z.infer<typeof roundPart>
