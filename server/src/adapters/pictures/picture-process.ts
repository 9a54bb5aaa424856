import type { PictureForm } from '../../ports/pictures.ts'
import { decode } from './decode-picture.ts'
import { encode, shrink } from './pixels.ts'

/**
 * A separate process for one picture. Its decoders are WebAssembly: a hostile picture affects only their memory,
 * limited by a flag of the process.
 */
export type PictureRequest = { content: Uint8Array; form: PictureForm }
export type PictureResult = { picture: Uint8Array | null }

const preview = async ({ content, form }: PictureRequest): Promise<Uint8Array | null> => {
  const pixels = await decode(content)
  if (!pixels) return null
  return new Uint8Array(await encode(await shrink(pixels, form.longestSide), form.as))
}

process.once('message', async (order: PictureRequest) => {
  // Any failure is the picture's fault: a decoder gave up or ran out of memory.
  const picture = await preview(order).catch(() => null)
  process.send?.({ picture } satisfies PictureResult, () => process.exit(0))
})
