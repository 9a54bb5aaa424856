import { expect, it } from 'vitest'
import type { Clock } from '../../clock.ts'
import { CovSubscriptions, maxSubscriptions } from './cov.ts'
import { BacnetError } from './numbers.ts'
import type { PointObject } from './objects.ts'
import type { Peer } from './packet.ts'

const peer: Peer = { address: '192.0.2.1', port: 47_808, network: null }
const id = (instance: number) => ({ type: 3, instance })

/** Subscriptions on objects changed by a test, with a clock moved by it. */
const createCov = () => {
  let nowMs = 0
  const timers: { at: number; run: () => void }[] = []
  const clock: Clock = {
    now: () => nowMs,
    after: (ms, run) => {
      const timer = { at: nowMs + ms, run }
      timers.push(timer)
      return { cancel: () => void timers.splice(timers.indexOf(timer) >>> 0, 1) }
    },
  }
  let value = false
  const sent: { apdu: Buffer; expectsReply: boolean }[] = []
  const find = (object: { type: number; instance: number }): PointObject => ({
    id: object,
    name: 'x',
    description: 'x',
    point: { kind: 'binary', id: 'x', name: 'x', isAlarm: true, read: () => value },
    reading: { value, reliability: 'reliable' },
    testOf: null,
  })
  const cov = new CovSubscriptions({
    deviceInstance: 1,
    clock,
    now: () => new Date(0),
    find,
    send: (_, apdu, expectsReply) => sent.push({ apdu, expectsReply }),
  })
  return {
    cov,
    sent,
    change: () => {
      value = !value
      cov.notify()
    },
    pass: (ms: number) => {
      nowMs += ms
      for (const timer of timers.filter(({ at }) => at <= nowMs)) {
        timers.splice(timers.indexOf(timer), 1)
        timer.run()
      }
    },
  }
}

it('sends a confirmed notification four times, and then ends its subscription', () => {
  const { cov, sent, change, pass } = createCov()
  cov.subscribe(peer, { processId: 1, object: id(1), isConfirmed: true })
  cov.notifyFresh()
  for (let second = 0; second < 12; second += 3) pass(3_000)
  expect(sent).toHaveLength(4)
  expect(new Set(sent.map(({ apdu }) => apdu.toString('hex'))).size).toBe(1)
  expect(cov.list()).toEqual([])
  change()
  expect(sent).toHaveLength(4)
})

it('sends a slow client the newest value once it has answered', () => {
  const { cov, sent, change } = createCov()
  cov.subscribe(peer, { processId: 1, object: id(1), isConfirmed: true })
  cov.notifyFresh()
  change()
  change()
  change()
  expect(sent).toHaveLength(1)
  cov.answered(sent[0]?.apdu[2] ?? -1, true)
  expect(sent).toHaveLength(2)
  cov.answered(sent[1]?.apdu[2] ?? -1, true)
  expect(sent).toHaveLength(2)
})

it('goes on with a subscription that is renewed before the answer', () => {
  const { cov, sent, change } = createCov()
  const request = { processId: 1, object: id(1), isConfirmed: true, lifetimeS: 60 }
  cov.subscribe(peer, request)
  cov.notifyFresh()
  cov.subscribe(peer, request)
  cov.notifyFresh()
  cov.answered(sent[0]?.apdu[2] ?? -1, true)
  cov.answered(sent[1]?.apdu[2] ?? -1, true)
  change()
  expect(sent).toHaveLength(3)
  expect(cov.list()).toHaveLength(1)
})

it('ends by its lifetime, and has a limit', () => {
  const { cov, change, sent, pass } = createCov()
  for (let instance = 0; instance < maxSubscriptions; instance++)
    cov.subscribe(peer, { processId: 1, object: id(instance), lifetimeS: 10 })
  expect(() => cov.subscribe(peer, { processId: 2, object: id(1), lifetimeS: 10 })).toThrow(BacnetError)
  cov.notifyFresh()
  expect(sent).toHaveLength(maxSubscriptions)
  pass(10_000)
  change()
  expect(sent).toHaveLength(maxSubscriptions)
  cov.subscribe(peer, { processId: 2, object: id(1), lifetimeS: 10 })
  expect(cov.list()).toHaveLength(1)
})
