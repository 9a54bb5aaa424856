import type { Readable } from 'node:stream'

/** The lines of a text. Ours end with LF alone: `readline` takes U+2028 for an end too, which JSON may hold. */
export async function* linesOf(source: Readable): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of source.setEncoding('utf8')) {
    const lines = `${rest}${piece}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
