/** Clock of a bus, in milliseconds with fractions. Tests drive their own. */
export type BusClock = { now(): number; after(ms: number, run: () => void): { cancel(): void } }

/** Clock of the machine. */
export const machineClock: BusClock = {
  now: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return { cancel: () => clearTimeout(timer) }
  },
}
