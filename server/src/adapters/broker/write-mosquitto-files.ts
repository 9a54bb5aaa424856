import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { UnitCredentials } from '@vigilux/device-plane/credentials.ts'
import { parseUnitId } from '@vigilux/device-plane/topics.ts'
import { writeMosquittoFiles } from './mosquitto-files.ts'

/** The command of docs/operations/mosquitto.md. */
const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    data: { type: 'string' },
    units: { type: 'string' },
    credentials: { type: 'string' },
    'unit-port': { type: 'string', default: '1883' },
    'platform-port': { type: 'string', default: '1884' },
    'platform-host': { type: 'string', default: '127.0.0.1' },
  },
})

const fail = (reason: string): never => {
  process.stderr.write(`${reason}\n`)
  process.exit(2)
}
const requireOption = (value: string | undefined, name: string): string =>
  value || fail(`${name} is required but not set`)

const units = readFileSync(requireOption(values.units, '--units'), 'utf8')
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line !== '')
for (const unit of units) if (!parseUnitId(unit)) fail(`${unit} is no unit id`)

/** Output of `npm run unit-credentials -- list --json`. */
const credentials = (values.credentials ? readFileSync(values.credentials, 'utf8') : '')
  .split('\n')
  .filter((line) => line.startsWith('{'))
  .map((line) => JSON.parse(line) as UnitCredentials)

const folder = requireOption(values.folder, '--folder')
await writeMosquittoFiles({
  folder,
  dataFolder: requireOption(values.data, '--data'),
  unitHost: '0.0.0.0',
  unitPort: Number(values['unit-port']),
  platformHost: values['platform-host'],
  platformPort: Number(values['platform-port']),
  factoryKey: requireOption(process.env.UNIT_FACTORY_KEY, 'UNIT_FACTORY_KEY'),
  platformPassword: requireOption(process.env.MQTT_PASSWORD, 'MQTT_PASSWORD'),
  units,
  credentials,
})
process.stdout.write(`${units.length} units in ${folder}\n`)
