import { matchesGlob } from 'node:path'
import { expect, it } from 'vitest'
import vitestConfig, { journeysOfTheTest, systemsOfTheTest } from '../vitest.config.ts'
import { repositoryFiles } from './sources.ts'

type Project = { test: { include: string[]; exclude?: string[] } }

it('each end-to-end test file runs in at least one project', () => {
  const projects = (vitestConfig.test?.projects ?? []) as Project[]
  const matches = (path: string, patterns: readonly string[] = []): boolean =>
    patterns.some((pattern) => matchesGlob(path, pattern))
  const files = repositoryFiles().filter((path) => /^e2e\/.*\.test\.ts$/.test(path))
  expect(files.length).toBeGreaterThan(60)
  const runsIn =
    (path: string) =>
    ({ test }: Project) =>
      matches(path, test.include) && !matches(path, test.exclude)
  expect(files.filter((path) => !projects.some(runsIn(path)))).toEqual([])
})

it('each file of a project exists', () => {
  const files = repositoryFiles()
  const testNames = [...systemsOfTheTest, ...journeysOfTheTest]
  expect(testNames.filter((path) => !files.includes(path))).toEqual([])
})
