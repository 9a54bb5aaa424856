import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { LoadingRows } from '../../shared/feedback/Loading.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { totalPath, useDutyTexts } from './duty-texts.ts'
import { DutyIcon, NothingDue, WeekFailure, weekRefetchMs } from './WeekParts.tsx'
import './week.css'

/** This week's duties in all plants of the person on one line, above the list of plants; absent without plants and duties. */
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
  const { totalOf, totalWhen } = useDutyTexts()
  const { duties, totals, next, plants } = useAnswer('getWeek', {}, { refetchInterval: weekRefetchMs })
  if (plants === 0 && totals.length === 0) return null
  const monthOf = (kind: string) => duties.find((duty) => duty.kind === kind)?.month ?? null
  return (
    <section className="vx-card vx-duty-line" aria-label={t('title')}>
      <b>{t('title')}</b>
      {totals.length === 0 ? (
        <NothingDue next={next} withPlant />
      ) : (
        <ul>
          {totals.map((total) => (
            <li key={total.kind} data-overdue={total.overdue > 0 || undefined}>
              <AppLink to={totalPath(total, monthOf(total.kind))}>
                <DutyIcon kind={total.kind} />
                <b>{totalOf(total)}</b>
                <span>{total.overdue > 0 ? t('overdue', { count: total.overdue }) : totalWhen(total)}</span>
              </AppLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
