import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { unitPassword } from '@vigilux/device-plane/credentials.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../adapters/database/open-database.ts'
import { renewCredentials, revokeCredentials } from '../features/central-units/index.ts'
import { configOf, createEmptyDatabase, createTestDatabase } from '../testing/test-database.ts'
import { readOptions, writeFiles } from './mosquitto-files-of-units.ts'

const factoryKey = 'k'.repeat(32)
const [plain, revoked, renewed] = ['logica_0A1B2C', 'logica_0A1B2D', 'cablecom_0A1B2E']
let database: Database
let folder: string
let units: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vigilux-mosquitto-files-'))
  units = join(folder, 'units.txt')
  writeFileSync(units, `# the first delivery\n${plain}\n${revoked}\n\n${renewed}\n${plain}\n`)
  database = await createTestDatabase()
  await database.db.transaction(async (tx) => {
    await revokeCredentials(tx, revoked, new Date())
    await renewCredentials(tx, renewed, new Date())
  })
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await database.close()
})

const secrets = { UNIT_FACTORY_KEY: factoryKey, MQTT_PASSWORD: 'secret' }
const run = (command: string, args: readonly string[]) =>
  spawnSync(process.execPath, [fileURLToPath(new URL(`${command}.ts`, import.meta.url)), ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, DATABASE_URL: configOf(database).databaseUrl, ...secrets },
  })
const argsFor = (name: string): string[] => ['--folder', join(folder, name), '--data', folder, '--units', units]
const writeTo = (name: string, ...more: string[]) =>
  writeFiles(database.db, readOptions([...argsFor(name), ...more]), secrets)
const read = (name: string, file: string): string => readFileSync(join(folder, name, file), 'utf8')
const usersOf = (name: string): string[] =>
  read(name, 'passwords-units')
    .trim()
    .split('\n')
    .map((line) => line.split(':')[0] ?? '')

test('the command writes each listed unit once, and a revoked one not at all', () => {
  const done = { status: 0, stdout: `3 units in ${join(folder, 'plain')}\n`, stderr: '' }
  expect(run('mosquitto', argsFor('plain'))).toMatchObject(done)
  expect(usersOf('plain')).toEqual([plain, renewed])
  expect(read('plain', 'acl-units')).toContain('pattern write v1/%u/up/state')
  expect(read('plain', 'mosquitto.conf')).toMatch(/^listener 1883$/m)
  expect(statSync(join(folder, 'plain', 'passwords-units')).mode & 0o777).toBe(0o640)
})

test('with a certificate units come over TLS, and with an authority each by its own name', async () => {
  await writeTo('tls', '--cert', '/c.crt', '--key', '/c.key', '--unit-ca', '/ca.crt')
  const [platform = '', ofUnits = ''] = read('tls', 'mosquitto.conf').split('listener 8883')
  expect(platform).not.toContain('certfile')
  expect(ofUnits).toContain('certfile /c.crt\nkeyfile /c.key\n')
  expect(ofUnits).toContain('cafile /ca.crt\nrequire_certificate true\nuse_identity_as_username true\n')
  expect(read('tls', 'acl-units')).toContain(`user ${plain}\ntopic write v1/${plain}/up/online\n`)
  expect(read('tls', 'acl-units')).not.toContain(revoked)
})

test('the listener of the servers can have TLS and demand a certificate', async () => {
  await writeTo('platform', '--cert', '/c.crt', '--key', '/c.key', '--platform-ca', '/ca.crt')
  const [platform = '', ofUnits = ''] = read('platform', 'mosquitto.conf').split('listener 8883')
  expect(platform).toContain('cafile /ca.crt\nrequire_certificate true\n')
  expect(ofUnits).not.toContain('cafile')
})

test('before the first start of the server there are no tables, and no revoked units', async () => {
  const empty = await createEmptyDatabase()
  expect(await writeFiles(empty.db, readOptions(argsFor('first')), secrets)).toBe(3)
  expect(usersOf('first')).toEqual([plain, revoked, renewed])
  await empty.close()
})

test.each([
  [['--units', '/no/such/file'], '/no/such/file: cannot be read'],
  [['--key', '/c.key'], '--cert and --key: are both required'],
  [['--unit-ca', '/ca.crt'], '--cert and --key: are both required'],
])('%j is refused in words', async (args, message) => {
  await expect(async () => writeTo('wrong', ...args)).rejects.toThrow(new RegExp(`  ${message}`))
})

test('a wrong unit id in the list is named', async () => {
  const list = join(folder, 'wrong.txt')
  writeFileSync(list, `${plain}\nlogica_XYZ\n`)
  await expect(writeTo('wrong', '--units', list)).rejects.toThrow('logica_XYZ is not a unit id')
})

test('the passwords of all listed units are printed, those of revoked ones named as missing', () => {
  const { stdout, stderr } = run('unit-credentials', ['passwords', units])
  const expected = [`${plain},${unitPassword(factoryKey, plain)}`, `${renewed},${unitPassword(factoryKey, renewed, 1)}`]
  expect(stdout).toBe(`${expected.join('\n')}\n`)
  expect(stderr).toBe(`Revoked, without a password: ${revoked}\n`)
})
