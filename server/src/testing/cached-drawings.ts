import { createHash } from 'node:crypto'
import { childDrawings } from '../adapters/pictures/child-drawings.ts'
import type { Drawings } from '../ports/drawings.ts'

const results = new Map<string, Promise<unknown>>()

const cached = <T>(name: string, content: Uint8Array, choice: unknown, run: () => Promise<T>): Promise<T> => {
  const key = createHash('sha256')
    .update(`${name} ${JSON.stringify(choice)}\n`)
    .update(content)
    .digest('hex')
  const known = results.get(key) as Promise<T> | undefined
  if (known) return known
  const result = run()
  results.set(key, result)
  return result
}

const never = new AbortController().signal

/**
 * The product's drawing processes, with their results cached per test process: the same bytes always give the same
 * pictures, and a process per drawing takes more time than most tests.
 */
export const cachedDrawings = (): Drawings => {
  const drawings = childDrawings()
  return {
    read: (content) => cached('read', content, null, () => drawings.read(content, never)),
    draw: (content, choice) => cached('draw', content, choice, () => drawings.draw(content, choice, never)),
    cover: (content) => cached('cover', content, null, () => drawings.cover(content, never)),
  }
}
