import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { root } from './prepare.mjs'
import { type Outcome, printNames, printSlowest, printTable } from './print-outcomes.ts'
import type { TestReport } from './test-report.ts'
import { type Step, stages, stepsOf } from './test-steps.ts'
import { provideTools } from './test-tools.ts'

/** Runs the steps of `npm test` or `npm run test:all` and ends with the line `N passed, N failed`. */

/** A step of this duration hangs, even on a machine a third as fast as usual. */
const limitMs = 60 * 60_000
const reports = mkdtempSync(join(tmpdir(), 'vigilux-test-'))
process.once('exit', () => rmSync(reports, { recursive: true, force: true }))

type Ended = { code: number; cpuS: number }
type Print = (bytes: Buffer) => void

/** bash prints the processor time of its children as `0m1.234s 0m0.567s`, on the second line of `times`. */
const cpuOf = (times: string): number =>
  [...(times.split('\n')[1] ?? '').matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  )

const printAll = ({ stdout, stderr }: ChildProcess, print: Print): void => {
  stdout?.on('data', print)
  stderr?.on('data', print)
}

/** Runs a program to its end, prints its output, and measures the processor time of it and its children. */
const run = async (args: readonly string[], env: NodeJS.ProcessEnv, print: Print | undefined): Promise<Ended> => {
  const output = print ? 'pipe' : 'inherit'
  const child = spawn('bash', ['-c', '"$@"; code=$?; times >&3; exit $code', 'bash', ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: [print ? 'ignore' : 'inherit', output, output, 'pipe'],
    timeout: limitMs,
  })
  if (print) printAll(child, print)
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  child.once('error', reject)
  child.once('close', (code) => resolve(code ?? 1))
  const [code, times] = await Promise.all([promise, text(child.stdio[3] as NodeJS.ReadableStream)])
  return { code, cpuS: cpuOf(times) }
}

const empty: TestReport = { passed: 0, failed: 0, skipped: 0, failures: [], files: [] }

const readReport = (path: string): TestReport => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as TestReport
  } catch {
    return empty
  }
}

/** A check without its own tests counts as one test. */
const countsOf = (name: string, code: number): TestReport =>
  code === 0 ? { ...empty, passed: 1 } : { ...empty, failed: 1, failures: [`${name} ended with ${code}`] }

/** A file with a failed load, or an error outside a test, counts as one failure. */
const countsOfSuite = (name: string, code: number, report: TestReport): TestReport => {
  if (code === 0 || report.failed > 0) return report
  const failureNames = report.failures.length > 0 ? report.failures : [`${name}: an error outside the tests`]
  return { ...report, failed: 1, failures: failureNames }
}

const runStep = async ({ name, does }: Step, print: Print | undefined): Promise<TestReport & { cpuS: number }> => {
  if ('buildWeb' in does) {
    const { code, cpuS } = await run(['node', 'scripts/build-web.mjs'], {}, print)
    return { ...countsOf(name, code), cpuS }
  }
  if ('script' in does) {
    const { code, cpuS } = await run(['npm', 'run', '--silent', does.script], {}, print)
    return { ...countsOf(name, code), cpuS }
  }
  const path = join(reports, `${name}.json`)
  const projects = does.projects.flatMap((project) => ['--project', project])
  const reporters = ['--reporter=default', '--reporter=scripts/test-report.ts']
  const args = ['vitest', 'run', ...projects, `--maxWorkers=${does.workers}`, ...reporters]
  const { code, cpuS } = await run(args, { TEST_REPORT: path }, print)
  return { ...countsOfSuite(name, code, readReport(path)), cpuS }
}

const outcomeOf = async (step: Step, missingTools: string[], print: Print | undefined): Promise<Outcome> => {
  const stepFields = { name: step.name, budgetS: step.budgetS, lacking: missingTools }
  if (missingTools.length > 0) {
    console.log(`${step.name} is skipped: ${missingTools.join(' and ')} not found on this machine.`)
    return { ...empty, ...stepFields, skipped: 1, seconds: 0, cpuS: 0 }
  }
  const start = performance.now()
  const counts = await runStep(step, print)
  return { ...counts, ...stepFields, seconds: (performance.now() - start) / 1000 }
}

/** Runs the lanes of a stage in parallel; prints the output of a step once it has ended. */
const runStage = async (stage: readonly Step[][], missingByStep: ReadonlyMap<string, string[]>): Promise<Outcome[]> => {
  console.log(`\n── ${stage.map((lane) => lane.map(({ name }) => name).join(', ')).join(' | ')}`)
  const printsDirectly = stage.length === 1
  const runLane = async (lane: readonly Step[]): Promise<Outcome[]> => {
    const outcomes: Outcome[] = []
    for (const step of lane) {
      const outputChunks: Buffer[] = []
      const print = printsDirectly ? undefined : (bytes: Buffer) => void outputChunks.push(bytes)
      outcomes.push(await outcomeOf(step, missingByStep.get(step.name) ?? [], print))
      if (outputChunks.length > 0)
        process.stdout.write(Buffer.concat([Buffer.from(`\n── ${step.name}\n`), ...outputChunks]))
    }
    return outcomes
  }
  return (await Promise.all(stage.map(runLane))).flat()
}

const countOf = (outcomes: readonly Outcome[], outcomeKey: 'passed' | 'failed' | 'skipped'): number =>
  outcomes.reduce((total, outcome) => total + outcome[outcomeKey], 0)

const { values } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    list: { type: 'boolean', default: false },
    slowest: { type: 'string', default: '0' },
  },
})

/** The steps requested by name, or those of the tier; and the unknown names. */
const chosenStages = (): { chosen: Step[][][]; unknown: string[] } => {
  const stepNames = stages
    .flat()
    .flatMap(stepsOf)
    .map(({ name }) => name)
  const isChosen = ({ name, tier }: Step): boolean =>
    values.only ? values.only.includes(name) : values.all || tier === 'test'
  return {
    chosen: stages
      .map((stage) => stage.map((lane) => stepsOf(lane).filter(isChosen)).filter((lane) => lane.length > 0))
      .filter((stage) => stage.length > 0),
    unknown: (values.only ?? []).filter((name) => !stepNames.includes(name)),
  }
}

const main = async (): Promise<number> => {
  const { chosen, unknown } = chosenStages()
  if (values.list) {
    for (const { name, tier } of stages.flat().flatMap(stepsOf))
      console.log(tier === 'test' ? name : `${name} (test:all)`)
    return 0
  }
  if (unknown.length > 0) {
    console.error(`There is no step ${unknown.join(', ')}. \`npm test -- --list\` names them.`)
    return 1
  }
  if (values.all) process.env.TEST_ALL = 'yes'
  const start = performance.now()
  const missingByStep = provideTools(chosen.flat(2).map(({ name }) => name))
  const outcomes: Outcome[] = []
  for (const stage of chosen) outcomes.push(...(await runStage(stage, missingByStep)))

  const skippedSuites = outcomes.filter((outcome) => outcome.lacking.length > 0)
  printTable(outcomes, (performance.now() - start) / 1000)
  printSlowest(outcomes, Number(values.slowest))
  printNames(
    'Failed:',
    outcomes.flatMap(({ failures }) => failures),
  )
  printNames(
    'Skipped:',
    skippedSuites.map((outcome) => `${outcome.name} (needs ${outcome.lacking.join(', ')})`),
  )
  const [passed, skipped] = [countOf(outcomes, 'passed'), countOf(outcomes, 'skipped')]
  // On a CI machine, a skipped suite counts as failed.
  const failed = countOf(outcomes, 'failed') + (process.env.CI === 'true' ? skippedSuites.length : 0)
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  return failed > 0 || passed === 0 ? 1 : 0
}

process.exitCode = await main()
