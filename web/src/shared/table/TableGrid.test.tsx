import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderWithTexts } from '../../testing/render.tsx'
import { TableGrid } from './TableGrid.tsx'
import type { TableParts } from './table-parts.ts'

test('moving between rows re-renders only these two rows', async () => {
  const renderedRows: number[] = []
  const rows = Array.from({ length: 40 }, (_, n) => n)
  const cell = (row: number) => {
    renderedRows.push(row)
    return `Lamp ${row}`
  }
  const parts: TableParts<number> = {
    props: {
      name: 'lamps',
      label: 'Lamps',
      rows,
      columns: [{ id: 'lamp', header: 'Lamp', cell }],
      rowKey: String,
      listLine: (row) => ({ title: row }),
      empty: null,
    },
    state: { search: '', chip: '', sort: undefined, page: 1 },
    change: () => undefined,
    rows,
    virtual: false,
    selectable: true,
    selected: new Set(),
    setSelected: () => undefined,
    select: () => undefined,
    compact: false,
    unfit: new Set(),
  }
  await renderWithTexts(<TableGrid {...parts} />)
  expect(renderedRows).toHaveLength(40)
  renderedRows.length = 0
  const row = screen.getByText('Lamp 7').closest('tr')
  if (!row) throw new Error('the row is gone')
  fireEvent.focus(row)
  expect(row.tabIndex).toBe(0)
  expect(renderedRows.toSorted((a, b) => a - b)).toEqual([0, 7])
})
