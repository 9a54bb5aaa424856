import { type ActionName, actions } from '@vigilux/contract/actions.ts'
import type { FuzzReport } from './run-fuzz.ts'

const names = Object.keys(actions) as ActionName[]

const mb = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`
const share = (part: number, total: number): string => `${Math.round((100 * part) / Math.max(1, total))} %`

const listCounts = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([name, n]) => `${name || 'ok'} ${n}`)
    .join(', ')

/** The readable report, with the data for reproducing each finding. */
export const reportLines = (report: FuzzReport, seconds: number): string[] => {
  const { total, inputs, coverage, codes, findings, errors, errorCount, exit, idleLatency, memory, unitCounts } = report
  const [first, last] = [memory[0], memory.at(-1)]
  return [
    `${total} inputs, ${Math.round(total / seconds)} a second: ${listCounts(inputs)}`,
    `calls ${coverage.calls}: ${share(coverage.admitted, coverage.calls)} passed the limits, ${share(coverage.handled, coverage.calls)} reached a handler`,
    `actions reached ${coverage.actionsReached.length}, answered ${coverage.actionsAnswered.length} of ${names.length}; never answered: ${names.filter((name) => !coverage.actionsAnswered.includes(name)).join(', ') || 'none'}`,
    `answers: ${listCounts(codes)}`,
    `units: ${listCounts(unitCounts)}`,
    `others waited ${Math.round(idleLatency.p50)} ms at the median and ${Math.round(idleLatency.p99)} ms at p99 in ${idleLatency.calls} calls; beside a busy process ${Math.round(idleLatency.busyP99)} ms at p99`,
    `memory after a collection: heap ${memory.map(({ heap }) => mb(heap)).join(' → ')}; process ${mb(first?.rss ?? 0)} → ${mb(last?.rss ?? 0)}`,
    `errors in the log: ${errorCount}`,
    ...[...new Set(errors.map(({ message }) => message))].map((message) => `  ${message.slice(0, 300)}`),
    `the server ${exit ? `ENDED: ${exit.exitState}` : 'lived'}`,
    ...(exit ? exit.newestInputs.map((line) => `  ${line}`) : []),
    `findings: ${findings.length}`,
    ...findings.flatMap(({ description, times, lane, seed, path, input }) => [
      `  ${description} (${times} times)`,
      `    smallest: ${input}`,
      `    again: npm run fuzz -- --replay ${lane}:${seed}:${path}`,
    ]),
  ]
}
