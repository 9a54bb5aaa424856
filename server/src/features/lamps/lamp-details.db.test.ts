import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'
import { findUnit } from '../central-units/index.ts'
import { resetNumbers } from './lamp-lists.store.ts'

/** The server stores lamp details by message number, for any order of messages. */
let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
beforeAll(async () => {
  plant = await openPlantWithUnit()
})
afterAll(() => plant.server.stop())

let addr = 40
beforeEach(() => {
  addr += 1
})

const stateOf = (serial: string) => [addr, serial, 0, 2, 8, 0, 2, 254, 30, 254, 1, 1, 0, 'ST-8', '1.0']
type Told = { boot?: number; seq: number; serial?: string; line?: number }
const sendLampLine = ({ boot = 1, seq, serial, line }: Told) =>
  plant.sendMessage('state', {
    boot,
    seq,
    at: '2026-03-02T09:00:00Z',
    body: { l: serial === undefined ? [] : [stateOf(serial)] },
    ...(line !== undefined && { lampDetail: [{ addr, line }] }),
  })
const line = async () => (await plant.client.call('getLamp', { ...plant.unit, addr })).lamp.line

it('an older or repeated message changes nothing', async () => {
  await sendLampLine({ seq: 1, serial: 'C1C201', line: 1 })
  await sendLampLine({ seq: 5, line: 2 })
  await sendLampLine({ seq: 4, line: 1 })
  await sendLampLine({ seq: 5, line: 2 })
  expect(await line()).toBe(2)
  await sendLampLine({ boot: 2, seq: 0, line: 1 })
  expect(await line()).toBe(1)
  await sendLampLine({ seq: 99, line: 2 })
  expect(await line()).toBe(1)
})

it('the newest of simultaneous messages counts', async () => {
  await sendLampLine({ seq: 10, serial: 'C1C202' })
  await Promise.all([14, 12, 15, 11, 13].map((seq) => sendLampLine({ seq, line: seq % 2 === 0 ? 2 : 1 })))
  await sendLampLine({ seq: 14, line: 2 })
  expect(await line()).toBe(1)
})

it('details of a lamp do not carry over to its replacement', async () => {
  await sendLampLine({ seq: 20, serial: 'C1C203', line: 1 })
  await sendLampLine({ seq: 25, serial: 'C1C204' })
  await sendLampLine({ seq: 24, line: 1 })
  expect(await line()).toBeNull()
  await sendLampLine({ seq: 30, serial: 'C1C205', line: 2 })
  expect(await line()).toBe(2)
})

it('numbering starts at 0 again after a new enrolment', async () => {
  await sendLampLine({ boot: 7, seq: 1, serial: 'C1C206', line: 1 })
  await plant.server.inTransaction(async ({ tx }) => {
    const unit = await findUnit(tx, plant.plantId, plant.unit)
    await resetNumbers(tx, unit?.id ?? '')
  })
  await sendLampLine({ boot: 0, seq: 0, line: 2 })
  expect(await line()).toBe(2)
})
