import { readFileSync, writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** Data of a vitest run for the closing table of `npm test`. */
export type TestReport = {
  passed: number
  failed: number
  skipped: number
  /** Each failure by its location and first words. */
  failures: string[]
  /** Each test file with the seconds for loading and running it. */
  files: { path: string; seconds: number }[]
}

const nameOf = (test: TestCase): string => `${test.module.relativeModuleId} > ${test.fullName}`

const secondsOf = (module: TestModule): number => {
  const { duration, collectDuration } = module.diagnostic()
  return (duration + collectDuration) / 1000
}

const reportOf = (modules: readonly TestModule[]): TestReport => {
  const report: TestReport = { passed: 0, failed: 0, skipped: 0, failures: [], files: [] }
  for (const module of modules) {
    report.files.push({ path: module.relativeModuleId, seconds: secondsOf(module) })
    for (const error of module.errors()) report.failures.push(`${module.relativeModuleId}: ${error.message}`)
    for (const test of module.children.allTests()) {
      const result = test.result()
      if (result.state === 'pending') continue
      report[result.state] += 1
      if (result.state === 'failed') report.failures.push(`${nameOf(test)}: ${result.errors[0]?.message}`)
    }
  }
  return report
}

/** Writes the report of a run to the file in `TEST_REPORT`. */
export default class FileReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (process.env.TEST_REPORT) writeFileSync(process.env.TEST_REPORT, JSON.stringify(reportOf(modules)))
  }
}

/** Adds failures from after the end of a run's tests, which belong to none of them. */
export const addFailures = (failures: readonly string[]): void => {
  const path = process.env.TEST_REPORT
  if (!path) return
  const report = JSON.parse(readFileSync(path, 'utf8')) as TestReport
  writeFileSync(path, JSON.stringify({ ...report, failures: [...report.failures, ...failures] }))
}
