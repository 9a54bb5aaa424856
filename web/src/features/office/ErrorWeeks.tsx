import type { ErrorWeek } from '@vigilux/contract/features/office/office-plant.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { serverNow } from '../../shared/plant/server-clock.ts'
import * as styles from './office.module.css'
import { useOfficeStats } from './use-office-stats.ts'

/** Plants with errors in each counted week, and at present. */
export function ErrorWeeks() {
  const { t } = useTranslation('office')
  const { number, percent } = useFormats()
  const { weeks, conditions } = useOfficeStats()
  if (!weeks) return null
  const first = weeks[0]?.plants ?? 0
  const present = conditions.error
  const change = first === 0 ? 0 : Math.round(((present - first) / first) * 100)
  const changeText = change === 0 ? '' : t(change < 0 ? 'weeks.fewer' : 'weeks.more', { n: percent(Math.abs(change)) })
  return (
    <Card title={t('weeks.title')} aside={[number(present), changeText].filter(Boolean).join(', ')}>
      {weeks.length < 2 ? (
        <p className={styles.officeNone}>{t('weeks.none')}</p>
      ) : (
        <Curve weeks={weeks} present={present} />
      )}
    </Card>
  )
}

const chartHeight = 60

/** A line from the first counted week to now, above a base line at zero. */
function Curve({ weeks, present }: { weeks: readonly ErrorWeek[]; present: number }) {
  const { date, number } = useFormats('UTC')
  const points = [
    ...weeks.map(({ week, plants }) => ({ at: Date.parse(week), plants })),
    { at: serverNow(), plants: present },
  ]
  const from = points[0]?.at ?? 0
  const until = points.at(-1)?.at ?? 0
  const most = Math.max(1, ...points.map(({ plants }) => plants))
  const line = points
    .map(({ at, plants }) => `${((at - from) / (until - from)) * 100},${chartHeight * (1 - plants / most)}`)
    .join(' ')
  return (
    <figure className={styles.errorWeeks}>
      <svg
        role="img"
        aria-label={points.map(({ at, plants }) => `${date(at)}: ${number(plants)}`).join(', ')}
        viewBox={`0 0 100 ${chartHeight}`}
        preserveAspectRatio="none"
      >
        <polyline points={line} vectorEffect="non-scaling-stroke" />
      </svg>
      <figcaption>
        <span>{date(from)}</span>
        <span>{date(until)}</span>
      </figcaption>
    </figure>
  )
}
