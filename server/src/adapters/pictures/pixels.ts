import { readFileSync } from 'node:fs'
import encodePng, { init as initPngEncoder } from '@jsquash/png/encode.js'
import resize, { initResize } from '@jsquash/resize'
import encodeWebp, { init as initEncoder } from '@jsquash/webp/encode.js'
import type { PictureForm } from '../../ports/pictures.ts'

/** `ImageData` for the codecs; browsers have it, Node does not. */
export class Pixels {
  readonly colorSpace = 'srgb'
  readonly data: Uint8ClampedArray<ArrayBuffer>
  readonly width: number
  readonly height: number
  constructor(data: Uint8ClampedArray<ArrayBuffer>, width: number, height: number) {
    this.data = data
    this.width = width
    this.height = height
  }
}
Object.assign(globalThis, { ImageData: Pixels })

/** The WebAssembly code of a codec. */
export const codec = (name: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(readFileSync(new URL(import.meta.resolve(name))))

export const startsWith = (content: Uint8Array, ...bytes: number[]): boolean =>
  bytes.every((byte, at) => content[at] === byte)

/** Shrinks, never enlarges. An opaque picture takes less than half the time. */
export const shrink = async (pixels: Pixels, longestSide: number, isOpaque = false): Promise<Pixels> => {
  const scale = Math.min(1, longestSide / Math.max(pixels.width, pixels.height))
  if (scale === 1) return pixels
  const side = (length: number) => Math.max(1, Math.round(length * scale))
  await initResize(codec('@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm'))
  const size = { width: side(pixels.width), height: side(pixels.height) }
  return resize(pixels, { ...size, method: 'triangle', premultiply: !isOpaque, linearRGB: false })
}

type WebpChoice = Parameters<typeof encodeWebp>[1]

export const encode = async (pixels: Pixels, as: PictureForm['as'], webp: WebpChoice = {}): Promise<ArrayBuffer> => {
  if (as === 'png') {
    await initPngEncoder(codec('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'))
    return encodePng(pixels)
  }
  await initEncoder({ wasmBinary: codec('@jsquash/webp/codec/enc/webp_enc_simd.wasm') })
  return encodeWebp(pixels, { quality: 80, ...webp })
}
