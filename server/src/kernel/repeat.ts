import type { Log } from './log.ts'

/** Does something again and again, never twice at once; a failure is logged and the next turn tried. */
export const repeat = (everyMs: number, log: Log, work: () => Promise<void>) => {
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null
  let stopped = false
  const plan = () => {
    if (stopped) return
    timer = setTimeout(() => {
      running = work()
        .catch((error: unknown) => log.error({ err: error }, 'a recurring task failed'))
        .finally(plan)
    }, everyMs)
  }
  return {
    start: plan,
    async stop(): Promise<void> {
      stopped = true
      if (timer) clearTimeout(timer)
      await running
    },
  }
}
