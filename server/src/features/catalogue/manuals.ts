import { Readable } from 'node:stream'
import type { ManualAddress } from '@vigilux/contract/features/catalogue/manual.ts'
import { derivedId } from '../../kernel/derived-id.ts'
import type { Log } from '../../kernel/log.ts'
import { type Fail, failWith, Refusal } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Files } from '../../ports/files.ts'
import type { Typesetter } from '../../ports/typesetter.ts'
import { readCatalogue } from './catalogue.store.ts'
import { type ManualContent, manualTemplateVersion, renderManual } from './render-manual.ts'

const fail: Fail<'PRODUCT_NOT_FOUND' | 'TOO_MANY_REQUESTS' | 'SERVER_BUSY'> = failWith()

export type ManualParts = { db: Tx; files: Files; typesetter: Typesetter; log: Log }

/** A stored manual, or one that `open` generates. */
export type FoundManual = { name: string; key: string; open(): Promise<Buffer | Readable> }

/**
 * Maximum manuals waiting to be generated, in total and per caller: the route is public, and each takes a second of a
 * core.
 */
const limits = { waiting: 24, perCaller: 4, bytes: 4_194_304 }

/** Timeout in milliseconds; a manual takes about a second. */
const timeoutMs = 60_000

/** Storage key of a manual: a hash of its content, so that a change generates a new one. */
const keyOf = (content: ManualContent, language: string): string =>
  derivedId(JSON.stringify([manualTemplateVersion, language, content]))

/**
 * Finds manuals, and generates each on first request, one at a time. A stored manual has no row, so the nightly sweep
 * may delete it: it is then generated again.
 */
export const createManualFinder = ({ db, files, typesetter, log }: ManualParts) => {
  const pendingManuals = new Map<string, Promise<Buffer>>()
  const pendingByCaller = new Map<string, number>()
  let lastRendering: Promise<unknown> = Promise.resolve()

  const saveManual = async (key: string, pdf: Buffer): Promise<void> => {
    try {
      await files.put(key, Readable.from([pdf]), { limitBytes: limits.bytes, signal: AbortSignal.timeout(timeoutMs) })
    } catch (error) {
      // The caller gets the manual even if storing it failed.
      if (!(error instanceof Refusal)) throw error
      log.warn({ err: error }, 'a manual could not be kept')
    }
  }

  const createManual = async (
    key: string,
    content: ManualContent,
    language: ManualAddress['language'],
  ): Promise<Buffer> => {
    const pdf = Buffer.from(await renderManual(content, language, typesetter, AbortSignal.timeout(timeoutMs)))
    await saveManual(key, pdf)
    return pdf
  }

  /** Generates a manual in turn; concurrent requests for it share the result. */
  const renderInTurn = (payer: string, key: string, work: () => Promise<Buffer>): Promise<Buffer> => {
    const pendingManual = pendingManuals.get(key)
    if (pendingManual) return pendingManual
    const pendingOfCaller = pendingByCaller.get(payer) ?? 0
    if (pendingOfCaller >= limits.perCaller) return fail('TOO_MANY_REQUESTS', { retryAfterS: 5 })
    if (pendingManuals.size >= limits.waiting) return fail('SERVER_BUSY', { retryAfterS: 5 })
    pendingByCaller.set(payer, pendingOfCaller + 1)
    const manual = lastRendering.then(work).finally(() => {
      pendingManuals.delete(key)
      const remainingCount = (pendingByCaller.get(payer) ?? 1) - 1
      if (remainingCount > 0) pendingByCaller.set(payer, remainingCount)
      else pendingByCaller.delete(payer)
    })
    pendingManuals.set(key, manual)
    lastRendering = manual.catch(() => undefined)
    return manual
  }

  return async (payer: string, { language, code }: ManualAddress): Promise<FoundManual> => {
    const { products, families } = await readCatalogue(db)
    const product = products.get(code) ?? fail('PRODUCT_NOT_FOUND')
    const parts = product.parts.flatMap((part) => products.get(part.code) ?? [])
    const content = { product, family: families.get(product.family)?.name ?? '', parts }
    const key = keyOf(content, language)
    return {
      name: `${code}-${language}.pdf`,
      key,
      open: async () => (await files.get(key)) ?? renderInTurn(payer, key, () => createManual(key, content, language)),
    }
  }
}
