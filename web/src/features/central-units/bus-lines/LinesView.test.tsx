import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { unitDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import { expect, test } from 'vitest'
import { plantId, plantWith, renderInPlant, unitWith } from '../../../testing/plant.tsx'
import type { CurrentUnit } from '../use-unit.ts'
import { LinesView } from './LinesView.tsx'

const topic = 'imagined_1F2201'
const unit = unitWith({ cu_type: 'imagined', cu_id: '1F2201' })
const at = '2026-11-28T12:50:00.000Z'
const gateway = { address: '192.168.7.20', name: null, connected: true, since: at }
const bus = { powered: true, since: at, answering: 58, load: 61, roundS: 38 }
const line = (number: number, change: object = {}, busChange: object = {}) => ({
  number,
  state: 'ok',
  lamps: 58,
  voltage: null,
  current: null,
  insulation: null,
  bus: { ...bus, ...busChange },
  ...change,
})
const scan = {
  line: 2,
  kind: 'scan',
  state: 'running',
  reason: null,
  startedAt: at,
  endedAt: null,
  asked: 31,
  gears: [
    { address: 1, serial: '0A1B2C83', state: 'known' },
    { address: 30, serial: '00FF00D7', state: 'new' },
    { address: 19, serial: '00FF01D0', state: 'missing' },
    { address: 12, serial: null, state: 'duplicate' },
  ],
  unaddressed: 3,
  commissioned: 0,
}
const lamp = { cu: topic, id: 84, description: 'Changing room 4', location: '' }

const show = (detail: object) => {
  const open = { unit, topic, facts: { commands: ['scanLines'] }, detail: unitDetail.parse(detail), reportedAt: at }
  return renderInPlant(
    <LinesView open={open as unknown as CurrentUnit} />,
    plantWith({ units: [unit] }),
    ({ action }) => {
      if (action === 'getUnitTypes') return { types: [] }
      if (action === 'getLamps') return { lamps: [lamp], total: 1, next: null }
      return { command: { id: crypto.randomUUID(), pending: false, state: 'done' } }
    },
  )
}
const card = (number: number) => {
  const found = screen.getByRole('heading', { name: `Line ${number}` }).closest('section')
  if (!found) throw new Error(`no card of line ${number}`)
  return within(found)
}

test('each line says what answers; lost bus power is not reporting, and no fault', async () => {
  await show({
    busGateway: gateway,
    lines: [
      line(1),
      line(2, { lamps: 59 }),
      line(3, { lamps: 17 }, { powered: false, answering: 0, load: null, roundS: null }),
      line(4, { lamps: 0 }, { answering: 0 }),
    ],
  })
  expect(await screen.findByText('58 of 58 answer')).toBeTruthy()
  card(2).getByText('58 of 59 answer')
  card(2).getByText('(Warning)')
  card(3).getByText(/^No bus power since/)
  card(3).getByText('(Offline)')
  card(3).getByText('Lamps not reporting: 17')
  expect(card(3).queryByRole('progressbar')).toBeNull()
  card(4).getByText('Not used')
})

test('without its gateway no line claims anything', async () => {
  await show({ busGateway: { ...gateway, connected: false }, lines: [line(1, {}, { powered: null })] })
  expect(await screen.findByText(/^Gateway not reachable since/)).toBeTruthy()
  card(1).getByText('Gateway not reachable')
  card(1).getByText('Lamps not reporting: 58')
  expect(card(1).queryByText('58 of 58 answer')).toBeNull()
})

test('a scan shows its progress and what it found, and commissioning waits for its end', async () => {
  const user = userEvent.setup()
  const { calls } = await show({ busGateway: gateway, lines: [line(2)], lineScans: [scan] })
  await user.click(await screen.findByRole('button', { name: 'Scan line 2' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Scan line 2' }))
  await waitFor(() => expect(calls).toContainEqual({ action: 'scanLines', plantId, topic, lines: [2] }))
  dialog.getByText('31 of 64 addresses queried')
  dialog.getByText('Gears found: 2, new at address 30')
  expect(await dialog.findByText('2·19 Changing room 4 does not answer')).toBeTruthy()
  dialog.getByText('Several gears share address 12')
  dialog.getByText('Gears without an address: 3')
  const commission = dialog.getByRole('button', { name: 'Commission' })
  await user.click(dialog.getByRole('checkbox', { name: 'No other controller or tool uses line 2 now.' }))
  expect(commission.getAttribute('aria-description')).toBe('Wait for the scan to end.')
  await user.click(commission)
  expect(calls.filter(({ action }) => action === 'commissionLine')).toEqual([])
})

test('commissioning is sent once a person has said that the line is free', async () => {
  const user = userEvent.setup()
  const ended = { ...scan, state: 'ended', asked: 64, endedAt: at }
  const { calls } = await show({ busGateway: gateway, lines: [line(2)], lineScans: [ended] })
  await user.click(await screen.findByRole('button', { name: 'Scan line 2' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Scan line 2' }))
  const commission = dialog.getByRole('button', { name: 'Commission' })
  expect(commission.getAttribute('aria-description')).toBe('Tick the box first.')
  await user.click(dialog.getByRole('checkbox'))
  await user.click(commission)
  const input = { plantId, topic, line: 2, duplicates: [12], noOtherController: true }
  await waitFor(() => expect(calls).toContainEqual({ action: 'commissionLine', ...input }))
})

test.each([
  ['otherController', 'Stopped: another controller is commissioning the line. Nothing was sent'],
  ['notDistinguished', 'Stopped: gears could not be told apart. Disconnect one and scan again'],
])('a scan that failed by %s says why', async (reason, text) => {
  const user = userEvent.setup()
  const failed = { ...scan, kind: 'commissioning', state: 'failed', reason, endedAt: at, gears: [] }
  await show({ busGateway: gateway, lines: [line(2)], lineScans: [failed] })
  await user.click(await screen.findByRole('button', { name: 'Scan line 2' }))
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Commission' })).toBeNull()
})
