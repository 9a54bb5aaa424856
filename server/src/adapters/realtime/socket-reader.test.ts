import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { allowances, channelLimits } from '../../kernel/limits.ts'
import { createSocketReader } from './realtime-routes.ts'
import { createSocketWriter } from './watcher-hub.ts'

/** A socket with a record of its calls. */
const fakeSocket = () => {
  const state = { bufferedAmount: 0, isPaused: false, sent: [] as string[], closed: null as number | null, cut: false }
  const socket = Object.assign(new EventEmitter(), {
    pause: () => {
      state.isPaused = true
    },
    resume: () => {
      state.isPaused = false
    },
    send: (text: string) => state.sent.push(text),
    close: (code: number) => {
      state.closed = code
    },
    terminate: () => {
      state.cut = true
    },
  })
  Object.defineProperty(socket, 'bufferedAmount', { get: () => state.bufferedAmount })
  return { state, socket: socket as unknown as WebSocket }
}

const open = (admit: (bytes: number) => number = () => 0) => {
  const { state, socket } = fakeSocket()
  const socketWriter = createSocketWriter(socket, { write: () => true })
  const pendingEnds: (() => void)[] = []
  const answer = vi.fn(() => new Promise<void>((resolve) => pendingEnds.push(resolve)))
  const { receive } = createSocketReader({ socket, outlet: socketWriter, admit, answer })
  const endCalls = async () => {
    for (const end of pendingEnds.splice(0)) end()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { state, socket, outlet: socketWriter, receive, answer, endCalls }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('incoming socket', () => {
  it('pauses while too many messages are unanswered', async () => {
    const { receive, state, endCalls } = open()
    for (let n = 0; n < channelLimits.unanswered; n++) receive('{}')
    expect(state.isPaused).toBe(true)
    await endCalls()
    expect(state.isPaused).toBe(false)
  })

  it('refuses messages beyond the allowance unread, with a waiting time', async () => {
    const { receive, state, answer, endCalls } = open()
    for (let n = 0; n < allowances.message.burst; n++) receive('{}')
    await endCalls()
    receive('{"action":"x","id":"q-1","data": not even JSON')
    expect(answer).toHaveBeenCalledTimes(allowances.message.burst)
    expect(JSON.parse(state.sent[0] ?? '')).toMatchObject({
      id: 'q-1',
      data: { error: 'TOO_MANY_REQUESTS', status: 429, details: { retryAfterS: 1 } },
    })
    expect(state.isPaused).toBe(true)
    await vi.advanceTimersByTimeAsync(1500)
    expect(state.isPaused).toBe(false)
    receive('{}')
    expect(answer).toHaveBeenCalledTimes(allowances.message.burst + 1)
  })

  it('respects the allowance of the account', () => {
    const { receive, answer, state } = open(() => 7)
    receive('{}')
    expect(answer).not.toHaveBeenCalled()
    expect(state.sent[0]).toContain('"retryAfterS":7')
  })

  it('is closed if its browser ignores refusals', async () => {
    const { receive, state } = open(() => 1)
    for (let n = 0; n <= allowances.refusedMessage.burst + 1; n++) receive('{}')
    expect(state.closed).toBe(4429)
    expect(state.sent.length).toBeLessThanOrEqual(allowances.refusedMessage.burst + 2)
    await vi.advanceTimersByTimeAsync(1000)
    expect(state.cut).toBe(true)
  })

  it('executes nothing and pauses for a browser that does not read', () => {
    const { receive, state, answer } = open()
    state.bufferedAmount = channelLimits.backlogBytes + 1
    receive('{}')
    expect(answer).not.toHaveBeenCalled()
    expect(state.isPaused).toBe(true)
  })
})

describe('outgoing socket', () => {
  it('is closed after the browser lags longer than allowed', async () => {
    const { outlet: socketWriter, state } = open()
    state.bufferedAmount = channelLimits.backlogBytes + 1
    socketWriter.check()
    await vi.advanceTimersByTimeAsync(channelLimits.patienceMs)
    socketWriter.check()
    expect(state.closed).toBeNull()
    await vi.advanceTimersByTimeAsync(100)
    socketWriter.check()
    expect(state.closed).toBe(4408)
  })
  it('stays open if the browser catches up', async () => {
    const { outlet: socketWriter, state } = open()
    state.bufferedAmount = channelLimits.backlogBytes + 1
    socketWriter.check()
    state.bufferedAmount = 0
    socketWriter.check()
    state.bufferedAmount = channelLimits.backlogBytes + 1
    await vi.advanceTimersByTimeAsync(channelLimits.patienceMs + 100)
    socketWriter.check()
    expect(state.closed).toBeNull()
  })
  it('sends nothing after the close code', () => {
    const { outlet: socketWriter, state } = open()
    socketWriter.shut(4401, 'session ended')
    socketWriter.send('{}')
    expect(state.sent).toEqual([])
  })
})
