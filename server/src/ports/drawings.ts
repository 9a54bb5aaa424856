/** What of a drawing is to be seen: a page of a PDF or SVG, layers of a DXF; null where it has none to choose from. */
export type DrawingChoice = { page: number | null; layers: readonly string[] | null }

/** What a drawing is and lets one choose. */
export type DrawingRead = {
  kind: 'picture' | 'svg' | 'pdf' | 'dxf'
  pages: number
  /** Layers of a DXF with the shapes on each, and whether the drawing itself shows them. */
  layers: readonly { name: string; entities: number; state: 'on' | 'off' | 'frozen' }[]
  /** Metres of its unit where the drawing says it; null otherwise. */
  unitM: number | null
  /** Kinds of entities of a DXF that are not drawn, by their name in the file; `XREF …` is a drawing that is not in the file. */
  left: readonly { kind: string; count: number }[]
  /** Layers of a DXF with the shapes that are so far from the plan that they are not drawn with it. */
  far: readonly { layer: string; count: number }[]
}

/**
 * Why no picture comes of it: no drawing or a broken one, one that takes too much memory or time, one with nothing on it, one with nothing that is
 * drawn here, or one that opens with a password only.
 */
export type DrawingRefusal = 'unreadable' | 'tooLarge' | 'empty' | 'notDrawn' | 'protected'

/** The drawing as pictures of three sizes, WebP, white behind. */
export type DrawnPlan = {
  /** Pixels of the largest. */
  width: number
  height: number
  large: Uint8Array
  medium: Uint8Array
  small: Uint8Array
  /** The picture has one colour alone. */
  looksEmpty: boolean
  /** Of a DXF, its units in a pixel of the largest. */
  unitsPerPixel: number | null
}

/** Turns drawings that people send into pictures. Their decoders must be trusted with nothing: they get bytes and no address. */
export type Drawings = {
  read(content: Uint8Array, signal: AbortSignal): Promise<DrawingRead | DrawingRefusal>
  draw(content: Uint8Array, choice: DrawingChoice, signal: AbortSignal): Promise<DrawnPlan | DrawingRefusal>
  /** The first page of a PDF as a WebP of 480 pixels, white behind. */
  cover(content: Uint8Array, signal: AbortSignal): Promise<Uint8Array | DrawingRefusal>
}
