import { parseArgs } from 'node:util'
import { reportLines } from './print-report.ts'
import { failuresOf } from './verdict.ts'

/**
 * `npm run fuzz -- --minutes 10 --database postgresql --broker mosquitto --seed 1 --faults`; `--replay lane:seed:path`
 * sends one input of a finding again.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string' },
    scale: { type: 'string', default: '4' },
    database: { type: 'string', default: 'embedded' },
    broker: { type: 'string', default: 'aedes' },
    replay: { type: 'string' },
    faults: { type: 'boolean', default: false },
  },
})
// Read by the modules for databases and brokers of tests when they load.
process.env.TEST_DATABASE = values.database
process.env.TEST_BROKER = values.broker
const { runFuzz } = await import('./run-fuzz.ts')

const replayOf = (text: string) => {
  const [lane = '', seed = '0', ...path] = text.split(':')
  return { lane, seed: Number(seed), path: path.join(':') }
}

const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed)
const seconds = Number(values.minutes) * 60
console.log(`seed ${seed}, ${values.database} and ${values.broker}`)
const report = await runFuzz({
  seconds,
  seeds: [seed],
  scale: Number(values.scale),
  faults: values.faults,
  print: console.log,
  ...(values.replay !== undefined && { replay: replayOf(values.replay) }),
})
for (const line of reportLines(report, seconds)) console.log(line)
const failures = failuresOf(report)
for (const failure of failures) console.log(`FAILED: ${failure}`)
process.exitCode = failures.length > 0 ? 1 : 0
