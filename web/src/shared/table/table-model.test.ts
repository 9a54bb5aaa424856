import { describe, expect, test } from 'vitest'
import { csvOf } from './csv.ts'
import { movedCount, steadyRows } from './steady-rows.ts'
import { type Column, pageOf, searched, shownRows, sorted } from './table-model.ts'

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
    expect(ids(searched(lamps, 'CITTA 10', textOf))).toEqual(['10'])
    expect(ids(searched(lamps, 'citta 9', textOf))).toEqual([])
    expect(ids(searched(lamps, ' ', textOf))).toEqual(['10', '9', '2'])
  })

  test('is sorted with figures as numbers, and empty values last either way', () => {
    expect(ids(sorted(lamps, { column: 'id', descending: false }, columns))).toEqual(['2', '9', '10'])
    expect(ids(sorted(lamps, { column: 'minutes', descending: false }, columns))).toEqual(['2', '10', '9'])
    expect(ids(sorted(lamps, { column: 'minutes', descending: true }, columns))).toEqual(['10', '2', '9'])
    expect(ids(sorted(lamps, { column: 'gone', descending: true }, columns))).toEqual(['10', '9', '2'])
  })

  test('counts for its chips what the search found, and shows what both leave', () => {
    const chips = [{ id: 'short', label: 'Short', fits: (lamp: Lamp) => (lamp.minutes ?? 99) < 60 }]
    const all = shownRows(lamps, { ...state, chip: 'short' }, { columns, chips })
    expect(ids(all.found)).toEqual(['10', '9', '2'])
    expect(ids(all.shown)).toEqual(['2'])
  })

  test('a page that no longer exists shows the last one', () => {
    const many = Array.from({ length: 60 }, (_, at) => at)
    expect(pageOf(many, 3).rows).toHaveLength(10)
    expect(pageOf(many, 9).page).toBe(3)
    expect(pageOf([], 2)).toEqual({ rows: [], page: 1, pages: 1 })
  })

  test('is exported with a mark for UTF-8, quoted, and without live formulas; numbers stay numbers', () => {
    const text = csvOf([...lamps, { id: '-7', place: '\t@x', minutes: -1 }], columns)
    expect(text).toBe(
      '\uFEFFNo.,Place,Autonomy\r\n10,Città alta,61\r\n9,\'=SUM(A1),\r\n2,"Zona, ""nord""",23\r\n\'-7,\'\t@x,-1\r\n',
    )
  })
})

describe('rows in view', () => {
  const keyOf = (lamp: Lamp) => lamp.id
  const [ten, nine, two] = lamps as [Lamp, Lamp, Lamp]

  test('keep their order and take new values; new ones come last', () => {
    const changed = { ...nine, minutes: 5 }
    const fresh = [changed, two, ten]
    const steady = steadyRows(['10', '9'], [ten, changed, two], fresh, keyOf)
    expect(ids(steady.rows)).toEqual(['10', '9', '2'])
    expect(steady.rows[1]?.minutes).toBe(5)
    expect(steady.moved).toBe(1)
  })

  test('stay while they no longer fit, and go when they are gone', () => {
    const steady = steadyRows(['10', '9', '2'], [ten, nine], [ten], keyOf)
    expect(ids(steady.rows)).toEqual(['10', '9'])
    expect([...steady.unfit]).toEqual(['9'])
    expect(steady.moved).toBe(1)
  })

  test('count only those that would move', () => {
    expect(movedCount([0, 1, 2, 3])).toBe(0)
    expect(movedCount([3, 0, 1, 2])).toBe(1)
    expect(movedCount([2, 1, 0])).toBe(2)
  })
})
