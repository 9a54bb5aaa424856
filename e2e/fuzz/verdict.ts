import type { FuzzReport } from './run-fuzz.ts'

/** Maximum extra latency of another caller at the 99th percentile, compared with a merely busy process. */
const maxDelayMs = 250
/** Maximum heap growth after the warm-up. */
const maxGrowthBytes = 48 * 1024 * 1024
/** Fewer samples do not show growth. */
const minSamples = 6

/** Growth from the second third of a run to its end; caches per caller and unit are full by then. */
const growthOf = ({ memory }: FuzzReport): number => {
  if (memory.length < minSamples) return 0
  const warm = memory[Math.floor(memory.length / 3)]
  return (memory.at(-1)?.heap ?? 0) - (warm?.heap ?? 0)
}

/** On a machine with such latency, the run says nothing about inputs. */
const isStarved = ({ idleLatency }: FuzzReport): boolean => idleLatency.busyP99 > maxDelayMs

/** Findings of timeouts alone: the server answers so when a deadline passes. */
const isTimeout = (findingText: string): boolean => /answered 503|no answer within/.test(findingText)

/** The faults of a run apart from latency; empty if there are none. */
export const faultsOf = (report: FuzzReport): string[] => {
  const { exit, findings, errorCount } = report
  const growth = growthOf(report)
  const isStarvedRun = isStarved(report)
  return [
    ...(exit ? [exit.exitState] : []),
    ...findings
      .map(({ description }) => description)
      .filter((description) => !(isStarvedRun && isTimeout(description))),
    ...(errorCount > 0 ? [`${errorCount} errors in the log`] : []),
    ...(growth > maxGrowthBytes ? [`the heap grew by ${Math.round(growth / 1024 / 1024)} MB`] : []),
  ]
}

/** The faults of a run; empty if there are none. */
export const failuresOf = (report: FuzzReport): string[] => {
  const { idleLatency } = report
  const isDelayed = !isStarved(report) && idleLatency.p99 - idleLatency.busyP99 > maxDelayMs
  return [...faultsOf(report), ...(isDelayed ? [`others waited ${Math.round(idleLatency.p99)} ms at p99`] : [])]
}
