import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { UnitMemory } from './core/unit-memory.ts'

/** What each unit remembers, by unit id. */
export type Memories = Record<string, UnitMemory>

/** The simulator's own file, written by itself. None yet: nothing is remembered. */
export const readMemories = (path: string): Memories => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw error
  }
}

/** Replaces the file whole, so that a crash leaves the old one. */
export const writeMemories = (path: string, memories: Memories): void => {
  writeFileSync(`${path}.new`, JSON.stringify(memories))
  renameSync(`${path}.new`, path)
}
