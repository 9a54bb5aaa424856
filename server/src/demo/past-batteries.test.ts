import { computeOutlookAccuracy } from '@vigilux/contract/features/batteries/outlook-accuracy.rules.ts'
import { expect, it } from 'vitest'
import { diceOf } from './demo-dice.ts'
import { pastOf } from './demo-past.ts'
import type { DescribedUnit } from './estate-file.ts'
import { dayMs, yearMs } from './past-batteries.ts'

const now = Date.parse('2026-11-26T09:00:00Z')
const random = diceOf('batteries')
const unit: DescribedUnit = {
  unit: 'logica_0A1B01',
  next: { functional: now + dayMs, autonomy: now + 30 * dayMs },
  lampsPerTestStep: 16,
  lamps: Array.from({ length: 600 }, (_, n) => {
    // One in twenty has ended by now.
    const capacity = n % 20 === 0 ? random.between(0.6, 0.98) : random.between(1.05, 1.4)
    return { addr: n + 1, serial: `L${n}`, kind: 'emergency', ratedMin: 60, ratedDw: 60, capacity }
  }),
}

it('past batteries end as an outlook from earlier tests predicts', () => {
  const { runs } = pastOf(unit, now - 5 * yearMs, now)
  const found = Map.groupBy(
    runs.filter(({ kind }) => kind === 'autonomy').flatMap(({ findings }) => findings),
    ({ lamp }) => lamp.serial,
  )
  const measuredShares = [...found.values()].map((lampResults) =>
    lampResults.map(({ at, measuredS, lamp }) => ({ at, share: (measuredS ?? 0) / (lamp.ratedMin * 60) })),
  )
  const lamps = measuredShares.map((one) => ({ code: '415.012', neededNow: false, measured: one }))
  const check = computeOutlookAccuracy(lamps, { tests: 3, lamps: 20 })
  expect(check?.batteries).toBeGreaterThan(20)
  expect(check?.inside).toBeGreaterThan(0.8 * (check?.batteries ?? 0))
  expect(check?.medianDays).toBeLessThan(60)
})
