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

test('a node is punctual once its own pulse has come back in time, and until one takes too long', () => {
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

test('no second pulse is sent while one is under way, and the pulse of another node counts for nothing', () => {
  const { probe, publishedProbes } = open()
  probe.beat()
  probe.beat()
  expect(publishedProbes).toHaveLength(1)
  probe.receive({ topic: 'bus/node/another/pulse', payload: Buffer.from('1') })
  expect(probe.isTimely()).toBe(false)
})

test('without a broker nothing is known, and the next pulse goes out when it is back', async () => {
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
