import { busLineNumber, shortAddress } from '@vigilux/contract/features/central-units/bus-line.ts'
import { unitKeys } from '@vigilux/contract/features/central-units/central-unit.ts'
import { gearsPerLine, maxBusLines } from '@vigilux/contract/features/central-units/gear-address.rules.ts'
import { testPeriod } from '@vigilux/contract/features/central-units/test-schedule.ts'
import { advancedFlags, bluetoothKinds, contact } from '@vigilux/contract/features/central-units/unit-detail.ts'
import { lampsPerPage, maxGroupNumber } from '@vigilux/contract/features/groups/group.ts'
import { lampParams } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import { maxScenesPerUnit } from '@vigilux/contract/features/scenes/scene-plan.ts'
import { z } from 'zod'
import type { CentralUnitType, TypeEncodedCommand, TypeEncodedCommandName } from './central-unit-type.ts'
import { empty, group, index, indexes, lamp, levelEntries, mac, name, page, serial, target } from './command-fields.ts'

/** Timeouts and retries of a command, and its effect on the unit (specification, sections 4 and 9). */
export type CommandTraits = {
  /** Retries without an answer; `ofType` for the unit type's number, and the platform's default if omitted. */
  retries?: number | 'ofType'
  /** Time to wait for an answer; the unit type's default if omitted. */
  answerTimeoutMs?: number
  /** Time to wait for the work once the unit has accepted it. */
  workTimeoutMs?: number
  /** Changes data of a snapshot, so one is taken before. */
  configures?: true
  /** Leaves the configuration unchanged, and is therefore allowed during an operation. */
  allowedDuringOperation?: true
  /** Does not mark the unit as working. */
  isBackground?: true
  /** Seconds of `forS` count from the request: later attempts send the remaining time, and none once it is over. */
  runsFromRequest?: true
}

/** Defaults of the unit type. */
const typeDefaults = { retries: 'ofType' } as const satisfies CommandTraits
/** One retry after 5 s, whatever the type. */
const shortTimeout = { retries: 1, answerTimeoutMs: 5_000 } as const satisfies CommandTraits
/** Same as `shortTimeout`, for changes of the configuration. */
const configCommand = { ...shortTimeout, configures: true } as const satisfies CommandTraits

/** Command with one form for all types. */
export type CommandDeclaration = CommandTraits & {
  body: z.ZodObject
  supportedBy: 'everyUnit' | 'lampUnits' | 'lightingUnits' | 'gateways' | 'busUnits'
}

const utcOffsetMin = z.int().min(-840).max(840)
/** Number of upcoming clock changes of the plant's zone sent to a unit: two a year for ten years. */
export const clockChangesAhead = 20

const serials = z.array(serial).min(1).max(lampsPerPage)

/** With `differito`, the date of a test already postponed, which it remains. */
const moment = z.strictObject({ set: z.iso.datetime(), differito: z.literal(true).optional() })
const schedule = z.strictObject({ period: testPeriod, differito: z.boolean() })

/** Maximum future runs of one scene in a unit: one a day for 40 days, and two for days lengthened by clock changes. */
export const maxRunsAhead = 42

const sceneLevel = z.strictObject({
  groups: z.array(group).min(1).max(maxGroupNumber),
  level: z.int().min(0).max(100),
})

export const unitScene = z.strictObject({
  scene: z.uuid(),
  /** If several cover a lamp, the last one wins. */
  levels: z.array(sceneLevel).min(1).max(32),
  fadeS: z.int().min(0).max(900),
  /** Minutes since 1970 (UTC), ascending. */
  runs: z.array(z.int().min(0).max(0x7fff_ffff)).max(maxRunsAhead),
  /** Input of the unit as its trigger; null for none. */
  input: z.int().min(1).max(8).nullable(),
})

/** Scene run by a unit itself. */
export type UnitScene = z.infer<typeof unitScene>

/**
 * No retries, because a late level could override a newer request. Allowed during an operation, because light is not
 * configuration and a corridor cannot wait.
 */
const immediateCommand = {
  retries: 0,
  answerTimeoutMs: 5_000,
  allowedDuringOperation: true,
  isBackground: true,
} as const satisfies CommandTraits

/** Maximum seconds of one inhibition command: a week. The operator may set a lower maximum. */
const maxInhibitSeconds = 604_800

/** Configuration commands, with one form for all unit types. docs/protocol/configuration.md */
export const sharedCommands = {
  /** Restarts the unit without loss of its memory. */
  resetCu: { body: empty, supportedBy: 'everyUnit', ...typeDefaults },
  keypressSimulation: {
    body: z.strictObject({ keys: z.array(z.enum(unitKeys)).min(1).max(4) }),
    supportedBy: 'everyUnit',
    ...typeDefaults,
  },
  setCuName: { body: z.strictObject({ cuName: name }), supportedBy: 'everyUnit', ...configCommand },
  /**
   * Platform time, minutes of the plant ahead of UTC, and its next clock changes in order, each with the minutes from
   * then on; empty for a zone without changes. Executed regardless of `exp`.
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
  /** Lights all emergency lamps on battery until `emergencyOff`, or until they are empty. */
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
  /** 01 starts a batch, 03 ends it and applies it. */
  setBatch: { body: z.strictObject({ param: z.enum(['01', '03']) }), supportedBy: 'lampUnits', ...configCommand },
  /** Writes serials to positions of a page; taken positions are overwritten. */
  setLgSerialId: {
    body: z.strictObject({ page, lampId: z.array(z.strictObject({ index, serial })).min(1).max(lampsPerPage) }),
    supportedBy: 'lampUnits',
    ...configCommand,
  },
  deleteLgSerialId: { body: z.strictObject({ page, indexes }), supportedBy: 'lampUnits', ...configCommand },
  /** Replaces the n-th old serial with the n-th new one; name, groups and parameters remain. */
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
   * Sets lamps to levels. Done when the fade has started; the state reports its progress. With `holdS` the unit
   * restores the previous levels itself, even if the client is gone.
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
  /** Ends a hold of `holdS` early; also done without one. */
  endHold: { body: empty, supportedBy: 'lightingUnits', ...immediateCommand },
  /**
   * Replaces the unit's own scenes, with their runs for the days ahead. Of two scenes in the same minute, the later in
   * the list runs last. Allowed during an operation, because it disturbs nothing.
   */
  setScenes: {
    body: z.strictObject({
      /** Increases with every list; a lower version than the unit's is refused. */
      version: z.int().min(1).max(0x7fff_ffff),
      until: z.iso.datetime(),
      scenes: z.array(unitScene).max(maxScenesPerUnit),
    }),
    supportedBy: 'lightingUnits',
    ...shortTimeout,
    allowedDuringOperation: true,
    isBackground: true,
  },
  /**
   * Inhibits emergency lamps for these seconds from now: they stay dark in a mains failure; repeating it sets a new
   * end. The unit ends it itself, and forgets it at a restart. Allowed during an operation.
   */
  inhibit: {
    body: z.strictObject({ forS: z.int().min(1).max(maxInhibitSeconds) }),
    supportedBy: 'lightingUnits',
    ...typeDefaults,
    allowedDuringOperation: true,
    runsFromRequest: true,
  },
  /** Ends an inhibition early; also done without one. */
  endInhibition: { body: empty, supportedBy: 'lightingUnits', ...typeDefaults, allowedDuringOperation: true },
  /** Searches for Bluetooth devices near the gateway. */
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
  /** Queries every short address of these lines, and changes nothing on them. Done when it has begun. */
  scanLines: {
    body: z.strictObject({ lines: z.array(busLineNumber).min(1).max(maxBusLines) }),
    supportedBy: 'busUnits',
    ...shortTimeout,
  },
  /**
   * Gives short addresses to the gears of a line without one, and new ones to gears sharing one of `duplicates`. Done
   * when it has begun.
   */
  commissionLine: {
    body: z.strictObject({ line: busLineNumber, duplicates: z.array(shortAddress).max(gearsPerLine) }),
    supportedBy: 'busUnits',
    ...configCommand,
  },
  /** Switches off the lamps lit in an emergency, until mains are back or `relightLamps`. */
  restLamps: { body: z.strictObject({ to: target }), supportedBy: 'busUnits', ...typeDefaults },
  relightLamps: {
    body: z.strictObject({ to: target }),
    supportedBy: 'busUnits',
    ...typeDefaults,
    allowedDuringOperation: true,
  },
  /** Reads the intervals at which these lamps test themselves; they are reported in `lampDetail`. */
  readGearTests: { body: z.strictObject({ to: target }), supportedBy: 'busUnits', ...shortTimeout },
  /** Sets the intervals; 0 switches the lamps' own tests off: no lamp is tested twice. */
  setGearTests: {
    body: z.strictObject({
      to: target,
      functionalDays: z.int().min(0).max(255),
      autonomyWeeks: z.int().min(0).max(97),
    }),
    supportedBy: 'busUnits',
    ...configCommand,
  },
} satisfies Record<string, CommandDeclaration>

export type ConfigurationCommandName = keyof typeof sharedCommands
type Body<Name extends ConfigurationCommandName> = z.infer<(typeof sharedCommands)[Name]['body']>
/** Configuration command with its body. */
export type ConfigurationCommand = {
  [Name in ConfigurationCommandName]: Body<Name> extends Record<string, never>
    ? { name: Name }
    : { name: Name } & Body<Name>
}[ConfigurationCommandName]

export const isConfigurationCommand = (name: string): name is ConfigurationCommandName =>
  Object.hasOwn(sharedCommands, name)

/** Command to a unit, independent of its type. */
export type UnitCommand = TypeEncodedCommand | ConfigurationCommand
export type UnitCommandName = UnitCommand['name']

/** Commands with a wire form of their own in each type. */
export const typeEncodedCommands = {
  // The command itself names the window, and is awaited for all of it.
  enrol: { supportedBy: 'everyUnit', retries: 0 },
  deEnrol: { supportedBy: 'everyUnit', ...typeDefaults, configures: true },
  statusQuery: { supportedBy: 'everyUnit', retries: 0, answerTimeoutMs: 5_000, allowedDuringOperation: true },
  refresh: { supportedBy: 'everyUnit', allowedDuringOperation: true, isBackground: true },
  // The search can take long; the unit reports its progress.
  createNetwork: { supportedBy: 'lampUnits', ...shortTimeout, workTimeoutMs: 15 * 60_000, configures: true },
  ftest: { supportedBy: 'lampUnits', ...typeDefaults },
  stopTest: { supportedBy: 'lampUnits', ...typeDefaults, allowedDuringOperation: true },
  identify: { supportedBy: 'lampUnits', ...typeDefaults, allowedDuringOperation: true },
  stop_blink: { supportedBy: 'lampUnits', ...typeDefaults, allowedDuringOperation: true, isBackground: true },
} as const satisfies Record<TypeEncodedCommandName, CommandTraits & Pick<CommandDeclaration, 'supportedBy'>>

/** Policy of every command, and its types. */
export const unitCommands: Readonly<Record<UnitCommandName, CommandTraits & Pick<CommandDeclaration, 'supportedBy'>>> =
  {
    ...typeEncodedCommands,
    ...sharedCommands,
  }

type CommandTable = typeof typeEncodedCommands & typeof sharedCommands
/** Commands allowed for a unit during an operation. */
export type QuietCommandName = {
  [Name in UnitCommandName]: CommandTable[Name] extends { allowedDuringOperation: true } ? Name : never
}[UnitCommandName]

export const isUnitCommand = (name: string): name is UnitCommandName => Object.hasOwn(unitCommands, name)

const commandsSupportedBy = (...kinds: CommandDeclaration['supportedBy'][]): UnitCommandName[] =>
  Object.entries(unitCommands).flatMap(([name, traits]) =>
    isUnitCommand(name) && kinds.includes(traits.supportedBy) ? [name] : [],
  )

/** Commands of units with tests of their lamps. `facts.ts` of each type lists further ones. */
export const lampUnitCommands: readonly UnitCommandName[] = commandsSupportedBy('everyUnit', 'lampUnits')

/** Commands of units whose lamps also serve everyday lighting: levels, inputs and inhibition. */
export const lightingCommands: readonly UnitCommandName[] = commandsSupportedBy('lightingUnits')

/** Commands of units to which Bluetooth devices are joined. */
export const gatewayCommands: readonly UnitCommandName[] = commandsSupportedBy('gateways')

/** Commands of units whose lamps are addressed gear on lines. */
export const busCommands: readonly UnitCommandName[] = commandsSupportedBy('busUnits')

const isConfiguration = (command: UnitCommand): command is ConfigurationCommand => isConfigurationCommand(command.name)

/** Body of a command to a unit of this type. Throws for an unsupported command or an invalid body. */
export const commandBody = (type: CentralUnitType, command: UnitCommand): unknown => {
  if (!type.facts.commands.includes(command.name)) throw new RangeError(`${type.facts.cu_type} has no ${command.name}`)
  if (!isConfiguration(command)) return type.encodeCommand(command satisfies TypeEncodedCommand)
  const { name, ...body } = command
  return sharedCommands[name].body.parse(body)
}
