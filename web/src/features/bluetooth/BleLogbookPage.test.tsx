import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { plantWith, renderInPlant } from '../../testing/plant.tsx'
import { BleLogbookPage } from './BleLogbookPage.tsx'

const entry = (change: object) => ({
  id: crypto.randomUUID(),
  at: '2026-03-02T09:00:00.000Z',
  unit: 'gateway_0A1B2C',
  kind: 'deviceJoined',
  mac: 'AABBCCDDEEFF',
  serial: 'A1B2C3',
  device: 'lamp',
  addr: null,
  reason: null,
  command: null,
  error: null,
  code: null,
  by: null,
  ...change,
})
const noDevice = { mac: null, serial: null, device: null }
const entries = [
  entry({}),
  entry({ kind: 'deviceNotValidated', reason: 'is lamp A1B2C4' }),
  entry({ kind: 'commandFailed', command: 'gatewayValidate', error: 'refused', code: 'DEVICE_HELD', by: 'Ada Neri' }),
  entry({ ...noDevice, kind: 'testFailed', addr: 7, serial: '0000A7', reason: 'battery_failure' }),
  entry({ ...noDevice, kind: 'gatewayDisconnected' }),
]

const open = (found = entries, hiddenCount = 0, commands = ['gatewayScan']) =>
  renderInPlant(<BleLogbookPage />, plantWith(), ({ action, of: list }) => {
    if (action === 'getUnitTypes') return { types: [{ cu_type: 'imagined', commands }] }
    return list
      ? { entries: [], total: 0, hidden: hiddenCount }
      : { entries: found, total: found.length, hidden: hiddenCount }
  })

test('each entry shows what happened, its cause and its reason', async () => {
  await open()
  expect((await screen.findAllByText('Device joined')).length).toBeGreaterThan(0)
  expect(screen.getAllByText('Lamp · A1B2C3 · AA:BB:CC:DD:EE:FF')).toHaveLength(3)
  expect(screen.getByText('is Lamp A1B2C4')).toBeTruthy()
  expect(screen.getByText('Validate device: Refused: another gateway holds the device')).toBeTruthy()
  expect(screen.getByText('Ada Neri')).toBeTruthy()
  expect(screen.getByText('Lamp 0007 · 0000A7')).toBeTruthy()
  expect(screen.getByText('battery fault')).toBeTruthy()
  expect(screen.getByText('Gateway offline')).toBeTruthy()
})

test('the logbook is filtered by kind and has an empty state', async () => {
  const user = userEvent.setup()
  const { calls } = await open()
  await user.click(await screen.findByRole('combobox', { name: 'Filter by kind of entry' }))
  await user.click(screen.getByRole('option', { name: 'Test results', hidden: true }))
  expect(await screen.findByText('No entry fits this filter.')).toBeTruthy()
  await waitFor(() => expect(calls).toContainEqual(expect.objectContaining({ action: 'getBleLogbooks', of: 'tests' })))
})

test('an empty logbook says what appears there', async () => {
  await open([])
  expect(await screen.findByText('No entries yet')).toBeTruthy()
})

test('a plant without a gateway says how to add one', async () => {
  await open([], 0, ['refresh'])
  expect(await screen.findByText('No gateway in this plant')).toBeTruthy()
  expect(screen.getByText(/^Add a gateway as a central unit/)).toBeTruthy()
})
