import { readSheet } from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import { sheetOf } from './table-export.ts'
import type { Column } from './table-model.ts'
import { workbookOf } from './workbook.ts'

type Lamp = { place: string; minutes: number | null; tested: string | null }
const columns: Column<Lamp>[] = [
  { id: 'place', header: '=Place', cell: ({ place }) => place, value: ({ place }) => place },
  {
    id: 'minutes',
    header: 'Autonomy',
    cell: () => null,
    value: ({ minutes }) => minutes,
    csv: ({ minutes }) => `${minutes} min`,
    typed: ({ minutes }) => minutes,
  },
  {
    id: 'tested',
    header: 'Tested',
    cell: () => null,
    value: ({ tested }) => tested,
  },
  { id: 'menu', header: 'Menu', cell: () => null },
]

/** The exported file of these rows, as a spreadsheet reads it. */
const readBack = async (rows: readonly Lamp[]) =>
  readSheet(Buffer.from(await (await workbookOf([{ cells: sheetOf(rows, columns, 'Europe/Oslo') }])).arrayBuffer()))

describe('a workbook', () => {
  test('stores texts as text, and numbers and times by type', async () => {
    const testedAt = '2026-11-12T12:00:00.000Z'
    const rows = [
      { place: '=1+1', minutes: 61, tested: testedAt },
      { place: '0012', minutes: 12.5, tested: null },
      { place: '@SUM(A1)', minutes: null, tested: null },
      { place: 'Žluťoučký <kůň> & "co"', minutes: 0, tested: null },
    ]
    expect(await readBack(rows)).toEqual([
      ['=Place', 'Autonomy', 'Tested (Europe/Oslo)'],
      ['=1+1', 61, new Date('2026-11-12T13:00:00.000Z')],
      ['0012', 12.5, null],
      ['@SUM(A1)', null, null],
      ['Žluťoučký <kůň> & "co"', 0, null],
    ])
  })

  test('distinguishes the two equal hours at the end of daylight saving time', async () => {
    const rows = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-25T02:30:00Z']
    const testedColumn = (await readBack(rows.map((at) => ({ place: '', minutes: 1, tested: at })))).map((row) =>
      row.at(-1),
    )
    expect(testedColumn.slice(1)).toEqual(['2026-10-25 02:30 (+02:00)', '2026-10-25 02:30 (+01:00)', expect.any(Date)])
  })

  test.each(['_x0041_', '_x000d_', 'a_x005F_b', '_x_', '_x0041', '\u2018s', '👩\u200d🔧 עדה'])(
    'returns the text %j unchanged',
    async (place) => {
      expect((await readBack([{ place, minutes: 1, tested: null }]))[1]?.[0]).toBe(place)
    },
  )

  test('contains no formula', () => {
    const types = sheetOf([{ place: '=HYPERLINK("x")', minutes: 1, tested: null }], columns).flat()
    expect(types.map((cell) => cell?.type)).toEqual([String, String, String, String, Number, undefined])
  })

  test('omits data that a spreadsheet cannot store', async () => {
    const rows = [{ place: `a\u0000b\u001F\tc\uFFFE${'x'.repeat(40_000)}`, minutes: Number.NaN, tested: null }]
    const [, row] = await readBack(rows)
    expect(String(row?.[0])).toHaveLength(32_767)
    expect(String(row?.[0]).slice(0, 5)).toBe('ab\tcx')
    expect(row?.[1]).toBe('NaN')
  })
})
