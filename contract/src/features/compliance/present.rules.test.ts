import { expect, it } from 'vitest'
import { presentOf } from './present.rules.ts'

it('counts what each lamp does, also beside a fault, and nothing of a lamp whose unit is away', () => {
  const lamps = [
    { condition: 'inhibited', mode: 'inhibited' },
    { condition: 'error', mode: 'inhibited' },
    { condition: 'inhibited', mode: 'rest' },
    { condition: 'emergency', mode: 'emergency' },
    { condition: 'offline', mode: 'inhibited' },
    { condition: 'offline', mode: 'unreachable' },
    { condition: 'unknown', mode: null },
    { condition: 'ok', mode: 'normal' },
  ] as const
  expect(presentOf(lamps, [{ online: true }, { online: false }])).toEqual({
    inhibited: 3,
    onBattery: 1,
    notReporting: 3,
    unitsOffline: 1,
  })
})
