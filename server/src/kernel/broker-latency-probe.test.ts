import { expect, test } from 'vitest'
import { quietLog } from '../testing/quiet-log.ts'
import { createBrokerLatencyProbe } from './broker-latency-probe.ts'

const open = () => {
  const sent: { topic: string; payload: Buffer }[] = []
  const broker = { isAway: false }
  const clock = { ms: 0 }
  const pulse = createBrokerLatencyProbe({
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
    if (last) pulse.receive(last)
  }
  return { pulse, sent, clock, broker, comeBack }
}

test('a node is punctual once its own pulse has come back in time, and until one takes too long', () => {
  const { pulse, clock, comeBack } = open()
  expect(pulse.isTimely()).toBe(false)
  pulse.beat()
  expect(pulse.isTimely()).toBe(false)
  clock.ms += 20
  comeBack()
  expect(pulse.isTimely()).toBe(true)
  pulse.beat()
  clock.ms += 3_000
  expect(pulse.isTimely()).toBe(true)
  clock.ms += 1
  expect(pulse.isTimely()).toBe(false)
  clock.ms += 40_000
  comeBack()
  expect(pulse.isTimely()).toBe(false)
  pulse.beat()
  comeBack()
  expect(pulse.isTimely()).toBe(true)
})

test('no second pulse is sent while one is under way, and the pulse of another node counts for nothing', () => {
  const { pulse, sent } = open()
  pulse.beat()
  pulse.beat()
  expect(sent).toHaveLength(1)
  pulse.receive({ topic: 'bus/node/another/pulse', payload: Buffer.from('1') })
  expect(pulse.isTimely()).toBe(false)
})

test('without a broker nothing is known, and the next pulse goes out when it is back', async () => {
  const { pulse, sent, broker, comeBack } = open()
  pulse.beat()
  comeBack()
  broker.isAway = true
  pulse.beat()
  await Promise.resolve()
  await Promise.resolve()
  expect(pulse.isTimely()).toBe(false)
  broker.isAway = false
  pulse.beat()
  comeBack()
  expect(sent).toHaveLength(2)
  expect(pulse.isTimely()).toBe(true)
})
