import { createHash } from 'node:crypto'
import { verifyExport } from '@vigilux/contract/features/logbook/verify-export.ts'
import { webCrypto } from '@vigilux/contract/features/logbook/web-crypto.ts'
import type { Page } from 'playwright-core'
import { type ApiClient, createApiClient } from '../e2e/support/api-client.ts'
import type { RunningProduct } from '../e2e/support/running-product.ts'
import { addEntries } from '../server/src/features/logbook/index.ts'
import { type Figure, figureOf, measureThrice } from './measure.ts'
import { launch } from './web-browser.ts'

const entries = 5_000_000
/** Entries per statement, limited by the pool's statement timeout. */
const rowsPerStatement = 100_000
const pageSize = 25
/** Number of entries in the verified export. */
const verified = 100_000

/** Seeds a large logbook. Its entries have random hashes: an export is measured, not verified. */
const seedEntries = async (product: RunningProduct, plantId: string): Promise<void> => {
  const { pool } = product.product().database
  for (let from = 1; from <= entries; from += rowsPerStatement)
    await pool.query(
      `insert into logbook_entry (plant_id, kind, at, unit, lamp, facts, no, id, recorded_at, text, hash, search, result)
       select $1::uuid, (array['testEnded', 'mainsFailed', 'mainsRestored', 'service'])[1 + no % 4],
         now() - ($2::int - no) * interval '60 seconds', 'logica_0A1B01', no % 128, '{}'::jsonb, no, gen_random_uuid(), now(),
         case when no % 4 = 3 then 'Visit ' || no else '' end, md5(no::text) || md5((no + 1)::text),
         '0a1b01 corridor ' || no, case when no % 4 = 0 then (array['passed', 'failed'])[1 + (no % 40 = 0)::int] end
       from generate_series($3::int, $4::int) as no`,
      [plantId, entries, from, from + rowsPerStatement - 1],
    )
  await pool.query(
    `insert into logbook_head (plant_id, no, hash, sealed_at) values ($1, $2, md5('0') || md5('1'), now() - interval '1 minute')
     on conflict (plant_id) do update set no = excluded.no, hash = excluded.hash`,
    [plantId, entries],
  )
  await pool.query('analyze logbook_entry')
}

const milliseconds = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

/** Bytes of an export, its seconds, and the growth of the server's memory in MiB. */
const exportOf = async (person: ApiClient, plantId: string) => {
  const { url } = await person.call('exportLogbook', { plantId })
  const before = process.memoryUsage.rss()
  const startedAt = performance.now()
  const answer = await person.get(url)
  let [bytes, highest] = [0, before]
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length
    highest = Math.max(highest, process.memoryUsage.rss())
  }
  return { bytes, seconds: (performance.now() - startedAt) / 1000, grownMiB: (highest - before) / 2 ** 20 }
}

/** Cost of reading a logbook of five million entries, and of its streamed export. */
export const benchLogbook = async (product: RunningProduct, plantId: string): Promise<Figure[]> => {
  await seedEntries(product, plantId)
  const person = await createApiClient(product.url).signIn('installer')
  const read = (query: object) =>
    measureThrice(() => milliseconds(() => person.call('getLogbookDetails', { plantId, pageSize, ...query })), true)
  const first = await read({ page: 1 })
  const firstPage = { values: first, what: 'its first page' }
  const name = `logbook of ${entries / 1e6} million`
  const exported = await exportOf(person, plantId)
  return [
    figureOf(`${name}: first page`, 'ms', first),
    figureOf(`${name}: page 10,000`, 'ms', await read({ page: 10_000 }), firstPage),
    figureOf(`${name}: failed alone`, 'ms', await read({ page: 1, result: 'failed' }), firstPage),
    figureOf(`${name}: failed alone, page 1,000`, 'ms', await read({ page: 1_000, result: 'failed' }), firstPage),
    figureOf(`${name}: a week`, 'ms', await read({ page: 1, ...lastWeek() }), firstPage),
    figureOf(`${name}: a number sought`, 'ms', await read({ page: 1, search: '4999000' }), firstPage),
    {
      name: `${name}: export`,
      value: exported.seconds,
      unit: 's',
      note: `${Math.round(exported.bytes / 2 ** 20)} MiB`,
    },
    {
      name: `${name}: memory that the export takes`,
      value: exported.grownMiB,
      unit: 'MiB',
      note: 'server and reader together',
    },
  ]
}

const lastWeek = () => {
  const day = (before: number) => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10)
  return { from: day(7), to: day(0) }
}

/** Milliseconds from the file to the displayed verdict. */
const verifyOnPage = (page: Page, url: string, buffer: Buffer): Promise<number> =>
  milliseconds(async () => {
    await page.goto(`${url}/#/verify`)
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'export.jsonl', mimeType: 'application/jsonl', buffer })
    await page.getByText('Whole and untouched', { exact: false }).first().waitFor()
  })

/** A logbook with genuinely sealed entries. */
const sealEntries = async (product: RunningProduct, plantId: string): Promise<void> => {
  const { inTransaction } = product.product()
  for (let from = 0; from < verified; from += 1_000)
    await inTransaction(async (work) =>
      addEntries(
        work,
        Array.from({ length: 1_000 }, (_, n) => ({
          plantId,
          kind: 'mainsFailed' as const,
          at: new Date(Date.now() - (verified - from - n) * 60_000),
          by: null,
          unit: 'logica_0A1B01',
          text: '',
        })),
      ),
    )
}

/** Time to verify an export of a hundred thousand entries in Node and in a browser, next to hashing its bytes once. */
export const benchVerify = async (product: RunningProduct, plantId: string): Promise<Figure[]> => {
  await sealEntries(product, plantId)
  const person = await createApiClient(product.url).signIn('installer')
  const { url } = await person.call('exportLogbook', { plantId })
  const file = Buffer.from(await (await person.get(url)).arrayBuffer())
  const { keys } = await person.call('getLogbookKeys', {})
  const hashed = await measureThrice(() => milliseconds(async () => createHash('sha256').update(file).digest()), true)
  const once = { values: hashed, what: 'hashing its bytes once' }
  const byNode = await measureThrice(async () => {
    const startedAt = performance.now()
    const { verdict } = await verifyExport([file], keys, webCrypto(crypto.subtle))
    if (verdict !== 'whole') throw new Error(`the export is ${verdict}`)
    return performance.now() - startedAt
  }, true)
  const browser = await launch()
  try {
    const page = await browser.newPage({ locale: 'en-GB' })
    const byPage = await measureThrice(() => verifyOnPage(page, product.url, file))
    const note = `${Math.round(file.length / 2 ** 20)} MiB`
    return [
      figureOf(`verifying ${verified} entries in Node`, 'ms', byNode, once, note),
      figureOf(`verifying ${verified} entries in a browser`, 'ms', byPage, once, note),
    ]
  } finally {
    await browser.close()
  }
}
