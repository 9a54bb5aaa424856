import { IconChevronDown } from '@tabler/icons-react'
import type { DutyTotal } from '@vigilux/contract/features/week/week.ts'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { LoadingRows } from '../../shared/feedback/Loading.tsx'
import { usePhone } from '../../shared/layout/use-phone.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { totalPath, useDutyTexts } from './duty-texts.ts'
import { DutyIcon, NothingDue, WeekFailure, weekRefetchMs } from './WeekParts.tsx'
import './week.css'

/** This week's duties in all plants of the person on one line above the list of plants, on the phone behind the most urgent ones; absent without plants. */
export function WeekLine() {
  return (
    <AnswerBoundary skeleton={<LoadingLine />} refused={(_, retry) => <FailedLine retry={retry} />}>
      <Line />
    </AnswerBoundary>
  )
}

function LoadingLine() {
  return (
    <div className="vx-card vx-duty-line">
      <LoadingRows rows={1} height={34} />
    </div>
  )
}

function FailedLine({ retry }: { retry: () => void }) {
  return (
    <div className="vx-card vx-duty-line">
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
  if (phone && first && totals.length > 1)
    return (
      <details className="vx-card vx-duty-fold">
        <summary data-overdue={first.overdue > 0 || undefined}>
          <span className="vx-hidden">{t('title')}: </span>
          <TotalText total={first} />
          <IconChevronDown size={18} aria-hidden />
        </summary>
        <ul>{links}</ul>
      </details>
    )
  return (
    <section className="vx-card vx-duty-line" aria-label={t('title')}>
      <b>{t('title')}</b>
      {first ? <ul>{links}</ul> : <NothingDue next={next} withPlant />}
    </section>
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
