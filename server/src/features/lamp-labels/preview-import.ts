import { lampSerialLengths } from '@vigilux/contract/features/configuration/lamp-serial.ts'
import { findImportFault } from '@vigilux/contract/features/lamp-labels/lamp-text.rules.ts'
import type { ImportFault, ImportPreview, ImportRow } from '@vigilux/contract/features/lamp-labels/lamp-text.ts'
import { stripInvisible } from '@vigilux/contract/kernel/primitives.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { listUnitRows } from '../central-units/index.ts'
import { listLampsAtPlaces, listLampsWithSerials, type TextLamp } from './text-lamps.store.ts'

type UnitName = { unit: string; cuId: string }

const normalized = (text: string | undefined): string => (text ?? '').trim().toUpperCase()

/** The units of a name: by topic or by serial. */
const unitsNamed = (units: readonly UnitName[], name: string): UnitName[] =>
  units.filter(({ unit, cuId }) => unit.toUpperCase() === name || cuId.toUpperCase() === name)

const placeKey = (topic: string, addr: number): string => `${topic} ${addr}`

type KnownLamps = {
  units: readonly UnitName[]
  bySerial: ReadonlyMap<string, readonly TextLamp[]>
  byPlace: ReadonlyMap<string, TextLamp>
}

const findOnly = (lamps: readonly TextLamp[], faultIfNone: ImportFault): TextLamp | ImportFault => {
  const [lamp] = lamps
  return lamps.length > 1 ? 'severalLamps' : (lamp ?? faultIfNone)
}

/** Serials shortened to this number by spreadsheets. */
const serialsWithZeros = (serial: string): string[] =>
  /^\d+$/.test(serial)
    ? lampSerialLengths.filter((length) => length > serial.length).map((length) => serial.padStart(length, '0'))
    : []

/** The lamp of a row, or why it matches none. */
const lampOf = (row: ImportRow, { units, bySerial, byPlace }: KnownLamps): TextLamp | ImportFault => {
  const [serial, unit] = [normalized(row.serial), normalized(row.unit)]
  const namedUnits = unitsNamed(units, unit)
  if (unit !== '' && namedUnits.length === 0) return 'unknownUnit'
  if (serial !== '') {
    const listCandidates = (name: string): readonly TextLamp[] => {
      const lamps = bySerial.get(name) ?? []
      return unit === '' ? lamps : lamps.filter(({ topic }) => namedUnits.some((one) => one.unit === topic))
    }
    if (serialsWithZeros(serial).some((name) => listCandidates(name).length > 0)) return 'zeroLost'
    return findOnly(listCandidates(serial), 'unknownSerial')
  }
  const lampsAtPlace = namedUnits.flatMap((one) => byPlace.get(placeKey(one.unit, Number(row.number))) ?? [])
  return findOnly(lampsAtPlace, 'unknownNumber')
}

const readKnownLamps = async (tx: Tx, plantId: string, rows: readonly ImportRow[]): Promise<KnownLamps> => {
  const units = (await listUnitRows(tx, [plantId])).filter(({ acquired }) => acquired)
  const serials = rows
    .map(({ serial }) => normalized(serial))
    .filter(Boolean)
    .flatMap((serial) => [serial, ...serialsWithZeros(serial)])
  const places = rows
    .filter(({ serial }) => normalized(serial) === '')
    .flatMap(({ unit, number }) =>
      unitsNamed(units, normalized(unit)).map((one) => ({ topic: one.unit, addr: Number(number) })),
    )
  const withSerial = await listLampsWithSerials(tx, plantId, serials)
  const atPlace = await listLampsAtPlaces(tx, plantId, places)
  return {
    units,
    bySerial: Map.groupBy(withSerial, ({ serial }) => normalized(serial)),
    byPlace: new Map(atPlace.map((lamp) => [placeKey(lamp.topic, lamp.addr), lamp])),
  }
}

const toStoredText = (text: string): string => stripInvisible(text).trim()

/** Effects of a file's rows on the lamps of a plant. Of several rows for one lamp the first counts. */
export const previewImport = async (tx: Tx, plantId: string, rows: readonly ImportRow[]): Promise<ImportPreview> => {
  const validRows = rows.filter((row) => findImportFault(row) === null)
  const knownLamps = await readKnownLamps(tx, plantId, validRows)
  const preview: ImportPreview = { changed: [], unchanged: [], faulty: [] }
  const seenLamps = new Set<string>()
  for (const row of rows) {
    const { line } = row
    const found = findImportFault(row) ?? lampOf(row, knownLamps)
    const key = typeof found === 'string' ? '' : `${found.centralUnitId} ${found.serial}`
    const lamp = seenLamps.has(key) ? 'twice' : found
    if (typeof lamp === 'string') {
      preview.faulty.push({ line, reason: lamp })
      continue
    }
    seenLamps.add(key)
    const { topic, addr, serial, description, location, version } = lamp
    const after = {
      description: toStoredText(row.description ?? description),
      location: toStoredText(row.location ?? location),
    }
    if (after.description === description && after.location === location) preview.unchanged.push(line)
    else preview.changed.push({ line, topic, addr, serial, before: { description, location, version }, after })
  }
  return preview
}
