import { exec } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { openObservedBroker } from './observed-broker.ts'
import { countOutcomes, reportPage } from './report-page.ts'
import { runConformance } from './run-conformance.ts'

const usage = `Usage: npm run conformance -- --unit logica_0A1B2C --factory-key KEY [--port 1883]
         [--press COMMAND] [--restart COMMAND] [--out DIR] [--patience SECONDS]

Starts a broker and judges the unit that connects to it, by docs/protocol. The unit must be in factory state.

  --press     run when the two keys of the unit have to be pressed; without it, press them yourself
  --restart   run to take the power of the unit away and give it back; without it, those checks are left out
  --out       folder of the report, conformance.html and conformance.json; default: the present folder
  --patience  seconds to wait for the unit; default 300
The factory key may be given as the environment variable UNIT_FACTORY_KEY instead.`

const { values } = parseArgs({
  options: {
    unit: { type: 'string' },
    'factory-key': { type: 'string' },
    port: { type: 'string', default: '1883' },
    press: { type: 'string' },
    restart: { type: 'string' },
    out: { type: 'string', default: '.' },
    patience: { type: 'string', default: '300' },
    help: { type: 'boolean', default: false },
  },
})
const factoryKey = values['factory-key'] ?? process.env.UNIT_FACTORY_KEY
if (values.help || !values.unit || !factoryKey) {
  console.error(usage)
  process.exit(values.help ? 0 : 2)
}

const run = promisify(exec)
const byCommand = (command: string | undefined) => command && (async () => void (await run(command)))
const broker = await openObservedBroker(values.unit, factoryKey, Number(values.port))
try {
  const report = await runConformance({
    unit: values.unit,
    broker,
    hands: { press: byCommand(values.press) || undefined, restart: byCommand(values.restart) || undefined },
    say: (text) => console.log(text),
    patienceMs: Number(values.patience) * 1_000,
  })
  mkdirSync(values.out, { recursive: true })
  writeFileSync(join(values.out, 'conformance.json'), `${JSON.stringify(report, null, 2)}\n`)
  writeFileSync(join(values.out, 'conformance.html'), reportPage(report))
  const { failed, passed, skipped } = countOutcomes(report)
  console.log(`${failed} failed, ${passed} passed, ${skipped} not tried: ${join(values.out, 'conformance.html')}`)
  process.exitCode = failed > 0 ? 1 : 0
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 2
} finally {
  await broker.close()
}
