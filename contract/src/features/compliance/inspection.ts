import { z } from 'zod'
import { count, id, instant } from '../../kernel/primitives.ts'
import { testKinds } from '../emergency-tests/test-run.ts'
import { missingContents, requiredItems } from '../logbook/completeness.rules.ts'

/** Present faults of lamps or units, the worst first. */
export const presentCauses = ['onBattery', 'inhibited', 'faulty', 'notReporting', 'unitsOffline'] as const

/** Maximum open defects in an inspector's page; `openDefects.count` has their full number. */
export const maxShownDefects = 50

const lastTest = z.object({
  kind: z.enum(testKinds),
  /** Test group of an autonomy test; null for lamps without one, and for functional tests. */
  group: z.enum(['even', 'odd']).nullable(),
  /** Newest result; null if no lamp has one. */
  at: instant.nullable(),
  passed: count,
  lamps: count,
  /** Shortest measured time of the passed lamps, in seconds; null if none was reported. */
  shortestS: z.int().nullable(),
})

const openDefect = z.object({
  /** Unit, and address of its lamp; null for a fault of the unit. */
  cu: z.string(),
  addr: z.int().nullable(),
  name: z.string(),
  place: z.string(),
  since: instant,
})

/** The page of an inspector beside the verdict. */
export const inspection = z.object({
  /** Lamps of which nothing is wrong at present. */
  lampsOk: count,
  /** Present causes with at least one lamp or unit; `since` is the earliest known start. */
  present: z.array(z.object({ cause: z.enum(presentCauses), count, since: instant.nullable() })),
  logbook: z.object({
    items: z.array(z.object({ item: z.enum(requiredItems), missing: z.enum(missingContents).nullable() })),
    /** Last signed entry. The name is given only if it is the responsible person's. */
    signed: z.object({ upTo: z.int(), at: instant, by: z.string().nullable() }).nullable(),
    head: z.object({ no: z.int(), hash: z.string().nullable() }),
  }),
  lastTests: z.array(lastTest),
  /** Last visual inspection and last light measurement. */
  visualAt: instant.nullable(),
  lightAt: instant.nullable(),
  /** Oldest first. */
  openDefects: z.object({ count, shown: z.array(openDefect).max(maxShownDefects) }),
  /** Plans with a drawing, in their order. Paths of the pictures are valid as long as the page. */
  floorPlans: z.array(
    z.object({ id, name: z.string(), drawingAt: instant, lamps: count, small: z.string(), large: z.string() }),
  ),
})
export type Inspection = z.infer<typeof inspection>
