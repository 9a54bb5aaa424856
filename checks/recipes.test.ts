import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { action, command, page, unitType } from './recipes/samples.ts'
import { copyTree, editedByHand } from './recipes/tree-copy.ts'

/** The recipes of CONTRIBUTING.md, followed in a copy of the repository: they lack nothing, and ask for little. */
let tree: ReturnType<typeof copyTree>
beforeAll(() => {
  tree = copyTree()
}, 60_000)
afterAll(() => tree?.remove(), 60_000)

describe.each([
  ['an action', action],
  ['a command', command],
  ['a page', page],
  ['a unit type', unitType],
])('%s', (_, recipe) => {
  it('asks for at most eight files to be edited by hand, besides new ones and words', () => {
    expect(editedByHand(recipe).length).toBeLessThanOrEqual(8)
  })
})

it('each can be followed, one after the other, and all that looks at them is content', {
  timeout: 400_000,
}, async () => {
  for (const recipe of [command, action, page, unitType]) tree.apply(recipe)
  const checks = ['access-matrix.test', 'action-summaries', 'languages', 'fixtures', 'feature-names'].map(
    (name) => `checks/${name}`,
  )
  // It writes what is generated, which the types need.
  const printed = await tree.run('vitest', ['run', '--project', 'unit', ...checks, 'device-plane/src'], {
    UPDATE_DOCS: '1',
  })
  const check = (project: string) => tree.run('tsc', ['-p', project, '--checkers', '1'])
  await Promise.all([check('tsconfig.json'), check('web/tsconfig.json')])
  expect(printed).toContain('beacon/codec.test.ts')
  expect(tree.read('docs/access-matrix.md')).toContain('setBeep')
})
