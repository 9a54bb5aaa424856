import { unitKeys } from '@vigilux/contract/features/central-units/central-unit.ts'
import { testPeriod } from '@vigilux/contract/features/central-units/test-schedule.ts'
import { advancedFlags, bluetoothKinds, contact } from '@vigilux/contract/features/central-units/unit-detail.ts'
import { highestGroup, highestPage, lampsPerPage } from '@vigilux/contract/features/groups/group.ts'
import { lampParams } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import { z } from 'zod'

/** Bodies of the configuration commands: one form for every type of unit. docs/protocol/configuration.md */

/** Page p, from 0, holds lamps 32p+1 to 32p+32. */
const page = z.int().min(0).max(highestPage)
/** Place in the page, from 1. */
const index = z.int().min(1).max(lampsPerPage)
const indexes = z.array(index).min(1).max(lampsPerPage)
const lamp = z.int().min(1).max(992)
const group = z.int().min(1).max(highestGroup)
const serial = z.string().regex(/^(?:[0-9A-F]{4}|[0-9A-F]{6}|[0-9A-F]{8})$/)
/** What a display of a unit can show. */
const name = z.string().regex(/^[\p{L}\p{N} .,:;_+()/&'-]{1,32}$/u)
const mac = z.string().regex(/^[0-9A-F]{12}$/)
const empty = z.strictObject({})
const schedule = z.strictObject({ period: testPeriod, differito: z.boolean() })
const moment = z.strictObject({ set: z.iso.datetime() })

export const configurationBodies = {
  /** Restarts the unit; nothing that it remembers is lost. */
  resetCu: empty,
  keypressSimulation: z.strictObject({ keys: z.array(z.enum(unitKeys)).min(1).max(4) }),
  setCuName: z.strictObject({ cuName: name }),
  setLampName: z.strictObject({ lamp, lampName: name }),
  /** The platform's time, and the minutes that the plant is ahead of UTC. Obeyed whatever `exp` says. */
  setClock: z.strictObject({ at: z.iso.datetime(), utcOffsetMin: z.int().min(-840).max(840) }),
  setParam: z.strictObject({ lamp, params: lampParams }),
  setMultiParam: z.strictObject({ page, indexes, params: lampParams }),
  setGroup: z.strictObject({ page, indexes, group }),
  removeGroup: z.strictObject({ page, indexes, group }),
  /** One 16-bit big-endian word per lamp of the page, bit n-1 for group n. Only within a batch. */
  setMultiGroup: z.strictObject({ page, payload: z.string().regex(/^[0-9A-F]{128}$/) }),
  /** 01 begins a batch, 03 ends it and takes effect. */
  setBatch: z.strictObject({ param: z.enum(['01', '03']) }),
  /** Writes serials at places of a page; a place that was taken is overwritten. */
  setLgSerialId: z.strictObject({
    page,
    lampId: z.array(z.strictObject({ index, serial })).min(1).max(lampsPerPage),
  }),
  deleteLgSerialId: z.strictObject({ page, indexes }),
  /** The n-th new serial takes the place of the n-th old one; name, groups and parameters stay. */
  substituteLogicaFM: z.strictObject({
    old: z.array(serial).min(1).max(lampsPerPage),
    new: z.array(serial).min(1).max(lampsPerPage),
  }),
  configLogica: z.strictObject({ modalita_config_logica: z.int().min(0).max(5) }),
  config: z.strictObject({ num_lamp: lamp, ore_autonomia: z.union([1, 1.5, 2, 3, 8].map((h) => z.literal(h))) }),
  setDateTimeFunzionale: moment,
  setDateTimeAutonomia: moment,
  setPeriodFunzionale: schedule,
  setPeriodAutonomia: schedule,
  /** All emergency lamps light from their batteries until `emergencyOff`, or until they are empty. */
  emergencyOn: empty,
  emergencyOff: empty,
  setContacts: z.strictObject({ contacts: z.array(contact).max(8) }),
  setRelay: z.strictObject({ on: z.boolean() }),
  setAdvanced: z.strictObject({ flags: advancedFlags }),
  /** Looks for Bluetooth devices around the gateway. */
  gatewayScan: empty,
  gatewayInsertMac: z.strictObject({ mac }),
  gatewayInsertSerial: z.strictObject({ mac, serial }),
  gatewayInsertType: z.strictObject({ mac, kind: z.enum(bluetoothKinds) }),
  gatewayValidate: z.strictObject({ mac }),
  gatewayRemove: z.strictObject({ mac }),
} as const

export type ConfigurationCommandName = keyof typeof configurationBodies
export const configurationCommandNames = Object.keys(configurationBodies) as ConfigurationCommandName[]
type Body<Name extends ConfigurationCommandName> = z.infer<(typeof configurationBodies)[Name]>
/** A configuration command with its body. */
export type ConfigurationCommand = {
  [Name in ConfigurationCommandName]: Body<Name> extends Record<string, never>
    ? { name: Name }
    : { name: Name } & Body<Name>
}[ConfigurationCommandName]

export const isConfigurationCommand = (name: string): name is ConfigurationCommandName =>
  Object.hasOwn(configurationBodies, name)
