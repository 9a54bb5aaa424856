import { IconCircleCheck } from '@tabler/icons-react'
import { type Duty, dutyKinds, type Week } from '@vigilux/contract/features/week/week.ts'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { LoadingRows } from '../../shared/feedback/Loading.tsx'
import { formatsFor } from '../../shared/format/format.ts'
import { browserTimeZone, todayIn } from '../../shared/format/wall-time.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { Card, PageHeader } from '../../shared/layout/PageHeader.tsx'
import { useSearchParams } from '../../shared/search-params.ts'
import { FilterChip } from '../../shared/table/FilterChip.tsx'
import * as tableStyles from '../../shared/table/table.module.css'
import { DoneDuties } from './DoneDuties.tsx'
import { DutyRow, keyOfDuty } from './DutyRow.tsx'
import { WeekFailure, weekRefetchMs } from './WeekParts.tsx'
import * as styles from './week.module.css'

/** This week's duties in all plants of the person, by day, each with a link to where it is done. */
export function WeekPage() {
  const { t } = useTranslation('week')
  return (
    <div className={styles.weekPage}>
      <PageHeader title={t('title')} />
      <AnswerBoundary
        skeleton={<LoadingCard />}
        refused={(_, retry) => (
          <Card>
            <WeekFailure retry={retry} />
          </Card>
        )}
      >
        <Duties />
      </AnswerBoundary>
      <AnswerBoundary skeleton={<LoadingRows rows={0} />} refused={(_, retry) => <WeekFailure retry={retry} />}>
        <DoneDuties />
      </AnswerBoundary>
    </div>
  )
}

function LoadingCard() {
  return (
    <Card>
      <LoadingRows rows={6} height={54} />
    </Card>
  )
}

const filterNames = ['mine', 'all', ...dutyKinds] as const
type FilterName = (typeof filterNames)[number]

const fits = (duty: Duty, name: FilterName): boolean => {
  if (name === 'all') return true
  return name === 'mine' ? duty.allowed : duty.kind === name
}

function Duties() {
  const week = useAnswer('getWeek', {}, { refetchInterval: weekRefetchMs })
  const [{ f }] = useSearchParams()
  if (week.duties.length === 0) return <NothingInWeek week={week} />
  const chosen = filterNames.find((name) => name === f) ?? 'mine'
  return (
    <>
      <Filters duties={week.duties} chosen={chosen} />
      <DutiesByDay duties={week.duties.filter((duty) => fits(duty, chosen))} />
    </>
  )
}

function Filters({ duties, chosen }: { duties: readonly Duty[]; chosen: FilterName }) {
  const { t } = useTranslation('week')
  const [, change] = useSearchParams()
  const countOf = (name: FilterName) => duties.filter((duty) => fits(duty, name)).length
  const isShown = (name: FilterName) => {
    if (name === chosen || name === 'mine') return true
    return name === 'all' ? countOf('all') > countOf('mine') : countOf(name) > 0
  }
  return (
    <fieldset className={tableStyles.chips} data-part="chips" aria-label={t('filter.label')}>
      {filterNames.filter(isShown).map((name) => (
        <FilterChip
          key={name}
          active={name === chosen}
          label={t(`filter.${name}`)}
          count={countOf(name)}
          onClick={() => change({ f: name === 'mine' || name === chosen ? undefined : name })}
        />
      ))}
    </fieldset>
  )
}

const groupNames = ['overdue', 'today', 'tomorrow', 'later', 'undated'] as const

const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** Days are those of the plant, so "today" may be another day than the reader's. */
const groupOf = ({ day, overdue, plant }: Duty): (typeof groupNames)[number] => {
  if (overdue) return 'overdue'
  if (day === null) return 'undated'
  const days = daysBetween(todayIn(plant?.timezone ?? browserTimeZone), day)
  if (days < 1) return 'today'
  return days === 1 ? 'tomorrow' : 'later'
}

function DutiesByDay({ duties }: { duties: readonly Duty[] }) {
  const { t } = useTranslation('week')
  const language = useLanguage()
  const groups = Map.groupBy(duties, groupOf)
  if (duties.length === 0)
    return (
      <Card>
        <p className={styles.dutyNone}>{t('noneOfMine')}</p>
      </Card>
    )
  const lastDay = (group: readonly Duty[]) => {
    const day = group.flatMap((duty) => duty.day ?? []).at(-1)
    return day ? formatsFor(language, 'UTC').weekdayDate(day) : ''
  }
  return groupNames.map((name) => {
    const group = groups.get(name)
    return group ? (
      <div key={name} data-overdue={name === 'overdue' || undefined}>
        <Card title={t(`group.${name}`, { day: lastDay(group) })} aside={group.length}>
          <ul className={styles.duties} data-part="duties">
            {group.map((duty) => (
              <DutyRow key={keyOfDuty(duty)} duty={duty} withPlant />
            ))}
          </ul>
        </Card>
      </div>
    ) : null
  })
}

/** Explains an empty week, and names the next duty. */
function NothingInWeek({ week: { next, plants } }: { week: Week }) {
  const { t } = useTranslation('week')
  return (
    <>
      <section className={`vx-card ${styles.weekNothing}`}>
        <h2>
          <IconCircleCheck size={22} stroke={1.8} aria-hidden />
          {t('nothing')}
        </h2>
        <p>{plants === 0 ? t('noPlants') : t('why', { count: plants })}</p>
        {plants > 0 && next === null ? <p>{t('nothingNext')}</p> : null}
      </section>
      {next ? (
        <Card title={t('nextTitle')}>
          <ul className={styles.duties} data-part="duties">
            <DutyRow duty={next} withPlant />
          </ul>
        </Card>
      ) : null}
    </>
  )
}
