import { derivedId as idOfText } from '../../kernel/derived-id.ts'

/** An id that the same words always have, so that what is told or asked for twice is one run, whichever unit or node does so. */
export const derivedRunId = (...words: readonly string[]): string => idOfText(words.join(' '))

/** The run of a scene by its calendar: of all its units and of the platform together. */
export const calendarRunId = (scene: string, at: string): string => derivedRunId(scene, at)
