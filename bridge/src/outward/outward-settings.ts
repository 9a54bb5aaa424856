import { BlockList, isIP } from 'node:net'
import { tokenPattern } from '@vigilux/contract/features/access-tokens/access-token.ts'
import {
  checkUrl,
  type Environment,
  type ListenAddress,
  parseOptions,
  readListenAddress,
  readSecret,
  SettingsError,
} from '../setting-values.ts'
import { isDeviceInstance } from './bacnet/numbers.ts'
import type { BrokerSettings } from './home-assistant/home-assistant-publisher.ts'

export type OutwardSettings = {
  server: string
  plantId: string
  token: string
  state: string
  /** Whether building systems may start and stop tests, if the token may. */
  commands: boolean
  /** Addresses of clients of Modbus and BACnet; null for all. */
  allowed: BlockList | null
  modbus: ListenAddress | null
  mqtt: BrokerSettings | null
  bacnet: (ListenAddress & { deviceInstance: number }) | null
}

export const outwardUsage = `Usage: npm run bridge -- outward --server https://HOST --plant ID --token-file FILE --state DIR --modbus 502

  --server         OUTWARD_SERVER         address of Vigilux
  --plant          OUTWARD_PLANT          id of the plant, which stands in the address of its pages
  --token-file     OUTWARD_TOKEN_FILE     file with an access token of the plant; or the token itself in OUTWARD_TOKEN
  --state          OUTWARD_STATE          folder that outlasts restarts; one for each plant
  --commands       OUTWARD_COMMANDS=yes   building systems may start and stop tests, if the token has the scope operate
  --allow          OUTWARD_ALLOW          addresses of building systems, such as 192.0.2.10,192.0.2.64/28; all by default

Interfaces, each switched on by its own setting. [HOST:]PORT is on loopback if no host is named:

  --modbus         OUTWARD_MODBUS         [HOST:]PORT of Modbus TCP
  --bacnet         OUTWARD_BACNET         [HOST:]PORT of BACnet/IP, 0.0.0.0:47808 to hear broadcasts
  --bacnet-device  OUTWARD_BACNET_DEVICE  instance of the BACnet device, unique in the building, from 0 to 4194302

  --mqtt                OUTWARD_MQTT                broker for Home Assistant, mqtt:// or mqtts://
  --mqtt-user           OUTWARD_MQTT_USER           user name at the broker, if it asks for one
  --mqtt-password-file  OUTWARD_MQTT_PASSWORD_FILE  file with the password; or the password itself in OUTWARD_MQTT_PASSWORD
  --mqtt-ca             OUTWARD_MQTT_CA_FILE        certificate authority of the broker, if it is not a public one
  --mqtt-prefix         OUTWARD_MQTT_PREFIX         first part of the topics of discovery, homeassistant by default`

const options = {
  server: { type: 'string' },
  plant: { type: 'string' },
  'token-file': { type: 'string' },
  state: { type: 'string' },
  commands: { type: 'boolean' },
  allow: { type: 'string' },
  modbus: { type: 'string' },
  bacnet: { type: 'string' },
  'bacnet-device': { type: 'string' },
  mqtt: { type: 'string' },
  'mqtt-user': { type: 'string' },
  'mqtt-password-file': { type: 'string' },
  'mqtt-ca': { type: 'string' },
  'mqtt-prefix': { type: 'string' },
} as const

const parse = (args: readonly string[]) => parseOptions(args, options)

const readToken = (file: string | undefined, env: Environment, problems: string[]): string => {
  const name = '--token-file (OUTWARD_TOKEN_FILE)'
  const token = file ? readSecret(file, name, problems) : (env.OUTWARD_TOKEN ?? '')
  if (!file && !token) problems.push(`${name} is missing: an access token of the plant.`)
  if (token && !tokenPattern.test(token)) problems.push(`${name}: this is no access token: it begins with vgx_.`)
  return token
}

const readAllowed = (value: string | undefined, problems: string[]): BlockList | null => {
  if (!value) return null
  const list = new BlockList()
  for (const entry of value.split(',').map((part) => part.trim())) {
    const [address = '', prefix] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    try {
      if (prefix === undefined) list.addAddress(address, family)
      else list.addSubnet(address, Number(prefix), family)
    } catch {
      problems.push(`--allow (OUTWARD_ALLOW): ${entry} is no address, and no network such as 192.0.2.0/24.`)
    }
  }
  return list
}

type Values = ReturnType<typeof parse>

const readBroker = (values: Values, env: Environment, problems: string[]): BrokerSettings | null => {
  const address = values.mqtt ?? env.OUTWARD_MQTT
  if (!address) return null
  const file = values['mqtt-password-file'] ?? env.OUTWARD_MQTT_PASSWORD_FILE
  const ca = values['mqtt-ca'] ?? env.OUTWARD_MQTT_CA_FILE
  const prefix = values['mqtt-prefix'] ?? env.OUTWARD_MQTT_PREFIX ?? 'homeassistant'
  if (!/^[\w-]+(\/[\w-]+)*$/.test(prefix))
    problems.push(`--mqtt-prefix (OUTWARD_MQTT_PREFIX): ${prefix} is no beginning of a topic.`)
  return {
    url: checkUrl(address, '--mqtt (OUTWARD_MQTT)', ['mqtt', 'mqtts'], problems),
    user: values['mqtt-user'] ?? env.OUTWARD_MQTT_USER ?? null,
    password: file
      ? readSecret(file, '--mqtt-password-file (OUTWARD_MQTT_PASSWORD_FILE)', problems)
      : (env.OUTWARD_MQTT_PASSWORD ?? null),
    ca: ca ? readSecret(ca, '--mqtt-ca (OUTWARD_MQTT_CA_FILE)', problems) : null,
    prefix,
  }
}

const readBacnet = (values: Values, env: Environment, problems: string[]): OutwardSettings['bacnet'] => {
  const address = readListenAddress(values.bacnet ?? env.OUTWARD_BACNET, '--bacnet (OUTWARD_BACNET)', problems)
  if (!address) return null
  const device = values['bacnet-device'] ?? env.OUTWARD_BACNET_DEVICE
  const deviceInstance = Number(device)
  if (!device || !isDeviceInstance(deviceInstance))
    problems.push(
      `--bacnet-device (OUTWARD_BACNET_DEVICE) ${device ? `is ${device}` : 'is missing'}: a number from 0 to 4194302.`,
    )
  return { ...address, deviceInstance }
}

const plantIdPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Settings of the command line, and of the environment where it has none. Throws with all problems. */
export const readOutwardSettings = (args: readonly string[], env: Environment): OutwardSettings => {
  const values = parse(args)
  const problems: string[] = []
  const { server = env.OUTWARD_SERVER, plant = env.OUTWARD_PLANT ?? '', state = env.OUTWARD_STATE ?? '' } = values
  if (!plantIdPattern.test(plant))
    problems.push(`--plant (OUTWARD_PLANT) ${plant ? `is ${plant}` : 'is missing'}: the id of a plant.`)
  if (!state) problems.push('--state (OUTWARD_STATE) is missing: a folder that outlasts restarts.')
  const settings = {
    server: checkUrl(server, '--server (OUTWARD_SERVER)', ['https', 'http'], problems),
    plantId: plant,
    token: readToken(values['token-file'] ?? env.OUTWARD_TOKEN_FILE, env, problems),
    state,
    commands: values.commands ?? env.OUTWARD_COMMANDS === 'yes',
    allowed: readAllowed(values.allow ?? env.OUTWARD_ALLOW, problems),
    modbus: readListenAddress(values.modbus ?? env.OUTWARD_MODBUS, '--modbus (OUTWARD_MODBUS)', problems),
    mqtt: readBroker(values, env, problems),
    bacnet: readBacnet(values, env, problems),
  }
  if (!settings.modbus && !settings.mqtt && !settings.bacnet)
    problems.push(
      'No interface is switched on: --modbus (OUTWARD_MODBUS), --bacnet (OUTWARD_BACNET) or --mqtt (OUTWARD_MQTT).',
    )
  if (problems.length > 0) throw new SettingsError(problems)
  return settings
}
