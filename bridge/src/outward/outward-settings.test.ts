import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { SettingsError } from '../setting-values.ts'
import { plantId, token } from '../testing/virtual-platform.ts'
import { readOutwardSettings } from './outward-settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'vigilux-outward-settings-'))
const tokenFile = join(folder, 'token')
writeFileSync(tokenFile, `${token}\n`)
afterAll(() => rmSync(folder, { recursive: true }))

const args = ['--server', 'https://plants.example', '--plant', plantId, '--token-file', tokenFile, '--state', '/var/x']

const problemsOf = (given: readonly string[], env: Record<string, string> = {}): readonly string[] => {
  try {
    readOutwardSettings(given, env)
    return []
  } catch (error) {
    return error instanceof SettingsError ? error.problems : [String(error)]
  }
}

it('reads the command line, and the environment where it has nothing', () => {
  const fromArgs = readOutwardSettings([...args, '--modbus', '0.0.0.0:502', '--commands'], {})
  expect(fromArgs).toEqual({
    server: 'https://plants.example',
    plantId,
    token,
    state: '/var/x',
    commands: true,
    allowed: null,
    modbus: { host: '0.0.0.0', port: 502 },
    mqtt: null,
    bacnet: null,
  })
  const env = {
    OUTWARD_SERVER: 'https://plants.example',
    OUTWARD_PLANT: plantId,
    OUTWARD_TOKEN: token,
    OUTWARD_STATE: '/var/x',
    OUTWARD_COMMANDS: 'yes',
    OUTWARD_MODBUS: '0.0.0.0:502',
  }
  expect(readOutwardSettings([], env)).toEqual(fromArgs)
  expect(readOutwardSettings(args, { OUTWARD_MODBUS: '5020' })).toMatchObject({
    commands: false,
    modbus: { host: '127.0.0.1', port: 5020 },
  })
})

it('knows which clients are allowed', () => {
  const { allowed } = readOutwardSettings([...args, '--modbus', '502', '--allow', '192.0.2.1, 198.51.100.0/24'], {})
  expect(['192.0.2.1', '198.51.100.9', '192.0.2.2'].map((address) => allowed?.check(address))).toEqual([
    true,
    true,
    false,
  ])
})

it('names everything that is missing at once, in words', () => {
  expect(problemsOf([])).toEqual([
    '--plant (OUTWARD_PLANT) is missing: the id of a plant.',
    '--state (OUTWARD_STATE) is missing: a folder that outlasts restarts.',
    '--server (OUTWARD_SERVER) is missing: an address that begins with https:// or http://.',
    '--token-file (OUTWARD_TOKEN_FILE) is missing: an access token of the plant.',
    expect.stringContaining('No interface is switched on'),
  ])
})

it.each([
  [['--server', 'mqtt://plants.example'], '--server (OUTWARD_SERVER): mqtt://plants.example is no address'],
  [['--plant', 'hospital'], '--plant (OUTWARD_PLANT) is hospital: the id of a plant.'],
  [['--token-file', join(folder, 'none')], 'cannot be read.'],
  [['--modbus', 'door'], '--modbus (OUTWARD_MODBUS): door is no port, and no HOST:PORT.'],
  [['--allow', '192.0.2.0/99'], '--allow (OUTWARD_ALLOW): 192.0.2.0/99 is no address'],
  [['--allow', 'bms.example'], '--allow (OUTWARD_ALLOW): bms.example is no address'],
  [['--modbuss', '502'], 'modbuss'],
])('refuses %j', (wrong, problem) => {
  expect(problemsOf([...args, '--modbus', '502', ...wrong]).join()).toContain(problem)
})

it('refuses what is no token, and does not repeat it', () => {
  const [problem] = problemsOf([...args.slice(0, 4), '--state', 'x', '--modbus', '502'], { OUTWARD_TOKEN: 'hunter2' })
  expect(problem).toContain('no access token')
  expect(problem).not.toContain('hunter2')
})

it('reads the broker of Home Assistant', () => {
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, 'secret\n')
  const broker = ['--mqtt', 'mqtts://broker.example', '--mqtt-user', 'vigilux', '--mqtt-password-file', passwordFile]
  const expected = {
    url: 'mqtts://broker.example',
    user: 'vigilux',
    password: 'secret',
    ca: null,
    prefix: 'homeassistant',
  }
  expect(readOutwardSettings([...args, ...broker], {}).mqtt).toEqual(expected)
  const env = { OUTWARD_MQTT: 'mqtts://broker.example', OUTWARD_MQTT_USER: 'vigilux', OUTWARD_MQTT_PASSWORD: 'secret' }
  expect(readOutwardSettings(args, env).mqtt).toEqual(expected)
  expect(problemsOf([...args, '--mqtt', 'https://broker.example'])[0]).toContain('mqtt://')
  expect(problemsOf([...args, ...broker, '--mqtt-prefix', 'home/#'])[0]).toContain('no beginning of a topic')
})

it('reads the device of BACnet, which has no default', () => {
  const { bacnet } = readOutwardSettings([...args, '--bacnet', '0.0.0.0:47808', '--bacnet-device', '260001'], {})
  expect(bacnet).toEqual({ host: '0.0.0.0', port: 47_808, deviceInstance: 260_001 })
  expect(problemsOf([...args, '--bacnet', '47808'])[0]).toContain('--bacnet-device (OUTWARD_BACNET_DEVICE) is missing')
  for (const wrong of ['4194303', '-1', '1.5', 'x'])
    expect(problemsOf([...args, '--bacnet', '47808', `--bacnet-device=${wrong}`])[0]).toContain(`is ${wrong}: a number`)
})
