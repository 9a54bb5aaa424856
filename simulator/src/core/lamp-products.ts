import { uvLampProductCode } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import type { LampKind, VirtualLamp } from './lamp.ts'

/** Printed product codes of simulated lamps by kind, from the built-in catalogue; a test compares them. */
export const lampProducts: Readonly<Record<LampKind, readonly string[]>> = {
  emergency: [
    'ST-8',
    'ST-11',
    'ST-24',
    'ST-24',
    'ST-24',
    'ST-18',
    'ST-24L',
    'SC-6',
    'SC-9',
    'SC-12',
    'PT-3',
    'PT-5',
    'PT-5',
    'PT-7',
    'SG-20',
    'SG-30',
    'SG-30',
    'SG-30D',
    'SG-40',
    'TL-8',
    'TL-14',
    'FA-12',
    'FA-20',
  ],
  lighting: ['QD-30', 'QD-36', 'QD-60', 'VO-15', 'VO-20', 'CA-100', 'LN-24', 'LN-36'],
  sensor: ['VD-8', 'VD-12', 'LX-1'],
}

/** Product numbers of the same lamps, for units whose wire format carries only a number. */
export const lampProductNumbers: Readonly<Record<LampKind, readonly number[]>> = {
  emergency: [1, 2, 3, 4, 5, 6, 7, 8, 9],
  lighting: [101, 102, 103],
  sensor: [201, 202],
}

/** Lamp of another manufacturer, whose code is in no catalogue; each kind has some. */
const foreignProduct = 40
const foreignCode = '7F10'
const foreignNumber = 710

const itemAt = <T>(list: readonly T[], index: number, fallback: T): T => list[index % list.length] ?? fallback

type PrintedLamp = Pick<VirtualLamp, 'uv' | 'product' | 'kind'>

/** Printed product code of a lamp, for wire formats with this field. */
export const productCodeOf = ({ uv, product, kind }: PrintedLamp): string => {
  if (uv) return uvLampProductCode
  return product === foreignProduct ? foreignCode : itemAt(lampProducts[kind], product, foreignCode)
}

/** Product number of a lamp, for wire formats with 16 bits for it. */
export const productNumberOf = ({ product, kind }: PrintedLamp): number =>
  product === foreignProduct ? foreignNumber : itemAt(lampProductNumbers[kind], product, foreignNumber)

/** Order code; null for a lamp of another manufacturer. */
export const orderCodeOf = (lamp: PrintedLamp): string | null => {
  if (lamp.uv) return 'VLX-UV-36'
  return lamp.product === foreignProduct ? null : `VLX-${productCodeOf(lamp)}`
}
