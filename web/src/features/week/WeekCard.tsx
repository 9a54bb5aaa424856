import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { LoadingRows } from '../../shared/feedback/Loading.tsx'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import { DutyRow, keyOfDuty } from './DutyRow.tsx'
import { NothingDue, WeekFailure, weekRefetchMs } from './WeekParts.tsx'
import * as styles from './week.module.css'

/** This week's duties of the role in the plant, each with a link; hidden for an archived plant. */
export function WeekCard({ maxShown = Number.POSITIVE_INFINITY }: { maxShown?: number }) {
  const { t } = useTranslation('week')
  const { plant } = useCurrentPlant()
  if (plant.archived_at !== null) return null
  return (
    <Card
      title={t('title')}
      aside={
        <AnswerBoundary quiet>
          <DueCount />
        </AnswerBoundary>
      }
    >
      <AnswerBoundary
        skeleton={<LoadingRows rows={2} height={44} />}
        refused={(_, retry) => <WeekFailure retry={retry} />}
      >
        <Duties maxShown={maxShown} />
      </AnswerBoundary>
    </Card>
  )
}

const useWeek = () => {
  const { plantId } = useCurrentPlant()
  return useAnswer('getWeek', { plantId }, { refetchInterval: weekRefetchMs })
}

function DueCount() {
  const { t } = useTranslation('week')
  const { duties } = useWeek()
  if (duties.length === 0) return null
  return <AppLink to={pathTo('week', {}, { f: 'all' })}>{t('due', { count: duties.length })}</AppLink>
}

function Duties({ maxShown }: { maxShown: number }) {
  const { duties, next } = useWeek()
  if (duties.length === 0) return <NothingDue next={next} />
  return (
    <ul className={styles.duties} data-part="duties">
      {duties.slice(0, maxShown).map((duty) => (
        <DutyRow key={keyOfDuty(duty)} duty={duty} />
      ))}
    </ul>
  )
}
