import { readFileSync } from 'node:fs'
import decodeJpeg, { init as initJpeg } from '@jsquash/jpeg/decode.js'
import decodePng, { init as initPng } from '@jsquash/png/decode.js'
import encodePng, { init as initPngEncoder } from '@jsquash/png/encode.js'
import resize, { initResize } from '@jsquash/resize'
import decodeWebp, { init as initWebp } from '@jsquash/webp/decode.js'
import encodeWebp, { init as initEncoder } from '@jsquash/webp/encode.js'
import type { PictureForm } from '../../ports/pictures.ts'

/**
 * A process of its own for one picture. Its decoders are WebAssembly: whatever a hostile picture does to one stays in that
 * one's memory, which is limited by the flag that the process is started with.
 */
export type PictureOrder = { content: Uint8Array; form: PictureForm }
export type PictureResult = { picture: Uint8Array | null }

/** What the codecs take and give; browsers have it, Node does not. */
class Pixels {
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

const codec = (name: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(readFileSync(new URL(import.meta.resolve(name))))

const startsWith = (content: Uint8Array, ...bytes: number[]): boolean => bytes.every((byte, at) => content[at] === byte)

/** The pixels upright; null where the content does not begin as any picture that we know. */
const decode = async (content: Uint8Array): Promise<Pixels | null> => {
  const bytes = Uint8Array.from(content).buffer
  if (startsWith(content, 0xff, 0xd8, 0xff)) {
    await initJpeg({ wasmBinary: codec('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm') })
    return decodeJpeg(bytes, { preserveOrientation: true })
  }
  if (startsWith(content, 0x89, 0x50, 0x4e, 0x47)) {
    await initPng(codec('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'))
    return decodePng(bytes)
  }
  if (startsWith(content, 0x52, 0x49, 0x46, 0x46)) {
    await initWebp({ wasmBinary: codec('@jsquash/webp/codec/dec/webp_dec.wasm') })
    return decodeWebp(bytes)
  }
  return null
}

const shrink = async (pixels: Pixels, longestSide: number): Promise<Pixels> => {
  const scale = Math.min(1, longestSide / Math.max(pixels.width, pixels.height))
  if (scale === 1) return pixels
  const side = (length: number) => Math.max(1, Math.round(length * scale))
  await initResize(codec('@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm'))
  const size = { width: side(pixels.width), height: side(pixels.height) }
  return resize(pixels, { ...size, method: 'triangle', linearRGB: false })
}

const encode = async (pixels: Pixels, as: PictureForm['as']): Promise<ArrayBuffer> => {
  if (as === 'png') {
    await initPngEncoder(codec('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'))
    return encodePng(pixels)
  }
  await initEncoder({ wasmBinary: codec('@jsquash/webp/codec/enc/webp_enc_simd.wasm') })
  return encodeWebp(pixels, { quality: 80 })
}

const preview = async ({ content, form }: PictureOrder): Promise<Uint8Array | null> => {
  const pixels = await decode(content)
  if (!pixels) return null
  return new Uint8Array(await encode(await shrink(pixels, form.longestSide), form.as))
}

process.once('message', async (order: PictureOrder) => {
  // Any failure is the picture's: a decoder that gave up, or that has no memory left.
  const picture = await preview(order).catch(() => null)
  process.send?.({ picture } satisfies PictureResult, () => process.exit(0))
})
