import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import type { DrawingChoice, DrawingRead, DrawingRefusal, DrawnPlan } from '../../ports/drawings.ts'
import { decode } from './decode-picture.ts'
import { type Dxf, isDxf, layersOf, readDxf, shapesOf, TooMuch } from './dxf-drawing.ts'
import { nearShapes } from './dxf-extents.ts'
import type { DxfShape } from './dxf-shape.ts'
import { dxfPicture } from './dxf-svg.ts'
import { drawPdf, isPdf, openPdf, PasswordProtected } from './pdf-pages.ts'
import { codec, encode, Pixels, shrink } from './pixels.ts'
import { isSvg, svgText } from './svg-text.ts'

/**
 * A multi-page SVG of cairo, and so of pdftocairo: it uses elements of SVG Print, which picture decoders do not
 * support.
 */
type Pages = { before: string; pages: readonly string[]; after: string }

const [open, close, end] = ['<pageSet', '</pageSet>', '</page>']

/** Start of the content of the element whose name is at this offset. */
const endOfTag = (svg: string, at: number): number => svg.indexOf('>', at) + 1

const split = (svg: string): Pages | null => {
  const [from, to] = [svg.indexOf(open), svg.lastIndexOf(close)]
  if (from < 0 || to < from) return null
  const parts = svg.slice(endOfTag(svg, from), to).split(end).slice(0, -1)
  const pages = parts.map((part) => part.slice(endOfTag(part, part.indexOf('<page'))))
  return { before: svg.slice(0, from), pages, after: svg.slice(to + close.length) }
}

/** Number of pages of an SVG; 1 without pages. */
const svgPages = (svg: string): number => split(svg)?.pages.length || 1

/** An SVG with only one of its pages, readable by any program; unchanged if it has no pages. */
const svgPage = (svg: string, page: number): string => {
  const found = split(svg)
  return found ? `${found.before}<g>${found.pages[page - 1] ?? ''}</g>${found.after}` : svg
}

/** `choice` is null if the drawing is only read; `longestSide` is the largest picture's, in pixels. */
export type DrawingRequest = { content: Uint8Array; choice: DrawingChoice | 'cover' | null; longestSide: number }
export type DrawingResult = DrawingRead | DrawnPlan | Uint8Array | DrawingRefusal

/** Longer side of a plan's smaller pictures, in pixels. */
const sides = { medium: 1_600, small: 480 }
/** Half the time of the encoder's default method, and drawings do not get larger; photos may. */
const webp = { quality: 90, method: 2 }

/** Puts transparent pixels on white. */
const onWhite = ({ data, width, height }: Pixels): Pixels => {
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 255
    if (alpha === 255) continue
    for (let channel = at; channel < at + 3; channel++)
      data[channel] = ((data[channel] ?? 0) * alpha + 255 * (255 - alpha)) / 255
    data[at + 3] = 255
  }
  return new Pixels(data, width, height)
}

/** Whether all pixels are equal: the content is off the page, white on white, or missing. */
const hasOneColour = ({ data }: Pixels): boolean => {
  for (let at = 4; at < data.length; at++) if (data[at] !== data[at - 4]) return false
  return true
}

const toClamped = (pixels: Uint8Array): Uint8ClampedArray<ArrayBuffer> =>
  new Uint8ClampedArray(pixels.buffer as ArrayBuffer, pixels.byteOffset, pixels.byteLength)

/** The font of all drawings, whatever font they request. */
const font = fileURLToPath(import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'))

/** The renderer can be loaded only once. */
let renderer: Promise<void> | undefined

const drawSvg = async (svg: string, longestSide: number | null): Promise<Pixels> => {
  renderer ??= initWasm(codec('@resvg/resvg-wasm/index_bg.wasm'))
  await renderer
  const fonts = { font: { fontBuffers: [readFileSync(font)], defaultFontFamily: 'Inter' }, background: '#fff' }
  const unscaledSvg = new Resvg(svg, fonts)
  const fitMode = unscaledSvg.width >= unscaledSvg.height ? ('width' as const) : ('height' as const)
  const fittedDrawing = longestSide
    ? new Resvg(svg, { ...fonts, fitTo: { mode: fitMode, value: longestSide } })
    : unscaledSvg
  const image = fittedDrawing.render()
  return new Pixels(toClamped(image.pixels), image.width, image.height)
}

/** Pictures of opaque pixels, each scaled from the previous one. */
const pictures = async (
  pixels: Pixels,
  longestSide: number,
  unitsPerPixel: number | null = null,
): Promise<DrawnPlan> => {
  const shrinkPixels = async (source: Pixels, side: number) => {
    const size = await shrink(source, side, true)
    return { size, bytes: new Uint8Array(await encode(size, 'webp', webp)) }
  }
  const largeImage = await shrinkPixels(pixels, longestSide)
  const { width, height } = largeImage.size
  const mediumImage = await shrinkPixels(largeImage.size, sides.medium)
  const smallImage = await shrinkPixels(mediumImage.size, sides.small)
  const bytes = { large: largeImage.bytes, medium: mediumImage.bytes, small: smallImage.bytes }
  return { width, height, unitsPerPixel, looksEmpty: hasOneColour(largeImage.size), ...bytes }
}

const dxfOf = (content: Uint8Array, layers: readonly string[] | null): { dxf: Dxf; shapes: DxfShape[] } | null => {
  const dxf = readDxf(content)
  return dxf && { dxf, shapes: shapesOf(dxf, layers && new Set(layers)) }
}

const countLayers = (shapes: readonly DxfShape[]): { layer: string; count: number }[] => {
  const counts = new Map<string, number>()
  for (const { layer } of shapes) counts.set(layer, (counts.get(layer) ?? 0) + 1)
  return [...counts].map(([layer, count]) => ({ layer, count }))
}

const readLayers = (content: Uint8Array): DrawingRead | DrawingRefusal => {
  const found = dxfOf(content, null)
  if (!found) return 'unreadable'
  const { dxf, shapes } = found
  const { unitM, left: missingKinds } = dxf
  const layers = layersOf(shapes, dxf)
  if (layers.length === 0) return missingKinds.length > 0 ? 'notDrawn' : 'empty'
  const shownLayers = new Set(layers.filter(({ state }) => state === 'on').map(({ name }) => name))
  const { far: farShapes } = nearShapes(shapes.filter(({ layer, frozen }) => shownLayers.has(layer) && !frozen))
  return { kind: 'dxf', pages: 1, layers, unitM, left: missingKinds, far: countLayers(farShapes) }
}

const read = async (content: Uint8Array): Promise<DrawingRead | DrawingRefusal> => {
  const emptyRead = { pages: 1, layers: [], unitM: null, left: [], far: [] }
  if (isPdf(content)) {
    const pages = (await openPdf(content)).getPageCount()
    return pages > 0 ? { ...emptyRead, kind: 'pdf', pages } : 'empty'
  }
  if (isSvg(content)) return { ...emptyRead, kind: 'svg', pages: svgPages(svgText(content)) }
  if (!isDxf(content)) return { ...emptyRead, kind: 'picture' }
  return readLayers(content)
}

const drawCover = async (content: Uint8Array): Promise<Uint8Array | DrawingRefusal> => {
  if (!isPdf(content)) return 'unreadable'
  const page = await drawPdf(content, 1, sides.small)
  return page ? new Uint8Array(await encode(onWhite(page), 'webp', webp)) : 'empty'
}

const drawPlan = async (
  { content, longestSide }: DrawingRequest,
  choice: DrawingChoice,
): Promise<DrawnPlan | DrawingRefusal> => {
  if (isPdf(content)) {
    const page = await drawPdf(content, choice.page ?? 1, longestSide)
    return page ? pictures(onWhite(page), longestSide) : 'empty'
  }
  if (isSvg(content)) {
    const svgPixels = await drawSvg(svgPage(svgText(content), choice.page ?? 1), longestSide)
    return pictures(onWhite(svgPixels), longestSide)
  }
  if (!isDxf(content)) {
    const pixels = await decode(content)
    return pixels ? pictures(onWhite(await shrink(pixels, longestSide)), longestSide) : 'unreadable'
  }
  const found = dxfOf(content, choice.layers)
  const picture = found && dxfPicture(found.shapes, longestSide)
  if (!picture) return found ? 'empty' : 'unreadable'
  // The SVG is generated here, so a decoder failure means too much content.
  const pixels = await drawSvg(picture.svg, null).catch(() => null)
  return pixels ? pictures(pixels, longestSide, picture.unitsPerPixel) : 'tooLarge'
}

/**
 * Reads a drawing, renders its pictures, or returns why there are none. Without its own limits: see `childDrawings`.
 */
export const processDrawing = async (order: DrawingRequest): Promise<DrawingResult> => {
  const { content, choice } = order
  try {
    if (choice === 'cover') return await drawCover(content)
    return await (choice ? drawPlan(order, choice) : read(content))
  } catch (error) {
    if (error instanceof PasswordProtected) return 'protected'
    return error instanceof TooMuch || error instanceof RangeError ? 'tooLarge' : 'unreadable'
  }
}
