import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { type Realtime, RealtimeContext } from '../../shared/realtime/realtime.ts'
import { plantWith, refusal, renderInPlant, unitWith } from '../../testing/plant.tsx'
import { ScannedLamps } from './ScannedLamps.tsx'
import type { SavedScans } from './saved-scans.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const type = { cu_type: 'imagined', lampSerialDigits: [6], maxLamps: 128 } as never
const liveConnection = { state: 'connected', attempt: 0, lastMessageAt: undefined }
const connected = { live: liveConnection, subscribe: () => () => undefined } as unknown as Realtime

/** The list with one valid scan, and `answer` as the result of sending it. */
const send = async (serial: string, answer: () => Response | Promise<Response>) => {
  const onKeep = vi.fn()
  const state: SavedScans = { scans: [{ content: serial, position: '' }], topic: 'imagined_0A1B2C', isWaiting: false }
  const list = (
    <RealtimeContext value={connected}>
      <ScannedLamps
        savedScans={[state, onKeep]}
        lamps={[]}
        types={[type]}
        units={[{ unit: unitWith(), topic: 'imagined_0A1B2C' }]}
      />
    </RealtimeContext>
  )
  await renderInPlant(list, plantWith(), ({ action }) => {
    if (action === 'updateCentQrLamps') return answer()
    return action === 'getOperations' ? { operations: [] } : { lamps: [] }
  })
  await userEvent.click(await screen.findByRole('button', { name: /^Add 1 lamp/ }))
  await vi.waitFor(() => expect(onKeep).toHaveBeenCalled())
  return onKeep.mock.lastCall?.[0] as Partial<SavedScans>
}

test('lamps that fail to send without a network wait for it', async () => {
  expect(await send('0A1B2D', () => Promise.reject(new TypeError('no network')))).toEqual({ isWaiting: true })
})

test('refused lamps do not wait', async () => {
  expect(await send('0A1B2E', () => refusal('UNIT_BUSY'))).toEqual({ isWaiting: false })
})
