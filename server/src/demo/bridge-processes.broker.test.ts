import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { machineClock } from '../../../simulator/src/dali-bus/bus-clock.ts'
import { LunatoneGateway } from '../../../simulator/src/dali-bus/lunatone-gateway.ts'
import { createLine } from '../../../simulator/src/dali-bus/virtual-line.ts'
import { quietLog } from '../testing/quiet-log.ts'
import { openTestBroker, type TestBroker, testFactoryKey } from '../testing/test-broker.ts'
import { type Bridges, createBridges } from './bridge-processes.ts'

const unit = 'dali_1F1A01'
const dataDir = mkdtempSync(join(tmpdir(), 'vigilux-bridges-'))
const log = quietLog()
const gateways = [1, 2].map((seed) => {
  const { bus } = createLine({ clock: machineClock, seed, gears: 1 })
  return new LunatoneGateway({ lines: [bus], clock: machineClock })
})
let broker: TestBroker
let bridges: Bridges

beforeAll(async () => {
  broker = await openTestBroker([unit])
  bridges = createBridges({ mqttUrl: broker.unitUrl, factoryKey: testFactoryKey, dataDir, log })
})
afterAll(async () => {
  await bridges.stop()
  await Promise.all(gateways.map((gateway) => gateway.close()))
  await broker.close()
  rmSync(dataDir, { recursive: true })
})

const pids = (): number[] =>
  log.lines.flatMap(({ details }) => ('pid' in details && typeof details.pid === 'number' ? [details.pid] : []))
const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it('starts a bridge for each gateway, starts it again when its gateway moves, and ends it', async () => {
  for (const [at, gateway] of gateways.entries()) {
    const port = await gateway.listen()
    bridges.connect({ [unit]: port })
    await vi.waitFor(() => expect(gateway.connections).toBe(1))
    expect(pids()).toHaveLength(at + 1)
  }
  await vi.waitFor(() => expect(gateways[0]?.connections).toBe(0))
  expect(pids().map((pid) => isRunning(pid))).toEqual([false, true])
  await bridges.stop()
  expect(pids().map((pid) => isRunning(pid))).toEqual([false, false])
})
