import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import vitestConfig from '../vitest.config.ts'
import { buildWeb, root } from './prepare.mjs'
import type { TestReport } from './test-report.ts'
import { provideTools } from './test-tools.ts'

/** Runs every check and every test there is, one step after the other, and closes with the line `N passed, N failed`. */

type Counts = TestReport
/** `print`: where the programs of a step write; without it, straight to ours. */
type Print = (bytes: Buffer) => void
type Step = { name: string; run(print?: Print): Promise<Counts> }

/** A step that takes so long hangs, even where the machine is a third as quick as usual. */
const limitMs = 60 * 60_000
const reports = mkdtempSync(join(tmpdir(), 'vigilux-test-'))
process.once('exit', () => rmSync(reports, { recursive: true, force: true }))

/** The exit code; a step that hangs is ended and has failed. */
const run = (
  program: string,
  args: readonly string[],
  { env = {}, print }: { env?: NodeJS.ProcessEnv; print?: Print | undefined } = {},
): Promise<number> =>
  new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: print ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      timeout: limitMs,
    })
    child.once('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    if (print) {
      child.stdout?.on('data', print)
      child.stderr?.on('data', print)
      // What is written last may come after the program has ended.
      child.once('close', (code) => resolve(code ?? 1))
    } else child.once('exit', (code) => resolve(code ?? 1))
  })

const nothing: Counts = { passed: 0, failed: 0, skipped: 0, failures: [], repeated: [] }

const asCounts = (exitCode: number, name: string): Counts =>
  exitCode === 0 ? { ...nothing, passed: 1 } : { ...nothing, failed: 1, failures: [`${name} ended with ${exitCode}`] }

/** An npm script that is one check by itself. */
const script = (name: string): Step => ({
  name,
  run: async (print) => asCounts(await run('npm', ['run', '--silent', name], { print }), name),
})

const readReport = (path: string): TestReport => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as TestReport
  } catch {
    return nothing
  }
}

/** Each holds a server of its own, three of these suites run side by side, and memory ends before cores do. */
const mostWorkers = 8

/**
 * Files at once: as many as there are cores, one more where suites wait for real time, processes and brokers more than
 * they compute, and one alone where times are judged. Left to itself vitest leaves a core idle. The systems run two
 * suites side by side, and a journey has a browser besides its product, which is enough.
 */
const workersFor = (name: string): number => {
  if (name.startsWith('load-')) return 1
  return Math.min(availableParallelism(), mostWorkers) + (/^(nodes|broker|server)-/.test(name) ? 1 : 0)
}

/** One vitest run of the given projects. A file that does not load or an error outside a test counts as one failure. */
const suites = (name: string, projects: readonly string[]): Step => ({
  name,
  run: async (print) => {
    const path = join(reports, `${name}.json`)
    const chosen = projects.flatMap((project) => ['--project', project])
    const reporters = ['--reporter=default', '--reporter=scripts/test-report.ts']
    const options = { env: { TEST_REPORT: path }, print }
    const code = await run('vitest', ['run', ...chosen, `--maxWorkers=${workersFor(name)}`, ...reporters], options)
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

/** Steps that run side by side, by how their names begin: those that compute beside those that wait. All others run alone. */
const sideBySide = [
  /^(lint|types|imports|dead-code)$/,
  /^(pdf|server-pglite|broker-)/,
  /^system-/,
  /^(nodes-|web-build)/,
]

/** The steps in their order, each with those that run beside it. */
const stagesOf = (chosen: readonly Step[]): Step[][] => {
  const groupOf = ({ name }: Step): unknown => sideBySide.find((group) => group.test(name)) ?? name
  return [...Map.groupBy(chosen, groupOf).values()]
}

type Outcome = Counts & { name: string; seconds: number; lacking: string[] }

const runStep = async (step: Step, lacking: string[], print?: Print): Promise<Outcome> => {
  const began = performance.now()
  if (lacking.length > 0) {
    console.log(`${step.name} is skipped: ${lacking.join(' and ')} not found on this machine.`)
    return { ...nothing, name: step.name, skipped: 1, seconds: 0, lacking }
  }
  const counts = await step.run(print)
  return { name: step.name, ...counts, seconds: (performance.now() - began) / 1000, lacking }
}

/** What steps write that run side by side is printed as each ends, so that it stays readable. */
const runStage = async (stage: readonly Step[], lacking: ReadonlyMap<string, string[]>): Promise<Outcome[]> => {
  console.log(`\n── ${stage.map(({ name }) => name).join(', ')}`)
  const isAlone = stage.length === 1
  return Promise.all(
    stage.map(async (step) => {
      const written: Buffer[] = []
      const print = isAlone ? undefined : (bytes: Buffer) => void written.push(bytes)
      const outcome = await runStep(step, lacking.get(step.name) ?? [], print)
      if (written.length > 0) process.stdout.write(Buffer.concat([Buffer.from(`\n── ${step.name}\n`), ...written]))
      return outcome
    }),
  )
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
  for (const stage of stagesOf(chosen)) outcomes.push(...(await runStage(stage, lacking)))

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
