import { expect, it } from 'vitest'
import { canContain } from './room.rules.ts'
import { roomLevels } from './room.ts'

it('a building contains floors and rooms, and a floor contains rooms', () => {
  const containedLevels = roomLevels.map((parent) => roomLevels.filter((level) => canContain(parent, level)))
  expect(containedLevels).toEqual([['floor', 'room'], ['room'], []])
})
