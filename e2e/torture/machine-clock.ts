import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Debian's faketime library, in a folder per architecture. */
const findLibrary = (): string | null => {
  const folder = '/usr/lib'
  const found = readdirSync(folder).map((name) => join(folder, name, 'faketime/libfaketimeMT.so.1'))
  return found.find((path) => existsSync(path)) ?? null
}

export type MachineClock = {
  /** Environment of a process with this clock. */
  env: NodeJS.ProcessEnv
  /** Sets the offset to the real time in seconds, positive or negative. */
  set(aheadS: number): void
}

/**
 * The machine's clock for processes started with its environment: their times follow its steps, libraries included.
 * Timers do not. Null without the Debian package `faketime`.
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
      // Otherwise a step back is visible only once the earlier time has passed again.
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    },
    set,
  }
}
