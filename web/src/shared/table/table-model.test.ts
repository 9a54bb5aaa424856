import { describe, expect, test } from 'vitest'
import { csvOf } from './csv.ts'
import { countMoved, stabilizeRows } from './steady-rows.ts'
import { formatValues, optionsOf, parseValues, withValue } from './table-filters.ts'
import {
  type Column,
  computeShownRows,
  exportedColumns,
  pageOf,
  rowsOfOtherFilters,
  searchRows,
  type TableState,
  visibleColumns,
} from './table-model.ts'
import { sortRows } from './table-sort.ts'

type Lamp = { id: string; place: string; minutes: number | null }
const lamps: Lamp[] = [
  { id: '10', place: 'Città alta', minutes: 61 },
  { id: '9', place: '=SUM(A1)', minutes: null },
  { id: '2', place: 'Zona, "nord"', minutes: 23 },
]
const columns: Column<Lamp>[] = [
  { id: 'id', header: 'No.', cell: (lamp) => lamp.id, value: (lamp) => lamp.id },
  { id: 'place', header: 'Place', cell: (lamp) => lamp.place, value: (lamp) => lamp.place },
  { id: 'minutes', header: 'Autonomy', cell: (lamp) => lamp.minutes, value: (lamp) => lamp.minutes },
  { id: 'menu', header: 'Menu', cell: () => null },
]
const ids = (rows: readonly Lamp[]) => rows.map(({ id }) => id)
const state = { search: '', chip: '', sort: undefined, page: 1 }

describe('a table', () => {
  test('is searched by every word, ignoring case and accents', () => {
    const textOf = (lamp: Lamp) => `${lamp.id} ${lamp.place}`
    expect(ids(searchRows(lamps, 'CITTA 10', textOf))).toEqual(['10'])
    expect(ids(searchRows(lamps, 'citta 9', textOf))).toEqual([])
    expect(ids(searchRows(lamps, ' ', textOf))).toEqual(['10', '9', '2'])
  })

  test('is sorted with digits as numbers and empty values last', () => {
    expect(ids(sortRows(lamps, { column: 'id', descending: false }, columns))).toEqual(['2', '9', '10'])
    expect(ids(sortRows(lamps, { column: 'minutes', descending: false }, columns))).toEqual(['2', '10', '9'])
    expect(ids(sortRows(lamps, { column: 'minutes', descending: true }, columns))).toEqual(['10', '2', '9'])
    expect(ids(sortRows(lamps, { column: 'gone', descending: true }, columns))).toEqual(['10', '9', '2'])
  })

  test('counts chips over the found rows and shows rows that match both', () => {
    const chips = [{ id: 'short', label: 'Short', fits: (lamp: Lamp) => (lamp.minutes ?? 99) < 60 }]
    const all = computeShownRows(lamps, { ...state, chip: 'short' }, { columns, chips })
    expect(ids(all.found)).toEqual(['10', '9', '2'])
    expect(ids(all.shown)).toEqual(['2'])
  })

  test('is sorted again when its texts change, also with known texts', () => {
    const place = { column: 'place', descending: true }
    expect(ids(sortRows(lamps, place, columns, 'it'))).toEqual(['2', '10', '9'])
    const fewerLamps = lamps.slice(0, 2)
    expect(ids(sortRows(fewerLamps, place, columns, 'it'))).toEqual(['10', '9'])
    const other = { id: '7', place: 'Dock', minutes: 1 }
    expect(ids(sortRows([...fewerLamps, other, { ...other, id: '8', place: '' }], place, columns, 'it'))).toEqual([
      '7',
      '10',
      '9',
      '8',
    ])
  })

  test('keeps the order of equal rows in both directions', () => {
    const similarRows = ['b', 'a', 'c'].map((id) => ({ id, place: id === 'c' ? 'Á' : 'a', minutes: 1 }))
    for (const column of ['place', 'minutes'])
      for (const descending of [false, true])
        expect(ids(sortRows(similarRows, { column, descending }, columns))).toEqual(['b', 'a', 'c'])
  })

  test('shows the first and the chosen columns in order, or all but optional ones', () => {
    const moreColumns: Column<Lamp>[] = [
      ...columns,
      { id: 'rare', header: 'Rare', cell: () => '', optional: true },
      { id: 'part', header: 'Part', cell: () => '', value: () => 'x', hidden: true },
    ]
    const names = (list: readonly Column<Lamp>[]) => list.map(({ id }) => id)
    expect(names(visibleColumns(moreColumns, undefined))).toEqual(['id', 'place', 'minutes', 'menu'])
    expect(names(visibleColumns(moreColumns, ['rare', 'gone', 'place', 'part']))).toEqual(['id', 'rare', 'place'])
    expect(names(visibleColumns(moreColumns, ['gone']))).toEqual(['id', 'place', 'minutes', 'menu'])
    expect(names(exportedColumns(moreColumns, ['rare', 'minutes']))).toEqual(['id', 'rare', 'minutes', 'part'])
    expect(names(exportedColumns(moreColumns, undefined))).toEqual(['id', 'place', 'minutes', 'menu', 'part'])
  })

  test('shows the last page instead of a missing one', () => {
    const manyNumbers = Array.from({ length: 60 }, (_, at) => at)
    expect(pageOf(manyNumbers, 3).rows).toHaveLength(10)
    expect(pageOf(manyNumbers, 9).page).toBe(3)
    expect(pageOf([], 2)).toEqual({ rows: [], page: 1, pages: 1 })
  })

  test('is exported as quoted UTF-8 CSV with a BOM and without formulas', () => {
    const text = csvOf([...lamps, { id: '-7', place: '\t@x', minutes: -1 }], columns, 'en')
    expect(text).toBe(
      '\uFEFFNo.,Place,Autonomy\r\n10,Città alta,61\r\n9,\'=SUM(A1),\r\n2,"Zona, ""nord""",23\r\n\'-7,"\'\t@x",-1\r\n',
    )
  })

  test('quotes a text with the other separator', () => {
    const file = (language: 'de' | 'en') => csvOf([{ id: '1', place: 'a,=1;＝2', minutes: 12.5 }], columns, language)
    expect(file('de')).toContain('1;"a,=1;＝2";12,5\r\n')
    expect(file('en')).toContain('1,"a,=1;＝2",12.5\r\n')
  })

  test.each([
    ['de', 'No.;Autonomy\r\n1;12,5\r\n'],
    ['pl', 'No.;Autonomy\r\n1;12,5\r\n'],
    ['en', 'No.,Autonomy\r\n1,12.5\r\n'],
  ] as const)('is exported for spreadsheets in %s', (language, text) => {
    const twoColumns = columns.filter(({ header }) => header !== 'Place')
    expect(csvOf([{ id: '1', place: '', minutes: 12.5 }], twoColumns, language)).toBe(`\uFEFF${text}`)
  })
})

describe('filters', () => {
  type Device = { id: string; kind: string; groups: string[] }
  const devices: Device[] = [
    { id: '1', kind: 'exit', groups: ['3', '5'] },
    { id: '2', kind: 'exit', groups: ['5'] },
    { id: '3', kind: 'beam', groups: ['10'] },
    { id: '4', kind: 'beam', groups: [] },
  ]
  const kind = { id: 'kind', label: 'Kind', valuesOf: (one: Device) => [one.kind], labelOf: String }
  const group = { id: 'group', label: 'Group', valuesOf: (one: Device) => one.groups, labelOf: String }
  const oddFilter = { id: 'odd', label: 'Odd', fits: (one: Device) => Number(one.id) % 2 === 1 }
  const facts = {
    columns: [],
    filters: [kind, group],
    chips: [oddFilter],
    searchText: (one: Device) => `${one.id} ${one.kind}`,
  }
  const shownIds = (change: Partial<TableState>) =>
    computeShownRows(devices, { ...state, ...change }, facts).shown.map(({ id }) => id)

  test('keep rows with any chosen value of each filter', () => {
    expect(shownIds({ filters: { group: ['3', '10'] } })).toEqual(['1', '3'])
    expect(shownIds({ filters: { group: ['3', '10'], kind: ['beam'] } })).toEqual(['3'])
    expect(shownIds({ filters: { group: ['5'], kind: ['beam'] } })).toEqual([])
    expect(shownIds({ filters: { group: [], kind: ['exit'] }, search: '2' })).toEqual(['2'])
    expect(shownIds({ filters: { kind: ['exit'] }, chip: 'odd' })).toEqual(['1'])
  })

  test('count each value over the other filters and keep a chosen value without rows', () => {
    const now = { ...state, filters: { kind: ['exit'], group: ['3', '99'] }, chip: 'odd' }
    const options = optionsOf(rowsOfOtherFilters(devices, 'group', now, facts), group, now.filters)
    expect(options.map(({ value, count }) => [value, count])).toEqual([
      ['3', 1],
      ['5', 1],
      ['99', 0],
    ])
    const kinds = optionsOf(rowsOfOtherFilters(devices, 'kind', { ...now, chip: '' }, facts), kind, now.filters)
    expect(kinds.map(({ value, count }) => [value, count])).toEqual([['exit', 1]])
  })

  test('are set and removed per value, and survive an address with commas', () => {
    expect(withValue({ kind: ['exit'] }, 'kind', 'beam')).toEqual({ kind: ['exit', 'beam'] })
    expect(withValue({ kind: ['exit', 'beam'] }, 'kind', 'exit')).toEqual({ kind: ['beam'] })
    const values = ['a,b', '50 %', '%2C', 'ž']
    expect(parseValues(formatValues(values))).toEqual(values)
    expect(parseValues(undefined)).toEqual([])
    expect(parseValues(formatValues(Array.from({ length: 80 }, (_, at) => String(at))))).toHaveLength(50)
  })
})

describe('visible rows', () => {
  const keyOf = (lamp: Lamp) => lamp.id
  const [ten, nine, two] = lamps as [Lamp, Lamp, Lamp]

  test('keep their order, get new values, and new rows come last', () => {
    const changed = { ...nine, minutes: 5 }
    const freshRows = [changed, two, ten]
    const stableRows = stabilizeRows(['10', '9'], [ten, changed, two], freshRows, keyOf)
    expect(ids(stableRows.rows)).toEqual(['10', '9', '2'])
    expect(stableRows.rows[1]?.minutes).toBe(5)
    expect(stableRows.moved).toBe(1)
  })

  test('stay if they no longer match and disappear if removed', () => {
    const stableRows = stabilizeRows(['10', '9', '2'], [ten, nine], [ten], keyOf)
    expect(ids(stableRows.rows)).toEqual(['10', '9'])
    expect([...stableRows.unfit]).toEqual(['9'])
    expect(stableRows.moved).toBe(1)
  })

  test('count only rows that would move', () => {
    expect(countMoved([0, 1, 2, 3])).toBe(0)
    expect(countMoved([3, 0, 1, 2])).toBe(1)
    expect(countMoved([2, 1, 0])).toBe(2)
  })
})
