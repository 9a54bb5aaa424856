import { execFile, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Config } from '../../server/src/config/config.ts'

type Command =
  | 'backup'
  | 'restore'
  | 'unit-credentials'
  | 'mosquitto'
  | 'catalogue'
  | 'company-sign-in'
  | 'office'
  | 'dead-letters'
type Storage = Pick<Config, 'dataDir' | 'databaseUrl'> &
  Partial<Pick<Config, 'unitFactoryKey' | 'authSecret' | 'publicUrl'>>

const pathOf = (command: Command): string =>
  fileURLToPath(new URL(`../../server/src/bin/${command}.ts`, import.meta.url))

export const environmentOf = ({
  dataDir,
  databaseUrl,
  unitFactoryKey,
  authSecret,
  publicUrl,
}: Storage): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  DATA_DIR: dataDir,
  FILES_MIN_FREE_MB: '1',
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  ...(unitFactoryKey && { UNIT_FACTORY_KEY: unitFactoryKey }),
  ...(authSecret && { AUTH_SECRET: authSecret }),
  ...(publicUrl && { PUBLIC_URL: publicUrl }),
})

/** Runs an operator's command in its own process; rejects with its output on failure. */
export const runOperatorCommand = (
  command: Command,
  args: readonly string[],
  storage: Storage,
  secrets: Record<string, string> = {},
): Promise<{ stdout: string }> =>
  promisify(execFile)(process.execPath, [pathOf(command), ...args], { env: { ...environmentOf(storage), ...secrets } })

/** The messages of a unit that were set aside. */
export const readDeadLetters = async (storage: Storage, unit: string) => {
  const { stdout } = await runOperatorCommand('dead-letters', ['--json', '--unit', unit], storage)
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { reason: string; channel: string; tries: number })
}

/** Runs an operator's command that can be aborted. */
export const startOperatorCommand = (command: Command, args: readonly string[], storage: Storage) =>
  spawn(process.execPath, [pathOf(command), ...args], { env: environmentOf(storage), stdio: 'ignore' })
