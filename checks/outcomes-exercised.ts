import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ActionName, actions } from '@vigilux/contract/actions.ts'
import type { TestProject } from 'vitest/node'
import { addFailures } from '../scripts/test-report.ts'

/** The success and each declared refusal of every action, as `action outcome`. */
export const declaredOutcomes = (): string[] =>
  (Object.keys(actions) as ActionName[]).flatMap((action) =>
    ['ok', ...actions[action].errors].map((outcome) => `${action} ${outcome}`),
  )

/** The declared outcomes that no test exercised. */
export const findOutcomeFaults = (declared: readonly string[], exercised: ReadonlySet<string>): string[] =>
  declared.filter((pair) => !exercised.has(pair)).map((pair) => `No test exercises: ${pair}`)

/** A run of some tests exercises some outcomes, and a failed test may be the missing one. */
const isWholeAndGreen = async (project: TestProject): Promise<boolean> => {
  const { vitest } = project
  const { testFiles } = await project.globTestFiles()
  const run = vitest.state.getTestModules().filter((module) => module.project === project)
  return run.length === testFiles.length && !project.config.testNamePattern && run.every((module) => module.ok())
}

/**
 * After all tests of a database: each action had success and each declared refusal. Tests record outcomes through `as`
 * of the test server. Calls through `dispatch` do not count.
 */
export function setup(project: TestProject): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'vigilux-outcomes-'))
  const path = join(folder, 'outcomes')
  writeFileSync(path, '')
  project.provide('outcomesFile', path)
  return async () => {
    const exercised = new Set(readFileSync(path, 'utf8').split('\n'))
    rmSync(folder, { recursive: true, force: true })
    if (!(await isWholeAndGreen(project))) return
    const faults = findOutcomeFaults(declaredOutcomes(), exercised)
    if (faults.length === 0) return
    addFailures(faults)
    throw new Error(`\n${faults.join('\n')}`)
  }
}
