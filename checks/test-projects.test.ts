import { expect, it } from 'vitest'
import vitestConfig from '../vitest.config.ts'

type Project = { test: { name: string; exclude?: string[] } }

const excludedBy = (name: string): string[] => {
  const projects = (vitestConfig.test?.projects ?? []) as Project[]
  return projects.find(({ test }) => test.name === name)?.test.exclude ?? []
}

/** What is about the built-in database, and the demo, which has a broker of its own. */
it.each([
  { name: 'system-pglite-aedes', excluded: [] },
  { name: 'system-postgresql-mosquitto', excluded: ['durability', 'move', 'demo'] },
])('$name leaves out $excluded, and nothing else', ({ name, excluded }) => {
  expect(excludedBy(name)).toEqual(excluded.map((file) => `e2e/system/${file}.system.test.ts`))
})
