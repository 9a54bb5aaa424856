import { z } from 'zod'
import { inhibitedUntil } from '../../inhibition.ts'
import { sceneInput, sceneMinute, sceneVersion } from '../../scene-run-record.ts'

/** Wire format of sicuro systems: objects of named values and coded messages. docs/protocol/sicuro.md */

const text = z.string().min(1).max(40)
const version = z.string().min(1).max(20).nullable()
export const address = z.int().min(1).max(128)
const lampSerial = z.string().regex(/^(?:[0-9A-F]{6}|[0-9A-F]{8})$/)
const percent = z.int().min(0).max(100).nullable()

export const systemAlarms = {
  A01: 'battery voltage low',
  A02: 'battery not connected',
  A03: 'battery short',
  A04: 'battery test',
  A10: 'charger',
  A11: 'fuse',
  A20: 'isolation monitor',
  A21: 'insulation of a line',
  A30: 'bus',
  A31: 'modem',
  A40: 'voltage high',
  A41: 'voltage low',
  A42: 'power high',
  A43: 'power low',
  A44: 'polarity',
  A45: 'wiring',
  A46: 'overload',
  A50: 'duplicate lamp ids',
  A60: 'AK',
  A61: 'AKext',
  A62: 'IO',
  A63: 'LLSA',
  A64: 'LSSA',
  A65: 'switch 11 kW',
  A66: 'substation',
} as const
export const systemWarnings = {
  W01: 'no mains',
  W02: 'no phase 1',
  W03: 'no phase 2',
  W04: 'no phase 3',
  W10: 'inhibited',
  W11: 'chargers off by temperature',
  W12: 'maintenance',
  W20: 'fewer lamps than configured',
  W21: 'more lamps than configured',
  W22: 'more than 128 lamps',
  W30: 'clock',
} as const
export const lampAlarms = {
  L01: 'battery voltage low',
  L02: 'battery not connected',
  L03: 'battery short',
  L04: 'battery test',
  L05: 'battery duration',
  L10: 'charger',
  L20: 'LED open',
  L21: 'LED short',
  L22: 'LED partial short',
  L23: 'lamp',
  L24: 'UV tube',
  L30: 'DALI',
  L31: 'does not answer',
  L40: 'voltage high',
  L41: 'voltage low',
  L42: 'power high',
  L43: 'power low',
  L44: 'polarity',
  L45: 'wiring',
  L46: 'overload',
  L50: 'programming',
  L51: 'duplicate id',
} as const
const keysOf = <Table extends object>(table: Table) => Object.keys(table) as [keyof Table & string]
const systemAlarm = z.enum(keysOf(systemAlarms))
const systemWarning = z.enum(keysOf(systemWarnings))
const lampAlarm = z.enum(keysOf(lampAlarms))
export type SystemAlarm = keyof typeof systemAlarms
export type SystemWarning = keyof typeof systemWarnings
export type LampAlarm = keyof typeof lampAlarms

export const lampKinds = ['EMERGENCY', 'LIGHT', 'SENSOR', 'IO', 'OTHER'] as const
export const lampStates = ['MAINS', 'BATTERY', 'INHIBITED', 'REST', 'FTEST', 'DTEST', 'LOST'] as const
export const lampCircuits = ['DS', 'BS', 'SDS'] as const
export const searchStates = ['NONE', 'RUNNING', 'READY'] as const
export const testWords = ['FUNCTION', 'DURATION'] as const
export const starterWords = ['PERSON', 'SYSTEM', 'PANEL'] as const
export const resultWords = ['OK', 'NOK', 'OUT'] as const
export const outcomeWords = ['COMPLETE', 'STOPPED', 'MAINS_FAILURE'] as const
export const reasonWords = [
  'LAMP',
  'BATTERY',
  'DURATION',
  'CIRCUIT',
  'COMMUNICATION',
  'CHARGING',
  'INHIBITED',
  'OTHER_TEST',
  'PERSON',
  'MAINS',
  'DELAY',
  'LOST',
  'NO_RESULT',
] as const

/** A search may find more lamps than the list can hold. */
const search = z.strictObject({
  state: z.enum(searchStates),
  found: z.int().min(0).max(255),
  of: z.int().min(0).max(255).nullable(),
})

export const shadowBody = z.strictObject({
  system: z.strictObject({ panel: version, controller: version, cloud: version, port: version }),
  article: text.nullable(),
  product: text.nullable(),
  /** Minutes ahead of UTC. */
  zone: z.int().min(-840).max(840).nullable(),
  configured: z.int().min(0).max(128).nullable(),
  search,
})

export const lampBody = z.strictObject({
  n: address,
  serial: lampSerial,
  kind: z.enum(lampKinds),
  /** DS maintained, BS non-maintained, SDS switchable; null for anything but emergency lamps. */
  circuit: z.enum(lampCircuits).nullable(),
  state: z.enum(lampStates),
  alarms: z.array(lampAlarm).max(22),
  /** Percent. */
  battery: percent,
  level: percent,
  groups: z.array(z.int().min(1).max(16)).max(16),
  /** Test group. */
  side: z.enum(['ODD', 'EVEN']).nullable(),
  /** Rated minutes. */
  rated: z.int().min(1).max(1440).nullable(),
  article: text.nullable(),
  software: version,
})
/** Identity of an invalid lamp, with its other readable fields. */
export const lampIdentity = z.object({
  n: address,
  serial: lampSerial,
  kind: z.enum(lampKinds).nullable().catch(null),
  alarms: z.unknown(),
})
const source = z.enum(['MAINS', 'BATTERY'])
export const systemBody = z.strictObject({
  source,
  alarms: z.array(systemAlarm).max(25),
  warnings: z.array(systemWarning).max(11),
  search: search.nullable(),
})
/** Readable part of an invalid system. */
export const salvageableSystem = z.object({ source, alarms: z.unknown(), warnings: z.unknown() })
export const stateBody = z.strictObject({
  system: systemBody.optional(),
  lamps: z.array(lampBody).max(128).optional(),
})

/** Why an inhibition ended. */
export const allowedWords = ['TIMER', 'COMMAND', 'RESTART', 'SWITCH'] as const
export const sceneOutcomeWords = ['SET', 'NO_LAMPS', 'MISSED'] as const

const test = z.uuid()
export const records = {
  TEST_BEGIN: z.strictObject({
    test,
    kind: z.enum(testWords),
    by: z.enum(starterWords),
    lamps: z.array(address).max(128),
  }),
  TEST_LAMP: z.strictObject({
    test,
    n: address,
    serial: lampSerial,
    result: z.enum(resultWords),
    reason: z.enum(reasonWords).nullable(),
    seconds: z.int().min(0).max(86_400).nullable(),
  }),
  TEST_END: z.strictObject({ test, outcome: z.enum(outcomeWords) }),
  MAINS: z.strictObject({ present: z.boolean() }),
  LAMP_ALARM: z.strictObject({ n: address, serial: lampSerial, alarm: lampAlarm, gone: z.boolean() }),
  SYSTEM_ALARM: z.strictObject({ alarm: systemAlarm, gone: z.boolean() }),
  /** Seconds since 1970; null without an end. */
  INHIBITED: z.strictObject({ until: inhibitedUntil }),
  ALLOWED: z.strictObject({ by: z.enum(allowedWords) }),
  INPUT: z.strictObject({ n: z.int().min(1).max(8), closed: z.boolean() }),
  SCENE: z.strictObject({
    scene: z.uuid(),
    version: sceneVersion,
    /** Since 1970; null for an input. */
    minute: sceneMinute.nullable(),
    input: sceneInput.nullable(),
    outcome: z.enum(sceneOutcomeWords),
  }),
}

const seconds = z.int().min(1).max(600)
export const commands = {
  enrol: z.strictObject({ op: z.literal('ENROL'), window: seconds }),
  deEnrol: z.strictObject({ op: z.literal('RELEASE') }),
  createNetwork: z.strictObject({ op: z.literal('SEARCH_LINES') }),
  statusQuery: z.strictObject({ op: z.literal('SYSTEM_STATE') }),
  ftest: z.strictObject({
    op: z.literal('TEST'),
    test,
    kind: z.enum(testWords),
    /** Null for all lamps. */
    lamps: z.array(address).min(1).max(128).nullable(),
  }),
  stopTest: z.strictObject({ op: z.literal('TEST_STOP'), test }),
  identify: z.strictObject({ op: z.literal('BLINK'), n: address, seconds }),
  stop_blink: z.strictObject({ op: z.literal('BLINK_STOP'), n: address }),
  refresh: z.strictObject({ op: z.literal('TELL_ALL') }),
}

export type SicuroState = z.infer<typeof stateBody>
export type SicuroLamp = z.infer<typeof lampBody>
