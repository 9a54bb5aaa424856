import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { plantWith, refusal, renderInPlant } from '../../testing/plant.tsx'
import { ImportDialog } from './ImportDialog.tsx'
import type { Sheet } from './sheet/sheet.ts'

const read = vi.hoisted(() => ({ sheet: { failed: 'broken' } as Sheet }))
vi.mock('./sheet/read-in-worker.ts', () => ({ readFile: async () => read.sheet }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const topic = 'imagined_0A1B2C'
const sheetOf = (...rows: string[][]): Sheet => ({ rows: rows.map((cells, at) => ({ line: at + 1, cells })) })
const lamps = [
  ['Seriennummer', 'Beschreibung'],
  ['A1', 'Door'],
  ['A2', 'Gate'],
  ['F9', 'Exit'],
  ['A3', ''],
]
const found = (addr: number, description: string) => ({
  line: addr + 1,
  topic,
  addr,
  serial: `A${addr}`,
  before: { description: '', location: '', version: 0 },
  after: { description, location: '' },
})
const preview = {
  changed: [found(1, 'Door'), found(2, 'Gate')],
  unchanged: [],
  faulty: [{ line: 4, reason: 'unknownSerial' }],
}
const revision = (count: number) => ({
  id: '7d7c4e55-7b1e-4c2b-9a57-0f8a4d3c2b1a',
  kind: 'import',
  at: '2026-03-02T09:00:00.000Z',
  by: 'Ada',
  lamps: count,
  undone_at: null,
  undone_by: null,
})

async function open(answers: (call: { action: string } & Record<string, unknown>) => unknown) {
  const page = await renderInPlant(<ImportDialog onClose={() => undefined} />, plantWith(), (call) =>
    call.action === 'getLampTextRevisions' ? { revisions: [] } : answers(call),
  )
  const input = await waitFor(() => {
    const fileInput = document.querySelector<HTMLInputElement>('input[type=file]')
    if (!fileInput) throw new Error('no place for a file')
    return fileInput
  })
  fireEvent.change(input, { target: { files: [new File(['x'], 'lamps.csv')] } })
  return page
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

test('a file is previewed, its valid rows are saved over the seen version and undone', async () => {
  read.sheet = sheetOf(...lamps)
  const { calls } = await open(({ action }) => {
    if (action === 'previewLampImport') return preview
    if (action === 'saveLampTexts') return { revision: revision(2) }
    return { revision: { ...revision(2), undone_at: '2026-03-02T09:01:00.000Z', undone_by: 'Ada' } }
  })
  await press('Check the rows')
  expect(await screen.findByText('no lamp has this serial number')).toBeDefined()
  expect(screen.getByText('1 faulty row is left out.')).toBeDefined()
  expect(calls.find(({ action }) => action === 'previewLampImport')?.rows).toEqual([
    { line: 2, serial: 'A1', description: 'Door' },
    { line: 3, serial: 'A2', description: 'Gate' },
    { line: 4, serial: 'F9', description: 'Exit' },
  ])
  await press('Write 2 lamps')
  await press('Undo')
  expect(await screen.findByText('Undone by Ada')).toBeDefined()
  expect(calls.find(({ action }) => action === 'saveLampTexts')).toMatchObject({
    kind: 'import',
    parts: 0,
    rows: [
      { topic, addr: 1, description: 'Door', location: '', version: 0 },
      { topic, addr: 2, description: 'Gate', location: '', version: 0 },
    ],
  })
})

test('a conflicting lamp offers both texts, and theirs skips the lamp', async () => {
  read.sheet = sheetOf(...lamps)
  let saveCount = 0
  const { calls } = await open(({ action }) => {
    if (action === 'previewLampImport') return preview
    if (action !== 'saveLampTexts') return { user: { appConfig: {} } }
    saveCount += 1
    const rows = [{ row: 2, topic, addr: 2, now: { description: 'Theirs', location: '', version: 3 } }]
    return saveCount === 1 ? refusal('CHANGED_MEANWHILE', { rows, count: 1 }) : { revision: revision(1) }
  })
  await press('Check the rows')
  await press('Write 2 lamps')
  expect(await screen.findByText('Theirs')).toBeDefined()
  await press('Use what is saved')
  expect(await screen.findByText('1 lamp has new texts.')).toBeDefined()
  const [first, second] = calls.filter(({ action }) => action === 'saveLampTexts')
  expect(second?.rows).toMatchObject([{ addr: 1 }])
  expect(second?.workId).not.toBe(first?.workId)
})

test('a file without headers needs a manual mapping before the check', async () => {
  read.sheet = sheetOf(['A1', 'Door'])
  const { calls } = await open(() => ({ changed: [], unchanged: [2], faulty: [] }))
  const check = await screen.findByRole('button', { name: 'Check the rows' })
  expect(check.getAttribute('aria-disabled')).toBe('true')
  for (const [label, choice] of [
    ['Serial', 'Column 1: A1'],
    ['Description', 'Column 2: Door'],
  ] as const) {
    fireEvent.click(screen.getByRole('combobox', { name: label }))
    fireEvent.click(await screen.findByRole('option', { name: choice, hidden: false }))
  }
  fireEvent.click(check)
  await waitFor(() =>
    expect(calls.find(({ action }) => action === 'previewLampImport')?.rows).toEqual([
      { line: 1, serial: 'A1', description: 'Door' },
    ]),
  )
  const write = await screen.findByRole('button', { name: 'Write 0 lamps' })
  expect(write.getAttribute('aria-description')).toBe('No row changes a text.')
})

test('an unreadable file shows the reason', async () => {
  read.sheet = { failed: 'tooManyRows' }
  await open(() => ({}))
  expect((await screen.findByRole('alert')).textContent).toBe('The file has more than 40,000 rows.')
})
