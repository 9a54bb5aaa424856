import { IconCalendarEvent, IconChevronRight } from '@tabler/icons-react'
import type { Duty, DutyTotal } from '@vigilux/contract/features/week/week.ts'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { LoadingRows } from '../../shared/feedback/Loading.tsx'
import { usePhone } from '../../shared/layout/use-phone.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { pathTo } from '../../site-map.ts'
import { totalPath, useDutyTexts } from './duty-texts.ts'
import { DutyIcon, NothingDue, WeekFailure, weekRefetchMs } from './WeekParts.tsx'
import * as styles from './week.module.css'

/** This week's duties in all plants, on one line above the list; absent without plants. */
export function WeekLine() {
  return (
    <AnswerBoundary skeleton={<LoadingLine />} refused={(_, retry) => <FailedLine retry={retry} />}>
      <Line />
    </AnswerBoundary>
  )
}

function LoadingLine() {
  return (
    <div className={`vx-card ${styles.dutyLine}`} data-part="duty-line">
      <LoadingRows rows={1} height={34} />
    </div>
  )
}

function FailedLine({ retry }: { retry: () => void }) {
  return (
    <div className={`vx-card ${styles.dutyLine}`} data-part="duty-line">
      <WeekFailure retry={retry} />
    </div>
  )
}

function Line() {
  const { t } = useTranslation('week')
  const phone = usePhone()
  const { duties, totals, next, plants } = useAnswer('getWeek', {}, { refetchInterval: weekRefetchMs })
  if (plants === 0 && totals.length === 0) return null
  const [first] = totals
  const links = totals.map((total) => {
    const firstDuty = duties.find(({ kind }) => kind === total.kind)
    return (
      <li key={total.kind} data-overdue={total.overdue > 0 || undefined}>
        <AppLink to={totalPath(total, firstDuty?.month ?? null)}>
          <TotalText total={total} />
        </AppLink>
      </li>
    )
  })
  if (phone && first) return <PhoneLine duties={duties} />
  return (
    <section className={`vx-card ${styles.dutyLine}`} data-part="duty-line" aria-label={t('title')}>
      <b>{t('title')}</b>
      {first ? <ul>{links}</ul> : <NothingDue next={next} withPlant />}
    </section>
  )
}

function PhoneLine({ duties }: { duties: readonly Duty[] }) {
  const { t } = useTranslation('week')
  const overdueCount = duties.filter(({ overdue }) => overdue).length
  return (
    <AppLink to={pathTo('week')} className={`vx-card ${styles.dutyLink}`} data-part="duty-line">
      <IconCalendarEvent size={18} stroke={1.8} aria-hidden />
      <b>{t('dueInWeek', { count: duties.length })}</b>
      {overdueCount > 0 ? <span>{t('overdue', { count: overdueCount })}</span> : null}
      <IconChevronRight size={16} aria-hidden />
    </AppLink>
  )
}

function TotalText({ total }: { total: DutyTotal }) {
  const { t } = useTranslation('week')
  const { totalOf, totalWhen } = useDutyTexts()
  return (
    <>
      <DutyIcon kind={total.kind} />
      <b>{totalOf(total)}</b>
      <span>{total.overdue > 0 ? t('overdue', { count: total.overdue }) : totalWhen(total)}</span>
    </>
  )
}
