import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Round, RoundItem } from '@vigilux/contract/features/maintenance-rounds/round.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recordServerTime } from '../../shared/plant/server-clock.ts'
import { plantId, plantWith, refusal, renderInPlant, unitWith } from '../../testing/plant.tsx'
import { minutesOf } from './EndRoundDialog.tsx'
import { RoundPage } from './RoundPage.tsx'
import { serialIn } from './ScanSheet.tsx'

const roundId = '00000000-0000-4000-8000-00000000000b'
const topic = 'imagined_0A1B2C'
// Tests of other files leave the time of their servers.
beforeEach(() => recordServerTime(new Date().toISOString()))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const at = '2026-03-02T09:00:00.000Z'
const soonTime = (ms: number) => new Date(Date.now() + ms).toISOString()
const battery: RoundItem['part'] = {
  code: '415.009',
  name: 'NiCd 7.2 V',
  kind: 'battery',
  orderCode: 'O',
  batteryCode: null,
  drawing: 'battery',
  dimensions: null,
}
const itemOf = (lamp: number, change: Partial<RoundItem> = {}): RoundItem => ({
  id: `00000000-0000-4000-8000-0000000000${lamp + 10}`,
  topic,
  lamp,
  of: 'lamp',
  serial: `A1B2C${lamp}`,
  error: 'battery_short',
  description: `Door ${lamp}`,
  location: '',
  building: 'B',
  floor: 'Floor 1',
  room: 'Hall',
  part: battery,
  proof: 'autonomyTest',
  failedTest: null,
  state: 'open',
  notNow: null,
  work: null,
  reTest: null,
  failed: null,
  passedButReported: null,
  closed: null,
  lacksWork: false,
  ...change,
})
const workOf = (undoUntil: string | null): RoundItem['work'] => ({
  kind: 'batteryReplaced',
  at,
  by: 'Ada',
  note: '',
  photos: [],
  undoUntil,
  entry: undoUntil ? null : 1340,
})
const charging = (undoUntil: string | null = null): Partial<RoundItem> => ({
  state: 'done',
  work: workOf(undoUntil),
  reTest: {
    kind: 'autonomy',
    chargedAt: soonTime(82_560_000),
    chargedFrom: null,
    chargeHours: 24,
    reason: 'battery_charging',
    testId: null,
  },
})
const roundOf = (change: Partial<Round> = {}): Round => ({
  id: roundId,
  title: 'Round of 2 March',
  state: 'open',
  plannedFor: '2026-03-02',
  createdBy: 'Ada',
  createdAt: at,
  assignee: { userid: 'luca', name: 'Luca' },
  endedBy: null,
  endedAt: null,
  minutes: null,
  cents: null,
  currency: 'EUR',
  total: 3,
  done: 1,
  closed: 0,
  ...change,
})

type Answer = (call: { action: string } & Record<string, unknown>) => unknown
const open = (items: RoundItem[], answer: Answer = () => undefined, role?: 'installerReadOnly', round = roundOf()) => {
  const details = plantWith({ units: [unitWith()], ...(role && { plant: { role } }) })
  const answers: Answer = (call) => {
    const response = answer(call)
    if (response !== undefined) return response
    if (call.action === 'getLampPhotos') return { photos: [] }
    if (call.action !== 'getRound') return {}
    const parts = [{ product: battery, pieces: 3, left: 2, faults: 3 }]
    return { round, items, parts, withoutPart: 0, minutesPerItem: 14, chargeHours: 24 }
  }
  return renderInPlant(<RoundPage />, { ...details, servedAt: new Date().toISOString() }, answers, { roundId })
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))

test('faults are sorted by floor with done ones last, and parts count down', async () => {
  await open([itemOf(1, charging()), itemOf(2), itemOf(3, { floor: 'Floor 2' })])
  const [first] = await screen.findAllByRole('list')
  expect(within(first as HTMLElement).getByText(/2 × NiCd 7.2 V/)).toBeTruthy()
  expect(screen.getByText('was 3, 1 used')).toBeTruthy()
  const lamps = screen.getAllByRole('button', { name: /^Lamp 000/ }).map(({ textContent }) => textContent?.slice(0, 9))
  expect(lamps).toEqual(['Lamp 0002', 'Lamp 0001', 'Lamp 0003'])
  expect(screen.getByText('about 30 min left')).toBeTruthy()
  expect(screen.getByText(/^Charging, re-test/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Next: Lamp 0002' })).toBeTruthy()
})

test('one press records a replaced battery with the photos since the round was planned', async () => {
  const photo = (id: string, addedAt: string) => ({
    id,
    name: `${id}.jpg`,
    type: 'image/jpeg',
    bytes: 1,
    category: 'photo',
    addedAt,
    addedBy: 'Ada',
    previewState: 'none',
    preview: null,
  })
  const photos = [photo('new', '2026-03-02T10:00:00.000Z'), photo('old', '2026-03-01T10:00:00.000Z')]
  const { calls } = await open([itemOf(1)], ({ action }) => {
    if (action === 'getLampPhotos') return { photos }
    return action === 'completeRoundItem' ? { item: itemOf(1, charging(soonTime(9_000))) } : undefined
  })
  await press(/^Lamp 0001/)
  expect(await screen.findByText(/“Battery replaced” starts 24 h of charging/)).toBeTruthy()
  await screen.findByText(/new\.jpg/)
  await press('Battery replaced')
  await waitFor(() => expect(calls.some(({ action }) => action === 'completeRoundItem')).toBe(true))
  const completeCalls = calls.filter(({ action }) => action === 'completeRoundItem')
  expect(completeCalls).toMatchObject([{ kind: 'batteryReplaced', photos: ['new'], at: expect.any(String) }])
})

test('a fault that was already done shows by whom', async () => {
  await open([itemOf(1)], ({ action }) =>
    action === 'completeRoundItem' ? refusal('ROUND_ITEM_DONE', { by: 'Luca', at, kind: 'repaired' }) : undefined,
  )
  await press(/^Lamp 0001/)
  await press('Battery replaced')
  expect(await screen.findByText('This was already done, by Luca.')).toBeTruthy()
})

test('the charge counts down without seconds, and work is undone or corrected', async () => {
  const { calls } = await open([itemOf(1, charging(soonTime(8_000))), itemOf(2)])
  await press(/^Lamp 0001/)
  expect(await screen.findByText('22:56')).toBeTruthy()
  expect(screen.getByText('Battery replaced at Lamp 0001')).toBeTruthy()
  await press('Undo')
  await waitFor(() => expect(calls.some(({ action }) => action === 'undoRoundItem')).toBe(true))
  cleanup()
  await open([itemOf(1, charging())])
  await press(/^Lamp 0001/)
  const correct = await screen.findByRole('link', { name: 'Correct' })
  expect(correct.getAttribute('href')).toBe(`#/logbook/${plantId}?entry=1340`)
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test.each([
  ['charging that started again', { reTest: { chargedFrom: at } }, /^Charging was interrupted at/],
  [
    'a unit that is away',
    { reTest: { chargedAt: null, reason: 'unit_offline' } },
    /^The re-test waits · Unit offline$/,
  ],
  ['a test that runs', { reTest: { testId: 't' } }, /^The re-test runs now$/],
  ['a test that passed for nothing', { passedButReported: at }, /^Passed, but the unit still reports the fault$/],
] as const)('the page shows %s', async (_, change, expectedText) => {
  const chargingItem = charging()
  const { reTest, ...rest } = change as { reTest?: object; passedButReported?: string }
  const isOver = rest.passedButReported !== undefined
  const mergedTest = { ...chargingItem.reTest, ...reTest, ...(isOver && { chargedAt: null }) } as RoundItem['reTest']
  await open([itemOf(1, { ...chargingItem, ...rest, reTest: mergedTest })])
  await press(/^Lamp 0001/)
  expect((await screen.findAllByText(expectedText)).length).toBeGreaterThan(0)
})

test('the page shows proofs, repeated failures and missing work', async () => {
  const closed = { at, by: 'report', testId: null, entry: 12 } as const
  await open([
    itemOf(1, { failed: { testId: 't', at, measured_s: 1320, rated_min: 60 } }),
    itemOf(2, { state: 'closed', proof: 'report', error: 'charger', closed, lacksWork: true }),
    itemOf(3, { state: 'closed', closed: { ...closed, by: 'test', testId: 't' }, work: workOf(null) }),
  ])
  expect(await screen.findByText(/Failed again, 22 of 60 min. The fault stays open./)).toBeTruthy()
  expect(screen.getByText(/Reported as cleared by the unit, .* · Enter what was done/)).toBeTruthy()
  expect(screen.getByText(/^Closed by the test of/)).toBeTruthy()
})

test('a reader sees why the buttons are disabled', async () => {
  const { calls } = await open([itemOf(1)], undefined, 'installerReadOnly')
  await press(/^Lamp 0001/)
  const button = await screen.findByRole('button', { name: 'Battery replaced' })
  expect(button.getAttribute('aria-description')).toMatch(/administrator|staff|installer/i)
  fireEvent.click(button)
  expect(calls.some(({ action }) => action === 'completeRoundItem')).toBe(false)
})

test('a fault is left for the next round with a reason', async () => {
  const { calls } = await open([itemOf(1)])
  await press(/^Lamp 0001/)
  await press('Not now')
  await press('Needs two people')
  await waitFor(() =>
    expect(calls.filter(({ action }) => action === 'postponeRoundItem')).toMatchObject([{ reason: 'twoPeople' }]),
  )
})

test.each([
  ['', null],
  ['70', 70],
  [' 0 ', 0],
  ['-1', undefined],
  ['1.5', undefined],
  ['200000', undefined],
])('%j typed as minutes is %j', (typedText, minutes) => {
  expect(minutesOf(typedText)).toBe(minutes)
})

test('a typed serial is trimmed and upper-cased', () => {
  expect(serialIn(' a1b2c1 ')).toBe('A1B2C1')
})
