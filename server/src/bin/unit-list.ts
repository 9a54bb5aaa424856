import { readFileSync } from 'node:fs'
import { parseUnitId } from '@vigilux/device-plane/topics.ts'
import { ConfigError } from '../config/config.ts'

const readText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new ConfigError([{ path: [path], message: `cannot be read: ${(error as Error).message}` }])
  }
}

/** Unit ids of a file, one per line, without empty lines and `#` comments. */
export const readUnitList = (path: string): string[] => {
  const units = readText(path)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  const wrong = units.filter((unit) => !parseUnitId(unit))
  if (wrong.length > 0)
    throw new ConfigError(
      wrong.map((unit) => ({ path: [path], message: `${unit} is not a unit id, such as logica_0A1B2C` })),
    )
  return [...new Set(units)]
}
