/** Which part of a drawing is shown: a page of a PDF or SVG, layers of a DXF; null if there is no choice. */
export type DrawingChoice = { page: number | null; layers: readonly string[] | null }

/** Format of a drawing and the choices in it. */
export type DrawingRead = {
  kind: 'picture' | 'svg' | 'pdf' | 'dxf'
  pages: number
  /** Layers of a DXF with their number of shapes, and whether the drawing shows them. */
  layers: readonly { name: string; entities: number; state: 'on' | 'off' | 'frozen' }[]
  /** Meters per unit of the drawing, if it states them; else null. */
  unitM: number | null
  /** Kinds of DXF entities left out of the drawing, by their name in the file; `XREF …` is an external drawing. */
  left: readonly { kind: string; count: number }[]
  /** Layers of a DXF with shapes too far from the plan to be drawn with it. */
  far: readonly { layer: string; count: number }[]
}

/**
 * Why a drawing yields no picture: unreadable, too much memory or time, empty, only unsupported content, or protected
 * by a password.
 */
export type DrawingRefusal = 'unreadable' | 'tooLarge' | 'empty' | 'notDrawn' | 'protected'

/** The drawing as WebP pictures in three sizes, on white. */
export type DrawnPlan = {
  /** Width of the largest, in pixels. */
  width: number
  height: number
  large: Uint8Array
  medium: Uint8Array
  small: Uint8Array
  /** The picture has a single color. */
  looksEmpty: boolean
  /** DXF only: units of the drawing per pixel of the largest picture. */
  unitsPerPixel: number | null
}

/** Renders uploaded drawings as pictures. Decoders are untrusted: they receive bytes and no address. */
export type Drawings = {
  read(content: Uint8Array, signal: AbortSignal): Promise<DrawingRead | DrawingRefusal>
  draw(content: Uint8Array, choice: DrawingChoice, signal: AbortSignal): Promise<DrawnPlan | DrawingRefusal>
  /** The first page of a PDF as a WebP of 480 pixels, on white. */
  cover(content: Uint8Array, signal: AbortSignal): Promise<Uint8Array | DrawingRefusal>
}
