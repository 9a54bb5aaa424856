import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderWithTexts } from '../../testing/render.tsx'
import { useAnswer } from '../api/use-answer.ts'
import { AnswerBoundary } from './AnswerBoundary.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const plantId = '00000000-0000-4000-8000-000000000001'
const ok = (data: unknown) => Response.json({ data })
const refuseWith = () => Response.json({ error: 'SERVER_ERROR', message: '', requestId: 'r1' }, { status: 503 })

/** A fake server: each action is answered on request of the test. */
function server() {
  const waiters = new Map<string, ((answer: Response) => void)[]>()
  vi.stubGlobal('fetch', (_: string, init?: RequestInit) => {
    const { action } = JSON.parse(String(init?.body)) as { action: string }
    return new Promise<Response>((resolve) => waiters.set(action, [...(waiters.get(action) ?? []), resolve]))
  })
  return {
    countCalls: (action: string) => waiters.get(action)?.length ?? 0,
    answer: async (action: string, answer: Response) => {
      await waitFor(() => expect(waiters.get(action)?.length).toBeGreaterThan(0))
      waiters.get(action)?.at(-1)?.(answer)
    },
  }
}

function Counts() {
  const [clicks, setClicks] = useState(0)
  const { rooms } = useAnswer('getRooms', { plantId })
  const { zones } = useAnswer('getZones', { plantId })
  return (
    <button type="button" onClick={() => setClicks(clicks + 1)}>{`${rooms.length} ${zones.length} ${clicks}`}</button>
  )
}

const renderCounts = () => renderWithTexts(<AnswerBoundary>{<Counts />}</AnswerBoundary>)

test('the boundary renders its children once all answers are loaded and during refetches', async () => {
  const { answer, countCalls } = server()
  await renderCounts()
  expect(screen.getByRole('status')).toBeDefined()
  await answer('getRooms', ok({ rooms: [] }))
  await answer('getZones', ok({ zones: [] }))
  fireEvent.click(await screen.findByRole('button', { name: '0 0 0' }))
  expect(screen.getByRole('button', { name: '0 0 1' })).toBeDefined()
  expect([countCalls('getRooms'), countCalls('getZones')]).toEqual([1, 1])
})

test('the boundary shows a refusal at once and retries on request', async () => {
  const { answer } = server()
  await renderCounts()
  await answer('getRooms', refuseWith())
  await screen.findByRole('alert')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await answer('getRooms', ok({ rooms: [] }))
  await answer('getZones', refuseWith())
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await answer('getZones', ok({ zones: [] }))
  await screen.findByRole('button', { name: '0 0 0' })
})

test('the boundary reports after ten seconds that it waits and retries on request', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  const { answer, countCalls } = server()
  await renderCounts()
  await waitFor(() => expect(countCalls('getRooms')).toBe(1))
  await vi.advanceTimersByTimeAsync(10_100)
  await screen.findByText('Still waiting for the server.')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(countCalls('getRooms')).toBe(2))
  await answer('getRooms', ok({ rooms: [] }))
  await answer('getZones', ok({ zones: [] }))
  await screen.findByRole('button', { name: '0 0 0' })
})

function RoomsOf({ plantId }: { plantId: string }) {
  return <p>{`${plantId}: ${useAnswer('getRooms', { plantId }).rooms.length} rooms`}</p>
}

function Choice() {
  const [plantId, choose] = useState('a')
  return (
    <>
      <button type="button" onClick={() => choose(plantId === 'a' ? 'b' : 'a')}>
        other
      </button>
      <AnswerBoundary refused={({ code }) => (code === 'PLANT_NOT_FOUND' ? <p>{`no plant ${plantId}`}</p> : undefined)}>
        <RoomsOf plantId={plantId} />
      </AnswerBoundary>
    </>
  )
}

test('the boundary drops a refusal when the request changes', async () => {
  const { answer, countCalls } = server()
  await renderWithTexts(<Choice />)
  await answer('getRooms', refuseWith())
  await screen.findByRole('alert')
  fireEvent.click(screen.getByRole('button', { name: 'other' }))
  await waitFor(() => expect(countCalls('getRooms')).toBe(2))
  expect(screen.queryByRole('alert')).toBeNull()
  await answer('getRooms', ok({ rooms: [] }))
  await screen.findByText('b: 0 rooms')
  fireEvent.click(screen.getByRole('button', { name: 'other' }))
  await waitFor(() => expect(countCalls('getRooms')).toBe(3))
  await answer('getRooms', refuseWith())
  await screen.findByRole('alert')
  fireEvent.click(screen.getByRole('button', { name: 'other' }))
  await screen.findByText('b: 0 rooms')
})

/** Changes its own state, like a reader of the address: the boundary around it does not render again. */
function OwnChoice() {
  const [plantId, choose] = useState('a')
  useEffect(() => {
    const other = (event: Event) => choose((event as CustomEvent<string>).detail)
    window.addEventListener('other', other)
    return () => window.removeEventListener('other', other)
  }, [])
  return <RoomsOf plantId={plantId} />
}

test('the boundary drops a refusal also when its children change their own request', async () => {
  const { answer, countCalls } = server()
  await renderWithTexts(<AnswerBoundary>{<OwnChoice />}</AnswerBoundary>)
  const choose = (plantId: string) => act(() => window.dispatchEvent(new CustomEvent('other', { detail: plantId })))
  await answer('getRooms', ok({ rooms: [] }))
  await screen.findByText('a: 0 rooms')
  choose('b')
  await waitFor(() => expect(countCalls('getRooms')).toBe(2))
  await answer('getRooms', refuseWith())
  await screen.findByRole('alert')
  choose('a')
  await screen.findByText('a: 0 rooms')
  choose('c')
  await waitFor(() => expect(countCalls('getRooms')).toBe(3))
  await answer('getRooms', refuseWith())
  await screen.findByRole('alert')
  choose('d')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(countCalls('getRooms')).toBe(4))
  await answer('getRooms', ok({ rooms: [] }))
  await screen.findByText('d: 0 rooms')
})

test('a page can set its own text for a refusal', async () => {
  const { answer } = server()
  await renderWithTexts(<Choice />)
  await answer('getRooms', Response.json({ error: 'PLANT_NOT_FOUND', message: '', requestId: 'r1' }, { status: 404 }))
  await screen.findByText('no plant a')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a read outside every boundary is a program error', async () => {
  const { UnansweredContext } = await import('../api/use-answer.ts')
  const { ErrorBoundary } = await import('../../shell/ErrorBoundary.tsx')
  server()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await renderWithTexts(
    <UnansweredContext value={undefined}>
      <ErrorBoundary>
        <Counts />
      </ErrorBoundary>
    </UnansweredContext>,
  )
  expect(await screen.findByRole('alert')).toBeDefined()
})
