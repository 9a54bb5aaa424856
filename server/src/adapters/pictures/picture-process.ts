import type { PictureForm } from '../../ports/pictures.ts'
import { decode } from './decode-picture.ts'
import { encode, shrink } from './pixels.ts'

/**
 * A process of its own for one picture. Its decoders are WebAssembly: whatever a hostile picture does to one stays in that
 * one's memory, which is limited by the flag that the process is started with.
 */
export type PictureRequest = { content: Uint8Array; form: PictureForm }
export type PictureResult = { picture: Uint8Array | null }

const preview = async ({ content, form }: PictureRequest): Promise<Uint8Array | null> => {
  const pixels = await decode(content)
  if (!pixels) return null
  return new Uint8Array(await encode(await shrink(pixels, form.longestSide), form.as))
}

process.once('message', async (order: PictureRequest) => {
  // Any failure is the picture's: a decoder that gave up, or that has no memory left.
  const picture = await preview(order).catch(() => null)
  process.send?.({ picture } satisfies PictureResult, () => process.exit(0))
})
