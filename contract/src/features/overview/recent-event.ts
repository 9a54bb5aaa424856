import { z } from 'zod'
import { auditTarget } from '../../kernel/audit-target.ts'
import { id, instant } from '../../kernel/primitives.ts'
import { unitErrors } from '../central-units/central-unit.ts'
import { commandStates } from '../commands/command.ts'
import { testKinds, testRunStates } from '../emergency-tests/test-run.ts'
import { lampErrors } from '../lamps/lamp.ts'
import { unitEntryKinds } from '../logbook/unit-entry.ts'

/** How much the list of recent events says. */
export const recentEventLimits = {
  events: 12,
  /** What belongs to one event follows within so many minutes of each other. */
  gatheredMinutes: 10,
  /** Lamps that one event names; of the others it says how many there were. */
  lamps: 20,
} as const

const ofUnit = { at: instant, cu: z.string() }
/** Who did or asked for it; null where nobody did. */
const by = z.string().nullable()

/** Something that happened in a plant lately. */
export const recentEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('test'),
    ...ofUnit,
    by,
    test_id: id,
    test: z.enum(testKinds),
    state: z.enum(testRunStates),
  }),
  /** A fault that lamps of a unit reported, or that is gone. */
  z.object({
    kind: z.literal('lampFault'),
    ...ofUnit,
    error: z.enum(lampErrors),
    cleared: z.boolean(),
    lamps: z.array(z.int()).max(recentEventLimits.lamps),
    total: z.int(),
  }),
  z.object({ kind: z.literal('unitFault'), ...ofUnit, error: z.enum(unitErrors), cleared: z.boolean() }),
  z.object({ kind: z.literal('mains'), ...ofUnit, failed: z.boolean() }),
  /** Since when a unit is connected, or is not. */
  z.object({ kind: z.literal('connection'), ...ofUnit, connected: z.boolean() }),
  /** A command that a person asked for, so many times in a row. */
  z.object({
    kind: z.literal('command'),
    ...ofUnit,
    by,
    command: z.string(),
    state: z.enum(commandStates),
    count: z.int(),
  }),
  /** What the platform wrote in the logbook of a unit. */
  z.object({ kind: z.literal('entry'), ...ofUnit, by, entry: z.enum(unitEntryKinds) }),
  /** What a person changed; told to those alone who may read the audit. */
  z.object({
    kind: z.literal('change'),
    at: instant,
    by,
    action: z.string(),
    thing: auditTarget.nullable(),
    moreThings: z.int(),
  }),
])
export type RecentEvent = z.infer<typeof recentEvent>
