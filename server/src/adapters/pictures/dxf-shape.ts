import type { DxfText, Spot } from './dxf-text.ts'

/** A line, a filled area or a text, with its layer, in units of the drawing seen from above. */
export type DxfShape = {
  layer: string
  /** Other frozen layers, each with a block around the shape: they hide it too. */
  frozen?: readonly string[]
} & ({ spots: readonly Spot[] } | { loops: readonly (readonly Spot[])[] } | DxfText)
