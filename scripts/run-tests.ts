import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import vitestConfig from '../vitest.config.ts'
import { buildWeb, root } from './prepare.mjs'
import type { TestReport } from './test-report.ts'
import { provideTools } from './test-tools.ts'

/** Runs every check and every test there is, one step after the other, and closes with the line `N passed, N failed`. */

type Counts = TestReport
type Step = { name: string; run(): Promise<Counts> }

const limitMs = 15 * 60_000
const reports = mkdtempSync(join(tmpdir(), 'vigilux-test-'))
process.once('exit', () => rmSync(reports, { recursive: true, force: true }))

/** The exit code; a step that hangs is ended and has failed. */
const run = (program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> =>
  new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: 'inherit',
      timeout: limitMs,
    })
    child.once('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.once('exit', (code) => resolve(code ?? 1))
  })

const nothing: Counts = { passed: 0, failed: 0, skipped: 0, failures: [], repeated: [] }

const asCounts = (exitCode: number, name: string): Counts =>
  exitCode === 0 ? { ...nothing, passed: 1 } : { ...nothing, failed: 1, failures: [`${name} ended with ${exitCode}`] }

/** An npm script that is one check by itself. */
const script = (name: string): Step => ({
  name,
  run: async () => asCounts(await run('npm', ['run', '--silent', name]), name),
})

const readReport = (path: string): TestReport => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as TestReport
  } catch {
    return nothing
  }
}

/** Suites that wait for real time, processes and brokers more than they compute: more files at once than cores. */
const waits = (name: string): boolean => /^(system|nodes|broker|server|journeys)-/.test(name)
const workersOfWaiting = 3

/** One vitest run of the given projects. A file that does not load or an error outside a test counts as one failure. */
const suites = (name: string, projects: readonly string[]): Step => ({
  name,
  run: async () => {
    const path = join(reports, `${name}.json`)
    const chosen = projects.flatMap((project) => ['--project', project])
    const workers = waits(name) ? [`--maxWorkers=${workersOfWaiting}`] : []
    const reporters = ['--reporter=default', '--reporter=scripts/test-report.ts']
    const code = await run('vitest', ['run', ...chosen, ...workers, ...reporters], { TEST_REPORT: path })
    const report = readReport(path)
    if (code === 0 || report.failed > 0) return report
    const unexplained = report.failures.length > 0 ? report.failures : [`${name}: an error outside the tests`]
    return { ...report, failed: 1, failures: unexplained }
  },
})

const projectNames = (): string[] => {
  const projects = (vitestConfig.test?.projects ?? []) as { test: { name: string } }[]
  const names = projects.map(({ test }) => test.name)
  if (names.length === 0) throw new Error('vitest.config.ts names no project')
  return names
}

/** Quick ones first, so that a fault shows early; journeys last, on the web client built just before. */
const steps = (): Step[] => {
  const together = ['unit', 'web']
  const rest = projectNames().filter((name) => !together.includes(name))
  const journeys = rest.filter((name) => name.startsWith('journeys'))
  return [
    ...['lint', 'types', 'imports', 'dead-code'].map(script),
    suites('unit', together),
    ...rest.filter((name) => !journeys.includes(name)).map((name) => suites(name, [name])),
    { name: 'web-build', run: async () => asCounts(buildWeb() ? 0 : 1, 'web-build') },
    ...journeys.map((name) => suites(name, [name])),
  ]
}

type Outcome = Counts & { name: string; seconds: number; lacking: string[] }

const runStep = async (step: Step, lacking: string[]): Promise<Outcome> => {
  console.log(`\n── ${step.name}`)
  if (lacking.length > 0) {
    console.log(`Skipped: ${lacking.join(' and ')} not found on this machine.`)
    return { ...nothing, name: step.name, skipped: 1, seconds: 0, lacking }
  }
  const began = performance.now()
  const counts = await step.run()
  return { name: step.name, ...counts, seconds: (performance.now() - began) / 1000, lacking }
}

const printTable = (outcomes: readonly Outcome[]): void => {
  console.log('\nstep                            passed  failed  skipped   time')
  for (const { name, passed, failed, skipped, seconds } of outcomes)
    console.log(
      `${name.padEnd(30)} ${String(passed).padStart(7)} ${String(failed).padStart(7)} ${String(skipped).padStart(8)} ${seconds.toFixed(0).padStart(5)} s`,
    )
}

const printNames = (title: string, names: readonly string[]): void => {
  if (names.length > 0) console.log(`\n${title}\n${names.map((name) => `  ${name}`).join('\n')}`)
}

const sum = (outcomes: readonly Outcome[], of: 'passed' | 'failed' | 'skipped'): number =>
  outcomes.reduce((total, outcome) => total + outcome[of], 0)

const main = async (): Promise<number> => {
  const { values } = parseArgs({
    options: { only: { type: 'string', multiple: true }, list: { type: 'boolean', default: false } },
  })
  const known = steps()
  if (values.list) {
    for (const { name } of known) console.log(name)
    return 0
  }
  const only = values.only ?? known.map(({ name }) => name)
  const unknown = only.filter((wanted) => !known.some(({ name }) => name === wanted))
  if (unknown.length > 0) {
    console.error(`There is no step ${unknown.join(', ')}; there are ${known.map(({ name }) => name).join(', ')}.`)
    return 1
  }
  const chosen = known.filter(({ name }) => only.includes(name))
  const lacking = provideTools(chosen.map(({ name }) => name))
  const outcomes: Outcome[] = []
  for (const step of chosen) outcomes.push(await runStep(step, lacking.get(step.name) ?? []))

  printTable(outcomes)
  printNames(
    'Passed only when run again:',
    outcomes.flatMap(({ repeated }) => repeated),
  )
  printNames(
    'Failed:',
    outcomes.flatMap(({ failures }) => failures),
  )
  const skippedSuites = outcomes.filter((outcome) => outcome.lacking.length > 0)
  if (skippedSuites.length > 0) {
    const names = skippedSuites.map((outcome) => `${outcome.name} (needs ${outcome.lacking.join(', ')})`)
    console.log(`\nSkipped: ${names.join(', ')}`)
  }
  const [passed, skipped] = [sum(outcomes, 'passed'), sum(outcomes, 'skipped')]
  // A build machine that quietly leaves a suite out proves nothing.
  const failed = sum(outcomes, 'failed') + (process.env.CI === 'true' ? skippedSuites.length : 0)
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  return failed > 0 || passed === 0 ? 1 : 0
}

process.exitCode = await main()
