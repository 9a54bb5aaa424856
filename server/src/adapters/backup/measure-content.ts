import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Length and hash of the bytes so far. */
export type Measured = { bytes: number; sha256: string }

/** Passes bytes through and measures them. */
export const createMeter = () => {
  const hash = createHash('sha256')
  let bytes = 0
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  return { meter, measured: (): Measured => ({ bytes, sha256: hash.digest('hex') }) }
}

export const measure = async (source: AsyncIterable<Uint8Array>): Promise<Measured> => {
  const { meter, measured } = createMeter()
  await pipeline(source, meter.resume())
  return measured()
}

export const measureFile = (path: string): Promise<Measured> => measure(createReadStream(path))
