import { parseArgs } from 'node:util'
import { type MosquittoTls, writeMosquittoFiles } from '../adapters/broker/mosquitto-files.ts'
import { ConfigError } from '../config/config.ts'
import type { Environment } from '../config/environment.ts'
import { installedSecret } from '../config/secrets.ts'
import { listCredentials } from '../features/central-units/index.ts'
import { sqlStateOf, sqlStates } from '../kernel/sql-state.ts'
import type { Tx } from '../kernel/transaction.ts'
import { readUnitList } from './unit-list.ts'

/** Options of the command of docs/operations/mosquitto.md. */
export const readOptions = (args: string[]) => {
  const { values } = parseArgs({
    args,
    options: {
      folder: { type: 'string', default: '/etc/mosquitto/vigilux' },
      data: { type: 'string', default: '/var/lib/mosquitto' },
      units: { type: 'string', default: '/etc/vigilux/units.txt' },
      cert: { type: 'string' },
      key: { type: 'string' },
      'unit-ca': { type: 'string' },
      'unit-host': { type: 'string' },
      'unit-port': { type: 'string' },
      'platform-host': { type: 'string', default: '127.0.0.1' },
      'platform-port': { type: 'string', default: '1884' },
      'platform-tls': { type: 'boolean', default: false },
      'platform-ca': { type: 'string' },
    },
  })
  const needsCertificate = values['platform-tls'] || values['unit-ca'] || values['platform-ca']
  if (Boolean(values.cert) !== Boolean(values.key) || (needsCertificate && !values.cert))
    throw new ConfigError([{ path: ['--cert and --key'], message: 'are both required for TLS' }])
  return values
}
type Options = ReturnType<typeof readOptions>

const tlsOf = ({ cert, key }: Options, clientCa: string | undefined): MosquittoTls | undefined =>
  cert && key ? { cert, key, ...(clientCa && { clientCa }) } : undefined

/** None before the first start of the server, which makes the tables. */
const changedCredentials = async (tx: Tx) => {
  try {
    return await listCredentials(tx)
  } catch (error) {
    if (sqlStateOf(error) !== sqlStates.undefinedTable) throw error
    return []
  }
}

/** Writes Mosquitto's files for the listed units; returns their number. */
export const writeFiles = async (tx: Tx, options: Options, environment: Environment): Promise<number> => {
  const units = readUnitList(options.units)
  await writeMosquittoFiles({
    folder: options.folder,
    dataFolder: options.data,
    unitHost: options['unit-host'] ?? '',
    unitPort: Number(options['unit-port'] ?? (options.cert ? 8883 : 1883)),
    platformHost: options['platform-host'],
    platformPort: Number(options['platform-port']),
    tls: tlsOf(options, options['unit-ca']),
    platformTls: options['platform-tls'] || options['platform-ca'] ? tlsOf(options, options['platform-ca']) : undefined,
    factoryKey: installedSecret(environment, 'UNIT_FACTORY_KEY'),
    platformPassword: installedSecret(environment, 'MQTT_PASSWORD'),
    units,
    credentials: await changedCredentials(tx),
  })
  return units.length
}
