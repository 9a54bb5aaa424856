import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createApiClient, pollUntil } from '../e2e/support/api-client.ts'
import { createKillableProcess } from '../e2e/support/killable-process.ts'
import { testConfig } from '../e2e/support/test-config.ts'
import { startSimulator } from '../server/src/demo/simulator-process.ts'
import { freePort } from '../server/src/testing/free-port.ts'
import { quietLog } from '../server/src/testing/quiet-log.ts'
import { testFactoryKey } from '../server/src/testing/test-broker.ts'
import { type Figure, figureOf, measureTimes, percentile } from './measure.ts'

const unit = { type: 'logica', serial: '0A1B01', lamps: 24, enrolled: true, plant: 'hospital' } as const
const topic = `${unit.type}_${unit.serial}`
/** Three passes of rounds; in each round the servers have their turn one after the other. */
const passes = 3
const roundsPerPass = 8
const commandsPerRound = 20
/** Their allowances are spent in turn. */
const people = ['installer', 'staff', 'nto']

const collectorProgram = fileURLToPath(new URL('./trace-collector.ts', import.meta.url))
const serverProgram = fileURLToPath(new URL('../e2e/support/killable-server.ts', import.meta.url))

/** A collector in its own process: its work is not counted as the server's. */
const openCollector = async () => {
  const child = fork(collectorProgram)
  const [endpoint] = (await once(child, 'message')) as [string]
  return {
    endpoint,
    async receivedBytes(): Promise<number> {
      child.send('count')
      return ((await once(child, 'message')) as [number])[0]
    },
    stop: () => child.kill(),
  }
}

type Person = { send(): Promise<void>; close(): void }

/** A person who sends a command and waits for its end. */
const openPerson = async (url: string, name: string): Promise<Person> => {
  const client = await createApiClient(url).signIn(name)
  const plantId = (await client.call('getAllPlants', { search: 'camillo' })).plants[0]?.plant_id ?? ''
  await pollUntil('the lamps', async () => (await client.call('getLamps', { plantId })).total === unit.lamps)
  const channel = await client.realtime()
  await client.call('getPlantDetails', { plantId, socketId: channel.socketId })
  return {
    async send() {
      const { command } = await client.call('stopIdentifyLamp', { plantId, topic, addr: 1 })
      await channel.next(({ action, data }) => {
        const { id, state } = (data.command ?? {}) as { id?: string; state?: string }
        return action === 'response' && id === command.id && state === 'done'
      })
      channel.messages.length = 0
    },
    close: () => channel.close(),
  }
}

/** A server in its own process with a unit; with a collector it sends its traces there. */
const openServer = async (folder: string, endpoint: string | undefined) => {
  mkdirSync(folder, { recursive: true })
  const estatePath = join(folder, 'estate.json')
  writeFileSync(estatePath, JSON.stringify({ units: [{ seed: 1, ...unit }] }))
  const [port, mqttPort] = [await freePort(), await freePort()]
  const tracing = endpoint === undefined ? undefined : { endpoint, headers: {}, share: 1 }
  const config = testConfig({ port, mqttPort, dataDir: join(folder, 'data'), tracing })
  const server = createKillableProcess({
    program: serverProgram,
    startFile: join(folder, 'start.json'),
    processName: { config, estatePath },
  })
  await server.start()
  const simulator = await startSimulator({
    mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
    factoryKey: testFactoryKey,
    speed: 1,
    estatePath,
    stateFile: join(folder, 'simulator.json'),
    still: true,
    log: quietLog() as never,
  })
  const persons = await Promise.all(people.map((name) => openPerson(`http://127.0.0.1:${port}`, name)))
  return {
    measureRound: (round: number) => measureTimes(commandsPerRound, async () => persons[round % people.length]?.send()),
    async stop() {
      for (const person of persons) person.close()
      await simulator.stop()
      await server.end('SIGTERM')
    },
  }
}

type Server = Awaited<ReturnType<typeof openServer>>

/** Median time of a command of each server, of a pass. */
const measurePass = async (servers: readonly Server[]): Promise<number[]> => {
  const times = servers.map((): number[] => [])
  for (let round = 0; round < roundsPerPass; round++)
    for (const [at, server] of servers.entries()) times[at]?.push(...(await server.measureRound(round)))
  return times.map((values) => percentile(values, 0.5))
}

/** Commands of a server with traces, in turns with those of one without. */
export const benchTraces = async (): Promise<Figure[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'vigilux-traces-'))
  const collector = await openCollector()
  const servers: Server[] = []
  try {
    servers.push(await openServer(join(folder, 'on'), collector.endpoint))
    servers.push(await openServer(join(folder, 'off'), undefined))
    for (const server of servers) for (const round of people.keys()) await server.measureRound(round)
    const medians: number[][] = []
    for (let pass = 0; pass < passes; pass++) medians.push(await measurePass(servers))
    const columnOf = (at: number) => medians.map((pass) => pass[at] ?? Number.NaN)
    const bytes = (await collector.receivedBytes()) / (passes * roundsPerPass * commandsPerRound)
    if (bytes === 0) throw new Error('the server has sent no traces')
    const off = { values: columnOf(1), what: 'traces off' }
    const note = `at most 105 %; ${Math.round(bytes / 1024)} KiB of traces a command`
    return [figureOf('command, browser to unit and back, p50, traces on', 'ms', columnOf(0), off, note)]
  } finally {
    for (const server of servers) await server.stop()
    collector.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
