import type { Fault } from './faults.ts'
import type { TortureReport } from './run-torture.ts'

const countFaults = (faults: readonly Fault[], ...kinds: string[]): number =>
  faults.filter(({ kind }) => kinds.some((prefix) => kind.startsWith(prefix))).length

/** Faults of each stack and counts at both ends, one line per figure. */
export const tableOf = (reports: readonly TortureReport[]): string[] => {
  const figures: [string, (report: TortureReport, faults: Fault[], found: (kind: string) => number) => number][] = [
    ['rounds', ({ rounds }) => rounds.length],
    ['kills', (_report, faults) => countFaults(faults, 'kill')],
    ['stops', (_report, faults) => countFaults(faults, 'stop')],
    ['full disks', (_report, faults) => countFaults(faults, 'full')],
    ['slow fsyncs', (_report, faults) => countFaults(faults, 'slow')],
    ['stepped clocks', (_report, faults) => countFaults(faults, 'step')],
    ['records sent', ({ totals }) => totals.sent],
    ['records acknowledged', ({ totals }) => totals.acked],
    ['records stored', ({ totals }) => totals.stored],
    ['asked by people', ({ totals }) => totals.requested],
    ['answered', ({ totals }) => totals.answered],
    ['commands', ({ totals }) => totals.commands],
    ['executed', ({ totals }) => totals.executed],
    ['tests', ({ totals }) => totals.tests],
    ['lost', (_report, _faults, found) => found('lost')],
    ['twice', (_report, _faults, found) => found('twice')],
    ['executed twice', (_report, _faults, found) => found('executed twice')],
    ['otherwise wrong', (_report, _faults, found) => found('wrong')],
    ['seconds', ({ seconds }) => Math.round(seconds)],
  ]
  const row = (cells: readonly (string | number)[]) =>
    cells.map((cell, at) => (at === 0 ? String(cell).padEnd(22) : String(cell).padStart(12))).join('')
  return [
    row(['', ...reports.map(({ stack }) => stack)]),
    ...figures.map(([name, figure]) =>
      row([
        name,
        ...reports.map((report) => {
          const found = (kind: string) =>
            report.rounds.flatMap(({ findings }) => findings).filter((finding) => finding.kind === kind).length
          return figure(
            report,
            report.rounds.flatMap(({ faults }) => faults),
            found,
          )
        }),
      ]),
    ),
  ]
}
