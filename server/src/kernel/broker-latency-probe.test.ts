import { expect, test } from 'vitest'
import { quietLog } from '../testing/quiet-log.ts'
import { createBrokerLatencyProbe } from './broker-latency-probe.ts'

const open = () => {
  const publishedProbes: { topic: string; payload: Buffer }[] = []
  const broker = { isAway: false }
  const clock = { ms: 0 }
  const probe = createBrokerLatencyProbe({
    nodeId: 'one',
    publish: async (topic, payload) => {
      if (broker.isAway) throw new Error('no connection')
      publishedProbes.push({ topic, payload: Buffer.from(payload) })
    },
    log: quietLog(),
    elapsed: () => clock.ms,
  })
  const returnProbe = () => {
    const last = publishedProbes.at(-1)
    if (last) probe.receive(last)
  }
  return { probe, publishedProbes, clock, broker, returnProbe }
}

test('the latency is timely after a quick probe until one takes too long', () => {
  const { probe, clock, returnProbe } = open()
  expect(probe.isTimely()).toBe(false)
  probe.beat()
  expect(probe.isTimely()).toBe(false)
  clock.ms += 20
  returnProbe()
  expect(probe.isTimely()).toBe(true)
  probe.beat()
  clock.ms += 3_000
  expect(probe.isTimely()).toBe(true)
  clock.ms += 1
  expect(probe.isTimely()).toBe(false)
  clock.ms += 40_000
  returnProbe()
  expect(probe.isTimely()).toBe(false)
  probe.beat()
  returnProbe()
  expect(probe.isTimely()).toBe(true)
})

test('one probe is sent at a time, and those of other nodes are ignored', () => {
  const { probe, publishedProbes } = open()
  probe.beat()
  probe.beat()
  expect(publishedProbes).toHaveLength(1)
  probe.receive({ topic: 'bus/node/another/pulse', payload: Buffer.from('1') })
  expect(probe.isTimely()).toBe(false)
})

test('without a broker the latency is unknown until the next probe returns', async () => {
  const { probe, publishedProbes, broker, returnProbe } = open()
  probe.beat()
  returnProbe()
  broker.isAway = true
  probe.beat()
  await Promise.resolve()
  await Promise.resolve()
  expect(probe.isTimely()).toBe(false)
  broker.isAway = false
  probe.beat()
  returnProbe()
  expect(publishedProbes).toHaveLength(2)
  expect(probe.isTimely()).toBe(true)
})
