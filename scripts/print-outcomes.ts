import type { TestReport } from './test-report.ts'

/** Outcome of a step. */
export type Outcome = TestReport & {
  name: string
  budgetS: number
  seconds: number
  /** Processor seconds of the step and its child processes. */
  cpuS: number
  /** Programs for the step, missing on this machine. */
  lacking: string[]
}

const column = (value: string | number, width: number): string => String(value).padStart(width)

/** One line per step, and the total time; parallel steps add up to more than the total. */
export const printTable = (outcomes: readonly Outcome[], totalS: number): void => {
  console.log('\nstep                            passed  failed  skipped    time     cpu  budget')
  for (const { name, passed, failed, skipped, seconds, cpuS, budgetS } of outcomes)
    console.log(
      [
        name.padEnd(30),
        column(passed, 7),
        column(failed, 7),
        column(skipped, 8),
        column(`${seconds.toFixed(0)} s`, 7),
        column(`${cpuS.toFixed(0)} s`, 7),
        column(`${budgetS} s`, 7),
        seconds > budgetS ? ' over budget' : '',
      ].join(' '),
    )
  const cpuS = outcomes.reduce((sum, outcome) => sum + outcome.cpuS, 0)
  console.log(`${'all steps'.padEnd(30)} ${column(`${totalS.toFixed(0)} s`, 32)} ${column(`${cpuS.toFixed(0)} s`, 7)}`)
}

/** The slowest files of each step. */
export const printSlowest = (outcomes: readonly Outcome[], count: number): void => {
  for (const { name, files } of outcomes) {
    if (count === 0 || files.length === 0) continue
    console.log(`\nSlowest files of ${name}:`)
    const slowestFiles = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, count)
    for (const { path, seconds } of slowestFiles) console.log(`${column(seconds.toFixed(1), 7)} s  ${path}`)
  }
}

export const printNames = (title: string, names: readonly string[]): void => {
  if (names.length > 0) console.log(`\n${title}\n${names.map((name) => `  ${name}`).join('\n')}`)
}
