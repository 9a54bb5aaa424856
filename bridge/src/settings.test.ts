import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { SettingsError } from './setting-values.ts'
import { readSettings, usage } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'vigilux-bridge-settings-'))
const passwordFile = join(folder, 'password')
writeFileSync(passwordFile, 'secret\n')
afterAll(() => rmSync(folder, { recursive: true }))

const args = ['--gateway', 'ws://192.0.2.7', '--platform', 'mqtts://vigilux.example:8883', '--state', '/var/lib/bridge']
const unit = ['--unit', 'dali_0A1B2C', '--password-file', passwordFile]

const problemsOf = (given: readonly string[], env: Record<string, string> = {}): readonly string[] => {
  try {
    readSettings(given, env)
    return []
  } catch (error) {
    return error instanceof SettingsError ? error.problems : [String(error)]
  }
}

it('reads the command line, and the environment where it has nothing', () => {
  const settings = readSettings([...args, ...unit, '--panel', '0.0.0.0:4280'], {})
  expect(settings).toEqual({
    gateway: 'ws://192.0.2.7',
    platform: 'mqtts://vigilux.example:8883',
    state: '/var/lib/bridge',
    unit: 'dali_0A1B2C',
    password: 'secret',
    ca: null,
    panel: { host: '0.0.0.0', port: 4280 },
    testSpreadS: 10,
    isEnrolled: false,
  })
  const env = {
    BRIDGE_GATEWAY: 'ws://192.0.2.7',
    BRIDGE_PLATFORM: 'mqtts://vigilux.example:8883',
    BRIDGE_STATE: '/var/lib/bridge',
    BRIDGE_UNIT: 'dali_0A1B2C',
    BRIDGE_PASSWORD: 'secret',
    BRIDGE_PANEL: '0.0.0.0:4280',
  }
  expect(readSettings([], env)).toEqual(settings)
  expect(readSettings(['--panel', '4281'], env).panel).toEqual({ host: '127.0.0.1', port: 4281 })
})

it('names everything that is missing at once, in words', () => {
  expect(problemsOf([])).toEqual([
    '--gateway (BRIDGE_GATEWAY) is missing: an address that begins with ws:// or wss://.',
    '--platform (BRIDGE_PLATFORM) is missing: an address that begins with mqtt:// or mqtts://.',
    '--state (BRIDGE_STATE) is missing: a folder that outlasts restarts.',
    '--unit (BRIDGE_UNIT) is missing: an id such as dali_0A1B2C.',
    '--password-file (BRIDGE_PASSWORD_FILE) is missing: the password that belongs to the id of this bridge.',
  ])
})

it.each([
  [['--gateway', 'http://192.0.2.7'], '--gateway (BRIDGE_GATEWAY): http://192.0.2.7 is no address'],
  [['--unit', 'logica_0A1B2C'], '--unit (BRIDGE_UNIT) is logica_0A1B2C: an id such as dali_0A1B2C.'],
  [['--password-file', join(folder, 'none')], 'cannot be read.'],
  [['--panel', 'door'], '--panel (BRIDGE_PANEL): door is no port, and no HOST:PORT.'],
  [['--test-spread', '4000'], '--test-spread (BRIDGE_TEST_SPREAD_S): seconds from 0 to 3600.'],
])('refuses %j', (wrong, problem) => {
  expect(problemsOf([...args, ...unit, ...wrong]).join()).toContain(problem)
})

it('refuses unknown options, and explains each known one', () => {
  expect(problemsOf([...args, ...unit, '--gatewy', 'x'])[0]).toMatch(/gatewy/)
  for (const [name] of Object.entries({ gateway: 1, platform: 1, state: 1, unit: 1, panel: 1, ca: 1 }))
    expect(usage).toContain(`--${name}`)
})
