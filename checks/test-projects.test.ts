import { expect, it } from 'vitest'
import vitestConfig from '../vitest.config.ts'
import { repositoryFiles } from './sources.ts'

type Project = { test: { name: string; exclude?: string[] } }

const excludedBy = (name: string): string[] => {
  const projects = (vitestConfig.test?.projects ?? []) as Project[]
  return projects.find(({ test }) => test.name === name)?.test.exclude ?? []
}

/** What is the same on both stacks is tried on one, and what is there on one alone: a file that is left out of both is tried nowhere. */
it('each test of the whole product runs on one stack at least', () => {
  const files = repositoryFiles().filter((path) => path.endsWith('.system.test.ts'))
  const [builtIn, large] = [excludedBy('system-pglite-aedes'), excludedBy('system-postgresql-mosquitto')]
  expect(files.length).toBeGreaterThan(20)
  expect(builtIn.filter((path) => large.includes(path))).toEqual([])
  expect([...builtIn, ...large].filter((path) => !files.includes(path))).toEqual([])
})

it('tests of what a database or a broker does run on both stacks', () => {
  const onBoth = ['backup', 'enrolment', 'hostile-units', 'torture', 'unruly-units', 'upgrade']
  const excluded = [...excludedBy('system-pglite-aedes'), ...excludedBy('system-postgresql-mosquitto')]
  expect(excluded.filter((path) => onBoth.some((name) => path === `e2e/system/${name}.system.test.ts`))).toEqual([])
})
