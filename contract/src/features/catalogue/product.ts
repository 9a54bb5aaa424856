import { z } from 'zod'
import { language, line, text } from '../../kernel/primitives.ts'
import { cuType } from '../central-units/central-unit.ts'
import { lampFunctions, lampTypes } from '../lamps/lamp.ts'

/** Kind of a product; each has one translation. */
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

/** Kinds of spare parts, which are fitted into other products. */
export const partKinds = ['battery', 'ledModule', 'tube', 'driver'] as const satisfies readonly ProductKind[]
export type PartKind = (typeof partKinds)[number]

/** Shape of a product's drawing; its dimensions give the proportions. */
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

/** Maximum characters of a product code, an order code and a family code. */
export const codeLength = 40

/** Printed code of a product, an order or a family: without spaces and characters to escape in an address. */
export const productCode = z
  .string()
  .max(codeLength, { error: 'too_long' })
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, { error: 'product_code' })

/** Code as requested; only the catalogue decides whether the product exists. */
export const requestedCode = line(codeLength)

const batteryChemistries = ['NiCd', 'NiMH', 'LiFePO4', 'Pb'] as const

export const sparePart = z.strictObject({
  /** Product code of the part. */
  code: productCode,
  /** Years after which it is replaced whatever its state; null if only faults require it. */
  everyYears: z.int().min(1).max(30).nullable(),
})

export const product = z.strictObject({
  code: productCode,
  family: productCode,
  /** Trade name, the same in every language. */
  name: text(80),
  kind: z.enum(productKinds),
  orderCode: productCode,
  /** Lamp types of this product's nodes; empty for units and parts. */
  nodeTypes: z.array(z.enum(lampTypes)).max(lampTypes.length),
  /** Unit types this product works with, or its own; empty for parts. */
  unitTypes: z.array(cuType).max(20),
  drawing: z.enum(drawings),
  source: z.enum(['led', 'tube']).nullable(),
  /** Power consumption in watts. */
  watts: z.number().min(0).max(10_000).nullable(),
  lumens: z.int().min(0).max(1_000_000).nullable(),
  functions: z.array(z.enum(lampFunctions)).max(lampFunctions.length),
  /** Selectable rated durations in minutes. */
  autonomyMin: z.array(z.int().min(1).max(1440)).max(12),
  /** Product code of its battery; null without a battery. */
  batteryCode: productCode.nullable(),
  /** Properties of a battery. */
  battery: z
    .strictObject({
      chemistry: z.enum(batteryChemistries),
      volts: z.number().min(0.5).max(1000),
      ampereHours: z.number().min(0.01).max(10_000),
    })
    .nullable(),
  /** Ingress protection, such as IP65. */
  ip: z
    .string()
    .regex(/^IP[0-6X][0-9X]$/)
    .nullable(),
  /** Class of protection against electric shock (IEC 61140). */
  protectionClass: z.enum(['I', 'II', 'III']).nullable(),
  /** Millimeters. */
  dimensions: z
    .strictObject({
      width: z.int().min(1).max(20_000),
      height: z.int().min(1).max(20_000),
      depth: z.int().min(1).max(20_000),
    })
    .nullable(),
  parts: z.array(sparePart).max(12),
  /** Remark of the manufacturer, in every interface language. */
  remark: z.record(language, text(400)).optional(),
})
export type Product = z.infer<typeof product>

export const family = z.strictObject({ id: productCode, name: text(80), kind: z.enum(productKinds) })
export type Family = z.infer<typeof family>

/** The whole catalogue; all references resolve within it. */
export const catalogue = z.strictObject({
  families: z.array(family).max(500),
  products: z.array(product).max(5000),
})
export type Catalogue = z.infer<typeof catalogue>

/** Product as lists show it. */
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
