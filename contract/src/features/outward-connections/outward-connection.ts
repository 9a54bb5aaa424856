import { z } from 'zod'
import { count, id, instant, line } from '../../kernel/primitives.ts'
import { tokenScopes } from '../../kernel/token-scopes.ts'
import { tokenEnds } from '../access-tokens/access-token.ts'

/** Interfaces offered by a bridge on site to other systems. */
export const outwardKinds = ['bacnet', 'modbus', 'mqtt'] as const
export type OutwardKind = (typeof outwardKinds)[number]

/** State of an interface: opening or connecting, open, failed and tried again, or switched off. */
export const outwardStates = ['connecting', 'open', 'failed', 'off'] as const

/**
 * Why an interface is not open: another program has the port; the site computer lacks the address; the port needs more
 * rights; the broker is unreachable, refuses user name and password, or its certificate is not trusted; or another
 * cause, which the journal of the bridge names.
 */
export const outwardFailures = [
  'portInUse',
  'noSuchAddress',
  'portNotPermitted',
  'brokerUnreachable',
  'passwordRefused',
  'certificateRefused',
  'other',
] as const
export type OutwardFailure = (typeof outwardFailures)[number]

/** Seconds between two reports of a bridge, at most. */
export const outwardReportS = 10

/** Seconds without a report after which a bridge counts as silent: two reports may be lost. */
export const outwardSilentS = 25

/** Seconds after which a bridge marks its values as unreliable when the platform does not answer. */
export const outwardUnreliableS = 10

/** Maximum units of a plant offered by a bridge. */
export const maxOutwardUnits = 400

/** Maximum bridges in the list of a plant: those with the latest reports. */
export const maxListedBridges = 100

const common = {
  /** Where it listens, or the broker: host and port. */
  address: line(200),
  state: z.enum(outwardStates),
  /** Null unless it failed. */
  failure: z.enum(outwardFailures).nullable(),
}
const served = {
  ...common,
  /** Clients reading now. */
  clients: count,
}
const bacnet = {
  kind: z.literal('bacnet'),
  ...served,
  deviceInstance: z.int().min(0).max(4_194_302),
  /** Lamps offered as objects. */
  lamps: count,
}
const modbus = {
  kind: z.literal('modbus'),
  ...served,
  /** Highest register with a meaning, of any unit. */
  lastRegister: z.int().min(0).max(65_535),
}
const mqtt = {
  kind: z.literal('mqtt'),
  ...common,
  /** First part of the topics of discovery. */
  prefix: line(200),
}

/** Seconds since a client read last; null before the first read. */
const lastReadAgoS = z.int().min(0).max(100_000_000).nullable()

/** Interface as its bridge reports it. */
export const outwardReport = z.discriminatedUnion('kind', [
  z.strictObject({ ...bacnet, lastReadAgoS }),
  z.strictObject({ ...modbus, lastReadAgoS }),
  z.strictObject({ ...mqtt }),
])
export type OutwardReport = z.infer<typeof outwardReport>

/** Number of a unit in all interfaces; it never changes and is never reused. */
export const outwardUnit = z.strictObject({ topic: line(40), number: z.int().min(1).max(maxOutwardUnits) })
export type OutwardUnit = z.infer<typeof outwardUnit>

const stored = {
  /** When it got this state. */
  since: instant,
}
const read = { lastReadAt: instant.nullable() }

/** Interface as stored: with times by the clock of the platform. */
export const storedOutward = z.discriminatedUnion('kind', [
  z.object({ ...bacnet, ...stored, ...read }),
  z.object({ ...modbus, ...stored, ...read }),
  z.object({ ...mqtt, ...stored }),
])
export type StoredOutward = z.infer<typeof storedOutward>

const switched = {
  /** Whether the administrator lets it be open. */
  on: z.boolean(),
}

/** Connection to other systems as the plant shows it. */
export const outwardConnection = z.discriminatedUnion('kind', [
  z.object({ ...bacnet, ...stored, ...read, ...switched }),
  z.object({ ...modbus, ...stored, ...read, ...switched }),
  z.object({ ...mqtt, ...stored, ...switched }),
])
export type OutwardConnection = z.infer<typeof outwardConnection>

/** Bridge on site with its connections and its token. */
export const outwardBridge = z.object({
  token: z.object({
    id,
    name: z.string(),
    scopes: z.array(z.enum(tokenScopes)),
    end: z.object({ at: instant, reason: z.enum(tokenEnds) }).nullable(),
  }),
  host: z.string(),
  version: z.string(),
  reportedAt: instant,
  units: z.array(outwardUnit).max(maxOutwardUnits),
  connections: z.array(outwardConnection).max(outwardKinds.length),
})
export type OutwardBridge = z.infer<typeof outwardBridge>
