import { expect, it } from 'vitest'
import { reportLines } from '../fuzz/print-report.ts'
import { runFuzz } from '../fuzz/run-fuzz.ts'
import { failuresOf } from '../fuzz/verdict.ts'

/** Ten seconds of what `npm run fuzz` does for as long as one likes: half with the same inputs each time, half with new ones. */
const seconds = 10
/** Few enough that a machine of two cores has time left: what it does to others then is what single inputs do. */
const perSecond = 60

// What else the machine does for a moment delays everybody: measured again, up to twice.
it('ends at no input by the grammar, answers as declared, and delays nobody else', {
  retry: 2,
  timeout: 180_000,
}, async () => {
  const seeds = [1, Math.floor(Math.random() * 2 ** 31)]
  const report = await runFuzz({ seconds, seeds, scale: 1, perSecond })
  console.log([`seeds ${seeds.join(' and ')}`, ...reportLines(report, seconds)].join('\n'))
  expect(failuresOf(report)).toEqual([])
  expect(report.total).toBeGreaterThan(0)
  expect(report.reach.admitted / report.reach.calls).toBeGreaterThan(0.9)
})
