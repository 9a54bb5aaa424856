import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApiClient } from '../support/api-client.ts'
import { runOperatorCommand } from '../support/operator-commands.ts'
import { type RunningProduct, startProduct } from '../support/running-product.ts'

/** The operator replaces the catalogue of a running installation, and anonymous visitors read it. */
let product: RunningProduct
const folder = mkdtempSync(join(tmpdir(), 'vigilux-catalogue-'))
beforeAll(async () => {
  product = await startProduct({ units: [] })
  const sample = fileURLToPath(new URL('../../server/src/features/catalogue/sample', import.meta.url))
  cpSync(sample, folder, { recursive: true })
})
afterAll(async () => {
  await product?.stop()
  rmSync(folder, { recursive: true })
})

type Lighting = { products: { code: string; name: string; watts: unknown }[] }
const path = join(folder, 'lighting.json')
/** Changes one product of the files. */
const write = (change: Partial<Lighting['products'][number]>) => {
  const lighting = JSON.parse(readFileSync(path, 'utf8')) as Lighting
  Object.assign(lighting.products[0] ?? {}, change)
  writeFileSync(path, JSON.stringify(lighting))
}
const operator = (...args: string[]) => runOperatorCommand('catalogue', args, product.config)
const readProductName = async () =>
  (await createApiClient(product.url).call('getProductInfo', { productId: 'QD-30' })).product.name
const manual = (code: string, language = 'cs') => fetch(`${product.url}/manuals/${language}/${code}.pdf`)

it('a catalogue import replaces the old one at runtime, and a faulty import is refused', async () => {
  const { stdout } = await operator('check', folder)
  expect(stdout).toContain('without a fault')
  write({ name: 'Quadra of ours' })
  await operator('import', folder)
  expect(await readProductName()).toBe('Quadra of ours')
  write({ name: 'Quadra at fault', watts: 'thirty' })
  const refusal = (await operator('import', folder).catch((error: unknown) => error)) as {
    code: number
    stderr: string
  }
  expect(refusal.code).toBe(1)
  expect(refusal.stderr).toMatch(/^Nothing was imported\.\nlighting\.json, products\.0\.watts \(QD-30\): /)
  expect(await readProductName()).toBe('Quadra of ours')
  await operator('sample')
  expect(await readProductName()).toBe('Quadra 30 W')
})

it('manuals download without an account or cookie, and missing ones are refused', async () => {
  const first = await manual('SG-20')
  expect([first.status, first.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(first.headers.get('content-disposition')).toContain('attachment')
  expect(first.headers.get('set-cookie')).toBeNull()
  const bytes = Buffer.from(await first.arrayBuffer())
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(Buffer.from(await (await manual('SG-20')).arrayBuffer()).equals(bytes)).toBe(true)
  const tag = first.headers.get('etag') ?? ''
  const cachedResponse = await fetch(`${product.url}/manuals/cs/SG-20.pdf`, { headers: { 'if-none-match': tag } })
  expect(cachedResponse.status).toBe(304)
  for (const [code, language] of [['NONE'], ['SG-20', 'xx'], ['y'.repeat(3000)], ['..%2F..%2Fsecrets']])
    expect([400, 404, 414]).toContain((await manual(code ?? '', language)).status)
})
