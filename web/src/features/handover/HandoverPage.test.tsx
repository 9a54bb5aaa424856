import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { checklistItems, type Handover } from '@vigilux/contract/features/handover/handover.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { plantId, plantWith, renderInPlant } from '../../testing/plant.tsx'
import { HandoverPage } from './HandoverPage.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const point = { point: 'Stairs', lux: 0.9, requiredLux: 1, instrument: 'L-100', on: '2031-03-01' }
const lamp = {
  cu: 'imagined_0A1B2C',
  addr: 7,
  serial: 'A1B2C7',
  name: 'Hall',
  place: '',
  ratedMin: 60,
  test: null,
}
const handover = (overrides: Partial<Handover> = {}): Handover => ({
  id: 'f1a1c1e1-0000-4000-8000-000000000001',
  no: 1,
  kind: 'initial',
  state: 'open',
  version: 3,
  begunAt: '2031-03-01T09:00:00.000Z',
  begunBy: 'Marta Rinaldi',
  signatures: [],
  draft: { answers: { drawings: { answer: 'yes', note: '' } }, measurements: [point], remarks: '' },
  units: [
    {
      cu: 'imagined_0A1B2C',
      name: 'Main',
      place: '',
      devices: 3,
      emergency: 2,
      passed: 1,
      failed: 0,
      untested: 1,
    },
  ],
  rated: [{ minutes: 60, count: 2 }],
  lamps: 2,
  passed: 1,
  failed: { count: 0, lamps: [] },
  untested: { count: 1, lamps: [lamp] },
  verdict: 'unknown',
  missing: [{ what: 'untested', count: 1 }],
  defects: [{ what: 'light', at: 0 }],
  digest: 'a'.repeat(64),
  ...overrides,
})

type Role = 'installerAdministrator' | 'clientOwner' | 'clientStaff'
const open = async (found: Handover | null, role: Role = 'installerAdministrator') => {
  const page = await renderInPlant(<HandoverPage />, plantWith({ plant: { role } }), ({ action }) => {
    if (action === 'getHandovers') return { handovers: found ? [found] : [] }
    if (action === 'getHandover') return { handover: found }
    if (action === 'saveHandover') return { version: 4 }
    if (action === 'signHandover') return { signed: false }
    return {}
  })
  await screen.findByText(found ? 'Measured light' : 'No verification yet')
  return page
}
const sides = () => screen.getAllByRole('button', { name: 'Sign now' })

test('the page names missing items and defects', async () => {
  await open(handover())
  screen.getByText('1 item is not in order. Not ready: 1 item missing')
  screen.getByText('1 lamp has no autonomy test with a result.')
  screen.getByText('Stairs: 0.9 lx, required 1 lx')
  screen.getByRole('link', { name: '0A1B2C.0007 Hall' })
  expect(screen.getAllByText('Unknown').length).toBeGreaterThan(checklistItems.length - 2)
})

test('changes are saved over the opened version, with localised numbers', async () => {
  const { calls } = await open(handover())
  fireEvent.change(screen.getByLabelText(/^Measured \(lx\)/), { target: { value: '1,25' } })
  const labels = screen.getByRole('radiogroup', { name: /labelled/ })
  fireEvent.click(within(labels).getByLabelText('No'))
  fireEvent.change(await screen.findByLabelText(/^Reason/), { target: { value: 'None on floor 2' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(calls.find(({ action }) => action === 'saveHandover')).toBeTruthy())
  expect(calls.find(({ action }) => action === 'saveHandover')).toMatchObject({
    plantId,
    version: 3,
    draft: {
      answers: { drawings: { answer: 'yes' }, labels: { answer: 'no', note: 'None on floor 2' } },
      measurements: [{ ...point, lux: 1.25 }],
    },
  })
})

test('a measurement without number or instrument is not sent', async () => {
  const { calls } = await open(handover())
  fireEvent.change(screen.getByLabelText(/^Measured \(lx\)/), { target: { value: '' } })
  fireEvent.change(screen.getByLabelText(/^Instrument/), { target: { value: ' ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Cannot be empty.')
  screen.getByText('This value does not fit.')
  expect(calls.some(({ action }) => action === 'saveHandover')).toBe(false)
})

test('a new point starts with the instrument and day of the last one', async () => {
  await open(handover())
  fireEvent.click(screen.getByRole('button', { name: 'Add a point' }))
  const instruments = await screen.findAllByLabelText(/^Instrument/)
  expect(instruments.map((one) => (one as HTMLInputElement).value)).toEqual(['L-100', 'L-100'])
  fireEvent.click(screen.getByRole('button', { name: 'Remove point 1' }))
  expect(screen.getAllByLabelText(/^Instrument/)).toHaveLength(1)
})

test('a side signs the version it read, and an incomplete handover cannot be signed', async () => {
  await open(handover())
  expect(sides().map((one) => one.getAttribute('aria-description'))).toEqual([
    'Something is missing: see above.',
    'The owner signs here.',
  ])
  cleanup()
  const { calls } = await open(handover({ missing: [], verdict: 'notMet' }), 'clientOwner')
  expect(sides()[0]?.getAttribute('aria-description')).toBe('An administrator of the installer signs here.')
  fireEvent.click(sides()[1] as HTMLElement)
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Sign now' }))
  await waitFor(() =>
    expect(calls.find(({ action }) => action === 'signHandover')).toMatchObject({ plantId, digest: 'a'.repeat(64) }),
  )
})

test('a client sees everything and cannot write', async () => {
  await open(handover(), 'clientStaff')
  expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true')
  expect((screen.getByLabelText(/^Instrument/) as HTMLInputElement).readOnly).toBe(true)
  expect(screen.queryByRole('button', { name: 'Add a point' })).toBeNull()
})

test('a signed handover has no editable fields and no way back', async () => {
  const signatures = [
    { side: 'installer' as const, name: 'Marta Rinaldi', at: '2031-03-02T09:00:00.000Z' },
    { side: 'owner' as const, name: 'Paolo Zanatta', at: '2031-03-02T10:00:00.000Z' },
  ]
  await open(handover({ state: 'signed', signatures, missing: [], defects: [], verdict: 'met' }))
  screen.getByText('Complete, everything in order')
  screen.getByText(/^Paolo Zanatta, /)
  for (const name of ['Save', 'Sign now', 'Discard', 'Withdraw the signature'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('a plant without a handover starts one, once per key', async () => {
  const { calls } = await open(null)
  fireEvent.click(screen.getByRole('button', { name: 'Begin a verification' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(within(dialog).getByLabelText('Verification of an extension'))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Begin a verification' }))
  await waitFor(() =>
    expect(calls.find(({ action }) => action === 'beginHandover')).toMatchObject({ plantId, kind: 'extension' }),
  )
})
