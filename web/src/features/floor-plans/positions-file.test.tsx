import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cu, marks, openPlans, useFakeStage } from '../../testing/floor-plans.tsx'

vi.mock('./canvas/plan-stage.ts', async () => (await import('../../testing/floor-plans.tsx')).fakeStage)
type Rows = { line: number; cells: string[] }[] | undefined
let rowsOfFile: Rows
/** Files are read beside the page, which this DOM does not support. */
class FakeWorker {
  onmessage: ((event: { data: object }) => void) | undefined
  postMessage = () =>
    queueMicrotask(() => this.onmessage?.({ data: rowsOfFile ? { rows: rowsOfFile } : { failed: 'broken' } }))
  terminate = () => undefined
}
beforeEach(() => {
  useFakeStage()
  vi.stubGlobal('Worker', FakeWorker)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const row = (line: number, unit: string, number: string, x: string) => ({
  line,
  cells: [unit, number, '', '', '', x, '0.5'],
})
const open = async (rows: Rows) => {
  rowsOfFile = rows
  const page = await openPlans()
  fireEvent.click(await screen.findByRole('button', { name: 'Unlock to edit' }))
  const section = await screen.findByRole('region', { name: 'Read positions from a file' })
  const input = section.querySelector('input') ?? section.parentElement?.querySelector('input[accept^=".csv"]')
  fireEvent.change(input as Element, { target: { files: [new File(['x'], 'positions.csv')] } })
  return { ...page, section }
}

test('a file places devices as one unsaved step and names unplaced rows', async () => {
  const { calls, section } = await open([
    row(1, 'Unit', 'Number', 'Across'),
    row(2, cu, '1', '0.25'),
    row(3, cu, '2', '0.75'),
    row(4, cu, '77', '0.5'),
    row(5, cu, '3', '1.5'),
  ])
  await within(section).findByText('2 devices have a place from this file.')
  within(section).getByText(/^Line 4: .+77 is not in this plant/)
  within(section).getByText(/^Line 5: .+3 would be outside the plan/)
  await waitFor(() => expect(marks().map(({ x }) => x)).toEqual([0.25, 0.75]))
  // The first one is already in the plan.
  await screen.findByText('1 change not saved')
  expect(calls.some(({ action }) => action === 'aggiornaMappe')).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(marks()).toHaveLength(1))
})

test('the file contains unsaved places, and the PDF names that it lacks them', async () => {
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob)
    return 'blob:file'
  })
  const writtenLines = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Positions as CSV' }))
    const text = await files.at(-1)?.text()
    return text?.split('\r\n').filter((line) => line.includes(cu))
  }
  const { section } = await open([row(1, 'Unit', 'Number', 'Across'), row(2, cu, '1', '0.25'), row(3, cu, '2', '0.75')])
  await within(section).findByText('2 devices have a place from this file.')
  await screen.findByText('1 change not saved')
  expect(await writtenLines()).toHaveLength(2)
  screen.getByText('The PDF shows the saved plan, without your unsaved changes.')
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('0 changes not saved')
  expect(await writtenLines()).toHaveLength(1)
  expect(screen.queryByText('The PDF shows the saved plan, without your unsaved changes.')).toBeNull()
})

test('a file without changes adds no step', async () => {
  const { section } = await open([row(1, cu, '1', '0.25')])
  await within(section).findByText('1 device has a place from this file.')
  expect((screen.getByRole('button', { name: 'Undo' }) as HTMLButtonElement).disabled).toBe(true)
})

test('a file that is no table shows an error and changes nothing', async () => {
  const { section } = await open(undefined)
  await within(section).findByRole('alert')
  await screen.findByText('0 changes not saved')
})
