import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useToasts } from '../shared/feedback/toast.ts'
import type { SessionUser } from '../shared/session/session-api.ts'
import { createTestDevice, keyOf } from '../testing/own-device.ts'
import { createTestLine } from '../testing/own-line.ts'
import { quickQueries, renderWithTexts } from '../testing/render.tsx'
import { startOfflineWork } from './offline-work.ts'

let stop: (() => void) | undefined
afterEach(() => {
  stop?.()
  cleanup()
  vi.unstubAllGlobals()
})

const plantId = '00000000-0000-4000-8000-000000000001'

test('a connection that returns twice sends entries once and reports once', async () => {
  const { vault, outbox } = await createTestDevice()
  const answer = Promise.withResolvers<void>()
  const sentDetails: string[] = []
  vi.stubGlobal('fetch', async (_: string, init?: RequestInit) => {
    const { action } = JSON.parse(String(init?.body)) as { action: string }
    if (action === 'getDeviceKey') return Response.json({ data: { key: keyOf('ada') } })
    sentDetails.push(action)
    await answer.promise
    return Response.json({ data: {} })
  })
  await vault.acquireKey('ada')
  await renderWithTexts(null)
  const { result: toasts } = renderHook(useToasts)
  const before = toasts.current.length
  const line = createTestLine()
  line.isNow('offline')
  stop = startOfflineWork(quickQueries(), { userid: 'ada', name: 'Ada' } as SessionUser, line.realtime)
  await outbox.addEntry({
    plantId,
    plantName: 'Hotel',
    action: 'postponeRoundItem',
    of: 'later 1',
    name: '0001',
    detail: 'Later',
    input: { plantId, itemId: plantId, reason: 'other' } as never,
  })
  // The shell is ready once it checks the connection.
  await waitFor(() => {
    line.isNow('connected')
    expect(sentDetails).toEqual(['postponeRoundItem'])
  })
  for (let times = 0; times < 3; times++) {
    line.isNow('offline')
    line.isNow('connected')
  }
  // Each reads the waiting entries before it sends, and waits for its turn.
  for (let times = 0; times < 3; times++) await outbox.readOutbox()
  await act(async () => answer.resolve())
  await waitFor(() => expect(outbox.getOutbox().entries).toEqual([]))
  await waitFor(() => expect(toasts.current.slice(before).map(({ message }) => message)).toEqual(['1 entry sent.']))
  expect(sentDetails).toHaveLength(1)
})
