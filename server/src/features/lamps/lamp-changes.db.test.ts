import { conditionOf } from '@vigilux/contract/features/lamps/lamp.rules.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'

/** The history of a lamp has a line per change and none per report. Order and repetition of messages do not matter. */
let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
beforeAll(async () => {
  plant = await openPlantWithUnit()
})
afterAll(() => plant.server.stop())

const modes = { unreachable: 0, normal: 2, emergency: 4 }
type Mode = keyof typeof modes
let boot = 1
let addr = 10
beforeEach(() => {
  boot += 1
  addr += 1
})

type Report = { seq: number; mode?: Mode; fault?: number; serial?: string; at?: number }
const lamp = ({ mode = 'normal', fault = 0, serial = `A1B2${addr}` }: Report) => [
  addr,
  serial,
  0,
  modes[mode],
  8,
  fault,
  2,
  254,
  30,
  254,
  1,
  1,
  0,
  'ST-8',
  '1.0',
]
const report = (report: Report) =>
  plant.sendMessage('state', { boot, seq: report.seq, at: '2026-03-02T09:00:00Z', body: { l: [lamp(report)] } })
const advanceClock = (seconds = 60) => {
  plant.server.clock.time = new Date(plant.server.clock.now().getTime() + seconds * 1000)
}
const history = async (before?: string) =>
  plant.client.call('getLampHistory', { ...plant.unit, addr, ...(before !== undefined && { before }) })
const conditions = async () => (await history()).changes.map(({ condition }) => condition).toReversed()

it('the history begins with the first report and records only condition and fault changes', async () => {
  await report({ seq: 1 })
  advanceClock()
  await report({ seq: 2 })
  await report({ seq: 3, mode: 'emergency' })
  advanceClock()
  await report({ seq: 4, mode: 'emergency' })
  await report({ seq: 5 })
  advanceClock()
  await report({ seq: 6, fault: 1 })
  expect(await conditions()).toEqual(['ok', 'emergency', 'ok', 'error'])
  const [last] = (await history()).changes
  const { lamp: now } = await plant.client.call('getLamp', { ...plant.unit, addr })
  expect(last).toMatchObject({ serial: now.serial, errors: now.errors, at: now.condition_since })
  expect(now.errors).not.toEqual([])
})

it('the history shows a lamp replacement', async () => {
  await report({ seq: 1, serial: 'AAAA01' })
  advanceClock()
  await report({ seq: 2, serial: 'AAAA02' })
  expect((await history()).changes.map(({ serial }) => serial)).toEqual(['AAAA02', 'AAAA01'])
})

it('repeated or late reports make no entry', async () => {
  await report({ seq: 5 })
  advanceClock()
  await report({ seq: 9, mode: 'emergency' })
  for (const seq of [9, 5, 7, 9]) await report({ seq, mode: seq === 9 ? 'emergency' : 'unreachable' })
  boot -= 1
  await report({ seq: 99, mode: 'unreachable' })
  boot += 1
  expect(await conditions()).toEqual(['ok', 'emergency'])
})

it('the history keeps the storage order if a node clock lags', async () => {
  await report({ seq: 1 })
  advanceClock()
  await report({ seq: 2, mode: 'emergency' })
  advanceClock(-30)
  await report({ seq: 3 })
  advanceClock(-30)
  await report({ seq: 4, fault: 1 })
  advanceClock()
  expect(await conditions()).toEqual(['ok', 'emergency', 'ok', 'error'])
})

const shuffle = <T>(items: readonly T[]): T[] =>
  items
    .map((item, at) => ({ item, by: (at * 7919) % 101 }))
    .sort((a, b) => a.by - b.by)
    .map(({ item }) => item)

it('the history has no gaps or repeats for simultaneous reports', async () => {
  const cycle: Mode[] = ['normal', 'emergency', 'unreachable']
  const reports = Array.from({ length: 60 }, (_, seq): Report => ({ seq, mode: cycle[seq % cycle.length] ?? 'normal' }))
  await Promise.all(shuffle([...reports, ...reports]).map(report))
  const lines = await conditions()
  const { lamp: now } = await plant.client.call('getLamp', { ...plant.unit, addr })
  expect(now.condition).toBe(conditionOf({ mode: 'unreachable', errors: [] }, true))
  expect(lines.at(-1)).toBe(now.condition)
  expect(lines.filter((line, at) => line === lines[at - 1])).toEqual([])
})

it('the history is paged and visible only to members', async () => {
  for (let seq = 0; seq < 53; seq += 1) {
    advanceClock(1)
    await report({ seq, mode: seq % 2 === 0 ? 'normal' : 'emergency' })
  }
  const first = await history()
  expect(first.changes).toHaveLength(50)
  const secondPage = await history(first.next ?? '')
  expect(secondPage.changes.map(({ condition }) => condition)).toEqual(['ok', 'emergency', 'ok'])
  expect(secondPage.next).toBeNull()
  expect(await plant.client.refusal('getLampHistory', { ...plant.unit, addr: 77 })).toBe('LAMP_NOT_FOUND')
  const nonMember = plant.server.as(await plant.server.create.user())
  expect(await nonMember.refusal('getLampHistory', { ...plant.unit, addr })).toBe('PLANT_NOT_FOUND')
})

describe('Basic plant', () => {
  it('shows the last 30 days', async () => {
    await report({ seq: 1 })
    advanceClock(40 * 86_400)
    await report({ seq: 2, mode: 'emergency' })
    expect(await conditions()).toEqual(['ok', 'emergency'])
    await plant.server.database.pool.query('update plant set ever_pro = false, pro_expiry = null')
    expect(await conditions()).toEqual(['emergency'])
  })
})
