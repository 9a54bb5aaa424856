import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CatalogueError, readCatalogueFolder } from './import-catalogue.ts'
import { sampleCatalogue, sampleFiles } from './sample-catalogue.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vigilux-catalogue-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (name: string, content: unknown) =>
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
const writeSample = () => {
  for (const { name, content } of sampleFiles) write(name, content)
}

test('the files of a folder form one catalogue', async () => {
  writeSample()
  write('readme.txt', 'is not looked at')
  const { products } = await readCatalogueFolder(folder)
  expect(products.some(({ code }) => code === 'ST-24')).toBe(true)
})

test.each([
  ['{"families": [}', /^Nothing was imported\.\nlamps\.json: is no JSON: /],
  [{ families: [{ id: 'X', name: 'X' }] }, /lamps\.json, families\.0\.kind \(X\): /],
  [
    {
      products: [
        {
          ...sampleCatalogue().products[0],
          code: 'L-1',
          parts: [{ code: 'P-0', everyYears: 1 }],
        },
      ],
    },
    /lamps\.json, products\.0\.parts\.0\.code \(L-1\): there is no spare part P-0/,
  ],
])('%j refuses the import with file and place', async (content, expectedText) => {
  writeSample()
  write('lamps.json', content)
  const refusal = await readCatalogueFolder(folder).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(CatalogueError)
  expect((refusal as Error).message).toMatch(expectedText)
})

test.each(['', 'not-there'])('a folder "%s" without a file is refused', async (name) => {
  await expect(readCatalogueFolder(join(folder, name))).rejects.toThrow(CatalogueError)
})
