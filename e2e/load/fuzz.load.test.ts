import { expect, it } from 'vitest'
import { reportLines } from '../fuzz/print-report.ts'
import { runFuzz } from '../fuzz/run-fuzz.ts'
import { faultsOf } from '../fuzz/verdict.ts'

/** Ten seconds of what `npm run fuzz` does for as long as one likes: half with the same inputs each time, half with new ones. */
const seconds = 10
/** Few enough that a machine of two cores has time left: what it does to others then is what single inputs do. */
const perSecond = 60

it('ends at no input by the grammar, and answers as declared', async () => {
  const seeds = [1, Math.floor(Math.random() * 2 ** 31)]
  const report = await runFuzz({ seconds, seeds, scale: 1, perSecond })
  console.log([`seeds ${seeds.join(' and ')}`, ...reportLines(report, seconds)].join('\n'))
  // How long others wait meanwhile is measured with nothing else beside it: by the floods, and by `npm run fuzz`.
  expect(faultsOf(report)).toEqual([])
  expect(report.total).toBeGreaterThan(100)
  expect(report.reach.admitted / report.reach.calls).toBeGreaterThan(0.9)
})
