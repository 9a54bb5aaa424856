import { z } from 'zod'
import { language, line, text } from '../../kernel/primitives.ts'
import { cuType } from '../central-units/central-unit.ts'
import { lampFunctions, lampTypes } from '../lamps/lamp.ts'

/** What a product is; the words of each are translated once. */
export const productKinds = [
  'emergencyLamp',
  'exitSign',
  'spotLamp',
  'floodlight',
  'linearLamp',
  'panelLamp',
  'downlight',
  'highBay',
  'uvLamp',
  'motionSensor',
  'lightSensor',
  'inputModule',
  'outputModule',
  'pushButton',
  'repeater',
  'centralUnit',
  'bluetoothGateway',
  'battery',
  'ledModule',
  'tube',
  'driver',
] as const
export type ProductKind = (typeof productKinds)[number]

/** Products that are fitted into others when something of these fails. */
export const partKinds = ['battery', 'ledModule', 'tube', 'driver'] as const satisfies readonly ProductKind[]
export type PartKind = (typeof partKinds)[number]

/** How a product is drawn; the drawing is made from its dimensions. */
export const drawings = [
  'bar',
  'sign',
  'round',
  'spots',
  'panel',
  'bell',
  'tube',
  'sensor',
  'module',
  'cabinet',
  'battery',
  'strip',
  'box',
] as const
export type DrawingName = (typeof drawings)[number]

/** Most characters of a product code, an order code and the code of a family. */
export const codeLength = 40

/** Code of a product as it is printed on it, of an order or of a family: no spaces, and nothing that an address has to escape. */
export const productCode = z
  .string()
  .max(codeLength, { error: 'too_long' })
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, { error: 'product_code' })

/** A code as somebody asks for it: whether there is such a product is for the catalogue to say. */
export const requestedCode = line(codeLength)

const batteryChemistries = ['NiCd', 'NiMH', 'LiFePO4', 'Pb'] as const

export const sparePart = z.strictObject({
  /** Product code of the part. */
  code: productCode,
  /** Years after which it is replaced whatever its state; null where only a fault asks for it. */
  everyYears: z.int().min(1).max(30).nullable(),
})

export const product = z.strictObject({
  code: productCode,
  family: productCode,
  /** Trade name, the same in every language. */
  name: text(80),
  kind: z.enum(productKinds),
  orderCode: productCode,
  /** What the nodes of a unit that are this product report to be; empty for units and parts. */
  nodeTypes: z.array(z.enum(lampTypes)).max(lampTypes.length),
  /** Types of units that it works with, or that it is; empty for parts. */
  unitTypes: z.array(cuType).max(20),
  drawing: z.enum(drawings),
  source: z.enum(['led', 'tube']).nullable(),
  /** Watts that it takes. */
  watts: z.number().min(0).max(10_000).nullable(),
  lumens: z.int().min(0).max(1_000_000).nullable(),
  functions: z.array(z.enum(lampFunctions)).max(lampFunctions.length),
  /** Rated durations that it can be set to, in minutes. */
  autonomyMin: z.array(z.int().min(1).max(1440)).max(12),
  /** Product code of its battery; null where it has none. */
  batteryCode: productCode.nullable(),
  /** What a battery is made of. */
  battery: z
    .strictObject({
      chemistry: z.enum(batteryChemistries),
      volts: z.number().min(0.5).max(1000),
      ampereHours: z.number().min(0.01).max(10_000),
    })
    .nullable(),
  /** Ingress protection, as in IP65. */
  ip: z
    .string()
    .regex(/^IP[0-6X][0-9X]$/)
    .nullable(),
  /** Class of protection against electric shock, IEC 61140. */
  protectionClass: z.enum(['I', 'II', 'III']).nullable(),
  /** Millimetres. */
  dimensions: z
    .strictObject({
      width: z.int().min(1).max(20_000),
      height: z.int().min(1).max(20_000),
      depth: z.int().min(1).max(20_000),
    })
    .nullable(),
  parts: z.array(sparePart).max(12),
  /** What the maker adds in words, in every language of the interface. */
  remark: z.record(language, text(400)).optional(),
})
export type Product = z.infer<typeof product>

export const family = z.strictObject({ id: productCode, name: text(80), kind: z.enum(productKinds) })
export type Family = z.infer<typeof family>

/** Everything that is sold, as one whole: what one names the other has. */
export const catalogue = z.strictObject({
  families: z.array(family).max(500),
  products: z.array(product).max(5000),
})
export type Catalogue = z.infer<typeof catalogue>

/** A product as lists show it. */
export const productLine = product.pick({
  code: true,
  name: true,
  kind: true,
  orderCode: true,
  batteryCode: true,
  drawing: true,
  dimensions: true,
})
export type ProductLine = z.infer<typeof productLine>
