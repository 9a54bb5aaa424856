import {
  checkUrl,
  type Environment,
  type ListenAddress,
  parseOptions,
  readListenAddress,
  readSecret,
  SettingsError,
} from './setting-values.ts'

export type Settings = {
  gateway: string
  platform: string
  state: string
  unit: string
  password: string
  ca: string | null
  /** Address and port of the panel; null without one. */
  panel: ListenAddress | null
  testSpreadS: number
  isEnrolled: boolean
}

export const usage = `Usage: npm run bridge -- --gateway ws://HOST --platform mqtt://HOST:1883 --state DIR --unit dali_0A1B2C

  --gateway        BRIDGE_GATEWAY        WebSocket of the DALI gateway
  --platform       BRIDGE_PLATFORM       broker of the platform, mqtt:// or mqtts://
  --state          BRIDGE_STATE          folder that outlasts restarts; one bridge per folder
  --unit           BRIDGE_UNIT           id of this bridge, which the operator of the platform gives it
  --password-file  BRIDGE_PASSWORD_FILE  file with its password; or the password itself in BRIDGE_PASSWORD
  --ca             BRIDGE_CA_FILE        certificate authority of the broker, if it is not a public one
  --panel          BRIDGE_PANEL          [HOST:]PORT of the panel with its keys, on loopback if no host is named
  --test-spread    BRIDGE_TEST_SPREAD_S  seconds between two starts of tests on one line, 10 by default`

const options = {
  gateway: { type: 'string' },
  platform: { type: 'string' },
  state: { type: 'string' },
  unit: { type: 'string' },
  'password-file': { type: 'string' },
  ca: { type: 'string' },
  panel: { type: 'string' },
  'test-spread': { type: 'string' },
} as const

const parse = (args: readonly string[]) => parseOptions(args, options)

type Values = ReturnType<typeof parse>

const readUnit = (values: Values, env: Environment, problems: string[]): Pick<Settings, 'unit' | 'password'> => {
  const unit = values.unit ?? env.BRIDGE_UNIT ?? ''
  if (!/^dali_[0-9A-F]{6}$/.test(unit))
    problems.push(`--unit (BRIDGE_UNIT) ${unit ? `is ${unit}` : 'is missing'}: an id such as dali_0A1B2C.`)
  const file = values['password-file'] ?? env.BRIDGE_PASSWORD_FILE
  const name = '--password-file (BRIDGE_PASSWORD_FILE)'
  const password = file ? readSecret(file, name, problems) : (env.BRIDGE_PASSWORD ?? '')
  if (!file && !password) problems.push(`${name} is missing: the password that belongs to the id of this bridge.`)
  return { unit, password }
}

const readState = (values: Values, env: Environment, problems: string[]): string => {
  const state = values.state ?? env.BRIDGE_STATE ?? ''
  if (!state) problems.push('--state (BRIDGE_STATE) is missing: a folder that outlasts restarts.')
  return state
}

const readSpread = (values: Values, env: Environment, problems: string[]): number => {
  const seconds = Number(values['test-spread'] ?? env.BRIDGE_TEST_SPREAD_S ?? 10)
  if (!(seconds >= 0 && seconds <= 3_600))
    problems.push('--test-spread (BRIDGE_TEST_SPREAD_S): seconds from 0 to 3600.')
  return seconds
}

/** Settings of the command line, and of the environment where it has none. Throws with all problems. */
export const readSettings = (args: readonly string[], env: Environment): Settings => {
  const values = parse(args)
  const problems: string[] = []
  const { gateway = env.BRIDGE_GATEWAY, platform = env.BRIDGE_PLATFORM, ca: caFile = env.BRIDGE_CA_FILE } = values
  const settings = {
    gateway: checkUrl(gateway, '--gateway (BRIDGE_GATEWAY)', ['ws', 'wss'], problems),
    platform: checkUrl(platform, '--platform (BRIDGE_PLATFORM)', ['mqtt', 'mqtts'], problems),
    state: readState(values, env, problems),
    ...readUnit(values, env, problems),
    ca: caFile ? readSecret(caFile, '--ca (BRIDGE_CA_FILE)', problems) : null,
    panel: readListenAddress(values.panel ?? env.BRIDGE_PANEL, '--panel (BRIDGE_PANEL)', problems),
    testSpreadS: readSpread(values, env, problems),
    // Only for the demo, whose plants have their units from the start.
    isEnrolled: env.BRIDGE_ENROLLED === 'yes',
  }
  if (problems.length > 0) throw new SettingsError(problems)
  return settings
}
