import { z } from 'zod'

/** Wire format of gateways: words, and tables keyed by position. docs/protocol/gateway.md */

const version = z.string().min(1).max(20).nullable()
const text = z.string().min(1).max(40)
/** Position from 1 to 128 as the key of a table. */
export const positionKey = z.string().regex(/^(?:[1-9]|[1-9][0-9]|1[01][0-9]|12[0-8])$/)
export const position = z.int().min(1).max(128)
const serial = z.string().regex(/^(?:[0-9A-F]{6}|[0-9A-F]{8})$/)
const percent = z.int().min(0).max(100)

export const unitFaults = [
  'battery-low',
  'battery-missing',
  'battery-short',
  'battery-test',
  'charger',
  'fuse',
  'uart-1',
  'uart-2',
  'uart-3',
  'uart-4',
  'uart-5',
  'uart-6',
  'uart-7',
  'modem',
  'wiring',
  'duplicate-ids',
] as const
export const unitWarnings = [
  'no-mains',
  'inhibited',
  'maintenance',
  'fewer-lamps',
  'more-lamps',
  'more-than-128',
  'clock',
] as const
export const lampFaults = [
  'battery-low',
  'battery-missing',
  'battery-short',
  'battery-test',
  'battery-duration',
  'charger',
  'led-open',
  'led-short',
  'led-partial',
  'lamp',
  'dali',
  'no-answer',
  'over-voltage',
  'under-voltage',
  'over-power',
  'under-power',
  'uv-tube',
  'polarity',
  'programming',
  'duplicate-id',
  'wiring',
  'overload',
] as const
export const lampKinds = ['emergency', 'light', 'sensor', 'io', 'other'] as const
export const lampFunctions = ['m', 'nm', 'sw'] as const
export const lampModes = ['idle', 'battery', 'inhibited', 'rest', 'test-f', 'test-a', 'gone'] as const
export const searchStates = ['none', 'busy', 'done'] as const
export const testKinds = ['f', 'a'] as const
export const reasons = [
  'lamp',
  'battery',
  'duration',
  'circuit',
  'communication',
  'charging',
  'inhibited',
  'other-test',
  'stopped',
  'mains',
  'delay',
  'gone',
  'none-heard',
] as const

/** `[state, found, expected]`. */
const search = z.tuple([z.enum(searchStates), z.int().min(0).max(128), z.int().min(0).max(128).nullable()])

export const shadowBody = z.strictObject({
  /** Versions of interface, firmware, cloud module and port. */
  sw: z.tuple([version, version, version, version]),
  order: text.nullable(),
  product: text.nullable(),
  /** Minutes ahead of UTC. */
  utc: z.int().min(-840).max(840).nullable(),
  lamps: z.int().min(0).max(128).nullable(),
  search,
})

/** Reported lamp; unknown values are left out. */
export const lampBody = z.strictObject({
  id: serial,
  kind: z.enum(lampKinds),
  fn: z.enum(lampFunctions).optional(),
  mode: z.enum(lampModes),
  faults: z.array(z.enum(lampFaults)).max(22).optional(),
  bat: percent.optional(),
  dim: percent.optional(),
  groups: z.array(z.int().min(1).max(16)).max(16).optional(),
  odd: z.boolean().optional(),
  rated: z.int().min(1).max(1440).optional(),
  product: text.optional(),
  sw: z.string().min(1).max(20).optional(),
})
/** Identity of an invalid lamp apart from its position, with its other readable fields. */
export const lampIdentity = z.object({
  id: serial,
  kind: z.enum(lampKinds).nullable().catch(null),
  faults: z.unknown(),
})
export const selfBody = z.strictObject({
  battery: z.boolean(),
  faults: z.array(z.enum(unitFaults)).max(16),
  warnings: z.array(z.enum(unitWarnings)).max(7),
  search: search.optional(),
})
/** Readable part of an invalid gateway. */
export const salvageableSelf = z.object({ battery: z.boolean(), faults: z.unknown(), warnings: z.unknown() })
export const stateBody = z.strictObject({
  self: selfBody.optional(),
  lamps: z.record(positionKey, lampBody).optional(),
})

const t = z.uuid()
export const records = {
  'test-begun': z.strictObject({
    t,
    kind: z.enum(testKinds),
    by: z.enum(['cloud', 'self', 'keys']),
    lamps: z.array(position).max(128),
  }),
  'test-lamp': z.strictObject({
    t,
    at: position,
    id: serial,
    result: z.enum(['ok', 'failed', 'skipped']),
    why: z.enum(reasons).optional(),
    s: z.int().min(0).max(86_400).optional(),
  }),
  'test-over': z.strictObject({ t, how: z.enum(['finished', 'stopped', 'mains']) }),
  'mains-lost': z.strictObject({}),
  'mains-back': z.strictObject({}),
  'lamp-fault': z.strictObject({ at: position, id: serial, fault: z.enum(lampFaults), over: z.boolean() }),
  fault: z.strictObject({ fault: z.enum(unitFaults), over: z.boolean() }),
}

const emptyBody = z.strictObject({})
const seconds = z.int().min(1).max(600)
export const commands = {
  enrol: z.strictObject({ seconds }),
  deEnrol: emptyBody,
  createNetwork: emptyBody,
  statusQuery: emptyBody,
  ftest: z.strictObject({
    t,
    kind: z.enum(testKinds),
    lamps: z.union([z.literal('all'), z.array(position).min(1).max(128)]),
  }),
  stopTest: z.strictObject({ t }),
  identify: z.strictObject({ at: position, seconds }),
  stop_blink: z.strictObject({ at: position }),
  refresh: emptyBody,
}

export type GatewayState = z.infer<typeof stateBody>
export type GatewayLamp = z.infer<typeof lampBody>
