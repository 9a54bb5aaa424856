import { unitKeys } from '@vigilux/contract/features/central-units/central-unit.ts'
import { testPeriod } from '@vigilux/contract/features/central-units/test-schedule.ts'
import { advancedFlags, bluetoothKinds, contact } from '@vigilux/contract/features/central-units/unit-detail.ts'
import { lampsPerPage, maxGroupNumber } from '@vigilux/contract/features/groups/group.ts'
import { lampParams } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import { maxScenesPerUnit } from '@vigilux/contract/features/scenes/scene-plan.ts'
import { z } from 'zod'
import { empty, group, index, indexes, lamp, mac, name, page, serial } from './command-fields.ts'
import { unitScene } from './unit-scene.ts'

/** How patient the platform is with a command, and what the command does to the unit. Specification sections 4 and 9. */
export type CommandTraits = {
  /** How often it is sent again when no answer comes; the unit type's number, or the platform's where it is left out. */
  retries?: number | 'ofType'
  /** How long an answer is waited for; the unit type's time where it is left out. */
  answerTimeoutMs?: number
  /** How long the work is waited for once the unit has accepted it. */
  workTimeoutMs?: number
  /** It changes what a snapshot keeps, so one is taken before. */
  configures?: true
  /** It changes nothing of the configuration: it passes while an operation has the unit to itself. */
  allowedDuringOperation?: true
  /** While it is under way the unit does not count as working. */
  isAside?: true
  /** Its seconds `forS` run from when it was asked for: sent later, or again, it asks for as many less, and not at all once they are over. */
  runsFromRequest?: true
}

/** As patient as the unit type is. */
export const typeDefaults = { retries: 'ofType' } as const satisfies CommandTraits
/** One retry after 5 s, whatever the type. */
export const shortTimeout = { retries: 1, answerTimeoutMs: 5_000 } as const satisfies CommandTraits
/** The same, for what changes the configuration. */
const configCommand = { ...shortTimeout, configures: true } as const satisfies CommandTraits

/** A command of one form for all types. */
export type CommandDeclaration = CommandTraits & {
  body: z.ZodObject
  supportedBy: 'everyUnit' | 'lampUnits' | 'lightingUnits' | 'gateways'
}

const utcOffsetMin = z.int().min(-840).max(840)
/** How many coming clock changes of the plant's zone a unit is sent: two a year for ten years. */
export const clockChangesAhead = 20

const serials = z.array(serial).min(1).max(lampsPerPage)

/** With `differito` the date of a test that is put off, and stays so. */
const moment = z.strictObject({ set: z.iso.datetime(), differito: z.literal(true).optional() })
const schedule = z.strictObject({ period: testPeriod, differito: z.boolean() })

/** Lamps that one command may name, over all of its entries: as many as the largest unit has. */
const maxLamps = 992

/** Which lamps of the unit an entry is for. */
const target = z.union([
  z.literal('all'),
  z.strictObject({ groups: z.array(group).min(1).max(maxGroupNumber) }),
  z.strictObject({ lamps: z.array(lamp).min(1).max(maxLamps) }),
])

const entry = z.strictObject({
  to: target,
  /** Percent, or a step of the lamp itself: 10 points from where it is at that moment. */
  level: z.union([z.int().min(0).max(100), z.enum(['up', 'down'])]),
})

/**
 * Entries of one command, in their order: where a lamp is in several, the last of them counts. Later, so that "all at 20 %, but
 * group 3 off" is two entries and no list of lamps.
 */
const levelEntries = z
  .array(entry)
  .min(1)
  .max(32)
  .refine(
    (entries) =>
      entries.reduce((sum, { to }) => sum + (typeof to === 'object' && 'lamps' in to ? to.lamps.length : 0), 0) <=
      maxLamps,
  )

/** One entry of `setLevels`: who follows, and what level it comes to. */
export type LevelEntry = z.infer<typeof entry>

/**
 * Sent once: a level that comes late, after somebody has asked for another, would take that one's place. It passes while an operation has
 * the unit to itself, for light is no configuration and a corridor cannot wait for one.
 */
const immediateCommand = {
  retries: 0,
  answerTimeoutMs: 5_000,
  allowedDuringOperation: true,
  isAside: true,
} as const satisfies CommandTraits

/** Most seconds for which one command inhibits: a week. What is allowed is the operator's setting. */
const maxInhibitSeconds = 604_800

/** The configuration commands: one form for every type of unit. docs/protocol/configuration.md */
export const sharedCommands = {
  /** Restarts the unit; nothing that it remembers is lost. */
  resetCu: { body: empty, supportedBy: 'everyUnit', ...typeDefaults },
  keypressSimulation: {
    body: z.strictObject({ keys: z.array(z.enum(unitKeys)).min(1).max(4) }),
    supportedBy: 'everyUnit',
    ...typeDefaults,
  },
  setCuName: { body: z.strictObject({ cuName: name }), supportedBy: 'everyUnit', ...configCommand },
  /**
   * The platform's time, the minutes that the plant is ahead of UTC, and its next clock changes in order of time, each with the minutes
   * from then on; a zone without changes has none. Obeyed whatever `exp` says.
   */
  setClock: {
    body: z.strictObject({
      at: z.iso.datetime(),
      utcOffsetMin,
      changes: z
        .array(z.strictObject({ at: z.iso.datetime(), utcOffsetMin }))
        .max(clockChangesAhead)
        .optional(),
    }),
    supportedBy: 'everyUnit',
    ...shortTimeout,
    allowedDuringOperation: true,
  },
  setAdvanced: { body: z.strictObject({ flags: advancedFlags }), supportedBy: 'everyUnit', ...configCommand },
  /** All emergency lamps light from their batteries until `emergencyOff`, or until they are empty. */
  emergencyOn: { body: empty, supportedBy: 'lampUnits', ...typeDefaults },
  emergencyOff: { body: empty, supportedBy: 'lampUnits', ...typeDefaults },
  setContacts: {
    body: z.strictObject({ contacts: z.array(contact).max(8) }),
    supportedBy: 'lampUnits',
    ...configCommand,
  },
  setRelay: { body: z.strictObject({ on: z.boolean() }), supportedBy: 'lampUnits', ...typeDefaults },
  setLampName: { body: z.strictObject({ lamp, lampName: name }), supportedBy: 'lampUnits', ...configCommand },
  setParam: { body: z.strictObject({ lamp, params: lampParams }), supportedBy: 'lampUnits', ...configCommand },
  setMultiParam: {
    body: z.strictObject({ page, indexes, params: lampParams }),
    supportedBy: 'lampUnits',
    ...configCommand,
  },
  setGroup: { body: z.strictObject({ page, indexes, group }), supportedBy: 'lampUnits', ...configCommand },
  removeGroup: { body: z.strictObject({ page, indexes, group }), supportedBy: 'lampUnits', ...configCommand },
  /** One 16-bit big-endian word per lamp of the page, bit n-1 for group n. Only within a batch. */
  setMultiGroup: {
    body: z.strictObject({ page, payload: z.string().regex(/^[0-9A-F]{128}$/) }),
    supportedBy: 'lampUnits',
    ...configCommand,
  },
  /** 01 begins a batch, 03 ends it and takes effect. */
  setBatch: { body: z.strictObject({ param: z.enum(['01', '03']) }), supportedBy: 'lampUnits', ...configCommand },
  /** Writes serials at places of a page; a place that was taken is overwritten. */
  setLgSerialId: {
    body: z.strictObject({ page, lampId: z.array(z.strictObject({ index, serial })).min(1).max(lampsPerPage) }),
    supportedBy: 'lampUnits',
    ...configCommand,
  },
  deleteLgSerialId: { body: z.strictObject({ page, indexes }), supportedBy: 'lampUnits', ...configCommand },
  /** The n-th new serial takes the place of the n-th old one; name, groups and parameters stay. */
  substituteLogicaFM: {
    body: z.strictObject({ old: serials, new: serials }),
    supportedBy: 'lampUnits',
    ...configCommand,
  },
  configLogica: {
    body: z.strictObject({ modalita_config_logica: z.int().min(0).max(5) }),
    supportedBy: 'everyUnit',
    ...configCommand,
  },
  config: {
    body: z.strictObject({ num_lamp: lamp, ore_autonomia: z.union([1, 1.5, 2, 3, 8].map((h) => z.literal(h))) }),
    supportedBy: 'everyUnit',
    ...configCommand,
  },
  setDateTimeFunzionale: { body: moment, supportedBy: 'lampUnits', ...configCommand },
  setDateTimeAutonomia: { body: moment, supportedBy: 'lampUnits', ...configCommand },
  setPeriodFunzionale: { body: schedule, supportedBy: 'lampUnits', ...configCommand },
  setPeriodAutonomia: { body: schedule, supportedBy: 'lampUnits', ...configCommand },
  /**
   * Brings lamps to levels. Done when the fade has begun: how far it is comes in the state. With `holdS` the unit goes back to what
   * was by itself, though nobody is there any more to ask for it.
   */
  setLevels: {
    body: z.strictObject({
      levels: levelEntries,
      fadeS: z.int().min(0).max(900),
      holdS: z.int().min(5).max(600).nullable(),
    }),
    supportedBy: 'lightingUnits',
    ...immediateCommand,
  },
  /** Ends what `holdS` holds, before its time; done too where nothing is held. */
  endHold: { body: empty, supportedBy: 'lightingUnits', ...immediateCommand },
  /**
   * Gives the unit the scenes that it runs by itself, these and no others, with their runs until a day ahead. Of two that come in the same
   * minute the later in the list is run last. It disturbs nothing, so it passes while an operation has the unit to itself.
   */
  setScenes: {
    body: z.strictObject({
      /** Grows with every list; a lower one than the unit has is refused. */
      version: z.int().min(1).max(0x7fff_ffff),
      until: z.iso.datetime(),
      scenes: z.array(unitScene).max(maxScenesPerUnit),
    }),
    supportedBy: 'lightingUnits',
    ...shortTimeout,
    allowedDuringOperation: true,
    isAside: true,
  },
  /**
   * Emergency lamps stay dark although the mains fails, for so many seconds from now; sent again it is another end. The unit ends it by itself, and
   * forgets it when it starts again. It passes while an operation has the unit to itself.
   */
  inhibit: {
    body: z.strictObject({ forS: z.int().min(1).max(maxInhibitSeconds) }),
    supportedBy: 'lightingUnits',
    ...typeDefaults,
    allowedDuringOperation: true,
    runsFromRequest: true,
  },
  /** Ends it before its time; done too where nothing is inhibited. */
  endInhibition: { body: empty, supportedBy: 'lightingUnits', ...typeDefaults, allowedDuringOperation: true },
  /** Looks for Bluetooth devices around the gateway. */
  gatewayScan: { body: empty, supportedBy: 'gateways', ...typeDefaults },
  gatewayInsertMac: { body: z.strictObject({ mac }), supportedBy: 'gateways', ...typeDefaults },
  gatewayInsertSerial: { body: z.strictObject({ mac, serial }), supportedBy: 'gateways', ...typeDefaults },
  gatewayInsertType: {
    body: z.strictObject({ mac, kind: z.enum(bluetoothKinds) }),
    supportedBy: 'gateways',
    ...typeDefaults,
  },
  gatewayValidate: { body: z.strictObject({ mac }), supportedBy: 'gateways', ...typeDefaults },
  gatewayRemove: { body: z.strictObject({ mac }), supportedBy: 'gateways', ...typeDefaults },
} satisfies Record<string, CommandDeclaration>

export type ConfigurationCommandName = keyof typeof sharedCommands
type Body<Name extends ConfigurationCommandName> = z.infer<(typeof sharedCommands)[Name]['body']>
/** A configuration command with its body. */
export type ConfigurationCommand = {
  [Name in ConfigurationCommandName]: Body<Name> extends Record<string, never>
    ? { name: Name }
    : { name: Name } & Body<Name>
}[ConfigurationCommandName]

export const isConfigurationCommand = (name: string): name is ConfigurationCommandName =>
  Object.hasOwn(sharedCommands, name)
