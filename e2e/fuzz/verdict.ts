import type { FuzzReport } from './run-fuzz.ts'

/** Most that somebody else may wait at the 99th percentile, beyond what they wait beside a process that is only busy. */
const maxDelayMs = 250
/** Most that what the code holds may grow after the run has warmed up. */
const maxGrowthBytes = 48 * 1024 * 1024
/** Fewer looks say nothing of growth. */
const minSamples = 6

/** Growth from the second third of a run to its end: what is kept for every caller and unit is there by then. */
const growthOf = ({ memory }: FuzzReport): number => {
  if (memory.length < minSamples) return 0
  const warm = memory[Math.floor(memory.length / 3)]
  return (memory.at(-1)?.heap ?? 0) - (warm?.heap ?? 0)
}

/** On a machine with such waiting times of its own, waiting says nothing about inputs. */
const isStarved = ({ calm: idleLatency }: FuzzReport): boolean => idleLatency.busyP99 > maxDelayMs

/** What comes of waiting alone: an answer that the server gives when its time is over. */
const isTimeout = (findingText: string): boolean => /answered 503|no answer within/.test(findingText)

/** Why a run has failed apart from how long others waited; nothing where it has not. */
export const faultsOf = (report: FuzzReport): string[] => {
  const { exit, findings, errorCount } = report
  const growth = growthOf(report)
  const isStarvedRun = isStarved(report)
  return [
    ...(exit ? [exit.how] : []),
    ...findings.map(({ what }) => what).filter((what) => !(isStarvedRun && isTimeout(what))),
    ...(errorCount > 0 ? [`${errorCount} errors in the log`] : []),
    ...(growth > maxGrowthBytes ? [`the heap grew by ${Math.round(growth / 1024 / 1024)} MB`] : []),
  ]
}

/** Why a run has failed; nothing where it has not. */
export const failuresOf = (report: FuzzReport): string[] => {
  const { calm: idleLatency } = report
  const isDelayed = !isStarved(report) && idleLatency.p99 - idleLatency.busyP99 > maxDelayMs
  return [...faultsOf(report), ...(isDelayed ? [`others waited ${Math.round(idleLatency.p99)} ms at p99`] : [])]
}
