import { Button } from '@mantine/core'
import { formatKwh } from '@vigilux/contract/features/energy/energy-figures.rules.ts'
import { useTranslation } from 'react-i18next'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { LoadingRows } from '../../shared/feedback/Loading.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import * as styles from './recent-energy.module.css'

type Day = ActionOutput<'getRecentEnergy'>['days'][number]

/** Energy of the last two weeks, day by day; hidden if no unit measures. */
export function RecentEnergy() {
  return (
    <AnswerBoundary skeleton={<LoadingRows rows={0} />} refused={(_, retry) => <Failed retry={retry} />}>
      <Days />
    </AnswerBoundary>
  )
}

function Failed({ retry }: { retry: () => void }) {
  const { t } = useTranslation('energy')
  return (
    <Card title={t('recent.title')}>
      <p className={styles.recentEnergy} role="alert">
        {t('recent.failed')}
        <Button variant="subtle" size="compact-sm" onClick={retry}>
          {t('tryAgain')}
        </Button>
      </p>
    </Card>
  )
}

function Days() {
  const { t } = useTranslation('energy')
  const { plantId } = useCurrentPlant()
  const { measure, date } = useFormats('UTC')
  const { days, total, since } = useAnswer('getRecentEnergy', { plantId })
  const [first, today] = [days[0], days.at(-1)]
  if (since === null || !first || !today) return null
  const energy = formatKwh(measure, total.used)
  return (
    <Card
      title={t('recent.title')}
      aside={
        <AppLink to={pathTo('energy', { plantId })}>
          {t('recent.total', { energy, days: days.length })}
          {total.missing > 0 ? `, ${t('summary.incomplete')}` : null}
        </AppLink>
      }
    >
      <figure className={styles.recentEnergy}>
        <Bars days={days} />
        <figcaption>
          <span>{date(first.day)}</span>
          <span>{t('recent.today', { energy: formatKwh(measure, today.used) })}</span>
        </figcaption>
      </figure>
    </Card>
  )
}

/** One bar per day; hatched without data. */
function Bars({ days }: { days: readonly Day[] }) {
  const { t } = useTranslation('energy')
  const { measure, weekdayDate } = useFormats('UTC')
  const top = Math.max(1, ...days.map(({ used }) => used ?? 0))
  const textOf = ({ day, used, missing }: Day) => {
    const energy = used === null ? t('noData') : formatKwh(measure, used)
    const note = used !== null && missing > 0 ? `, ${t('summary.incomplete')}` : ''
    return t('recent.day', { day: weekdayDate(day), energy: energy + note })
  }
  return (
    <ol aria-label={t('recent.chart')}>
      {days.map((day) => (
        <li key={day.day} title={textOf(day)} data-unknown={day.used === null || undefined}>
          <span className="vx-hidden">{textOf(day)}</span>
          <i style={{ height: day.used === null ? '100%' : `${(100 * day.used) / top}%` }} />
        </li>
      ))}
    </ol>
  )
}
