import { z } from 'zod'
import { version } from '../../kernel/primitives.ts'
import { productCode, productLine } from '../catalogue/product.ts'
import { lampErrors, lampTypes } from '../lamps/lamp.ts'

/** Counted nodes: those of wired and radio units, or those of Bluetooth gateways. */
export const billKinds = ['wired', 'bluetooth'] as const
export type BillKind = (typeof billKinds)[number]

/** Currencies of prices, each with hundredths. */
export const currencies = ['EUR', 'CHF', 'GBP', 'NOK', 'SEK', 'DKK', 'CZK', 'PLN', 'RON', 'USD', 'BRL'] as const
export type Currency = (typeof currencies)[number]

/** Price in hundredths of the plant's currency, up to a million units. */
export const cents = z.int({ error: 'price' }).min(0, { error: 'price' }).max(100_000_000, { error: 'price' })

/** Price and its version, which the next change names; null without a price. */
const price = z.object({ cents: cents.nullable(), version: z.int() })
export type Price = z.infer<typeof price>

/** Number of nodes of a plant with the same product. */
export const billLine = z.object({
  /** Reported or set by hand; null for nodes without a reported code. */
  code: z.string().nullable(),
  /** Null if the catalogue has no such product. */
  product: productLine.nullable(),
  /** By unit, such as `logica_0A1B2C`; units without nodes are left out. */
  units: z.record(z.string(), z.int()),
  /** By reported lamp type; types without nodes are left out. */
  types: z.partialRecord(z.enum(lampTypes), z.int()),
  total: z.int(),
  /** Absent for callers who may not see prices, and for unknown products. */
  price: price.optional(),
})
export type BillLine = z.infer<typeof billLine>

/** Spare part for open faults. */
export const neededPart = z.object({
  product: productLine,
  /** One for each lamp needing it, even for several of its faults. */
  pieces: z.int(),
  /** Products containing the part. */
  for: z.array(productLine),
  /** Number of lamps by fault. */
  faults: z.array(z.object({ error: z.enum(lampErrors), lamps: z.int() })),
  price: price.optional(),
})
export type NeededPart = z.infer<typeof neededPart>

export const priceSettings = z.object({
  currency: z.enum(currencies),
  /** Whether the owner's side also sees prices. */
  shownToClients: z.boolean(),
  version: z.int(),
})
export type PriceSettings = z.infer<typeof priceSettings>

export const bill = z.object({
  lines: z.array(billLine),
  total: z.int(),
  parts: z.array(neededPart),
  /** Open faults of lamps, counted as in the device lists: each fault of each lamp. */
  faults: z.int(),
  /** Faults for which the catalogue names no part. */
  faultsWithoutPart: z.int(),
  /** Absent for callers who may not see prices. */
  prices: priceSettings.optional(),
})
export type Bill = z.infer<typeof bill>

/** Price to save over the version seen by the caller, 0 if there was none; null removes the price. */
export const priceDraft = { productCode, cents: cents.nullable(), version }
