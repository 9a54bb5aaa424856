import { derivedId as idOfText } from '../../kernel/derived-id.ts'

/** A deterministic id, so a repeated report or request is one run, whichever unit or node makes it. */
export const derivedRunId = (...parts: readonly string[]): string => idOfText(parts.join(' '))

/** The id of a scene's calendar run, shared by all its units and the platform. */
export const calendarRunId = (scene: string, at: string): string => derivedRunId(scene, at)
