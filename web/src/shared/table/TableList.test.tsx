import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderWithTexts } from '../../testing/render.tsx'
import { FoldedList } from './FoldedList.tsx'
import { TableList } from './TableList.tsx'
import type { TableParts } from './table-parts.ts'

const fullHeight = 992 * 66
afterEach(() => {
  cleanup()
  window.scrollY = 0
})

const scrollTo = (place: number) =>
  act(() => {
    window.scrollY = place
    window.dispatchEvent(new Event('scroll'))
  })

/** A list as long as a full radio unit's; returns the rendered rows. */
async function longList(): Promise<number[]> {
  const renderedRows: number[] = []
  const rows = Array.from({ length: 992 }, (_, n) => n)
  const parts: TableParts<number> = {
    props: {
      name: 'lamps',
      label: 'Lamps',
      rows,
      columns: [],
      rowKey: String,
      listLine: (row) => {
        renderedRows.push(row)
        return { title: `Lamp ${row}` }
      },
      empty: null,
    },
    state: { search: '', chip: '', sort: undefined, page: 1 },
    change: () => undefined,
    rows,
    virtual: true,
    selectable: true,
    selected: new Set(),
    setSelected: () => undefined,
    select: () => undefined,
    compact: false,
    unfit: new Set(),
  }
  await renderWithTexts(<TableList {...parts} />)
  return renderedRows
}

const height = (element: Element | null | undefined) => Number.parseFloat((element as HTMLElement).style.height)

test('a short scroll re-renders no row, and a long scroll only new ones', async () => {
  const list = await longList()
  expect(list[0]).toBe(0)
  expect(list.length).toBeLessThan(40)
  scrollTo(1 * 66)
  list.length = 0
  scrollTo(4 * 66)
  expect(list).toEqual([])
  scrollTo(12 * 66)
  expect(list.length).toBeGreaterThan(5)
  expect(new Set(list).size).toBe(list.length)
  expect(Math.min(...list)).toBeGreaterThan(12)
})

test('rows that are not rendered keep their place in the list', async () => {
  await longList()
  const list = screen.getByRole('list', { name: 'Lamps' })
  for (const place of [0, 20_000, fullHeight]) {
    scrollTo(place)
    const lines = list.querySelectorAll('[data-index]').length
    const spacerHeight = height(list.firstElementChild) + height(list.lastElementChild)
    expect(spacerHeight + lines * 66).toBe(fullHeight)
  }
})

test('lines of one group have one heading', async () => {
  const rows = ['1 March', '1 March', '2 March'].map((day, no) => ({ no, day }))
  const parts: TableParts<(typeof rows)[number]> = {
    props: {
      name: 'days',
      label: 'Days',
      rows,
      columns: [],
      rowKey: ({ no }) => String(no),
      listLine: ({ no }) => ({ title: `Entry ${no}` }),
      listGroup: ({ day }) => day,
      empty: null,
    },
    state: { search: '', chip: '', sort: undefined, page: 1 },
    change: () => undefined,
    rows,
    virtual: false,
    selectable: false,
    selected: new Set(),
    setSelected: () => undefined,
    select: () => undefined,
    compact: false,
    unfit: new Set(),
  }
  await renderWithTexts(<TableList {...parts} />)
  const texts = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(texts).toEqual(['1 MarchEntry 0', 'Entry 1', '2 MarchEntry 2'])
})

test('a long run of one cause folds, and a press shows its lines', async () => {
  const rows = Array.from({ length: 9 }, (_, no) => no)
  const parts: TableParts<number> = {
    props: {
      name: 'lamps',
      label: 'Lamps',
      rows,
      columns: [],
      rowKey: String,
      listLine: (row) => ({ title: `Lamp ${row}` }),
      empty: null,
    },
    state: { search: '', chip: '', sort: undefined, page: 1 },
    change: () => undefined,
    rows,
    virtual: true,
    selectable: false,
    selected: new Set(),
    setSelected: () => undefined,
    select: () => undefined,
    compact: false,
    unfit: new Set(),
  }
  const folding = {
    keyOf: (row: number) => (row < 1 ? undefined : 'silent'),
    line: (_: number, count: number) => ({ title: `${count} more` }),
  }
  await renderWithTexts(<FoldedList parts={parts} List={TableList} folding={folding} />)
  const fold = await screen.findByRole('button', { name: '5 more' })
  const lines = () => screen.getAllByText(/^Lamp/).map(({ textContent }) => textContent)
  expect(lines()).toEqual(['Lamp 0', 'Lamp 1', 'Lamp 2', 'Lamp 3'])
  act(() => fold.click())
  expect(lines()).toHaveLength(9)
})
