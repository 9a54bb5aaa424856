import { expect, it, vi } from 'vitest'
import { openCallEntry } from './incoming-calls.ts'
import { Refusal } from './refusal.ts'

const call = { action: 'getAllPlants', input: {}, headers: {}, address: '192.0.2.7', requestId: 'request-1' }

function openCalls(error: Error | null) {
  const log = { info: vi.fn(), warn: vi.fn() }
  const outcomes: string[] = []
  const { calls } = openCallEntry({
    dispatch: () => (error ? Promise.reject(error) : Promise.resolve('done')) as never,
    sessions: { find: async () => null, accountOf: () => null, isClaimed: () => false, forget: () => undefined },
    measure: ({ outcome }) => void outcomes.push(outcome),
    refused: () => undefined,
    sharedUse: { share: () => () => undefined },
    log,
  })
  return { calls, log, outcomes }
}

it('a call is measured by its declared refusal, never by the code of another error', async () => {
  const { calls, outcomes } = openCalls(Object.assign(new Error('unique'), { code: '23505' }))
  await expect(calls(call)).rejects.toThrow()
  expect(outcomes).toEqual(['error'])
  const { calls: refusing, outcomes: refusals } = openCalls(new Refusal('NOT_ALLOWED'))
  await expect(refusing(call)).rejects.toThrow()
  expect(refusals).toEqual(['NOT_ALLOWED'])
})

it('a refusal is logged with action, code and request id', async () => {
  const { calls, log } = openCalls(new Refusal('NOT_ALLOWED'))
  await expect(calls(call)).rejects.toThrow()
  expect(log.info).toHaveBeenCalledExactlyOnceWith(
    { requestId: 'request-1', action: 'getAllPlants', error: 'NOT_ALLOWED' },
    'call refused',
  )
})

it('an invented action name is not logged', async () => {
  const { calls, log } = openCalls(new Refusal('UNKNOWN_ACTION'))
  await expect(calls({ ...call, action: 'drop table\n' })).rejects.toThrow()
  expect(log.info.mock.calls[0]?.[0]).toMatchObject({ action: 'unknown' })
})

it('throttled calls and unexpected errors are not logged here', async () => {
  for (const error of [new Refusal('TOO_MANY_REQUESTS', { retryAfterS: 1 }), new Error('of our own')]) {
    const { calls, log } = openCalls(error)
    await expect(calls(call)).rejects.toThrow(error)
    expect(log.info).not.toHaveBeenCalled()
  }
})
