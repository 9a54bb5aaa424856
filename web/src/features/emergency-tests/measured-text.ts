import type { TestResult } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { TFunction } from 'i18next'
import type { Formats } from '../../shared/format/format.ts'

/** "41 min of 60 min", "under 2 min of 60 min" or "60 min or more"; null without a measurement. */
export function formatMeasured(
  { measured_s, measured_bound: bound, rated_min }: Pick<TestResult, 'measured_s' | 'measured_bound' | 'rated_min'>,
  t: TFunction<'emergency-tests'>,
  duration: Formats['duration'],
): string | null {
  if (measured_s === null) return null
  const limit = bound && duration(bound.seconds * 1000)
  const measuredText = limit
    ? t(bound.is === 'under' ? 'column.measuredUnder' : 'column.measuredAtLeast', { time: limit })
    : duration(measured_s * 1000)
  const stoppedAtRated = bound?.is === 'atLeast' && rated_min !== null && bound.seconds === rated_min * 60
  return rated_min === null || stoppedAtRated
    ? measuredText
    : t('column.measuredOf', { lasted: measuredText, rated: duration(rated_min * 60_000) })
}
