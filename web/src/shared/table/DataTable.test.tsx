import { createMemoryHistory } from '@tanstack/history'
import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { quickQueries, renderWithTexts } from '../../testing/render.tsx'
import { parseSearch, stringifySearch } from '../search-params.ts'
import { DataTable } from './DataTable.tsx'

const lamps = Array.from({ length: 12 }, (_, at) => `Lamp ${at + 1}`)
let openedRows: string[] = []

/** The saved table settings of the person. */
let savedViews: object[] = []
/** The settings stored on the server. */
let appConfig: Record<string, unknown> = {}
const size = {
  id: 'size',
  label: 'Size',
  valuesOf: (lamp: string) => [lamp.length > 6 ? 'long' : 'short'],
  labelOf: (value: string) => `${value} name`,
}
const last = {
  id: 'last',
  label: 'Last',
  valuesOf: (lamp: string) => [lamp.at(-1) ?? ''],
  labelOf: (value: string) => `…${value}`,
}

/** A table of twelve lamps; the filter selects those with a 1 on request. */
const open = async (path = '/') => {
  openedRows = []
  savedViews = []
  vi.stubGlobal('fetch', async (_: string, init?: RequestInit) => {
    const call = JSON.parse(String(init?.body))
    if (call.action === 'saveAppConfig') savedViews.push(call.appConfig)
    return Response.json({ data: call.action === 'getUserInfos' ? { user: { appConfig } } : {} })
  })
  const table = (
    <>
      <input aria-label="elsewhere" />
      <DataTable
        name="lamps"
        label="Lamps"
        rows={lamps}
        rowKey={(lamp) => lamp}
        columns={[
          { id: 'lamp', header: 'Lamp', cell: (lamp: string) => lamp, value: (lamp: string) => lamp },
          { id: 'length', header: 'Length', cell: (lamp: string) => `length ${lamp.length}` },
          { id: 'rare', header: 'Rare', cell: () => 'rarely seen', optional: true },
        ]}
        filters={[size, last]}
        searchText={(lamp) => lamp}
        listLine={(lamp) => ({ title: lamp })}
        onOpen={(lamp) => void openedRows.push(lamp)}
        selection={{
          label: (lamp) => `Select ${lamp.toLowerCase()}`,
          actions: (selected) => <output>{selected.join(', ')}</output>,
        }}
        empty={null}
      />
    </>
  )
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createRouter({
    routeTree: createRootRoute({ component: () => table }),
    history,
    parseSearch,
    stringifySearch,
  })
  const queries = quickQueries()
  queries.setQueryData(['session'], { userid: 'ada', name: 'Ada', language: 'en' })
  await renderWithTexts(<RouterProvider router={router as never} />, queries)
  return history
}
const row = async (lamp: string) => (await screen.findByRole('cell', { name: lamp })).closest('tr') as HTMLElement
const check = async (lamp: string) => (await row(lamp)).querySelector('input') as HTMLInputElement
const readChoice = () => document.querySelector('output')?.textContent ?? ''

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const readRows = () =>
  [...document.querySelectorAll('tbody tr')].map((one) => one.querySelectorAll('td')[1]?.textContent)
const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent)

beforeEach(() => {
  localStorage.clear()
  appConfig = {}
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('Shift-click selects a range from the last selection in either direction and opens no row', async () => {
  await open()
  fireEvent.click(await check('Lamp 3'))
  fireEvent.click(await check('Lamp 5'), { shiftKey: true })
  // The first selection loads the bar.
  await waitFor(() => expect(readChoice()).toBe('Lamp 3, Lamp 4, Lamp 5'))
  fireEvent.click(await row('Lamp 2'), { shiftKey: true })
  expect(readChoice()).toBe('Lamp 2, Lamp 3, Lamp 4, Lamp 5')
  fireEvent.keyDown(await row('Lamp 1'), { key: ' ', shiftKey: true })
  expect(readChoice()).toBe('Lamp 1, Lamp 2, Lamp 3, Lamp 4, Lamp 5')
  expect(openedRows).toEqual([])
  fireEvent.click(await row('Lamp 7'))
  expect(openedRows).toEqual(['Lamp 7'])
})

test('the first Shift-click selects one row', async () => {
  await open()
  fireEvent.click(await check('Lamp 4'), { shiftKey: true })
  expect(readChoice()).toBe('Lamp 4')
})

test('Ctrl+A selects the filtered rows, from the table or from no element', async () => {
  await open('/?q=Lamp%201')
  const firstRow = await row('Lamp 1')
  expect(fireEvent.keyDown(firstRow, { key: 'a', ctrlKey: true })).toBe(false)
  expect(readChoice()).toBe('Lamp 1, Lamp 10, Lamp 11, Lamp 12')
})

test('Ctrl+A in a field selects its text', async () => {
  await open()
  await row('Lamp 1')
  expect(fireEvent.keyDown(screen.getByLabelText('elsewhere'), { key: 'a', ctrlKey: true })).toBe(true)
  expect(fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'a', ctrlKey: true })).toBe(true)
  expect(readChoice()).toBe('')
  expect(fireEvent.keyDown(document.body, { key: 'a', metaKey: true })).toBe(false)
  expect(readChoice()).toBe(lamps.join(', '))
})

test('filters combine in the address and are removed singly, together and with Back', async () => {
  const history = await open()
  await press('Filters')
  fireEvent.click(await screen.findByRole('checkbox', { name: 'long name, 3' }))
  await waitFor(() => expect(readRows()).toEqual(['Lamp 10', 'Lamp 11', 'Lamp 12']))
  await press(/^Last/)
  // Counted among the rows of the other filter.
  fireEvent.click(await screen.findByRole('checkbox', { name: '…2, 1' }))
  await waitFor(() => expect(readRows()).toEqual(['Lamp 12']))
  expect(history.location.search).toBe('?size=long&last=2')
  history.back()
  await waitFor(() => expect(readRows()).toHaveLength(3))
  history.forward()
  await press('Remove filter Size: long name')
  await waitFor(() => expect(readRows()).toEqual(['Lamp 2', 'Lamp 12']))
  await press('Size')
  fireEvent.click(await screen.findByRole('checkbox', { name: 'short name, 1' }))
  await waitFor(() => expect(readRows()).toEqual(['Lamp 2']))
  await press('Remove all filters')
  await waitFor(() => expect(readRows()).toHaveLength(12))
  expect(history.location.search).toBe('')
})

test('hidden rows stay selected and are counted', async () => {
  const history = await open()
  fireEvent.click(await check('Lamp 3'))
  fireEvent.click(await check('Lamp 11'))
  history.push('/?size=long')
  await screen.findByText('2 selected, 1 not shown')
  expect(readChoice()).toBe('Lamp 11, Lamp 3')
  await press('Select all 3')
  await screen.findByText('4 selected, 1 not shown')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all shown rows' }))
  await screen.findByText('1 selected, 1 not shown')
  expect(readChoice()).toBe('Lamp 3')
})

test('chosen columns are saved for the person in their order', async () => {
  await open()
  await row('Lamp 1')
  expect(heads()).toEqual(['', 'Lamp', 'Length'])
  await press('Columns')
  const panel = within(await screen.findByRole('list', { name: 'Columns' }))
  expect(panel.getByRole<HTMLInputElement>('checkbox', { name: 'Lamp' }).disabled).toBe(true)
  fireEvent.click(panel.getByRole('checkbox', { name: 'Rare' }))
  await waitFor(() => expect(heads()).toEqual(['', 'Lamp', 'Length', 'Rare']))
  fireEvent.click(screen.getByRole('button', { name: 'Move Rare up' }))
  await waitFor(() => expect(heads()).toEqual(['', 'Lamp', 'Rare', 'Length']))
  await waitFor(() => expect(savedViews.at(-1)).toEqual({ 'table.lamps.columns': 'lamp,rare,length' }))
  await press('Standard columns')
  await waitFor(() => expect(heads()).toEqual(['', 'Lamp', 'Length']))
})

test('columns and row height are synced from the server, and a link takes priority', async () => {
  appConfig = { 'table.lamps.columns': 'lamp,rare', 'table.lamps.compact': false }
  const history = await open()
  await waitFor(() => expect(heads()).toEqual(['', 'Lamp', 'Rare']))
  expect(screen.getByRole('table').style.getPropertyValue('--vx-row')).toBe('46px')
  history.push('/?cols=lamp,length')
  await waitFor(() => expect(heads()).toEqual(['', 'Lamp', 'Length']))
})

test('each checkbox is labelled with its row', async () => {
  await open()
  await row('Lamp 3')
  const names = screen.getAllByRole('checkbox').map((box) => box.getAttribute('aria-label'))
  expect(names.slice(0, 4)).toEqual(['Select all shown rows', 'Select lamp 1', 'Select lamp 2', 'Select lamp 3'])
})
