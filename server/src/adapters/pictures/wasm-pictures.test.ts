import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { pngOf } from '../../testing/png.ts'
import { wasmPictures } from './wasm-pictures.ts'

const neverAborted = new AbortController().signal
const pictures = wasmPictures({ timeoutMs: 60_000 })

/** A grey picture of equal lines: 100 megapixels take about 100 KB. */
const png = (width: number, height: number, lines = Buffer.alloc((width + 1) * height)): Buffer =>
  pngOf(width, height, lines, 'grey')

/** Width and height of a WebP picture, from its header. */
const sizeOf = (webp: Uint8Array): [number, number] => {
  const bytes = Buffer.from(webp)
  expect(bytes.toString('latin1', 0, 4) + bytes.toString('latin1', 8, 12)).toBe('RIFFWEBP')
  const at = bytes.indexOf(Buffer.from([0x9d, 0x01, 0x2a]))
  return [bytes.readUInt16LE(at + 3) & 0x3fff, bytes.readUInt16LE(at + 5) & 0x3fff]
}

/** 16 × 8 pixels from a phone held upright: orientation 6, so people see 8 × 16. */
const uprightJpeg = Buffer.from(
  '/9j/4QA2RXhpZgAATU0AKgAAAAgAAgEOAAIAAAAIAAAAJgESAAMAAAABAAYAAAAAAABWaWdpbHV4AP/gABBKRklGAAEBAAABAAEAAP/bAQQQABAAEAAQABAAEQAQABIAFAAUABIAGQAbABgAGwAZACUAIgAfAB8AIgAlADgAKAArACgAKwAoADgAVQA1AD4ANQA1AD4ANQBVAEsAWwBKAEUASgBbAEsAhwBqAF4AXgBqAIcAnACDAHwAgwCcAL0AqQCpAL0A7gDiAO4BNwE3AaIRABAAEAAQABAAEQAQABIAFAAUABIAGQAbABgAGwAZACUAIgAfAB8AIgAlADgAKAArACgAKwAoADgAVQA1AD4ANQA1AD4ANQBVAEsAWwBKAEUASgBbAEsAhwBqAF4AXgBqAIcAnACDAHwAgwCcAL0AqQCpAL0A7gDiAO4BNwE3AaL/wgARCAAIABADASIAAhEBAxEB/8QAKQABAQEAAAAAAAAAAAAAAAAAAAUGAQEBAAAAAAAAAAAAAAAAAAAEBv/aAAwDAQACEAMQAAAAs6YXP//EABQQAQAAAAAAAAAAAAAAAAAAABD/2gAIAQEAAT8AP//EABcRAAMBAAAAAAAAAAAAAAAAAAAEQoH/2gAIAQIBAT8AajT/xAAXEQADAQAAAAAAAAAAAAAAAAAABUSC/9oACAEDAQE/AEVOD//Z',
  'base64',
)

describe('preview', () => {
  it('has the requested size and proportions and is encoded again', async () => {
    const preview = await pictures.preview(png(1200, 600), { as: 'webp', longestSide: 480 }, neverAborted)
    expect(sizeOf(preview ?? new Uint8Array())).toEqual([480, 240])
    const secondPreview = await pictures.preview(
      preview ?? new Uint8Array(),
      { as: 'webp', longestSide: 120 },
      neverAborted,
    )
    expect(sizeOf(secondPreview ?? new Uint8Array())).toEqual([120, 60])
  })

  it('is made from a CMYK JPEG', async () => {
    const jpeg = readFileSync(new URL('../../testing/cmyk.jpg', import.meta.url))
    const preview = await pictures.preview(jpeg, { as: 'webp', longestSide: 32 }, neverAborted)
    expect(sizeOf(preview ?? new Uint8Array())).toEqual([32, 24])
  })

  it('of a small picture is not enlarged', async () => {
    expect(
      sizeOf((await pictures.preview(png(3, 2), { as: 'webp', longestSide: 480 }, neverAborted)) ?? new Uint8Array()),
    ).toEqual([3, 2])
  })

  it('is a PNG where requested, also when encoded again', async () => {
    const logo = await pictures.preview(png(1200, 600), { as: 'png', longestSide: 640 }, neverAborted)
    const bytes = Buffer.from(logo ?? [])
    expect(bytes.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([640, 320])
    expect(
      sizeOf((await pictures.preview(bytes, { as: 'webp', longestSide: 64 }, neverAborted)) ?? new Uint8Array()),
    ).toEqual([64, 32])
  })

  it('is upright and contains no metadata', async () => {
    const preview = await pictures.preview(uprightJpeg, { as: 'webp', longestSide: 480 }, neverAborted)
    expect(sizeOf(preview ?? new Uint8Array())).toEqual([8, 16])
    expect(Buffer.from(preview ?? []).toString('latin1')).not.toMatch(/Exif|Vigilux/)
    expect(uprightJpeg.toString('latin1')).toMatch(/Exif.*Vigilux/s)
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['no picture', Buffer.from('%PDF-1.7 and so on')],
    ['a picture that ends early', png(400, 400).subarray(0, 60)],
    ['a head without a body', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
    ['a picture of 100 megapixels', png(10_000, 10_000)],
    ['a picture that claims to be endless', png(0x7fff_ffff, 0x7fff_ffff, Buffer.alloc(99))],
  ])('is not made from %s', async (_title, content) => {
    expect(await pictures.preview(content, { as: 'webp', longestSide: 480 }, neverAborted)).toBeNull()
  })

  it('stops after its time limit', async () => {
    expect(
      await wasmPictures({ timeoutMs: 1 }).preview(png(1200, 600), { as: 'webp', longestSide: 480 }, neverAborted),
    ).toBeNull()
  })

  it('is limited by the memory of its decoder', async () => {
    expect(
      await wasmPictures({ decoderMb: 4 }).preview(png(1200, 1200), { as: 'webp', longestSide: 480 }, neverAborted),
    ).toBeNull()
  })

  it('is aborted with its job', async () => {
    const job = new AbortController()
    const preview = pictures.preview(png(1200, 600), { as: 'webp', longestSide: 480 }, job.signal)
    job.abort()
    await expect(preview).rejects.toThrow()
  })
})
