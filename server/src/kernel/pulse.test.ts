import { expect, test } from 'vitest'
import { quietLog } from '../testing/quiet-log.ts'
import { createPulse } from './pulse.ts'

const open = () => {
  const sent: { topic: string; payload: Buffer }[] = []
  const broker = { isAway: false }
  const clock = { ms: 0 }
  const pulse = createPulse({
    nodeId: 'one',
    publish: async (topic, payload) => {
      if (broker.isAway) throw new Error('no connection')
      sent.push({ topic, payload: Buffer.from(payload) })
    },
    log: quietLog(),
    elapsed: () => clock.ms,
  })
  const comeBack = () => {
    const last = sent.at(-1)
    if (last) pulse.take(last)
  }
  return { pulse, sent, clock, broker, comeBack }
}

test('a node is punctual once its own pulse has come back in time, and until one takes too long', () => {
  const { pulse, clock, comeBack } = open()
  expect(pulse.isPunctual()).toBe(false)
  pulse.beat()
  expect(pulse.isPunctual()).toBe(false)
  clock.ms += 20
  comeBack()
  expect(pulse.isPunctual()).toBe(true)
  pulse.beat()
  clock.ms += 3_000
  expect(pulse.isPunctual()).toBe(true)
  clock.ms += 1
  expect(pulse.isPunctual()).toBe(false)
  clock.ms += 40_000
  comeBack()
  expect(pulse.isPunctual()).toBe(false)
  pulse.beat()
  comeBack()
  expect(pulse.isPunctual()).toBe(true)
})

test('no second pulse is sent while one is under way, and the pulse of another node counts for nothing', () => {
  const { pulse, sent } = open()
  pulse.beat()
  pulse.beat()
  expect(sent).toHaveLength(1)
  pulse.take({ topic: 'bus/node/another/pulse', payload: Buffer.from('1') })
  expect(pulse.isPunctual()).toBe(false)
})

test('without a broker nothing is known, and the next pulse goes out when it is back', async () => {
  const { pulse, sent, broker, comeBack } = open()
  pulse.beat()
  comeBack()
  broker.isAway = true
  pulse.beat()
  await Promise.resolve()
  await Promise.resolve()
  expect(pulse.isPunctual()).toBe(false)
  broker.isAway = false
  pulse.beat()
  comeBack()
  expect(sent).toHaveLength(2)
  expect(pulse.isPunctual()).toBe(true)
})
