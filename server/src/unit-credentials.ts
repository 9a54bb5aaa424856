import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { unitPassword } from '@vigilux/device-plane/credentials.ts'
import { parseUnitId } from '@vigilux/device-plane/topics.ts'
import { openDatabase } from './adapters/database/open-database.ts'
import { runningDatabase } from './adapters/database/running-database.ts'
import { createLog } from './adapters/log.ts'
import { listCredentials, renewCredentials, revokeCredentials } from './features/central-units/index.ts'

/** Command of docs/operations/unit-credentials.md: revokes what a unit logs in with, renews it, or lists what is changed. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false } },
})
const dataDir = process.env.DATA_DIR ?? './data'
const print = (line: string): void => void process.stdout.write(`${line}\n`)
const fail = (reason: string): never => {
  process.stderr.write(`${reason}\n`)
  process.exit(2)
}

const [command, unit = ''] = positionals
if (command !== 'list' && command !== 'revoke' && command !== 'renew')
  fail('Say what to do: list, revoke UNIT or renew UNIT, such as revoke logica_0A1B2C')
if (command !== 'list' && !parseUnitId(unit)) fail(`${unit || 'Nothing'} is no unit id, such as logica_0A1B2C`)

const factoryKey = (): string => {
  if (process.env.UNIT_FACTORY_KEY) return process.env.UNIT_FACTORY_KEY
  const path = join(dataDir, 'secrets.json')
  if (!existsSync(path)) return fail('UNIT_FACTORY_KEY is required but not set')
  return (JSON.parse(readFileSync(path, 'utf8')) as { unitFactoryKey: string }).unitFactoryKey
}

const database = await openDatabase({
  databaseUrl: process.env.DATABASE_URL ?? runningDatabase(dataDir)?.url,
  dataDir,
  poolSize: 1,
  log: createLog('warn'),
})
try {
  const now = new Date()
  if (command === 'revoke') {
    await revokeCredentials(database.db, unit, now)
    print(`${unit} is cut off within some seconds`)
  } else if (command === 'renew') {
    const key = factoryKey()
    const generation = await database.db.transaction((tx) => renewCredentials(tx, unit, now))
    print(`The password of ${unit} is now ${unitPassword(key, unit, generation)}`)
  } else {
    for (const one of await listCredentials(database.db))
      print(
        values.json
          ? JSON.stringify(one)
          : `${one.unit}  generation ${one.generation}${one.isRevoked ? '  revoked' : ''}`,
      )
  }
} finally {
  await database.close()
}
