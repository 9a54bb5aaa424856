import { configurationModes } from '@vigilux/contract/features/configuration/configuration.ts'
import { lampsPerPage } from '@vigilux/contract/features/groups/group.ts'
import { crc8, createSilentLamp, type VirtualLamp } from './lamp.ts'
import type { LampList } from './lamp-list.ts'
import { type Answer, done, refused, type UnitContext } from './unit-context.ts'
import type { Orders, UnitParts } from './unit-parts.ts'

/** Whether a lamp of this unit type can have this serial: its length, and its checksum if it has one. */
const canBeSerial = ({ wire }: UnitContext, serial: string): boolean => {
  if (!wire.facts.lampSerialDigits.includes(serial.length)) return false
  if (serial.length < 8) return true
  const bytes = [...Buffer.from(serial, 'hex')]
  return crc8(bytes.slice(0, 3)) === bytes[3]
}

type SerialWrite = { addr: number; serial: string }

/** Refusal code for these serials, or null. */
const refusalOf = (unit: UnitContext, serialWrites: readonly SerialWrite[]): string | null => {
  if (serialWrites.some(({ serial }) => !canBeSerial(unit, serial))) return 'INVALID_BODY'
  if (serialWrites.some(({ addr }) => addr > unit.wire.facts.maxLamps)) return 'POSITION_INVALID'
  const places = new Set(serialWrites.map(({ addr }) => addr))
  const serials = new Set(serialWrites.map(({ serial }) => serial))
  if (places.size < serialWrites.length) return 'POSITION_INVALID'
  const isAtOtherAddr = unit.list.known.some(({ addr, serial }) => serials.has(serial) && !places.has(addr))
  return isAtOtherAddr || serials.size < serialWrites.length ? 'SERIAL_ALREADY_PRESENT' : null
}

const writeSerial = (list: LampList, { addr, serial }: SerialWrite): void => {
  if (list.at(addr)?.serial === serial) return
  list.place(list.attached.find((lamp) => lamp.serial === serial) ?? createSilentLamp(serial), addr)
}

/** Replacement of a lamp: the configuration remains, battery and hours start again. */
const createReplacement = (oldLamp: VirtualLamp, serial: string): VirtualLamp => ({
  ...oldLamp,
  serial,
  newAt: Date.now(),
  capacity: 1.2,
  charge: 0.1,
  chargedAt: Date.now(),
  faults: [],
  activity: 'normal',
  blinksUntil: 0,
})

const substituteLamps = (
  { context }: UnitParts,
  oldSerials: readonly string[],
  newSerials: readonly string[],
): Answer => {
  const { list } = context
  if (oldSerials.length !== newSerials.length || newSerials.some((serial) => !canBeSerial(context, serial)))
    return refused('INVALID_BODY')
  const lamps = oldSerials.flatMap((serial) => list.known.find((lamp) => lamp.serial === serial) ?? [])
  if (new Set(lamps).size < oldSerials.length) return refused('SERIAL_UNKNOWN')
  const isPresent = newSerials.some((serial) => list.known.some((lamp) => lamp.serial === serial))
  if (isPresent || new Set(newSerials).size < newSerials.length) return refused('SERIAL_ALREADY_PRESENT')
  const replacements = lamps.map((lamp, index) => createReplacement(lamp, newSerials[index] ?? ''))
  for (const [index, lamp] of lamps.entries()) list.exchange(lamp, replacements[index] ?? lamp)
  list.isChanged = true
  context.detailChanged(replacements)
  return done
}

export const listOrders: Orders<'setLgSerialId' | 'deleteLgSerialId' | 'substituteLogicaFM' | 'configLogica'> = {
  setLgSerialId: ({ context, search }, { page, lampId }) => {
    const { list } = context
    const serialWrites = lampId.map(({ index, serial }) => ({ addr: page * lampsPerPage + index, serial }))
    const refusal = refusalOf(context, serialWrites)
    if (refusal) return refused(refusal)
    // Lamps about to swap addresses are first removed from theirs.
    for (const { addr, serial } of serialWrites) if (list.at(addr)?.serial !== serial) list.remove(addr)
    for (const serialWrite of serialWrites) writeSerial(list, serialWrite)
    list.isChanged = true
    search.settle()
    context.detailChanged(serialWrites.flatMap(({ addr }) => list.at(addr) ?? []))
    context.shadowChanged()
    return done
  },
  deleteLgSerialId: ({ context }, { page, indexes }) => {
    const places = indexes.map((index) => page * lampsPerPage + index).filter((addr) => context.list.at(addr))
    if (places.length === 0) return refused('NO_LAMPS')
    for (const addr of places) context.list.remove(addr)
    context.list.isChanged = true
    context.listChanged()
    context.shadowChanged()
    return done
  },
  substituteLogicaFM: (unit, { old, new: newSerials }) => substituteLamps(unit, old, newSerials),
  configLogica: (unit, { modalita_config_logica: mode }) => {
    if (mode === configurationModes.append) {
      if (unit.tests.running) return refused('TEST_RUNNING')
      const answer = unit.search.append()
      if (answer.state !== 'done') return answer
    }
    unit.settings.configurationMode = mode
    unit.context.shadowChanged()
    return done
  },
}
