import decodeJpeg, { init as initJpeg } from '@jsquash/jpeg/decode.js'
import decodePng, { init as initPng } from '@jsquash/png/decode.js'
import decodeWebp, { init as initWebp } from '@jsquash/webp/decode.js'
import { decodeCmykJpeg } from './cmyk-jpeg.ts'
import { codec, type Pixels, startsWith } from './pixels.ts'

/** The pixels, upright; null if the content starts like no known picture format. */
export const decode = async (content: Uint8Array): Promise<Pixels | null> => {
  const bytes = Uint8Array.from(content).buffer
  if (startsWith(content, 0xff, 0xd8, 0xff)) {
    const printed = await decodeCmykJpeg(content)
    if (printed) return printed
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
