import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { nearestName } from './nearest-name.ts'

/** Reads settings from the environment, and reports all errors at once. */

export type Environment = NodeJS.ProcessEnv
export type Issue = { path: PropertyKey[]; message: string }

export const secret = z.string().min(32, { error: 'needs at least 32 characters' })

/** The content of the named file. */
export const pemFile = z.string().transform((path, context) => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    context.addIssue({ code: 'custom', message: `cannot be read: ${(error as Error).message}` })
    return z.NEVER
  }
})

/** Settings with a variant `<name>_FILE`: the name of a file with the value. */
const secretNames = [
  'AUTH_SECRET',
  'DATABASE_LISTEN_URL',
  'DATABASE_URL',
  'METRICS_TOKEN',
  'MQTT_PASSWORD',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'SMTP_URL',
  'UNIT_FACTORY_KEY',
] as const

const fileVariable = (name: string): string => `${name}_FILE`

/** Missing or invalid variables; the message names each. */
export class ConfigError extends Error {
  constructor(issues: readonly Issue[]) {
    const lines = issues.map(({ path, message }) => {
      const name = String(path[0])
      return message === '' ? `  ${name} is required but not set` : `  ${name}: ${message}`
    })
    super(`The configuration is not complete:\n${lines.join('\n')}`)
    this.name = 'ConfigError'
  }
}

export const missing = (name: string): Issue => ({ path: [name], message: '' })

/** The environment without empty variables, with each secret of these names read from its file. */
export const withSecretFiles = (
  environment: Environment,
  names: readonly string[],
): { values: Environment; issues: Issue[] } => {
  const values = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const issues: Issue[] = []
  const refuse = (name: string, message: string) => void issues.push({ path: [name], message })
  for (const name of secretNames.filter((secretName) => names.includes(secretName))) {
    const variable = fileVariable(name)
    const path = values[variable]
    if (path === undefined) continue
    if (values[name] !== undefined) refuse(variable, `is set together with ${name}: set only one`)
    const content = pemFile.safeParse(path)
    const value = content.data?.replace(/\r?\n$/, '')
    if (!content.success) refuse(variable, content.error.issues[0]?.message ?? 'cannot be read')
    else if (value === '') refuse(variable, `${path} is empty`)
    // An unreadable secret is not reported as missing too.
    values[name] ??= value
  }
  return { values, issues }
}

/** Settings to set all together or not at all. */
export type Group = readonly string[]

const findMissingOfGroup = (values: Environment, group: Group): Issue[] => {
  const unset = group.filter((name) => values[name] === undefined)
  return unset.length === group.length ? [] : unset.map(missing)
}

export type Rules = {
  /** Names of all settings, in whatever mode the server runs. */
  known: ReadonlySet<string>
  groups: readonly Group[]
  /** Further rules over several variables. */
  check?: (values: Environment) => Issue[]
}

const isKnown = (name: string, known: ReadonlySet<string>): boolean =>
  known.has(name) || secretNames.some((secretName) => name === fileVariable(secretName))

/** Unknown variables within a letter or two of a setting. */
const findMisspelt = (environment: Environment, known: ReadonlySet<string>): Issue[] => {
  const names = [...known, ...secretNames.map(fileVariable)]
  return Object.keys(environment).flatMap((name) => {
    const nearest = isKnown(name, known) ? undefined : nearestName(name, names)
    return nearest ? [{ path: [name], message: `is not a setting; did you mean ${nearest}?` }] : []
  })
}

/** Variables with the beginning of a setting but without effect, such as an orchestrator's. */
export const listUnusedVariables = (environment: Environment, used: ReadonlySet<string>): string[] => {
  const families = new Set([...used].map((name) => `${name.split('_')[0]}_`))
  return Object.keys(environment)
    .filter((name) => !isKnown(name, used) && [...families].some((family) => name.startsWith(family)))
    .sort()
}

/** Reads the settings of a schema, or throws {@link ConfigError} with all issues. */
export const read = <T extends z.ZodObject>(schema: T, environment: Environment, rules: Rules): z.output<T> => {
  const { values, issues } = withSecretFiles(environment, Object.keys(schema.shape))
  const parsed = schema.safeParse(values)
  const hasIssue = new Set(issues.map(({ path }) => String(path[0])))
  const invalid = (parsed.error?.issues ?? []).map(({ path, message }) =>
    values[String(path[0])] === undefined ? missing(String(path[0])) : { path, message },
  )
  const all = [
    ...issues,
    ...invalid.filter(({ path }) => !hasIssue.has(fileVariable(String(path[0])))),
    ...rules.groups.flatMap((group) => findMissingOfGroup(values, group)),
    ...(rules.check?.(values) ?? []),
    ...findMisspelt(environment, rules.known),
  ]
  if (all.length > 0 || !parsed.success) throw new ConfigError(all)
  return parsed.data
}
