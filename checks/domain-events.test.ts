import { expect, it } from 'vitest'
import { readSource, repositoryFiles } from './sources.ts'

/** A domain event connects features: each one needs an emitter and a listener. */
const sources = repositoryFiles().filter((path) => /^server\/src\/.*\.ts$/.test(path) && !path.endsWith('.test.ts'))
const declarations = sources
  .filter((path) => path.endsWith('.domain-events.ts'))
  .flatMap((path) => [...readSource(path).matchAll(/export const (\w+) = domainEvent\('(\w+)'/g)])
  .map(([, variable = '', name = '']) => ({ variable, name }))
const product = sources.filter((path) => !path.endsWith('.domain-events.ts')).map(readSource)
const occursIn = (pattern: RegExp): boolean => product.some((text) => pattern.test(text))

it('every domain event is named after its constant', () => {
  expect(declarations.length).toBeGreaterThan(3)
  for (const { variable, name } of declarations) expect(name).toBe(variable)
  expect(new Set(declarations.map(({ name }) => name)).size).toBe(declarations.length)
})

it('every domain event is published and wakes a task', () => {
  const isPublished = (name: string) => occursIn(new RegExp(`(emit\\(${name}\\)|publish\\(${name}[,)])`))
  // Named by a task, or as one of several causes.
  const isHeard = (name: string) => occursIn(new RegExp(`(wokenBy: \\[|statsEvents = \\[)[^\\]]*\\b${name}\\b`))
  const variables = declarations.map(({ variable }) => variable)
  expect(variables.filter((name) => !isPublished(name) || !isHeard(name))).toEqual([])
})
