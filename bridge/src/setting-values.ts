import { readFileSync } from 'node:fs'
import { type ParseArgsConfig, parseArgs } from 'node:util'

export type Environment = Readonly<Record<string, string | undefined>>
export type ListenAddress = { host: string; port: number }

/** Wrong or missing settings, all at once, in words. */
export class SettingsError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/** Options of the command line; an unknown one is refused in words. */
export const parseOptions = <Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
) => {
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    throw new SettingsError([error instanceof Error ? error.message : String(error)])
  }
}

export const readSecret = (path: string, name: string, problems: string[]): string => {
  try {
    const secret = readFileSync(path, 'utf8').trim()
    if (secret === '') problems.push(`${name}: the file ${path} is empty.`)
    return secret
  } catch {
    problems.push(`${name}: the file ${path} cannot be read.`)
    return ''
  }
}

export const checkUrl = (
  value: string | undefined,
  name: string,
  schemes: readonly string[],
  problems: string[],
): string => {
  const protocols = schemes.map((scheme) => `${scheme}:`)
  if (!value) problems.push(`${name} is missing: an address that begins with ${schemes.join(':// or ')}://.`)
  else if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol))
    problems.push(`${name}: ${value} is no address that begins with ${schemes.join(':// or ')}://.`)
  return value ?? ''
}

/** `[HOST:]PORT`, on loopback if no host is named; null if not set. */
export const readListenAddress = (
  value: string | undefined,
  name: string,
  problems: string[],
): ListenAddress | null => {
  if (!value) return null
  const at = value.lastIndexOf(':')
  const [host, port] = at < 0 ? ['127.0.0.1', Number(value)] : [value.slice(0, at), Number(value.slice(at + 1))]
  if (!Number.isInteger(port) || port < 0 || port > 65_535 || host === '')
    problems.push(`${name}: ${value} is no port, and no HOST:PORT.`)
  return { host, port }
}
