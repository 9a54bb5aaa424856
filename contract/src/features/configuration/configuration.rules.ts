import type { UnitTypeFacts } from '../central-units/central-unit.ts'
import type { ConfigurationRequest } from './configuration.ts'
import { checkSerials, type SerialFault, type SerialRules, serialFaultOf } from './serial-list.rules.ts'

/** Lamp in the current list of the unit. */
export type ListedLamp = { addr: number; serial: string }

export type PositionChange = { addr: number; before: string | null; after: string | null }

/** A refused list of serials; `lines` names the invalid ones. */
type InvalidList = {
  can: false
  reason: 'SERIAL_LIST_INVALID'
  lines: { line: number; serial: string; fault: SerialFault }[]
}
type ConfigurationReason =
  | 'SERIAL_LIST_INVALID'
  | 'LAMP_NOT_FOUND'
  | 'UNIT_FULL'
  | 'SERIAL_COUNT_DIFFERS'
  | 'PLANT_CODE_REQUIRED'
  | 'UNIT_HAS_NO_RADIO_NETWORK'

/** The changes of a request, or why it is refused: for one of these reasons. */
export type ConfigurationPlan<Reason extends ConfigurationReason = ConfigurationReason> =
  | { can: true; changes: PositionChange[] }
  | (Reason extends 'SERIAL_LIST_INVALID' ? InvalidList : { can: false; reason: Reason })

const refuse = <Reason extends ConfigurationReason>(reason: Reason): { can: false; reason: Reason } => ({
  can: false,
  reason,
})

type Placed = { serial: string; addr: number | null }

/** Invalid entries by their place in the list. Each holds one serial and is not split, unlike a typed line. */
const faultsOf = (list: readonly Placed[], rules: SerialRules) =>
  checkSerials(
    list.map(({ serial, addr }, at) => ({ line: at + 1, text: serial, serial, position: addr?.toString() ?? null })),
    rules,
  ).flatMap(({ line, serial, fault }) => (fault === null ? [] : [{ line, serial, fault }]))

const planAppend = (
  serials: readonly string[],
  lamps: readonly ListedLamp[],
  facts: UnitTypeFacts,
): ConfigurationPlan<'SERIAL_LIST_INVALID' | 'UNIT_FULL'> => {
  const present = new Set(lamps.map(({ serial }) => serial))
  const rules = { digits: facts.lampSerialDigits, maxLamps: facts.maxLamps, present, mode: 'append' } as const
  const lines = faultsOf(
    serials.map((serial) => ({ serial, addr: null })),
    rules,
  )
  if (lines.length > 0) return { can: false, reason: 'SERIAL_LIST_INVALID', lines }
  const last = Math.max(0, ...lamps.map(({ addr }) => addr))
  if (last + serials.length > facts.maxLamps) return refuse('UNIT_FULL')
  return { can: true, changes: serials.map((serial, at) => ({ addr: last + at + 1, before: null, after: serial })) }
}

/** Overwrites the serials at their positions. */
export const planOverwrite = (
  list: readonly { serial: string; position?: number | undefined }[],
  lamps: readonly ListedLamp[],
  facts: UnitTypeFacts,
): ConfigurationPlan<'SERIAL_LIST_INVALID'> => {
  const placedLamps = list.map(({ serial, position }, at) => ({ serial, addr: position ?? at + 1 }))
  const overwritten = new Set(placedLamps.map(({ addr }) => addr))
  const present = new Set(lamps.filter(({ addr }) => !overwritten.has(addr)).map(({ serial }) => serial))
  const rules = { digits: facts.lampSerialDigits, maxLamps: facts.maxLamps, present, mode: 'overwrite' } as const
  const lines = faultsOf(placedLamps, rules)
  if (lines.length > 0) return { can: false, reason: 'SERIAL_LIST_INVALID', lines }
  const serialByAddr = new Map(lamps.map(({ addr, serial }) => [addr, serial]))
  return {
    can: true,
    changes: placedLamps.map(({ serial, addr }) => ({ addr, before: serialByAddr.get(addr) ?? null, after: serial })),
  }
}

const planDelete = (addrs: readonly number[], lamps: readonly ListedLamp[]): ConfigurationPlan<'LAMP_NOT_FOUND'> => {
  const serialByAddr = new Map(lamps.map(({ addr, serial }) => [addr, serial]))
  const unique = [...new Set(addrs)].sort((a, b) => a - b)
  if (unique.some((addr) => !serialByAddr.has(addr))) return refuse('LAMP_NOT_FOUND')
  return { can: true, changes: unique.map((addr) => ({ addr, before: serialByAddr.get(addr) ?? null, after: null })) }
}

/** Serials for substitution have 6 or 8 digits, whatever else the type accepts (specification, section 5). */
const substitutionDigits = [6, 8]

/** Substitutes the lamps at these positions. */
export const planSubstitute = (
  addrs: readonly number[],
  serials: readonly string[],
  lamps: readonly ListedLamp[],
): ConfigurationPlan<'SERIAL_LIST_INVALID' | 'SERIAL_COUNT_DIFFERS' | 'LAMP_NOT_FOUND'> => {
  const serialByAddr = new Map(lamps.map(({ addr, serial }) => [addr, serial]))
  if (new Set(addrs).size !== serials.length || addrs.length !== serials.length) return refuse('SERIAL_COUNT_DIFFERS')
  if (addrs.some((addr) => !serialByAddr.has(addr))) return refuse('LAMP_NOT_FOUND')
  const present = new Set(serialByAddr.values())
  const lines = serials.flatMap((serial, at) => {
    const fault =
      serialFaultOf(serial, substitutionDigits) ??
      (serials.indexOf(serial) < at ? 'duplicate' : null) ??
      (present.has(serial) ? 'alreadyPresent' : null)
    return fault ? [{ line: at + 1, serial, fault: fault as SerialFault }] : []
  })
  if (lines.length > 0) return { can: false, reason: 'SERIAL_LIST_INVALID', lines }
  return {
    can: true,
    changes: addrs.map((addr, at) => ({ addr, before: serialByAddr.get(addr) ?? null, after: serials[at] ?? null })),
  }
}

/**
 * Computes the changes of a request position by position, or its refusal, exactly as the server does. The result of a
 * search is unknown beforehand.
 */
export const planConfiguration = (
  request: ConfigurationRequest,
  lamps: readonly ListedLamp[],
  facts: UnitTypeFacts,
): ConfigurationPlan => {
  switch (request.mode) {
    case 'newAcquisition':
      if (facts.hasRadioNetwork && request.plant_code === undefined) return refuse('PLANT_CODE_REQUIRED')
      if (!facts.hasRadioNetwork && request.plant_code !== undefined) return refuse('UNIT_HAS_NO_RADIO_NETWORK')
      return { can: true, changes: lamps.map(({ addr, serial }) => ({ addr, before: serial, after: null })) }
    case 'append':
      return lamps.length >= facts.maxLamps ? refuse('UNIT_FULL') : { can: true, changes: [] }
    case 'appendSerials':
      return planAppend(request.serials, lamps, facts)
    case 'overwriteSerials':
      return planOverwrite(request.serials, lamps, facts)
    case 'delete':
      return planDelete(request.addrs, lamps)
    case 'substitute':
      return planSubstitute(request.addrs, request.serials, lamps)
    default:
      return request satisfies never
  }
}
