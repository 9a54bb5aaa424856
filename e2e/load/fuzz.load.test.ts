import { expect, it } from 'vitest'
import { reportLines } from '../fuzz/print-report.ts'
import { runFuzz } from '../fuzz/run-fuzz.ts'
import { faultsOf } from '../fuzz/verdict.ts'

/** Ten seconds of `npm run fuzz`: half with fixed inputs, half with new ones. */
const seconds = 10
/** A rate with free time on two cores: delays then come from single inputs. */
const perSecond = 60

it('the server survives every generated input and gives only declared answers', async () => {
  const seeds = [1, Math.floor(Math.random() * 2 ** 31)]
  const report = await runFuzz({ seconds, seeds, scale: 1, perSecond })
  console.log([`seeds ${seeds.join(' and ')}`, ...reportLines(report, seconds)].join('\n'))
  // The floods and `npm run fuzz` measure the delay for others, without other load.
  expect(faultsOf(report)).toEqual([])
  expect(report.total).toBeGreaterThan(100)
  expect(report.coverage.admitted / report.coverage.calls).toBeGreaterThan(0.9)
})
