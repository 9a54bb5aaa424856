import { expect, test } from 'vitest'
import { readSource, repositoryFiles } from './sources.ts'

/** Code allowed to refuse with any code: the compiler would not find an action's undeclared refusals. */
const untyped = /\b(?:Fail|Work|WriteContext|FlowRequest|failWith|refusable)<ErrorCode>/

test('only the kernel and the tests refuse with any code', () => {
  expect('const fail: Fail<ErrorCode> = failWith()').toMatch(untyped)
  const found = repositoryFiles()
    .filter((path) => path.startsWith('server/src/') && !/\.test\.ts$|^server\/src\/testing\//.test(path))
    .filter((path) => untyped.test(readSource(path)))
  expect(found).toEqual(['server/src/kernel/refusal.ts'])
})
