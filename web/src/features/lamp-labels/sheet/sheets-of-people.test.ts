// @vitest-environment node
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { csvOf } from '../../../shared/table/csv.ts'
import { findHeaderRow, recognizeColumns } from '../column-names.ts'
import { toImportRows } from '../import-rows.ts'
import { readSheetFile } from './read-sheet.ts'
import type { ReadRows, SheetRow } from './sheet.ts'

const fixture = async (name: string, language = 'en'): Promise<ReadRows> => {
  const sheet = await readSheetFile(new Uint8Array(readFileSync(join(import.meta.dirname, 'fixtures', name))), language)
  if ('failed' in sheet) throw new Error(sheet.failed)
  return sheet
}
const imported = (rows: readonly SheetRow[]) => {
  const at = findHeaderRow(rows) ?? 0
  const heads = rows[at]?.cells ?? []
  return toImportRows(rows.slice(at + 1), recognizeColumns(heads), heads.length)
}
const textsOf = async (name: string) =>
  imported((await fixture(name)).rows).rows.map(({ serial, description, location }) => [serial, description, location])

describe('a list of lamps from Excel', () => {
  test.each(['prague-excel.csv', 'prague-unicode.txt', 'prague-utf8bom.csv'])(
    '%s has its Czech letters',
    async (name) => {
      expect((await textsOf(name))[0]).toEqual(['BDAAD3', 'Chodba č. 1 – přízemí', 'Šatna žáků'])
    },
  )

  test('in Polish keeps its letters and offers other encodings', async () => {
    const { rows, others: otherSheets } = await fixture('warsaw-excel.csv')
    expect(rows[1]?.cells).toEqual(['4FF1C189', 'Wyjście ewakuacyjne', 'Łazienka chłopców'])
    expect(otherSheets?.tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['windows-1250', 'windows-1252']),
    )
  })

  test('in German, French and Norwegian is still read correctly', async () => {
    for (const text of ['Tür, größer', 'Entrée – près du réfectoire', 'Nødutgang på låven', 'Caffè e città']) {
      const bytes = Uint8Array.from(`Serial;Place\nA1B2C1;${text}`.replace('–', '\u0096'), (sign) => sign.charCodeAt(0))
      const sheet = await readSheetFile(bytes)
      expect('rows' in sheet && sheet.rows[1]?.cells[1]).toBe(text)
    }
  })

  test.each([
    ['windows-1252', 'Tür; G\u00e4rtnerei, Stra\u00dfe', [0xfc, 0xe4, 0xdf]],
    ['macintosh', 'Tür; Gärtnerei, Straße', [0x9f, 0x8a, 0xa7]],
    ['cp850', 'Tür; Gärtnerei, Straße', [0x81, 0x84, 0xe1]],
    ['cp850', 'Gärtnerei', [0x84]],
    ['cp852', 'Chodba přízemí', [0xfd, 0xa1, 0xa1]],
    ['x-mac-ce', 'Šatna žáků – přízemí', [0xe1, 0xec, 0x87, 0xf3, 0xd0, 0xde, 0x92, 0x92]],
    ['macintosh', '¿Cámara nº 2?', [0xc0, 0x87, 0xbc]],
    ['cp850', 'Perché è città', [0x82, 0x8a, 0x85]],
    ['iso-8859-2', 'Świetlica, Łazienka', [0xa6, 0xa3]],
  ])('in %s has the letters of %s', async (encoding, text, codes) => {
    const letters = [...codes]
    const place = Uint8Array.from(text, (sign) => (sign > '~' ? (letters.shift() ?? 0) : sign.charCodeAt(0)))
    const bytes = Buffer.concat([Buffer.from('Serial|Place\nA1B2C1|'), place, Buffer.from('\n')])
    const sheet = await readSheetFile(new Uint8Array(bytes), 'de')
    if ('failed' in sheet) throw new Error(sheet.failed)
    expect(sheet.rows[1]?.cells).toEqual(['A1B2C1', text])
    if (sheet.others) expect(sheet.others.tables[0]?.name).toBe(encoding)
  })

  test('in UTF-8 with a damaged letter names its row alone', async () => {
    const text = 'Serial;Place\nA1B2C1;Šatna žáků\nA1B2C2;Łazienka\nA1B2C3;T\xFCr'
    const bytes = Buffer.concat([Buffer.from(text.slice(0, -2)), Buffer.from(text.slice(-2), 'latin1')])
    const sheet = await readSheetFile(new Uint8Array(bytes), 'cs')
    if ('failed' in sheet) throw new Error(sheet.failed)
    expect(sheet.others?.tables[0]?.name).toBe('utf-8')
    const { rows, faulty } = imported(sheet.rows)
    expect(rows.map(({ location }) => location)).toEqual(['Šatna žáků', 'Łazienka'])
    expect(faulty).toEqual([{ line: 4, reason: 'unreadableLetters' }])
  })

  test('with one foreign letter is read in the language of its reader first', async () => {
    const bytes = new Uint8Array(Buffer.from('Serial;Place\nA1B2C1;Wyj\x98cie', 'latin1'))
    const polish = await readSheetFile(bytes, 'pl')
    expect('rows' in polish && polish.rows[1]?.cells[1]).toBe('Wyjście')
    expect('rows' in polish && polish.others?.tables.map(({ name }) => name)).toContain('macintosh')
  })

  test.each([
    ['commas in its texts', 'Serial;Place\nA1B2C1;Hall, left, up\nA1B2C2;Hall, right, up\n'],
    [
      'commas in its title',
      'Lamps, hall, left and right\nSerial;Place\nA1B2C1;Hall, left, up\nA1B2C2;Hall, right, up\n',
    ],
    [
      'the line ends of Windows after its separator',
      'sep=;\r\nSerial;Place\r\nA1B2C1;"Hall, left, up"\r\nA1B2C2;"Hall, right, up"\r\n',
    ],
    [
      'the line ends of old Macs after its separator',
      'sep=;\rSerial;Place\rA1B2C1;Hall, left, up\rA1B2C2;Hall, right, up\r',
    ],
    ['two kinds of line ends', 'Serial;Place\nA1B2C1;"Hall, left, up"\r\nA1B2C2;"Hall, right, up"\r\n'],
  ])('is read with %s', async (_what, text) => {
    const sheet = await readSheetFile(new Uint8Array(Buffer.from(text)))
    if ('failed' in sheet) throw new Error(sheet.failed)
    const first = text.split(/\r\n|\r|\n/).findIndex((line) => line.startsWith('A1B2C1')) + 1
    expect(imported(sheet.rows).rows).toEqual([
      { line: first, serial: 'A1B2C1', location: 'Hall, left, up' },
      { line: first + 1, serial: 'A1B2C2', location: 'Hall, right, up' },
    ])
  })

  test('with a password is reported as protected', async () => {
    const head = Buffer.from('d0cf11e0a1b11ae1', 'hex')
    const bytes = Buffer.concat([head, Buffer.alloc(504), Buffer.from('EncryptedPackage', 'utf16le'), Buffer.alloc(96)])
    expect(await readSheetFile(new Uint8Array(bytes))).toEqual({ failed: 'protected' })
  })

  test('with a merged place gives it to each lamp', async () => {
    const places = (await textsOf('merged-place.xlsx')).map(([, , place]) => place)
    expect(places).toEqual(Array.from({ length: 5 }, () => 'Přízemí – vstup'))
  })

  test('that is our own export comes back unchanged', async () => {
    expect(await textsOf('own-export-back.csv')).toEqual([['FC7C8D62', '-1 Keller', '+1 OG']])
  })

  test.each(["'-1", "''=x", "'t Hof", '=1', "'", '\t@x', "- '"])(
    'keeps %j unchanged through export and import',
    async (text) => {
      const columns = ['Serial', 'Place'].map((header, at) => ({
        id: header,
        header,
        cell: () => null,
        value: (row: string[]) => row[at],
      }))
      const sheet = await readSheetFile(new TextEncoder().encode(csvOf([['A1B2C1', text]], columns, 'de')))
      expect('rows' in sheet && sheet.rows[1]?.cells).toEqual(['A1B2C1', text])
    },
  )

  test('is found below its title', async () => {
    expect(await textsOf('title-rows.xlsx')).toEqual([
      ['BDAAD3', 'A0', 'B'],
      ['639B5B88', 'A1', 'B'],
      ['B1E68A03', 'A2', 'B'],
    ])
  })

  test('is found on its second sheet', async () => {
    const { rows, others: otherSheets } = await fixture('cover-sheet.xlsx')
    expect(otherSheets?.tables).toHaveLength(2)
    expect(rows.map(({ cells }) => cells[0])).toEqual(['Serial', 'BDAAD3'])
  })

  test('in the old Excel format is reported', async () => {
    await expect(fixture('old.xls')).rejects.toThrow('oldExcel')
  })

  test('with a line break in a cell gets a space there', async () => {
    expect(await textsOf('quoted-newline.csv')).toEqual([['BDAAD3', 'Chodba 1', 'Sklad; vlevo']])
  })

  test.each([
    ['zero-lost-no.xlsx', [{ line: 2, reason: 'zeroLost' }]],
    ['scientific-de.csv', [{ line: 2, reason: 'madeNumber' }]],
    ['scientific-de.xlsx', [{ line: 2, reason: 'madeNumber' }]],
  ])('%s reports how a serial was damaged', async (name, faulty) => {
    expect(imported((await fixture(name)).rows).faulty).toEqual(faulty)
  })

  test('reports a text that became a date and keeps TRUE', async () => {
    const { rows, faulty } = imported((await fixture('odd-cells.xlsx')).rows)
    expect(faulty).toEqual([{ line: 2, reason: 'madeDate' }])
    expect(rows.find(({ serial }) => serial === 'B1E68A03')).toMatchObject({ description: 'TRUE', location: '101' })
  })
})
