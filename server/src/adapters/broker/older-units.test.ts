import { expect, test } from 'vitest'
import { createOldProtocolDetector } from './older-units.ts'

test('an old unit is reported once a minute, from a bounded list', () => {
  let now = 0
  const notifiedUnits: string[] = []
  const detector = createOldProtocolDetector(
    (unit) => notifiedUnits.push(unit),
    () => now,
  )
  for (const at of [0, 1, 59_999, 60_000, 60_001]) {
    now = at
    detector('logica_0A1B2C')
  }
  expect(notifiedUnits).toHaveLength(2)
  for (let n = 0; n < 1_000; n++) detector(`logica_${n}`)
  expect(notifiedUnits).toHaveLength(1_002)
  // The detector has forgotten the oldest unit.
  detector('logica_0A1B2C')
  expect(notifiedUnits).toHaveLength(1_003)
})
