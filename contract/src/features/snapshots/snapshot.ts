import { z } from 'zod'
import { id, instant } from '../../kernel/primitives.ts'
import { testPeriod } from '../central-units/test-schedule.ts'
import { advancedFlags, contact } from '../central-units/unit-detail.ts'
import { lampParams } from '../lamps/lamp-detail.ts'

const schedule = z.object({ period: testPeriod.nullable(), next: instant.nullable() })

/** Configuration of a unit, for writing it back. */
export const unitConfiguration = z.object({
  name: z.string().nullable(),
  numLamp: z.int().nullable(),
  ratedHours: z.number().nullable(),
  functional: schedule.nullable(),
  autonomy: schedule.nullable(),
  contacts: z.array(contact),
  flags: advancedFlags,
  lamps: z.array(
    z.object({
      addr: z.int(),
      serial: z.string(),
      name: z.string().nullable(),
      groups: z.array(z.int()),
      params: lampParams,
    }),
  ),
})
export type UnitConfiguration = z.infer<typeof unitConfiguration>

/** Configuration before a command changed it, or at a person's request. */
export const snapshot = z.object({
  id,
  cu: z.string(),
  takenAt: instant,
  /** Command or operation about to change it; `manual` for a person's request. */
  reason: z.string(),
  takenBy: z.string().nullable(),
  lamps: z.int(),
})
export type Snapshot = z.infer<typeof snapshot>

/** Difference between two configurations. `lamp` is null for the unit itself. */
export const difference = z.object({
  lamp: z.int().nullable(),
  what: z.enum([
    'name',
    'numLamp',
    'ratedHours',
    'functional',
    'autonomy',
    'contacts',
    'flags',
    'serial',
    'groups',
    'params',
  ]),
  before: z.unknown(),
  after: z.unknown(),
})
export type Difference = z.infer<typeof difference>
