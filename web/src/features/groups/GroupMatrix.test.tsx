import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { plantWith, renderInPlant } from '../../testing/plant.tsx'
import { GroupMatrix } from './GroupMatrix.tsx'
import { stepOf } from './MatrixGrid.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const topic = 'imagined_0A1B2C'
const lampsWith = (...groups: number[][]) =>
  groups.map(
    (lampGroups, at) =>
      ({
        cu: topic,
        id: at + 1,
        groups: lampGroups,
        type: 'emergency',
        description: `D${at + 1}`,
        location: '',
        serial: `S${at + 1}`,
      }) as Lamp,
  )
const operation = {
  id: '7d7c4e55-7b1e-4c2b-9a57-0f8a4d3c2b1a',
  cu: topic,
  kind: 'assignGroups',
  state: 'running',
  total: 3,
  done: 0,
  step: null,
  unwritten: [],
  reason: null,
  requestedBy: 'Ada',
  requestedAt: '2026-03-02T09:00:00.000Z',
  endedAt: null,
  undoes: null,
}
const open = (lamps: readonly Lamp[], plant = plantWith()) =>
  renderInPlant(<GroupMatrix topic={topic} all={lamps} />, plant, ({ action }) => {
    if (action === 'getGroups') return { groups: [{ cu: topic, group: 3, name: 'Up', description: '', version: 1 }] }
    return action === 'assignGroups' ? { operation } : { operations: [] }
  })
const cell = (lamp: number, group: number) =>
  screen.getByRole('gridcell', { name: `Lamp ${String(lamp).padStart(4, '0')}, group ${group}` })
const grid = () => screen.findByRole('grid')
const press = (target: HTMLElement, ...keys: string[]) => {
  for (const key of keys) fireEvent.keyDown(target, { key })
}

test.each([
  ['ArrowDown', { row: 0, group: 1 }, { row: 1, group: 1 }],
  ['ArrowDown', { row: 2, group: 1 }, { row: 2, group: 1 }],
  ['ArrowUp', { row: 0, group: 5 }, { row: 0, group: 5 }],
  ['ArrowLeft', { row: 0, group: 1 }, { row: 0, group: 1 }],
  ['ArrowRight', { row: 0, group: 16 }, { row: 0, group: 16 }],
  ['End', { row: 1, group: 2 }, { row: 1, group: 16 }],
  ['PageDown', { row: 0, group: 2 }, { row: 2, group: 2 }],
])('%s moves from %o to %o of three lamps', (key, from, to) => {
  expect(stepOf(key, from, 3)).toEqual(to)
})

test('the grid is one tab stop, keys move and toggle cells, and changes are sent', async () => {
  const { calls } = await open(lampsWith([1], [1, 3], [2]))
  const table = await grid()
  screen.getByRole('columnheader', { name: '2' })
  expect(document.querySelectorAll('table [tabindex="0"]')).toHaveLength(0)
  expect(table.tabIndex).toBe(0)
  expect(await screen.findByText('Up')).toBeDefined()
  press(table, 'ArrowDown', 'ArrowRight', ' ')
  expect(table.getAttribute('aria-activedescendant')).toBe(cell(2, 2).id)
  expect(cell(2, 2).getAttribute('aria-selected')).toBe('true')
  expect(cell(2, 2).dataset.changed).toBe('true')
  press(table, '9')
  press(table, 'ArrowUp', 'ArrowUp', '7')
  fireEvent.keyDown(table, { key: 'z', ctrlKey: true })
  expect(cell(1, 7).getAttribute('aria-selected')).toBe('false')
  fireEvent.click(screen.getByRole('button', { name: 'Send to 1 lamp' }))
  await waitFor(() =>
    expect(calls.find(({ action }) => action === 'assignGroups')).toMatchObject({
      topic,
      lamps: [{ addr: 2, groups: [1, 2, 3, 9] }],
    }),
  )
  // Dashed until the unit reports it.
  expect(cell(2, 2).dataset.changed).toBe('true')
})

/** A unit with reports on demand. */
function Live({ before, after }: { before: readonly Lamp[]; after: readonly Lamp[] }) {
  const [lamps, setLamps] = useState(before)
  return (
    <>
      <button type="button" onClick={() => setLamps(after)}>
        report
      </button>
      <GroupMatrix topic={topic} all={lamps} />
    </>
  )
}

test('a reported group loses its dashes, and an unreported one keeps them', async () => {
  const [before, after] = [lampsWith([1], [1]), lampsWith([1, 2], [1, 5])]
  await renderInPlant(<Live before={before} after={after} />, plantWith(), ({ action }) =>
    action === 'getGroups' ? { groups: [] } : { operations: [] },
  )
  const table = await grid()
  press(table, '2', 'ArrowDown', '2')
  expect([cell(1, 2).dataset.changed, cell(2, 2).dataset.changed]).toEqual(['true', 'true'])
  fireEvent.click(screen.getByRole('button', { name: 'report' }))
  expect([cell(1, 2).dataset.changed, cell(2, 2).dataset.changed]).toEqual([undefined, 'true'])
  expect(cell(2, 5).getAttribute('aria-selected')).toBe('true')
  expect(screen.getByRole('button', { name: 'Send to 1 lamp' })).toBeDefined()
})

test('a lamp with no group or more than four blocks sending and is named', async () => {
  await open(lampsWith([1], [1, 2, 3, 4], []))
  const table = await grid()
  press(table, ' ')
  const send = () => screen.getByRole('button', { name: /^Send/ })
  expect(send().getAttribute('aria-description')).toBe('These lamps would be in no group: 1')
  press(table, ' ', 'ArrowDown', '5')
  expect(send().getAttribute('aria-description')).toBe('These lamps would be in more than four groups: 2')
  press(table, '5', 'ArrowDown')
  expect(send().getAttribute('aria-description')).toBe('No changes')
})

test('a reader sees ticks and cannot toggle cells', async () => {
  await open(lampsWith([1]), plantWith({ plant: { role: 'clientStaff' } }))
  const table = await grid()
  expect(cell(1, 1).getAttribute('aria-selected')).toBe('true')
  press(table, ' ')
  fireEvent.click(cell(1, 2))
  expect(cell(1, 1).getAttribute('aria-selected')).toBe('true')
  expect(cell(1, 2).getAttribute('aria-selected')).toBe('false')
  expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull()
})

test('992 lamps are rendered only where visible', async () => {
  for (const side of ['offsetHeight', 'offsetWidth', 'clientHeight'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(600)
  await open(lampsWith(...Array.from({ length: 992 }, () => [1])))
  const table = await grid()
  expect(table.getAttribute('aria-rowcount')).toBe('993')
  const cells = await within(table).findAllByRole('gridcell')
  expect(cells.length).toBeLessThan(16 * 60)
})

test('Shift selects several lamps, which are toggled together and undone in one step', async () => {
  await open(lampsWith([1], [1, 2], [1], [1]))
  const table = await grid()
  press(table, 'ArrowRight')
  for (let n = 0; n < 2; n += 1) fireEvent.keyDown(table, { key: 'ArrowDown', shiftKey: true })
  expect(screen.getByText('3 lamps chosen (rows 1 to 3), group 2')).toBeDefined()
  const inTwo = () => [1, 2, 3, 4].map((lamp) => cell(lamp, 2).getAttribute('aria-selected'))
  press(table, ' ')
  expect(inTwo()).toEqual(['true', 'true', 'true', 'false'])
  fireEvent.keyDown(table, { key: 'z', ctrlKey: true })
  expect(inTwo()).toEqual(['false', 'true', 'false', 'false'])
  press(table, '5', 'ArrowDown')
  expect([1, 2, 3, 4].map((lamp) => cell(lamp, 5).dataset.changed)).toEqual(['true', 'true', 'true', undefined])
  expect(screen.queryByText(/lamps chosen/)).toBeNull()
  fireEvent.click(cell(1, 9))
  fireEvent.click(cell(3, 9), { shiftKey: true })
  expect(cell(3, 9).getAttribute('aria-selected')).toBe('false')
  expect(screen.getByText('3 lamps chosen (rows 1 to 3), group 9')).toBeDefined()
})

test('rows are filtered by a group in the address', async () => {
  const { router } = await open(lampsWith([1], [3], [3, 1]))
  await grid()
  fireEvent.click(screen.getByRole('combobox', { name: 'In group' }))
  fireEvent.click(await screen.findByRole('option', { name: '3 Up' }))
  await waitFor(() => expect(screen.queryByRole('gridcell', { name: 'Lamp 0001, group 1' })).toBeNull())
  expect(cell(2, 3)).toBeDefined()
  expect(router.history.location.search).toContain('in=3')
})
