import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { actions } from '@vigilux/contract/actions.ts'
import { expect, it } from 'vitest'
import { read, repositoryFiles, root } from './sources.ts'

/**
 * The comment above each action is its sentence in the description of the interface. `UPDATE_DOCS=1` writes them where the
 * server reads them.
 */

const path = 'contract/src/action-summaries.json'

/** An entry of a table of actions with the comment above it, where it has one. */
const entry = /(?:^ {2}\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?^ {2}(\w+): /gm

/** What stands in the tables of actions of a file. */
const tablesOf = (source: string): string =>
  [...source.matchAll(/defineActions\(\{\n([\s\S]*?)^\}\)/gm)].map(([, table = '']) => table).join('')

const sentence = (comment: string): string =>
  comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trim())
    .join(' ')
    .trim()

const found = Object.fromEntries(
  repositoryFiles()
    .filter((file) => /^contract\/src\/features\/[\w-]+\/[\w-]+\.actions\.ts$/.test(file))
    .flatMap((file) =>
      [...tablesOf(read(file)).matchAll(entry)].map(([, comment = '', name = '']) => {
        const [, , , feature = ''] = file.split('/')
        return [name, { feature, summary: sentence(comment) }] as const
      }),
    ),
)

it('every action has its feature and its sentence in the description of the interface', () => {
  expect(Object.keys(found).sort()).toEqual(Object.keys(actions).sort())
  expect(Object.entries(found).filter(([, { summary }]) => summary === '')).toEqual([])
  const written = `${JSON.stringify(found, null, 2)}\n`
  if (process.env.UPDATE_DOCS) writeFileSync(join(root, path), written)
  expect(read(path)).toBe(written)
})
