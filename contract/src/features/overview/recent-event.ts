import { z } from 'zod'
import { auditTarget } from '../../kernel/audit-target.ts'
import { id, instant } from '../../kernel/primitives.ts'
import { unitErrors } from '../central-units/central-unit.ts'
import { commandStates } from '../commands/command.ts'
import { testKinds, testRunStates } from '../emergency-tests/test-run.ts'
import { lampErrors } from '../lamps/lamp.ts'
import { unitEntryKinds } from '../logbook/unit-entry.ts'

/** Limits of the list of recent events. */
export const recentEventLimits = {
  events: 12,
  /** Minutes within which related events are merged. */
  gatheredMinutes: 10,
  /** Maximum lamps listed for one event; further ones are only counted. */
  lamps: 20,
} as const

const unitFields = { at: instant, cu: z.string() }
/** Person who did or requested it; null if nobody did. */
const by = z.string().nullable()

/** Recent event in a plant. */
export const recentEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('test'),
    ...unitFields,
    by,
    test_id: id,
    test: z.enum(testKinds),
    state: z.enum(testRunStates),
  }),
  /** Fault reported or cleared by lamps of a unit. */
  z.object({
    kind: z.literal('lampFault'),
    ...unitFields,
    error: z.enum(lampErrors),
    cleared: z.boolean(),
    lamps: z.array(z.int()).max(recentEventLimits.lamps),
    total: z.int(),
  }),
  z.object({ kind: z.literal('unitFault'), ...unitFields, error: z.enum(unitErrors), cleared: z.boolean() }),
  z.object({ kind: z.literal('mains'), ...unitFields, failed: z.boolean() }),
  /** A unit connected or disconnected. */
  z.object({ kind: z.literal('connection'), ...unitFields, connected: z.boolean() }),
  /** Command of a person, with the number of consecutive repetitions. */
  z.object({
    kind: z.literal('command'),
    ...unitFields,
    by,
    command: z.string(),
    state: z.enum(commandStates),
    count: z.int(),
  }),
  /** Entry of the platform in the logbook of a unit. */
  z.object({ kind: z.literal('entry'), ...unitFields, by, entry: z.enum(unitEntryKinds) }),
  /** Change by a person; only for callers who may read the audit. */
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
