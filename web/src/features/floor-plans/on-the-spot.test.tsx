import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { WalkLamp } from '@vigilux/contract/features/commissioning/walk.ts'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RealtimeContext } from '../../shared/realtime/realtime.ts'
import {
  canvas,
  cu,
  marks,
  openPlans,
  planId,
  reportedEvents,
  shown,
  useFakeStage,
} from '../../testing/floor-plans.tsx'
import { createTestLine } from '../../testing/own-line.ts'
import { refusal } from '../../testing/plant.tsx'

vi.mock('./canvas/plan-stage.ts', async () => (await import('../../testing/floor-plans.tsx')).fakeStage)
let line: ReturnType<typeof createTestLine>
beforeEach(() => {
  line = createTestLine()
  useFakeStage()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const walkId = '00000000-0000-4000-8000-00000000000a'
const soonTime = () => new Date(Date.now() + 30_000).toISOString()
const lampOf = (addr: number, isMine = false): WalkLamp => ({
  topic: cu,
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
  taken: isMine ? { userid: 'ada', name: 'Ada', until: soonTime(), blinks_until: soonTime() } : null,
})
const walk = {
  id: walkId,
  topic: null,
  plan_id: planId,
  total: 2,
  done: 0,
  skipped: 0,
  started_by: 'Ada',
  ended_at: null,
  started_at: '2026-03-02T09:00:00.000Z',
}
const at = (addr: number) => ({ walk, lamp: lampOf(addr, true), command: null })
const answers = {
  getWalks: { walks: [] },
  startWalk: { walk },
  getWalk: { walk, lamps: [lampOf(2, true), lampOf(3)] },
  claimWalkLamp: at(2),
  placeWalkLamp: at(3),
  returnToWalkLamp: at(2),
  skipWalkLamp: at(3),
}
const button = (name: string | RegExp) => screen.findByRole('button', { name })
function Line({ children }: { children: ReactNode }) {
  return <RealtimeContext value={line.realtime}>{children}</RealtimeContext>
}
const open = async (answerOverrides: Record<string, unknown> = {}) => {
  const page = await openPlans({ answers: { ...answers, ...answerOverrides }, within: Line })
  fireEvent.click(await button('Place while they blink'))
  await screen.findByRole('heading', { name: 'Lamp 0002' })
  return { ...page, callsOf: (name: string) => page.calls.filter(({ action }) => action === name) }
}

test('a tap places the lamp, the next press saves it, and Back returns to it', async () => {
  const { callsOf } = await open()
  expect(callsOf('startWalk')).toMatchObject([{ of: { planId } }])
  fireEvent.click(await button('Next: lamp 0003 blinks'))
  expect(callsOf('placeWalkLamp')).toEqual([])
  act(() => reportedEvents().onTap([0.25, 0.5]))
  act(() => reportedEvents().onTap([0.75, 0.25]))
  await waitFor(() => expect(marks()).toContainEqual(expect.objectContaining({ key: `${cu}.2`, x: 0.75, y: 0.25 })))
  fireEvent.click(await button('Next: lamp 0003 blinks'))
  await screen.findByRole('heading', { name: 'Lamp 0003' })
  expect(callsOf('placeWalkLamp')).toMatchObject([{ serial: 'A1B2C2', at: { x: 0.75, y: 0.25 }, goOn: true }])
  fireEvent.click(await button('Back to 0002'))
  await screen.findByRole('heading', { name: 'Lamp 0002' })
  expect(callsOf('returnToWalkLamp')).toMatchObject([{ serial: 'A1B2C2' }])
})

test('the current lamp is highlighted among placed lamps, and no lamp can be moved', async () => {
  await open()
  await waitFor(() => expect(marks()).toMatchObject([{ key: `${cu}.1`, x: 0.25, y: 0.5 }]))
  expect([...shown().selected]).toEqual([`${cu}.2`])
  expect([shown().mayMove, shown().takesSpots]).toEqual([false, true])
})

test('a failed place is resent with its key, and another tap gets its own', async () => {
  const { callsOf } = await open({ placeWalkLamp: refusal('INTERNAL') })
  const press = (times: number) =>
    // Requests within the time of a double click count as one.
    vi.waitFor(
      () => {
        fireEvent.click(screen.getByRole('button', { name: 'Next: lamp 0003 blinks' }))
        expect(callsOf('placeWalkLamp')).toHaveLength(times)
      },
      { timeout: 5_000, interval: 400 },
    )
  act(() => reportedEvents().onTap([0.25, 0.5]))
  await press(1)
  await press(2)
  act(() => reportedEvents().onTap([0.75, 0.5]))
  await press(3)
  const [first, secondWorkId, other] = callsOf('placeWalkLamp').map(({ workId }) => workId)
  expect(secondWorkId).toBe(first)
  expect(other).not.toBe(first)
})

test('a reader follows the link of a walk to the result and gets no lamp', async () => {
  const { calls, router } = await openPlans({ answers, within: Line, role: 'clientOwner' })
  await router.navigate({ to: '.', search: { plan: planId, walk: walkId } as never })
  await screen.findByRole('link', { name: 'Leave' })
  await waitFor(() => expect(calls.some(({ action }) => action === 'getWalk')).toBe(true))
  await waitFor(() => expect(screen.queryByRole('application')).toBeNull())
  expect(calls.filter(({ action }) => action === 'claimWalkLamp')).toEqual([])
})

test('Enter places the lamp in the middle of the view by keyboard', async () => {
  const { callsOf } = await open()
  fireEvent.keyDown(canvas(), { key: 'Enter' })
  fireEvent.click(await button('Next: lamp 0003 blinks'))
  await waitFor(() => expect(callsOf('placeWalkLamp')).toMatchObject([{ at: { x: 0.5, y: 0.5 } }]))
})

test('a lamp assigned to another person is skipped, and the next is requested', async () => {
  const { callsOf } = await open({ placeWalkLamp: refusal('WALK_LAMP_NOT_YOURS', { by: 'Luca' }) })
  act(() => reportedEvents().onTap([0.25, 0.5]))
  // Requests within the time of a double click count as one, and the lamp was requested just now.
  await vi.waitFor(
    () => {
      fireEvent.click(screen.getByRole('button', { name: 'Next: lamp 0003 blinks' }))
      expect(callsOf('claimWalkLamp').length).toBeGreaterThan(1)
    },
    { timeout: 5_000 },
  )
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('offline placing sends nothing and shows the reason', async () => {
  const { callsOf } = await open()
  act(() => reportedEvents().onTap([0.25, 0.5]))
  line.isNow('offline')
  await screen.findByText(/^Without a connection no lamp can blink/)
  fireEvent.click(await button(/^Next/))
  fireEvent.click(await button('Skip'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(callsOf('placeWalkLamp')).toEqual([])
})

test('Back returns to a skipped lamp', async () => {
  const { callsOf } = await open()
  fireEvent.click(await button('Skip'))
  fireEvent.click(await button('No access'))
  await screen.findByRole('heading', { name: 'Lamp 0003' })
  expect(callsOf('skipWalkLamp')).toMatchObject([{ serial: 'A1B2C2', reason: 'noAccess' }])
  await button('Back to 0002')
})
