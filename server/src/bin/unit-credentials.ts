import { parseArgs } from 'node:util'
import { unitPassword } from '@vigilux/device-plane/credentials.ts'
import { parseUnitId } from '@vigilux/device-plane/topics.ts'
import { installedSecret } from '../config/secrets.ts'
import { listCredentials, renewCredentials, revokeCredentials } from '../features/central-units/index.ts'
import type { Tx } from '../kernel/transaction.ts'
import { print, withDatabase } from './operator.ts'
import { readUnitList } from './unit-list.ts'

/**
 * Command of docs/operations/unit-credentials.md: revokes or renews the credentials of a unit, lists the changed ones,
 * or prints the passwords of many units.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false } },
})
const [command = '', unit = ''] = positionals

const orders: Record<string, (tx: Tx, now: Date) => Promise<void>> = {
  async list(tx) {
    for (const credentials of await listCredentials(tx)) {
      const line = `${credentials.unit}  generation ${credentials.generation}${credentials.isRevoked ? '  revoked' : ''}`
      print(values.json ? JSON.stringify(credentials) : line)
    }
  },
  async passwords(tx) {
    const key = installedSecret(process.env, 'UNIT_FACTORY_KEY')
    const changed = new Map((await listCredentials(tx)).map((credentials) => [credentials.unit, credentials]))
    const units = readUnitList(unit)
    const revoked = units.filter((name) => changed.get(name)?.isRevoked)
    for (const name of units)
      if (!revoked.includes(name)) print(`${name},${unitPassword(key, name, changed.get(name)?.generation)}`)
    if (revoked.length > 0) process.stderr.write(`Revoked, without a password: ${revoked.join(', ')}\n`)
  },
  async revoke(tx, now) {
    await revokeCredentials(tx, unit, now)
    print(`${unit} is cut off within some seconds`)
  },
  async renew(tx, now) {
    const key = installedSecret(process.env, 'UNIT_FACTORY_KEY')
    const generation = await renewCredentials(tx, unit, now)
    print(`The password of ${unit} is now ${unitPassword(key, unit, generation)}`)
  },
}

const needsUnit = command === 'revoke' || command === 'renew'
const order = orders[command]
if (order && (needsUnit ? parseUnitId(unit) : command === 'list' || unit !== ''))
  await withDatabase(({ db }) => order(db, new Date()))
else {
  process.stderr.write('Say what to do: list, passwords FILE, revoke UNIT or renew UNIT, as in revoke logica_0A1B2C\n')
  process.exitCode = 2
}
