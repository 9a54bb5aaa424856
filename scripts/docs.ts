import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { accessMatrix, actionSummaries, errorMessages } from './generated-docs.ts'

/** `npm run docs` writes the access matrix, and the contract's texts from comments and translations. */

const writeDoc = (path: string, text: string): void => {
  writeFileSync(join(import.meta.dirname, '..', path), text)
  console.log(path)
}
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

writeDoc('docs/access-matrix.md', accessMatrix())
writeDoc('contract/src/action-summaries.json', json(actionSummaries()))
writeDoc('contract/src/error-messages.json', json(errorMessages()))
