import { expect, it } from 'vitest'
import { canContain } from './room.rules.ts'
import { roomLevels } from './room.ts'

it('a building holds floors and rooms, a floor rooms, and a room nothing', () => {
  const containedLevels = roomLevels.map((parent) => roomLevels.filter((level) => canContain(parent, level)))
  expect(containedLevels).toEqual([['floor', 'room'], ['room'], []])
})
