import { configurationModes } from '@vigilux/contract/features/configuration/configuration.ts'
import { lampsPerPage } from '@vigilux/contract/features/groups/group.ts'
import { daliFacts } from '@vigilux/device-plane/central-units/dali/facts.ts'
import { command, encodedShort } from '../bus/opcodes.ts'
import { configureWith } from '../bus/transaction.ts'
import type { GearPlace } from '../emergency-test/test-runner.ts'
import { isPresent } from '../line/scan.ts'
import { type CommandEnd, done, refused } from '../platform/command-desk.ts'
import type { StoredGear } from './bridge-state.ts'
import { addrOf, placeAt } from './gear-list.ts'
import { isAllowedMask, writeGroups } from './group-writes.ts'
import { type CommandedUnit, ended, inTurn, type Order, order } from './order.ts'

/** Commands about the list of lamps and their groups. */

const addrOn = (page: number, index: number): number => page * lampsPerPage + index
const placesOn = (unit: CommandedUnit, page: number, indexes: readonly number[]): GearPlace[] => {
  const addresses = new Set(indexes.map((index) => addrOn(page, index)))
  return unit.lamps.places.filter(({ addr }) => addresses.has(addr))
}

const scanAll = (unit: CommandedUnit, fromNothing: boolean): CommandEnd => {
  if (unit.tests.running) return refused('TEST_RUNNING')
  const lines = unit.lines.filter(({ isPowered }) => isPowered === true)
  if (lines.length === 0) return refused('DEVICE_NOT_REACHABLE')
  if (lines.some((line) => unit.scans.isBusy(line))) return refused('NETWORK_BUSY')
  for (const line of lines) void unit.scans.scan(line, fromNothing)
  return done
}

/** Writes the groups of lamps, if none is in too many afterwards. */
const setGroups = async (
  unit: CommandedUnit,
  places: readonly GearPlace[],
  maskOf: (place: GearPlace) => number,
): Promise<CommandEnd> => {
  if (places.length === 0) return refused('NO_LAMPS')
  const changed = places.filter((place) => maskOf(place) !== place.gear.readings.groups)
  if (changed.some((place) => !isAllowedMask(maskOf(place)))) return refused('LAMP_GROUP_LIMIT')
  const isWritten: boolean[] = []
  for (const place of changed) {
    isWritten.push(await writeGroups(place.line, place.gear, maskOf(place)))
    unit.reporter.lampChanged(place.addr)
  }
  return ended(isWritten.every((one) => one))
}

const masksOf = (payload: string): number[] =>
  Array.from({ length: lampsPerPage }, (_, index) => Number.parseInt(payload.slice(index * 4, index * 4 + 4), 16))

const setBatch = (unit: CommandedUnit): CommandEnd | Promise<CommandEnd> => {
  const pages = unit.batch.end()
  if (!pages) return refused('BATCH_NOT_OPEN')
  const masks = new Map(
    [...pages].flatMap(([page, payload]) => masksOf(payload).map((mask, at) => [addrOn(page, at + 1), mask] as const)),
  )
  const named = unit.lamps.places.filter(({ addr }) => masks.has(addr))
  if (named.length === 0) return done
  return setGroups(unit, named, ({ addr }) => masks.get(addr) ?? 0)
}

/** Moves gear to another address of its line. Returns the refusal, or null. */
const moveGear = async (unit: CommandedUnit, stored: StoredGear, addr: number): Promise<string | null> => {
  const { line: lineNumber, short } = placeAt(addr)
  const line = unit.lines[stored.line - 1]
  if (!line || lineNumber !== stored.line) return 'POSITION_INVALID'
  if ((await isPresent(line.run, short)) !== 'no') return 'POSITION_INVALID'
  await line.run(configureWith({ short: stored.short }, command.setShortAddress, encodedShort(short)), 3)
  if ((await isPresent(line.run, short)) !== 'yes') return 'DEVICE_NOT_REACHABLE'
  const others = unit.journal.state.gears.filter((gear) => gear.serial !== stored.serial && addrOf(gear) !== addr)
  const gears = [...others, { ...stored, short }].toSorted((one, other) => addrOf(one) - addrOf(other))
  unit.saveGears(gears, line)
  return null
}

const placeSerials = async (unit: CommandedUnit, wanted: readonly { addr: number; serial: string }[]) => {
  for (const { addr, serial } of wanted) {
    if (addr > daliFacts.maxLamps) return refused('POSITION_INVALID')
    const stored = unit.journal.state.gears.find((gear) => gear.serial === serial)
    if (!stored) return refused('SERIAL_UNKNOWN')
    const refusal = addrOf(stored) === addr ? null : await moveGear(unit, stored, addr)
    if (refusal) return refused(refusal)
  }
  return done
}

/** The new gear gets address, name and groups of the old one, which no longer answers. */
const substitute = async (unit: CommandedUnit, oldSerial: string, newSerial: string): Promise<string | null> => {
  const { gears } = unit.journal.state
  const [before, after] = [oldSerial, newSerial].map((serial) => gears.find((gear) => gear.serial === serial))
  if (!before || !after) return 'SERIAL_UNKNOWN'
  const groups = unit.lamps.viewAt(addrOf(before))?.gear.readings.groups ?? 0
  const refusal = await moveGear(unit, { ...after, name: before.name }, addrOf(before))
  if (refusal) return refusal
  const place = unit.lamps.places.find(({ serial }) => serial === newSerial)
  const isWritten = place ? await writeGroups(place.line, place.gear, groups) : false
  return isWritten ? null : 'DEVICE_NOT_REACHABLE'
}

const substituteAll = async (
  unit: CommandedUnit,
  oldSerials: readonly string[],
  newSerials: readonly string[],
): Promise<CommandEnd> => {
  for (const [at, serial] of oldSerials.entries()) {
    const refusal = await substitute(unit, serial, newSerials[at] ?? '')
    if (refusal) return refused(refusal)
  }
  return done
}

export const listOrders: Record<string, Order> = {
  ...order('createNetwork', (unit) => scanAll(unit, true)),
  ...order('configLogica', (unit, { modalita_config_logica: mode }) => {
    const end = mode === configurationModes.append ? scanAll(unit, false) : done
    if (end.state !== 'done') return end
    unit.records.commit({ configurationMode: mode })
    unit.reporter.gather()
    return done
  }),
  ...order('scanLines', (unit, { lines }) => {
    const wanted = unit.lines.filter(({ number }) => lines.includes(number + 1))
    if (wanted.some((line) => unit.scans.isBusy(line))) return refused('NETWORK_BUSY')
    for (const line of wanted) void unit.scans.scan(line)
    return done
  }),
  ...order('commissionLine', (unit, { line: number, duplicates }) => {
    if (unit.tests.running) return refused('TEST_RUNNING')
    const line = unit.lines[number - 1]
    if (!line || unit.scans.isBusy(line)) return refused('NETWORK_BUSY')
    void unit.scans.commission(line, duplicates)
    return done
  }),
  ...order('setLampName', (unit, { lamp, lampName }) => {
    if (lampName.length > daliFacts.nameLength) return refused('INVALID_BODY')
    if (!unit.lamps.viewAt(lamp)) return refused('NO_LAMPS')
    const gears = unit.journal.state.gears.map((gear) => (addrOf(gear) === lamp ? { ...gear, name: lampName } : gear))
    unit.records.commit({ gears })
    unit.lamps.load()
    unit.reporter.lampChanged(lamp)
    return done
  }),
  ...order('setParam', () => refused('PARAMETER_NOT_SUPPORTED')),
  ...order('setMultiParam', () => refused('PARAMETER_NOT_SUPPORTED')),
  ...order('setGroup', (unit, { page, indexes, group }, accept) =>
    inTurn(unit, accept, () =>
      setGroups(unit, placesOn(unit, page, indexes), ({ gear }) => gear.readings.groups | (1 << (group - 1))),
    ),
  ),
  ...order('removeGroup', (unit, { page, indexes, group }, accept) =>
    inTurn(unit, accept, () =>
      setGroups(unit, placesOn(unit, page, indexes), ({ gear }) => gear.readings.groups & ~(1 << (group - 1))),
    ),
  ),
  ...order('setMultiGroup', (unit, { page, payload }) =>
    unit.batch.add(page, payload) ? done : refused('BATCH_NOT_OPEN'),
  ),
  ...order('setBatch', (unit, { param }, accept) => {
    if (param === '03') return inTurn(unit, accept, () => setBatch(unit))
    unit.batch.begin()
    return done
  }),
  ...order('setLgSerialId', (unit, { page, lampId }, accept) => {
    const wanted = lampId.map(({ index, serial }) => ({ addr: addrOn(page, index), serial }))
    return inTurn(unit, accept, () => placeSerials(unit, wanted))
  }),
  ...order('deleteLgSerialId', (unit, { page, indexes }) => {
    const gone = new Set(indexes.map((index) => addrOn(page, index)))
    const gears = unit.journal.state.gears.filter((gear) => !gone.has(addrOf(gear)))
    if (gears.length === unit.journal.state.gears.length) return refused('NO_LAMPS')
    unit.records.commit({ gears })
    unit.lamps.load()
    unit.reporter.listChanged()
    return done
  }),
  ...order('substituteLogicaFM', (unit, { old, new: newSerials }, accept) =>
    old.length === newSerials.length
      ? inTurn(unit, accept, () => substituteAll(unit, old, newSerials))
      : refused('INVALID_BODY'),
  ),
}
