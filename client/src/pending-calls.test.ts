import { describe, expect, test } from 'vitest'
import type { ConnectionState, ConnectionStatus, RealtimeMessage } from './connection.ts'
import { PendingCalls } from './connection.ts'

function wire(state: ConnectionState) {
  const sentMessages: RealtimeMessage[] = []
  const status: ConnectionStatus = { state, attempt: 1, attempts: 5, socketId: undefined }
  return { sent: sentMessages, status, send: (message: RealtimeMessage) => sentMessages.push(message) }
}

const quickTiming = { pollMs: 5, connectWaitMs: 60, answerMs: 60 }

describe('actions over the realtime channel', () => {
  test('that start while connecting wait and are sent once', async () => {
    const line = wire('connecting')
    const calls = new PendingCalls(line, { ...quickTiming, connectWaitMs: 2000, answerMs: 2000 })
    const answer = calls.call('getScenes', { plantId: 'P' })
    expect(line.sent).toEqual([])
    line.status.state = 'connected'
    await expect.poll(() => line.sent.length).toBe(1)
    const { id } = line.sent[0] as RealtimeMessage
    expect(calls.settle({ action: 'getScenes', id: `${id}`, data: { scenes: [] } })).toBe(true)
    expect(await answer).toEqual({ scenes: [] })
  })

  test('fail with a text without a connection and send nothing', async () => {
    const line = wire('closed')
    await expect(new PendingCalls(line, quickTiming).call('getScenes', {})).rejects.toMatchObject({
      code: 'realtime_not_connected',
    })
    expect(line.sent).toEqual([])
  })

  test('carry the code of a refusal and ignore answers with an unknown id', async () => {
    const line = wire('connected')
    const calls = new PendingCalls(line, { ...quickTiming, answerMs: 2000 })
    const answer = calls.call('saveScene', {})
    const rejection = expect(answer).rejects.toMatchObject({ code: 'NOT_ALLOWED', status: 403, requestId: 'r1' })
    await expect.poll(() => line.sent.length).toBe(1)
    expect(calls.settle({ action: 'saveScene', data: {} })).toBe(false)
    calls.settle({
      action: 'saveScene',
      id: `${line.sent[0]?.id}`,
      data: { error: 'NOT_ALLOWED', status: 403, requestId: 'r1' },
    })
    await rejection
  })

  test('end after a lost connection or silence and are not sent again', async () => {
    const line = wire('connected')
    const calls = new PendingCalls(line, quickTiming)
    const unansweredCall = calls.call('saveScene', {})
    await expect(unansweredCall).rejects.toMatchObject({ code: 'realtime_no_answer' })
    const lostCall = calls.call('saveScene', {})
    const failed = expect(lostCall).rejects.toMatchObject({ code: 'realtime_no_answer' })
    await expect.poll(() => line.sent.length).toBe(2)
    calls.abandon()
    await failed
  })
})
