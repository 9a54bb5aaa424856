import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openEstateLines } from './dali-bus/estate-lines.ts'
import { estate, uniformEstate } from './estate.ts'
import { openFleet } from './fleet.ts'
import { openPanelServer } from './panel/panel-server.ts'
import { unitWireOf } from './unit-wires.ts'

const usage = `Usage: node simulator/src/main.ts --broker mqtt://host:1883 --factory-key KEY
         (--units FILE.json | --count N --type logica --lamps 100)
         [--report-every MS --record-every MS] [--seed 1] [--speed 60] [--panel-port 0] [--state FILE] [--still]

  --units       estate file, as simulator/estates/demo.json
  --count       so many units of one type, with serials from 1
  --report-every  each unit tells one lamp every so many milliseconds, and prints what it said, line by line
  --record-every  each unit makes a record every so many milliseconds
  --speed       how much faster than life tests, searches and batteries are
  --panel-port  front panels on loopback, 0 for any free port
  --state       file in which the units' memories outlive the simulator
  --still       no faults, no tests and no mains failures by themselves, and nobody who mends them
The factory key may be given as the environment variable UNIT_FACTORY_KEY instead.`

const { values } = parseArgs({
  options: {
    broker: { type: 'string' },
    'factory-key': { type: 'string' },
    units: { type: 'string' },
    count: { type: 'string' },
    type: { type: 'string', default: 'logica' },
    lamps: { type: 'string', default: '100' },
    'report-every': { type: 'string' },
    'record-every': { type: 'string', default: '60000' },
    seed: { type: 'string', default: '1' },
    speed: { type: 'string', default: '60' },
    'panel-port': { type: 'string' },
    state: { type: 'string' },
    still: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const factoryKey = values['factory-key'] ?? process.env.UNIT_FACTORY_KEY
if (values.help || !values.broker || !factoryKey || (!values.units && !values.count)) {
  console.error(usage)
  process.exit(values.help ? 0 : 2)
}

const wire = unitWireOf(values.type)
const units = values.units
  ? estate.parse(JSON.parse(readFileSync(values.units, 'utf8')))
  : uniformEstate(wire, Number(values.count), Number(values.lamps), Number(values.seed))
for (const { type } of units.units) unitWireOf(type)

const fleet = openFleet({
  estate: units,
  brokerUrl: values.broker,
  factoryKey,
  speed: Number(values.speed),
  isAlive: !values.still,
  chatter: values['report-every']
    ? { reportEveryMs: Number(values['report-every']), recordEveryMs: Number(values['record-every']) }
    : undefined,
  memoryFile: values.state,
  onRepair: (repair) => console.log(JSON.stringify({ repaired: repair })),
})
const lines = await openEstateLines(units, () => fleet.livedMs)
const panel =
  values['panel-port'] === undefined ? null : await openPanelServer(fleet, Number(values['panel-port']), lines.panels)
console.log(JSON.stringify({ units: fleet.units.size, panelPort: panel?.port ?? null, gateways: lines.ports }))
for (const { type, serial, enrolled, boundElsewhere } of units.units) {
  if (!enrolled && !boundElsewhere) console.log(JSON.stringify({ free: `${type}_${serial}` }))
}

const startedAt = performance.now()
let isReported = false
const report = setInterval(() => {
  if (isReported || !fleet.isComplete()) return
  isReported = true
  const seconds = Math.round(performance.now() - startedAt) / 1000
  const kibPerUnit = Math.round(process.memoryUsage().rss / 1024 / Math.max(1, fleet.units.size))
  console.log(JSON.stringify({ connected: fleet.units.size, seconds, kibPerUnit }))
}, 200)

const pacing = values['report-every']
  ? setInterval(() => console.log(JSON.stringify({ counts: fleet.counts() })), 1000)
  : null

const stop = async (): Promise<void> => {
  clearInterval(report)
  if (pacing) clearInterval(pacing)
  await panel?.close()
  await lines.close()
  await fleet.close()
  process.exit(0)
}
// For load tests: no more messages, for both ends to count them.
process.once('SIGUSR2', () => {
  fleet.fallSilent()
  console.log(JSON.stringify({ silent: true, counts: fleet.counts() }))
})
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
// A killed demo leaves no units behind.
process.once('disconnect', stop)
