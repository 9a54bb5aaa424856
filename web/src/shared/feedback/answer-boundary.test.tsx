import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderWithWords } from '../../testing/render.tsx'
import { useAnswer } from '../api/use-answer.ts'
import { AnswerBoundary } from './AnswerBoundary.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const plantId = '00000000-0000-4000-8000-000000000001'
const ok = (data: unknown) => Response.json({ data })
const refused = () => Response.json({ error: 'SERVER_ERROR', message: '', requestId: 'r1' }, { status: 503 })

/** Plays the server: each action is answered when its test says so. */
function server() {
  const waiting = new Map<string, ((answer: Response) => void)[]>()
  vi.stubGlobal('fetch', (_: string, init?: RequestInit) => {
    const { action } = JSON.parse(String(init?.body)) as { action: string }
    return new Promise<Response>((resolve) => waiting.set(action, [...(waiting.get(action) ?? []), resolve]))
  })
  return {
    asked: (action: string) => waiting.get(action)?.length ?? 0,
    answer: async (action: string, answer: Response) => {
      await waitFor(() => expect(waiting.get(action)?.length).toBeGreaterThan(0))
      waiting.get(action)?.at(-1)?.(answer)
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

const shown = () => renderWithWords(<AnswerBoundary>{<Counts />}</AnswerBoundary>)

test('draws its children once every answer is there, and keeps them while newer ones are fetched', async () => {
  const { answer, asked } = server()
  await shown()
  expect(screen.getByRole('status')).toBeDefined()
  await answer('getRooms', ok({ rooms: [] }))
  await answer('getZones', ok({ zones: [] }))
  fireEvent.click(await screen.findByRole('button', { name: '0 0 0' }))
  expect(screen.getByRole('button', { name: '0 0 1' })).toBeDefined()
  expect([asked('getRooms'), asked('getZones')]).toEqual([1, 1])
})

test('shows a refusal at once, and asks again when told to', async () => {
  const { answer } = server()
  await shown()
  await answer('getRooms', refused())
  await screen.findByRole('alert')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await answer('getRooms', ok({ rooms: [] }))
  await answer('getZones', refused())
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await answer('getZones', ok({ zones: [] }))
  await screen.findByRole('button', { name: '0 0 0' })
})

test('says after ten seconds that it still waits, and asks once more when told to', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  const { answer, asked } = server()
  await shown()
  await waitFor(() => expect(asked('getRooms')).toBe(1))
  await vi.advanceTimersByTimeAsync(10_100)
  await screen.findByText('Still waiting for the server.')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(asked('getRooms')).toBe(2))
  await answer('getRooms', ok({ rooms: [] }))
  await answer('getZones', ok({ zones: [] }))
  await screen.findByRole('button', { name: '0 0 0' })
})

test('a read outside every boundary is a fault of the program', async () => {
  const { UnansweredContext } = await import('../api/use-answer.ts')
  const { ErrorBoundary } = await import('../../shell/ErrorBoundary.tsx')
  server()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await renderWithWords(
    <UnansweredContext value={undefined}>
      <ErrorBoundary>
        <Counts />
      </ErrorBoundary>
    </UnansweredContext>,
  )
  expect(await screen.findByRole('alert')).toBeDefined()
})
