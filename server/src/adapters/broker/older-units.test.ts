import { expect, test } from 'vitest'
import { createOldProtocolDetector } from './older-units.ts'

test('a unit is told of once a minute, and so many are remembered that a flood of them fills no memory', () => {
  let now = 0
  const told: string[] = []
  const tried = createOldProtocolDetector(
    (unit) => told.push(unit),
    () => now,
  )
  for (const at of [0, 1, 59_999, 60_000, 60_001]) {
    now = at
    tried('logica_0A1B2C')
  }
  expect(told).toHaveLength(2)
  for (let n = 0; n < 1_000; n++) tried(`logica_${n}`)
  expect(told).toHaveLength(1_002)
  // The oldest was forgotten.
  tried('logica_0A1B2C')
  expect(told).toHaveLength(1_003)
})
