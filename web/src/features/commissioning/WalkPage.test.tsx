import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Walk, WalkLamp } from '@vigilux/contract/features/commissioning/walk.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recordServerTime } from '../../shared/plant/server-clock.ts'
import { RealtimeContext } from '../../shared/realtime/realtime.ts'
import { createTestDevice } from '../../testing/own-device.ts'
import { createTestLine } from '../../testing/own-line.ts'
import { plantId, plantWith, refusal, renderInPlant, unitWith } from '../../testing/plant.tsx'
import { WalkPage } from './WalkPage.tsx'

const walkId = '00000000-0000-4000-8000-00000000000a'
const topic = 'imagined_0A1B2C'

let line: ReturnType<typeof createTestLine>
let device: Awaited<ReturnType<typeof createTestDevice>>
beforeEach(async () => {
  device = await createTestDevice()
  line = createTestLine()
  localStorage.clear()
  recordServerTime(new Date().toISOString())
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const lampOf = (addr: number, change: Partial<WalkLamp> = {}): WalkLamp => ({
  topic,
  serial: `A1B2C${addr}`,
  addr,
  type: 'emergency',
  description: '',
  location: '',
  version: 0,
  room_id: null,
  state: 'open',
  reason: null,
  put_off: 0,
  by: null,
  at: null,
  taken: null,
  ...change,
})
const soonTime = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString()
const ownLamp = (addr: number, change: Partial<WalkLamp> = {}) =>
  lampOf(addr, { taken: { userid: 'ada', name: 'Ada', until: soonTime(600), blinks_until: soonTime(30) }, ...change })
const walkOf = (change: Partial<Walk> = {}): Walk => ({
  id: walkId,
  topic,
  plan_id: null,
  total: 3,
  done: 0,
  skipped: 0,
  started_by: 'Ada',
  ended_at: null,
  started_at: '2026-03-02T09:00:00.000Z',
  ...change,
})

type Answer = (call: { action: string } & Record<string, unknown>) => unknown
/** A walk of three lamps, of which the server assigns the first. */
const open = (answer: Answer = () => undefined, lamps = [ownLamp(1), lampOf(2), lampOf(3)], walk = walkOf()) =>
  renderInPlant(
    <RealtimeContext value={line.realtime}>
      <WalkPage />
    </RealtimeContext>,
    { ...plantWith({ units: [unitWith()] }), servedAt: new Date().toISOString() },
    (call) => {
      const response = answer(call)
      if (response !== undefined) return response
      if (call.action === 'getWalk') return { walk, lamps }
      if (call.action === 'claimWalkLamp')
        return { walk, lamp: lamps.find(({ taken: claimedBy }) => claimedBy?.userid === 'ada') ?? null, command: null }
      if (call.action === 'getLampPhotos') return { photos: [] }
      return call.action === 'getRooms' ? { rooms: [] } : {}
    },
    { walkId },
  )
const main = (name: string | RegExp) => screen.findByRole('button', { name })
const type = (text: string) => fireEvent.change(screen.getByLabelText('Place'), { target: { value: text } })

test('Next saves over the loaded texts and moves to the next lamp', async () => {
  const { calls } = await open(({ action }) =>
    action === 'saveWalkLamp' ? { walk: walkOf({ done: 1 }), lamp: ownLamp(2), command: null } : undefined,
  )
  fireEvent.click(await main('Next: lamp 0002 blinks'))
  expect(await screen.findByText('Enter where it is: choose a room or describe the place.')).toBeTruthy()
  type('Door 407')
  fireEvent.click(await main('Next: lamp 0002 blinks'))
  await screen.findByRole('heading', { name: 'Lamp 0002' })
  const saveCalls = calls.filter(({ action }) => action === 'saveWalkLamp')
  expect(saveCalls).toMatchObject([
    { serial: 'A1B2C1', version: 0, goOn: true, place: { location: 'Door 407', roomId: null } },
  ])
  expect(screen.getByText(/^Blinking for/)).toBeTruthy()
})

test('the next lamp keeps the room and proposes the following place, so one press goes on', async () => {
  const roomId = '00000000-0000-4000-8000-00000000000c'
  const { calls } = await open(
    ({ action }) => {
      if (action === 'saveWalkLamp') return { walk: walkOf({ done: 1 }), lamp: ownLamp(2), command: null }
      return undefined
    },
    [ownLamp(1, { location: 'Door 406', room_id: roomId }), lampOf(2), lampOf(3)],
  )
  fireEvent.click(await main('Next: lamp 0002 blinks'))
  await screen.findByRole('heading', { name: 'Lamp 0002' })
  expect((screen.getByLabelText('Place') as HTMLInputElement).value).toBe('Door 407')
  fireEvent.click(await main(/^Next/))
  await waitFor(() => expect(calls.filter(({ action }) => action === 'saveWalkLamp')).toHaveLength(2))
  expect(calls.findLast(({ action }) => action === 'saveWalkLamp')).toMatchObject({
    serial: 'A1B2C2',
    place: { location: 'Door 407', roomId },
  })
})

test('a conflicting save shows both texts and saves the chosen one', async () => {
  const now = { description: '', location: 'Theirs', notes: '', version: 4 }
  let isRefused = false
  const { calls } = await open(({ action }) => {
    if (action !== 'saveWalkLamp') return undefined
    if (isRefused) return { walk: walkOf({ done: 1 }), lamp: ownLamp(2), command: null }
    isRefused = true
    return refusal('CHANGED_MEANWHILE', { now })
  })
  await main(/^Next/)
  type('Mine')
  fireEvent.click(await main(/^Next/))
  const conflict = await screen.findByRole('alert')
  expect(within(conflict).getByText('Theirs')).toBeTruthy()
  fireEvent.click(within(conflict).getByRole('button', { name: 'Keep mine' }))
  fireEvent.click(await main(/^Next/))
  await screen.findByRole('heading', { name: 'Lamp 0002' })
  expect(calls.filter(({ action }) => action === 'saveWalkLamp').at(-1)).toMatchObject({
    version: 4,
    place: { location: 'Mine' },
  })
})

test('a lamp that is not seen blinks longer, waits or is skipped', async () => {
  const { calls } = await open(({ action }) =>
    action === 'skipWalkLamp' ? { walk: walkOf({ skipped: 1 }), lamp: ownLamp(2), command: null } : undefined,
  )
  fireEvent.click(await main('I can’t see it'))
  const dialog = await screen.findByRole('dialog')
  expect(
    within(dialog)
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
      .filter(Boolean),
  ).toEqual([
    'Let it blink for 2\u00a0min',
    'Later in this commissioning',
    'It does not blink',
    'Not found',
    'No access',
  ])
  fireEvent.click(within(dialog).getByRole('button', { name: 'It does not blink' }))
  await waitFor(() =>
    expect(calls).toContainEqual(expect.objectContaining({ action: 'skipWalkLamp', reason: 'noAnswer' })),
  )
})

test('the page shows who is at which lamp, and a reader gets none', async () => {
  const luca = { userid: 'l', name: 'Luca', until: soonTime(600), blinks_until: null }
  const lamps = [lampOf(1, { taken: luca }), lampOf(2, { state: 'skipped', reason: 'noAccess' })]
  const walkAnswer = { walk: walkOf({ total: 2, skipped: 1 }), lamps }
  const { calls } = await renderInPlant(<WalkPage />, plantWith({ plant: { role: 'clientOwner' } }), ({ action }) =>
    action === 'getWalk' ? walkAnswer : {},
  )
  expect(await screen.findByText('Luca is at lamp 0001')).toBeTruthy()
  expect(screen.getByText('No access')).toBeTruthy()
  expect(calls.map(({ action }) => action)).not.toContain('claimWalkLamp')
})

test('offline input is stored on the device, and the next lamp appears', async () => {
  const { calls } = await open()
  await main('Next: lamp 0002 blinks')
  line.isNow('offline')
  type('Basement')
  fireEvent.click(await main('Keep it here and go on'))
  await screen.findByRole('heading', { name: 'Lamp 0002' })
  expect(screen.getByText('1 entry waits here')).toBeTruthy()
  expect(screen.getByText(/Lamps cannot blink now/)).toBeTruthy()
  // Its photos were never loaded here, but new ones can be added.
  expect(await screen.findByText('Without a network, photos taken earlier are not shown.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Add a photo' }).getAttribute('aria-disabled')).toBeNull()
  expect(device.outbox.getOutbox().entries).toMatchObject([
    {
      action: 'saveWalkLamp',
      plantId,
      name: '0001',
      detail: 'Basement',
      input: { walkId, serial: 'A1B2C1', version: 0 },
    },
  ])
  expect(calls.map(({ action }) => action)).not.toContain('saveWalkLamp')
})

test('leaving the page releases the lamp', async () => {
  const { calls, unmount } = await open()
  await main(/^Next/)
  unmount()
  await waitFor(() => expect(calls.map(({ action }) => action)).toContain('leaveWalk'))
})

test.each(['WALK_NOT_FOUND', 'INVALID_INPUT'])(
  'a link to a missing walk shows a message and links to the lamps: %s',
  async (code) => {
    await open(({ action }) => (action === 'getWalk' ? refusal(code) : undefined))
    expect(
      await screen.findByRole('heading', { name: 'This commissioning no longer exists, or belongs to another plant.' }),
    ).toBeTruthy()
    expect(screen.getByRole('link', { name: 'To the lamps' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  },
)
