const blockBytes = 512

/** An entry of an archive; its content is read before the next entry. */
export type TarEntry = { name: string; bytes: number; content: AsyncIterable<Buffer> }

/** An unreadable archive; the message says why. */
export class TarError extends Error {
  override name = 'TarRefused'
}

const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`

const sumOf = (header: Buffer): number => header.reduce((sum, byte) => sum + byte, 0)

/** The header of a file in the format ustar. */
const headerOf = (name: string, bytes: number): Buffer => {
  const header = Buffer.alloc(blockBytes)
  header.write(name, 0, 100)
  header.write(octal(0o600, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  header.write(octal(bytes, 11), 124)
  header.write(octal(0, 11), 136)
  header.write(' '.repeat(8), 148)
  header.write('0', 156)
  header.write('ustar\0' + '00', 257)
  header.write(`${octal(sumOf(header), 6)} `, 148)
  return header
}

const paddingOf = (bytes: number): Buffer => Buffer.alloc((blockBytes - (bytes % blockBytes)) % blockBytes)

/** A file of an archive. */
export const tarFile = (name: string, content: Buffer): Buffer[] => [
  headerOf(name, content.length),
  content,
  paddingOf(content.length),
]

/** The same for a content not in memory; refuses another length than announced. */
export async function* tarStream(name: string, bytes: number, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield headerOf(name, bytes)
  let sent = 0
  for await (const chunk of content) {
    sent += chunk.length
    yield chunk
  }
  if (sent !== bytes) throw new TarError(`${name} has ${sent} bytes instead of ${bytes}`)
  yield paddingOf(bytes)
}

/** The end of an archive. */
export const tarEnd = (): Buffer => Buffer.alloc(2 * blockBytes)

/** Reads a stream by numbers of bytes. */
const createReader = (source: AsyncIterable<Buffer>) => {
  const chunks = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  /** At most `limit` bytes; none at the end. */
  const readSome = async (limit: number): Promise<Buffer> => {
    while (rest.length === 0) {
      const next = await chunks.next()
      if (next.done) return rest
      rest = next.value
    }
    const part = rest.subarray(0, limit)
    rest = rest.subarray(part.length)
    return part
  }
  const readExactly = async (bytes: number): Promise<Buffer> => {
    const parts: Buffer[] = []
    for (let missing = bytes; missing > 0; ) {
      const part = await readSome(missing)
      if (part.length === 0) throw new TarError('The file was cut off')
      parts.push(part)
      missing -= part.length
    }
    return Buffer.concat(parts)
  }
  return { readSome, readExactly }
}

const textOf = (header: Buffer, from: number, length: number): string =>
  header.toString('utf8', from, from + length).replace(/\0.*$/su, '')

const readHeader = (header: Buffer): { name: string; bytes: number } => {
  const expectedSum = Number.parseInt(textOf(header, 148, 8), 8)
  const unsummed = Buffer.from(header)
  unsummed.fill(' ', 148, 156)
  if (sumOf(unsummed) !== expectedSum) throw new TarError('The file was altered, or is no archive of a plant')
  if (textOf(header, 156, 1) !== '0') throw new TarError('The archive contains entries other than files')
  return { name: textOf(header, 0, 100), bytes: Number.parseInt(textOf(header, 124, 12), 8) }
}

/** The files of an archive, in order. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const { readSome, readExactly } = createReader(source)
  for (;;) {
    const header = await readExactly(blockBytes)
    if (header.every((byte) => byte === 0)) return
    const { name, bytes } = readHeader(header)
    let missing = bytes
    const content = async function* () {
      while (missing > 0) {
        const part = await readSome(missing)
        if (part.length === 0) throw new TarError('The file was cut off')
        missing -= part.length
        yield part
      }
    }
    yield { name, bytes, content: content() }
    if (missing > 0) throw new Error(`${name} was not read`)
    await readExactly(paddingOf(bytes).length)
  }
}
