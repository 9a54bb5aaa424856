import { IconCircleCheck } from '@tabler/icons-react'
import type { Duty } from '@vigilux/contract/features/week/week.ts'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { LoadingRows } from '../../shared/feedback/Loading.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { usePhone } from '../../shared/layout/use-phone.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { pathTo } from '../../site-map.ts'
import { DutyRow, keyOfDuty } from './DutyRow.tsx'
import { WeekFailure, weekRefetchMs } from './WeekParts.tsx'
import * as styles from './week.module.css'

/** Maximum duties on the card; the page of the week has all. */
const maxShown = 5

/** This week's duties of the person in all plants, and the number of others' duties; on a phone the duties. */
export function OwnWeekCard() {
  const { t } = useTranslation('week')
  const phone = usePhone()
  return (
    <>
      <Card title={t('own.title')} aside={<AppLink to={pathTo('week')}>{t('filter.all')}</AppLink>}>
        <AnswerBoundary
          skeleton={<LoadingRows rows={2} height={50} />}
          refused={(_, retry) => <WeekFailure retry={retry} />}
        >
          <OwnDuties />
        </AnswerBoundary>
      </Card>
      {phone ? (
        <AnswerBoundary quiet>
          <OthersCard />
        </AnswerBoundary>
      ) : null}
    </>
  )
}

const useWeek = () => useAnswer('getWeek', {}, { refetchInterval: weekRefetchMs })

/** The duties of others in the person's plants; hidden without any. */
function OthersCard() {
  const { t } = useTranslation('week')
  const { number } = useFormats()
  const duties = useWeek().duties.filter(({ allowed }) => !allowed)
  if (duties.length === 0) return null
  return (
    <Card title={t('own.installer')} aside={number(duties.length)}>
      <ul className={styles.duties} data-part="duties">
        {duties.slice(0, maxShown).map((duty) => (
          <DutyRow key={keyOfDuty(duty)} duty={duty} withPlant narrow />
        ))}
      </ul>
    </Card>
  )
}

function OwnDuties() {
  const { t } = useTranslation('week')
  const { number } = useFormats()
  const phone = usePhone()
  const { duties, next } = useWeek()
  const own = duties.filter(({ allowed }) => allowed)
  const othersCount = duties.length - own.length
  return (
    <>
      {own.length === 0 ? <NothingOwn next={next} /> : null}
      <ul className={styles.duties} data-part="duties">
        {own.slice(0, maxShown).map((duty) => (
          <DutyRow key={keyOfDuty(duty)} duty={duty} withPlant narrow />
        ))}
      </ul>
      {othersCount > 0 && !phone ? (
        <p className={styles.dutyOthers}>
          <AppLink to={pathTo('week', {}, { f: 'all' })}>{t('own.others', { n: number(othersCount) })}</AppLink>
        </p>
      ) : null}
    </>
  )
}

function NothingOwn({ next }: { next: Duty | null }) {
  const { t } = useTranslation('week')
  const { weekdayDate } = useFormats('UTC')
  return (
    <p className={styles.dutyNone}>
      <IconCircleCheck size={18} stroke={1.8} aria-hidden />
      {next?.day ? t('own.nothingBefore', { day: weekdayDate(next.day) }) : t('own.nothing')}
    </p>
  )
}
