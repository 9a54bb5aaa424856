import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildingPoints } from './building-points.ts'
import { accessMatrix, apiTexts, asyncApi, errorMessages } from './generated-docs.ts'

/**
 * `npm run docs` writes the access matrix, the contract's texts from comments and translations, the unit protocol, and
 * the points for building systems.
 */

const writeDoc = (path: string, text: string): void => {
  writeFileSync(join(import.meta.dirname, '..', path), text)
  console.log(path)
}
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

writeDoc('docs/access-matrix.md', accessMatrix())
writeDoc('contract/src/api-texts.json', json(apiTexts()))
writeDoc('contract/src/error-messages.json', json(errorMessages()))
writeDoc('device-plane/src/async-api.json', json(asyncApi()))
writeDoc('docs/building-points.md', buildingPoints())
