/**
 * Ingest rate of one, two and three nodes on one PostgreSQL and one Mosquitto, and the processor time of a message and
 * a command. Everything shares this machine, so only the processor time applies to another one. TEST_BROKER=mosquitto
 * node bench/nodes.ts
 */
import { readFileSync } from 'node:fs'
import { createApiClient, pollUntil } from '../e2e/support/api-client.ts'
import { type RunningNodes, startNodes } from '../e2e/support/running-nodes.ts'
import { openDatabase } from '../server/src/adapters/database/open-database.ts'
import { quietLog } from '../server/src/testing/quiet-log.ts'
import { workOn } from '../server/src/testing/test-work.ts'
import { addUnits, type BenchUnits, connectUnits, countPersisted } from './ingest.ts'
import { type Figure, figureOf, printTable } from './measure.ts'
import { benchUnits, messagesOfRound } from './states.ts'

const commandedUnit = { type: 'logica', serial: '0A1B01', lamps: 24, enrolled: true, plant: 'hospital' } as const
const commands = 200
const rounds = 3
/** The kernel counts processor time in hundredths of a second. */
const msPerTick = 10

/** Processor time of all nodes so far, in milliseconds. */
const busyMs = ({ nodes }: RunningNodes): number =>
  nodes.reduce((total, node) => {
    const fields = readFileSync(`/proc/${node.pid()}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return total + (Number(fields[11]) + Number(fields[12])) * msPerTick
  }, 0)

const countStored = async ({ nodes }: RunningNodes): Promise<number> =>
  (await Promise.all(nodes.map(({ metricsUrl }) => countPersisted(metricsUrl)))).reduce((total, n) => total + n, 0)

type Taken = { perSecond: number; costMs: number }

const measureIngest = async (system: RunningNodes, units: BenchUnits, round: number) => {
  const [before, busyBefore, startedAt] = [await countStored(system), busyMs(system), performance.now()]
  await units.publishAll(round)
  await pollUntil('every message to be stored', async () => (await countStored(system)) - before >= messagesOfRound)
  const seconds = (performance.now() - startedAt) / 1000
  return { perSecond: messagesOfRound / seconds, costMs: (busyMs(system) - busyBefore) / messagesOfRound }
}

/** Sequential commands through the balancer, each until the unit has answered. */
const measureCommands = async (system: RunningNodes): Promise<number> => {
  const person = await createApiClient(system.url).signIn('installer')
  const plantId = (await person.call('getAllPlants', { search: 'Camillo' })).plants[0]?.plant_id ?? ''
  await pollUntil('the lamps', async () => (await person.call('getLamps', { plantId })).total === commandedUnit.lamps)
  const channel = await person.realtime()
  await person.call('getPlantDetails', { plantId, socketId: channel.socketId })
  const busyBefore = busyMs(system)
  for (let n = 0; n < commands; n++) {
    const { command } = await person.call('stopIdentifyLamp', { plantId, topic: 'logica_0A1B01', addr: 1 })
    await pollUntil('the answer', () =>
      channel.messages.some(({ action, data }) => {
        const reportedCommand = data.command as { id: string; pending: boolean } | undefined
        return action === 'response' && reportedCommand?.id === command.id && !reportedCommand.pending
      }),
    )
    channel.messages.length = 0
  }
  channel.close()
  return (busyMs(system) - busyBefore) / commands
}

const measure = async (count: number): Promise<Figure[]> => {
  const system = await startNodes({ count, units: [commandedUnit], credentialsFor: benchUnits.map(({ unit }) => unit) })
  try {
    const database = await openDatabase({ databaseUrl: system.databaseUrl, dataDir: '', log: quietLog() })
    const { rows } = await database.pool.query("select id from plant where plantname like '%Bellavista%'")
    await addUnits(workOn(database.db), rows[0].id)
    await database.close()
    const units = await connectUnits(system.unitMqttUrl)
    const samples: Taken[] = []
    for (let round = 0; round <= rounds; round++) samples.push(await measureIngest(system, units, round))
    await units.end()
    const warm = samples.slice(1)
    const perCommand = await measureCommands(system)
    const nodes = `${count} ${count === 1 ? 'node' : 'nodes'}`
    const column = (field: keyof Taken) => warm.map((one) => one[field])
    return [
      figureOf(`ingest, ${nodes}`, 'msg/s', column('perSecond')),
      figureOf(`processor time a message, ${nodes}`, 'ms', column('costMs')),
      { name: `processor time a command, ${nodes}`, value: perCommand, unit: 'ms' },
    ]
  } finally {
    await system.stop()
  }
}

const figures: Figure[] = []
for (const count of [1, 2, 3]) figures.push(...(await measure(count)))
printTable(figures)
console.log(JSON.stringify(figures))
process.exit(0)
