import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SimulatorProcess, startSimulator } from '../../server/src/demo/simulator-process.ts'
import { freePort } from '../../server/src/testing/free-port.ts'
import { quietLog } from '../../server/src/testing/quiet-log.ts'
import { testFactoryKey } from '../../server/src/testing/test-broker.ts'
import { createApiClient, pollUntil } from '../support/api-client.ts'
import { testConfig } from '../support/test-config.ts'

/** Server, database and broker are killed in the middle of a test; the units continue. */
const lamps = 96
const topic = 'logica_0A1B01'
const folder = mkdtempSync(join(tmpdir(), 'vigilux-kill-'))
const serverPath = fileURLToPath(new URL('../support/killable-server.ts', import.meta.url))
const startFile = join(folder, 'start.json')
let server: ChildProcess
let simulator: SimulatorProcess
let url: string

const startServer = async () => {
  server = fork(serverPath, [startFile], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const [readyMessage] = await Promise.race([
    once(server, 'message'),
    once(server, 'exit').then(([code]) => Promise.reject(new Error(`the server ended with ${code}`))),
  ])
  expect(readyMessage).toBe('ready')
}

beforeAll(async () => {
  const [port, mqttPort] = [await freePort(), await freePort()]
  url = `http://127.0.0.1:${port}`
  const config = testConfig({ port, mqttPort, dataDir: join(folder, 'data'), logLevel: 'error', demoSpeed: 1 })
  const estatePath = join(folder, 'estate.json')
  const unit = { type: 'logica', serial: '0A1B01', lamps, enrolled: true, plant: 'hospital', seed: 1 }
  writeFileSync(estatePath, JSON.stringify({ units: [unit] }))
  writeFileSync(startFile, JSON.stringify({ config, estatePath }))
  await startServer()
  simulator = await startSimulator({
    mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
    factoryKey: testFactoryKey,
    speed: 30,
    estatePath,
    stateFile: join(folder, 'simulator.json'),
    still: true,
    log: quietLog() as never,
  })
})

afterAll(async () => {
  await simulator?.stop()
  if (server?.exitCode === null && server.signalCode === null) {
    const ended = once(server, 'exit')
    // Stops in order: the server also stops its database.
    server.kill('SIGTERM')
    await ended
  }
  rmSync(folder, { recursive: true, force: true })
})

const waitingRecords = async () => {
  const state = (await (await fetch(`http://127.0.0.1:${simulator.panelPort}/panel/${topic}`)).json()) as {
    waitingRecords: number
  }
  return state.waitingRecords
}

it('a test keeps all results when server, broker and database are killed', async () => {
  const installer = await createApiClient(url).signIn('installer')
  const { plants } = await installer.call('getAllPlants', { search: 'camillo' })
  const plantId = plants[0]?.plant_id ?? ''
  await pollUntil('the lamps', async () => (await installer.call('getLamps', { plantId })).total === lamps)
  const { test } = await installer.call('ftest', { plantId, topic, addr: [] })
  const report = () => installer.call('getTestReport', { plantId, testId: test.id, pageSize: 200 })
  const firstResults = await pollUntil('the first results', async () => {
    const now = await report()
    return now.total > 0 && now.test.state === 'running' && now
  })
  expect(firstResults.total).toBeLessThan(firstResults.test.total)

  const ended = once(server, 'exit')
  server.kill('SIGKILL')
  await ended
  await pollUntil('results to pile up in the unit', async () => (await waitingRecords()) > 0)
  await startServer()

  const lateTest = await pollUntil('the whole test', async () => {
    const now = await report()
    return now.test.state === 'finished' && now
  })
  const reportedLamps = lateTest.results.map((result) => result.lamp)
  expect(new Set(reportedLamps).size).toBe(lateTest.test.total)
  expect(reportedLamps).toHaveLength(lateTest.test.total)
  expect(lateTest.results.filter((result) => result.reason === 'no_result')).toEqual([])
  for (const result of firstResults.results) expect(lateTest.results).toContainEqual(result)
  await pollUntil('the unit to have forgotten what is safe', async () => (await waitingRecords()) === 0)
})
