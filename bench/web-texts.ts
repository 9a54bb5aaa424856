import type { BrowserContextOptions } from 'playwright-core'
import type { RunningProduct } from '../e2e/support/running-product.ts'
import { type Figure, figureOf } from './measure.ts'
import { launch } from './web-browser.ts'

type Import = {
  product: RunningProduct
  plantId: string
  cuIds: readonly string[]
  perUnit: number
  person: BrowserContextOptions
}

/** Import of thousands of descriptions and places from a file: until they are checked, and until they are written. */
export const benchImport = async ({ product, plantId, cuIds, perUnit, person }: Import): Promise<Figure[]> => {
  const rows = cuIds.length * perUnit
  const browser = await launch()
  const context = await browser.newContext(person)
  const page = await context.newPage()
  const checked: number[] = []
  const writtenMs: number[] = []
  for (let round = 1; round <= 3; round++) {
    await page.goto(`${product.url}/#/plantcentralunits/${plantId}`)
    await page.reload()
    await page.getByText(`${rows} devices`, { exact: true }).waitFor({ timeout: 120_000 })
    await page.getByRole('button', { name: 'Import' }).click()
    const lines = cuIds.flatMap((cuId) =>
      Array.from({ length: perUnit }, (_, at) => `${cuId},${at + 1},Round ${round} door ${at + 1},Floor ${at % 9}`),
    )
    const buffer = Buffer.from(['Unit,No.,Description,Place', ...lines].join('\n'))
    const fileChooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose a file' }).click()
    await (await fileChooser).setFiles({ name: 'lamps.csv', mimeType: 'text/csv', buffer })
    const check = page.getByRole('button', { name: 'Check the rows' })
    await check.waitFor()
    let startedAt = performance.now()
    await check.click()
    const write = page.getByRole('button', { name: /^Write/ })
    await write.waitFor({ timeout: 120_000 })
    checked.push(performance.now() - startedAt)
    startedAt = performance.now()
    await write.click()
    await page.getByText('have new texts.').waitFor({ timeout: 120_000 })
    writtenMs.push(performance.now() - startedAt)
  }
  await browser.close()
  return [
    figureOf(`import of ${rows} descriptions: checked`, 'ms', checked),
    figureOf(`import of ${rows} descriptions: written`, 'ms', writtenMs),
  ]
}
