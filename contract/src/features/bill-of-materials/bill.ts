import { z } from 'zod'
import { version } from '../../kernel/primitives.ts'
import { productCode, productLine } from '../catalogue/product.ts'
import { lampErrors, lampTypes } from '../lamps/lamp.ts'

/** What is counted: the nodes of units on wires and radio, or those behind Bluetooth gateways. */
export const billKinds = ['wired', 'bluetooth'] as const
export type BillKind = (typeof billKinds)[number]

/** Currencies of prices, each of hundred parts. */
export const currencies = ['EUR', 'CHF', 'GBP', 'NOK', 'SEK', 'DKK', 'CZK', 'PLN', 'RON', 'USD', 'BRL'] as const
export type Currency = (typeof currencies)[number]

/** A price in hundredths of the plant's currency, up to a million. */
export const cents = z.int({ error: 'price' }).min(0, { error: 'price' }).max(100_000_000, { error: 'price' })

/** A price with the version that the next one names; null where none is entered. */
const price = z.object({ cents: cents.nullable(), version: z.int() })
export type Price = z.infer<typeof price>

/** How many nodes of a plant are one product. */
export const billLine = z.object({
  /** As it is reported or was set by hand; null for nodes that report none. */
  code: z.string().nullable(),
  /** Null where the catalogue has no such product. */
  product: productLine.nullable(),
  /** By unit, as in `logica_0A1B2C`; units without are left out. */
  units: z.record(z.string(), z.int()),
  /** By what the nodes report to be; kinds without are left out. */
  types: z.partialRecord(z.enum(lampTypes), z.int()),
  total: z.int(),
  /** Absent for who may not see prices, and where the product is not known. */
  price: price.optional(),
})
export type BillLine = z.infer<typeof billLine>

/** A spare part that the open faults ask for. */
export const neededPart = z.object({
  product: productLine,
  /** One for each lamp that needs it, however many of its faults ask for the same. */
  pieces: z.int(),
  /** Products that it goes into. */
  for: z.array(productLine),
  /** Lamps by the fault that asks for it. */
  faults: z.array(z.object({ error: z.enum(lampErrors), lamps: z.int() })),
  price: price.optional(),
})
export type NeededPart = z.infer<typeof neededPart>

export const priceSettings = z.object({
  currency: z.enum(currencies),
  /** The owner's side sees prices too. */
  shownToClients: z.boolean(),
  version: z.int(),
})
export type PriceSettings = z.infer<typeof priceSettings>

export const bill = z.object({
  lines: z.array(billLine),
  total: z.int(),
  parts: z.array(neededPart),
  /** Open faults of lamps, as the device lists count them: each fault of each lamp. */
  faults: z.int(),
  /** Those of them for which the catalogue names no part. */
  faultsWithoutPart: z.int(),
  /** Absent for who may not see prices. */
  prices: priceSettings.optional(),
})
export type Bill = z.infer<typeof bill>

/** A price as it is saved: over the version that was seen, 0 for none; null takes it away. */
export const priceDraft = { productCode, cents: cents.nullable(), version }
