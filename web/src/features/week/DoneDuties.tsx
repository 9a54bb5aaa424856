import { IconChevronRight } from '@tabler/icons-react'
import type { DoneDuty } from '@vigilux/contract/features/week/week.ts'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { formatsFor } from '../../shared/format/format.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { pathTo } from '../../site-map.ts'
import { DutyIcon, weekRefetchMs } from './WeekParts.tsx'
import * as styles from './week.module.css'

/** Finished duties of the last seven days, or those of a kind, newest first; hidden without any. */
export function DoneDuties({ kind }: { kind?: DoneDuty['kind'] }) {
  const { t } = useTranslation('week')
  const answer = useAnswer('getWeekDone', {}, { refetchInterval: weekRefetchMs })
  const done = kind ? answer.done.filter((duty) => duty.kind === kind) : answer.done
  if (done.length === 0) return null
  return (
    <Card title={t('done.title')} aside={done.length}>
      <ul className={styles.duties} data-part="duties">
        {done.map((duty) => (
          <DoneRow key={[duty.plant.id, duty.kind, duty.day, duty.test, duty.month].join(' ')} duty={duty} />
        ))}
      </ul>
    </Card>
  )
}

const pathOf = ({ kind, plant: { id: plantId } }: DoneDuty): string => {
  if (kind === 'test') return pathTo('plantReport', { plantId }, { tab: 'results' })
  return kind === 'repair' ? pathTo('rounds', { plantId }) : pathTo('logbook', { plantId })
}

function DoneRow({ duty }: { duty: DoneDuty }) {
  const { t } = useTranslation('week')
  const language = useLanguage()
  const { kind, plant, day, count, test, month } = duty
  const formats = formatsFor(language, 'UTC')
  const title = test
    ? t(`test.${test}`, { count })
    : month
      ? t('done.signature', { month: formats.month(`${month}-01`) })
      : t('done.repair', { count })
  return (
    <li>
      <AppLink to={pathOf(duty)}>
        <DutyIcon kind={kind} />
        <span className={styles.dutyText}>
          <b>{title}</b>
          <span className={styles.dutyWhen}>{formats.weekdayDate(day)}</span>
          <small>{plant.name}</small>
        </span>
        <IconChevronRight size={16} aria-hidden />
      </AppLink>
    </li>
  )
}
