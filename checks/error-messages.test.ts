import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorStatus } from '@vigilux/contract/errors.ts'
import { expect, it } from 'vitest'
import { read, repositoryFiles, root } from './sources.ts'

/**
 * What people who read the API are told of a refusal is what those at the screen are told in English: `UPDATE_DOCS=1`
 * writes it where the server reads it.
 */

const path = 'contract/src/error-messages.json'

type Words = { errors?: Record<string, unknown> }
const words = new Map(
  repositoryFiles()
    .filter((file) => /^web\/src\/(?:.+\/)?locales\/en\.json$/.test(file))
    .flatMap((file) => Object.entries((JSON.parse(read(file)) as Words).errors ?? {})),
)
const found = Object.fromEntries(
  Object.keys(errorStatus)
    .sort()
    .map((code) => [code, words.get(code)]),
)

it('every refusal has its English sentence in the contract', () => {
  expect(Object.entries(found).filter(([, sentence]) => typeof sentence !== 'string')).toEqual([])
  if (process.env.UPDATE_DOCS) writeFileSync(join(root, path), `${JSON.stringify(found, null, 2)}\n`)
  expect(JSON.parse(read(path))).toEqual(found)
})
