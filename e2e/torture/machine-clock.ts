import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Debian's library that gives a process another time, for each architecture in a folder of its own. */
const findLibrary = (): string | null => {
  const folder = '/usr/lib'
  const found = readdirSync(folder).map((name) => join(folder, name, 'faketime/libfaketimeMT.so.1'))
  return found.find((path) => existsSync(path)) ?? null
}

export type MachineClock = {
  /** What a process needs in its environment to have this clock. */
  env: NodeJS.ProcessEnv
  /** So many seconds ahead of the real time from now on, or behind it. */
  set(aheadS: number): void
}

/**
 * The clock of the machine, as far as processes started with its environment can see: all that they do by it, libraries included, steps
 * with it. Timers do not. Null where the Debian package `faketime` is not installed.
 */
export const openMachineClock = (file: string): MachineClock | null => {
  const library = findLibrary()
  if (library === null) return null
  const set = (aheadS: number) => writeFileSync(file, `${aheadS < 0 ? '' : '+'}${aheadS}\n`)
  set(0)
  return {
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      // Else a step back is seen only once the time before it has come again.
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    },
    set,
  }
}
