import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { quietLog } from '../testing/quiet-log.ts'
import { openTestBroker, type TestBroker, testFactoryKey } from '../testing/test-broker.ts'
import { type SimulatorProcess, startSimulator } from './simulator-process.ts'

const topic = 'logica_0A1B01'
const folder = mkdtempSync(join(tmpdir(), 'vigilux-simulator-'))
const stateFile = join(folder, 'state.json')
const log = quietLog()
let broker: TestBroker
let simulator: SimulatorProcess

beforeAll(async () => {
  broker = await openTestBroker([topic])
  const estatePath = join(folder, 'estate.json')
  const unit = { type: 'logica', serial: '0A1B01', lamps: 1, enrolled: true, seed: 1 }
  writeFileSync(estatePath, JSON.stringify({ units: [unit] }))
  const link = { mqttUrl: broker.unitUrl, factoryKey: testFactoryKey }
  simulator = await startSimulator({ ...link, speed: 1, estatePath, stateFile, still: true, log })
})
afterAll(async () => {
  await simulator.stop()
  await broker.close()
  rmSync(folder, { recursive: true })
})

const memory = () => z.record(z.string(), memoryShape).parse(JSON.parse(readFileSync(stateFile, 'utf8')))[topic]
const memoryShape = z.object({ life: z.string(), boot: z.int() })
const pids = (): number[] =>
  log.lines.flatMap(({ details }) => ('pid' in details && typeof details.pid === 'number' ? [details.pid] : []))

it('restarts after each crash with the same units', async () => {
  const first = memory()
  const panel = () => `http://127.0.0.1:${simulator.panelPort}/panel/${topic}`
  const body = JSON.stringify({ addr: 1, faults: ['lamp_failure'] })
  const headers = { 'content-type': 'application/json' }
  expect((await fetch(`${panel()}/lamp-fault`, { method: 'POST', headers, body })).status).toBe(200)
  for (const times of [1, 2]) {
    process.kill(pids().at(-1) ?? 0, 'SIGKILL')
    await vi.waitFor(() => expect(pids()).toHaveLength(times + 1), 30_000)
    expect(memory()).toEqual({ life: first?.life, boot: (first?.boot ?? 0) + times })
    expect(await (await fetch(panel())).json()).toMatchObject({ lamps: [{ addr: 1, faults: ['lamp_failure'] }] })
  }
})

it('stays ended once stopped, even during a restart', async () => {
  const before = pids().length
  process.kill(pids().at(-1) ?? 0, 'SIGKILL')
  await vi.waitFor(() => expect(simulator.panelPort).toBe(0))
  await simulator.stop()
  expect(pids()).toHaveLength(before)
})
