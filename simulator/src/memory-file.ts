import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { UnitMemory } from './core/unit-memory.ts'

/** Memory of each unit, by unit id. */
export type Memories = Record<string, UnitMemory>

/** Reads the simulator's own file; empty if it does not exist yet. */
export const readMemories = (path: string): Memories => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw error
  }
}

/** Replaces the file atomically: a crash leaves the old one. */
export const writeMemories = (path: string, memories: Memories): void => {
  writeFileSync(`${path}.new`, JSON.stringify(memories))
  renameSync(`${path}.new`, path)
}
