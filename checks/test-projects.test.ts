import { expect, it } from 'vitest'
import vitestConfig from '../vitest.config.ts'

type Project = { test: { name: string; exclude?: string[] } }

const excludedBy = (name: string): string[] => {
  const projects = (vitestConfig.test?.projects ?? []) as Project[]
  return projects.find(({ test }) => test.name === name)?.test.exclude ?? []
}

/** What is the same on both stacks is tried on one, and what is there on one alone: a file that is left out of both is tried nowhere. */
it.each([
  { name: 'system-pglite-aedes', excluded: ['every-command', 'uploads'] },
  { name: 'system-postgresql-mosquitto', excluded: ['demo', 'demo-controls', 'durability', 'files', 'move'] },
])('$name leaves out $excluded, and nothing else', ({ name, excluded }) => {
  expect(excludedBy(name)).toEqual(excluded.map((file) => `e2e/system/${file}.system.test.ts`))
})
