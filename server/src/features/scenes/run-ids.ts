import { createHash } from 'node:crypto'

/** An id that the same words always have, so that what is told or asked for twice is one run, whichever unit or node does so. */
export const idOf = (...words: readonly string[]): string => {
  const hex = createHash('sha256').update(words.join(' ')).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The run of a scene by its calendar: of all its units and of the platform together. */
export const calendarRunId = (scene: string, at: string): string => idOf(scene, at)
