/** Monotonic milliseconds and timers. Tests drive their own. */
export type Clock = { now(): number; after(ms: number, run: () => void): Timer }
export type Timer = { cancel(): void }

export const machineClock: Clock = {
  now: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return { cancel: () => clearTimeout(timer) }
  },
}

export const pause = (clock: Clock, ms: number): Promise<void> => new Promise((resolve) => clock.after(ms, resolve))
