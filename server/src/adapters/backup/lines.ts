import type { Readable } from 'node:stream'

/** The lines of a text, which end with LF only. `readline` would also split at U+2028, which JSON may contain. */
export async function* linesOf(source: Readable): AsyncGenerator<string> {
  let partialLine = ''
  for await (const chunk of source.setEncoding('utf8')) {
    const lines = `${partialLine}${chunk}`.split('\n')
    partialLine = lines.pop() ?? ''
    yield* lines
  }
  if (partialLine !== '') yield partialLine
}
