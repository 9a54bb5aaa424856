// @vitest-environment node
import { crc32, deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readFile } from './read-in-worker.ts'
import { readSheetFile } from './read-sheet.ts'
import type { Sheet } from './sheet.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const cellsOf = (sheet: Sheet) => ('rows' in sheet ? sheet.rows.map(({ cells }) => cells) : sheet.failed)
const csv = async (text: string) => cellsOf(await readSheetFile(utf8(text)))

describe('a CSV file', () => {
  const rows = [
    ['Seriennummer', 'Ort'],
    ['A1B2C1', 'Tür, links'],
  ]

  test.each([
    ['semicolons', 'Seriennummer;Ort\nA1B2C1;"Tür, links"\n'],
    ['commas', 'Seriennummer,Ort\r\nA1B2C1,"Tür, links"\r\n'],
    ['tabs', 'Seriennummer\tOrt\nA1B2C1\tTür, links\n'],
    ['a mark of UTF-8', '\uFEFFSeriennummer;Ort\nA1B2C1;Tür, links'],
    ['a first line of Excel', 'sep=;\nSeriennummer;Ort\nA1B2C1;Tür, links\n'],
    ['empty lines', '\n\nSeriennummer;Ort\n\n;;\nA1B2C1;Tür, links\n\n'],
  ])('is read with %s', async (_, text) => {
    expect(await csv(text)).toEqual(rows)
  })

  test('in Windows-1252 or UTF-16 keeps its umlauts', async () => {
    const text = 'Seriennummer;Ort\nA1B2C1;Tür, links'
    const windows = Uint8Array.from(text, (sign) => sign.charCodeAt(0))
    const wide = new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'))
    expect(cellsOf(await readSheetFile(windows))).toEqual(rows)
    expect(cellsOf(await readSheetFile(wide))).toEqual(rows)
  })

  test.each([
    '<html><table><tr><td>Serial</td></tr></table></html>',
    '\uFEFF<?xml version="1.0"?><Workbook/>',
    '{\\rtf1 Serial;Place}',
    '%PDF-1.7\n',
    '[{"serial":"A1B2C1"}]',
    'ID;PWXL;N;E\nC;Y1;X1;K"Serial"\n',
  ])('is not %j', async (text) => {
    expect(await csv(text)).toBe('notText')
  })

  test('ends at the end mark of DOS', async () => {
    expect(await csv('Serial;Place\nA1B2C1;x\n\u001A')).toEqual([
      ['Serial', 'Place'],
      ['A1B2C1', 'x'],
    ])
  })

  test.each([
    ['1,00E+05', 'madeNumber'],
    ['02. Jan', 'madeDate'],
    ['1-Mär', 'madeDate'],
    ['2-gen', 'madeDate'],
    ['Jan-26', 'madeDate'],
    ['1. Stock', undefined],
    ['2-bis', undefined],
    ['02.01.2026', undefined],
  ])('names the damage of the text %j: %s', async (text, damage) => {
    const sheet = await readSheetFile(utf8(`Serial;Place\nA1B2C1;${text}\n`))
    expect('rows' in sheet && sheet.rows[1]?.damaged).toEqual(damage && [{ column: 1, damage }])
  })

  test.each(['utf16le', 'utf16be'])('in %s without a mark keeps its letters', async (order) => {
    const bytes = Buffer.from('Seriennummer;Ort\nA1B2C1;Tür, links', 'utf16le')
    const file = new Uint8Array(order === 'utf16be' ? bytes.swap16() : bytes)
    expect(cellsOf(await readSheetFile(file))).toEqual(rows)
  })

  test('reports the line on which a row ends, also with quoted line breaks', async () => {
    const sheet = await readSheetFile(utf8('a;b\n"x\ny";1\nz;2\n'))
    expect('rows' in sheet ? sheet.rows.map(({ line }) => line) : []).toEqual([1, 3, 4])
  })

  test('keeps text that begins with an equals sign', async () => {
    expect(await csv('a;b\n=1+1;=cmd\n')).toEqual([
      ['a', 'b'],
      ['=1+1', '=cmd'],
    ])
  })

  test.each([
    ['100,000 lines', `a;b\n${'1;2\n'.repeat(100_000)}`, 'tooManyRows'],
    ['61 columns', `${'a;'.repeat(60)}a\n`, 'tooManyColumns'],
    ['a NUL', 'a;b\n1\0;2\n', 'notText'],
    ['nothing', '\n ; \n', 'empty'],
    ['one row of a megabyte', `a;b\n"${'x'.repeat(1_000_000)}\n`, 'broken'],
    ['8 MiB and one byte', 'x'.repeat(8 * 1024 ** 2 + 1), 'tooLarge'],
  ])('of %s is refused', async (_, text, failed) => {
    expect(await csv(text)).toBe(failed)
  })
})

type Entry = { name: string; text: string; claimedBytes?: number }

/** An archive; `said` is the unpacked size of an entry in its directory. */
function archive(entries: readonly Entry[]): Uint8Array {
  const bodies: Buffer[] = []
  const list: Buffer[] = []
  let at = 0
  for (const { name, text, claimedBytes = Buffer.byteLength(text) } of entries) {
    const compressed = deflateRawSync(text)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(text), 10)
    common.writeUInt32LE(compressed.length, 14)
    common.writeUInt32LE(claimedBytes, 18)
    common.writeUInt16LE(name.length, 22)
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), compressed])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    list.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), common, place, Buffer.from(name)]))
    bodies.push(body)
    at += body.length
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(Buffer.concat(list).length, 8)
  end.writeUInt32LE(at, 12)
  return new Uint8Array(Buffer.concat([...bodies, ...list, Buffer.from('PK\x05\x06'), end]))
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006/relationships'
const type = (part: string) => `application/vnd.openxmlformats-officedocument.spreadsheetml.${part}+xml`
const xlsx = (rows: string, extraEntries: Entry[] = [], afterRows = '') =>
  archive([
    {
      name: '[Content_Types].xml',
      text: `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="${type('sheet.main')}"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type('worksheet')}"/></Types>`,
    },
    {
      name: '_rels/.rels',
      text: `<Relationships xmlns="${packages}"><Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      text: `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Lamps" sheetId="1" r:id="r1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      text: `<Relationships xmlns="${packages}"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    },
    ...extraEntries,
    {
      name: 'xl/worksheets/sheet1.xml',
      text: `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData>${afterRows}</worksheet>`,
    },
  ])
const text = (place: string, value: string) => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`

describe('an XLSX file', () => {
  test('is read with texts, numbers and cached results of formulas', async () => {
    const file = xlsx(
      `<row r="1">${text('A1', 'Serial')}${text('B1', 'Number')}${text('C1', 'Place')}</row>` +
        `<row r="3">${text('A3', 'A1B2C1')}<c r="B3"><v>12</v></c><c r="C3" t="str"><f>"T"&amp;1</f><v>Tür 1</v></c></row>` +
        `<row r="4">${text('A4', 'A1B2C2')}<c r="B4"><v>13</v></c><c r="C4" t="str"><f>"T"&amp;2</f></c></row>`,
    )
    const sheet = await readSheetFile(file)
    expect(cellsOf(sheet)).toEqual([
      ['Serial', 'Number', 'Place'],
      ['A1B2C1', '12', 'Tür 1'],
      ['A1B2C2', '13', ''],
    ])
    expect('rows' in sheet ? sheet.rows.map(({ line }) => line) : []).toEqual([1, 3, 4])
  })

  const styles = (formats: readonly string[]) => [
    {
      name: 'xl/styles.xml',
      text: `<styleSheet xmlns="${main}"><numFmts>${formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`).join('')}</numFmts><cellXfs>${[0, 11, ...formats.map((_, at) => 164 + at)].map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`,
    },
  ]
  const shownCell = async (cell: string, formats: readonly string[] = []) => {
    const file = xlsx(`<row r="1">${text('A1', 'A1B2C1')}${cell}</row>`, styles(formats))
    const sheet = await readSheetFile(file)
    if ('failed' in sheet) throw new Error(sheet.failed)
    return [sheet.rows[0]?.cells[1], sheet.rows[0]?.damaged]
  }
  const number = (value: string, style = 0) => `<c r="B1" s="${style}"><v>${value}</v></c>`

  test.each([
    ['leading zeros', number('123456', 2), ['00000000'], '00123456'],
    ['a percentage', number('0.5', 2), ['0%'], '50%'],
    ['decimals', number('0.30000000000000004'), [], '0.3'],
    ['a plain number', number('12', 2), ['#,##0'], '12'],
  ])('shows %s as its spreadsheet does', async (_what, cell, formats, shown) => {
    expect(await shownCell(cell, formats)).toEqual([shown, undefined])
  })

  test.each([
    ['a scientific number', number('123400', 1), [], 'madeNumber'],
    ['a scientific number in its own format', number('123400', 2), ['0.0E+000'], 'madeNumber'],
    ['a fraction', number('0.5', 2), ['# ?/?'], 'madeNumber'],
  ])('names %s', async (_what, cell, formats, damage) => {
    expect((await shownCell(cell, formats))[1]).toEqual([{ column: 1, damage }])
  })

  test('copies a merged value down, and not into other columns', async () => {
    const rows = ['A1B2C1', 'A1B2C2'].map((serial, at) => {
      const row = at + 1
      return `<row r="${row}">${text(`A${row}`, serial)}${row === 1 ? text('B1', 'Hall') : ''}</row>`
    })
    const file = xlsx(rows.join(''), [], '<mergeCells><mergeCell ref="B1:D2"/></mergeCells>')
    expect(cellsOf(await readSheetFile(file))).toEqual([
      ['A1B2C1', 'Hall'],
      ['A1B2C2', 'Hall'],
    ])
  })

  test('is read with other prefixes and quotes', async () => {
    const cells = `<row r="1">${text('A1', 'A1B2C1')}${text('B1', 'Hall')}</row><row r="2">${text('A2', 'A1B2C2')}</row>`
    const sheet = `<worksheet xmlns="${main}"><sheetData>${cells}</sheetData><mergeCells><mergeCell ref="B1:B2"/></mergeCells></worksheet>`
    const file = archive([
      {
        name: 'xl/workbook.xml',
        text: `<x:workbook xmlns:x="${main}" xmlns:d="${office}"><x:sheets><x:sheet name="Lamps" sheetId="1" d:id="r1"/></x:sheets></x:workbook>`,
      },
      {
        name: 'xl/_rels/workbook.xml.rels',
        text: `<Relationships xmlns="${packages}"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      },
      { name: 'xl/worksheets/sheet1.xml', text: sheet.replaceAll('"', "'") },
    ])
    expect(cellsOf(await readSheetFile(file))).toEqual([
      ['A1B2C1', 'Hall'],
      ['A1B2C2', 'Hall'],
    ])
  })

  test.each(['hidden', 'veryHidden'])('offers a %s sheet last', async (state) => {
    const named = (name: string, id: number, attributes = '') =>
      `<sheet name="${name}" sheetId="${id}" ${attributes} r:id="r${id}"/>`
    const relation = (id: number) =>
      `<Relationship Id="r${id}" Type="${office}/worksheet" Target="worksheets/sheet${id}.xml"/>`
    const sheet = (serial: string) =>
      `<worksheet xmlns="${main}"><sheetData><row r="1">${text('A1', serial)}</row></sheetData></worksheet>`
    const file = archive([
      {
        name: 'xl/workbook.xml',
        text: `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${named('Old', 1, `state="${state}"`)}${named('New', 2)}</sheets></workbook>`,
      },
      {
        name: 'xl/_rels/workbook.xml.rels',
        text: `<Relationships xmlns="${packages}">${relation(1)}${relation(2)}</Relationships>`,
      },
      { name: 'xl/worksheets/sheet1.xml', text: sheet('A1B2C1') },
      { name: 'xl/worksheets/sheet2.xml', text: sheet('A1B2C2') },
    ])
    const read = await readSheetFile(file)
    expect(cellsOf(read)).toEqual([['A1B2C2']])
    expect('rows' in read && read.others?.tables.map(({ name }) => name)).toEqual(['New', 'Old'])
  })

  test.each(['xl/workbook.bin', 'content.xml', 'Index/Document.iwa', 'word/document.xml', 'lamps.csv'])(
    'is not an archive of %s',
    async (name) => {
      expect(cellsOf(await readSheetFile(archive([{ name, text: 'a' }])))).toBe('notText')
    },
  )

  const bomb = '0'.repeat(80 * 1024 ** 2)
  test('that expands too much is not unpacked', async () => {
    const file = xlsx('', [{ name: 'xl/worksheets/sheet9.xml', text: bomb }])
    expect(file.length).toBeLessThan(200_000)
    expect(cellsOf(await readSheetFile(file))).toBe('unpackedTooLarge')
  })

  test('that understates its unpacked size uses no extra memory', async () => {
    const file = xlsx('', [{ name: 'xl/worksheets/sheet9.xml', text: bomb, claimedBytes: 1000 }])
    const before = process.memoryUsage().arrayBuffers
    const sheet = await readSheetFile(file)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(40 * 1024 ** 2)
    expect(['broken', 'empty']).toContain(cellsOf(sheet))
  })

  test.each([
    ['is cut off', (bytes: Uint8Array) => bytes.slice(0, bytes.length / 2)],
    ['has lost its list', (bytes: Uint8Array) => bytes.map((byte, at) => (at > bytes.length - 200 ? 0 : byte))],
  ])('that %s is refused', async (_, damage) => {
    expect(cellsOf(await readSheetFile(damage(xlsx(`<row r="1">${text('A1', 'a')}</row>`))))).toBe('broken')
  })
})

describe('in a worker', () => {
  const worker = (post: (self: Worker) => void) => {
    const ended: boolean[] = []
    const self = {
      postMessage: () => post(self as Worker),
      terminate: () => void ended.push(true),
    } as unknown as Worker
    return { start: () => self, ended }
  }
  const file = new File(['a;b'], 'lamps.csv')

  test('a file that takes too long is abandoned, and its reader is terminated', async () => {
    const { start, ended } = worker(() => undefined)
    expect(await readFile(file, 'en', start, 5)).toEqual({ failed: 'tooSlow' })
    expect(ended).toEqual([true])
  })

  test('a reader that crashes is reported and terminated', async () => {
    const { start, ended } = worker((self) => self.onerror?.({} as ErrorEvent))
    expect(await readFile(file, 'en', start)).toEqual({ failed: 'broken' })
    expect(ended).toEqual([true])
  })

  test('a file that is too large is not opened', async () => {
    const large = new File([new Uint8Array(8 * 1024 ** 2 + 1)], 'lamps.csv')
    expect(await readFile(large, 'en', () => expect.fail('was read'))).toEqual({ failed: 'tooLarge' })
  })
})
