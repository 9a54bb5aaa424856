import type { Readable } from 'node:stream'

/** The lines of a text, which end with LF only. `readline` would also split at U+2028, which JSON may contain. */
export async function* linesOf(source: Readable): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of source.setEncoding('utf8')) {
    const lines = `${rest}${piece}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
