import { ActionIcon, Button, Select } from '@mantine/core'
import { IconCalendarShare, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { testKinds } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { LoadingRows } from '../../shared/feedback/Loading.tsx'
import { browserTimeZone, todayIn } from '../../shared/format/wall-time.ts'
import { usePhone } from '../../shared/layout/use-phone.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { CalendarFeeds } from './CalendarFeeds.tsx'
import { CalendarList } from './CalendarList.tsx'
import { firstYear, lastYear, monthOf } from './calendar-months.ts'
import { LightRepeats } from './LightRepeats.tsx'
import { MonthList } from './MonthList.tsx'
import { PlanChanges } from './PlanChanges.tsx'
import { PlantSelect } from './PlantSelect.tsx'
import * as styles from './test-calendar.module.css'
import { todayOf, useTestYear, type YearQuestion } from './use-calendar.ts'
import { YearGrid } from './YearGrid.tsx'

/** Search params of the list, reset by another year, plant or day. */
const firstPage = { day: undefined, month: undefined, cpage: undefined, ppage: undefined }

function useYear(): number {
  const [{ year }] = useSearchParams()
  const requestedYear = Number(year)
  return Number.isInteger(requestedYear) && requestedYear >= firstYear && requestedYear <= lastYear
    ? requestedYear
    : Number(todayIn(browserTimeZone).slice(0, 4))
}

/** The year of one plant, or of all plants of the person. */
export function TestCalendar({ plantId }: { plantId?: string }) {
  const year = useYear()
  const [{ ofPlant, ofKind }] = useSearchParams()
  const kind = testKinds.find((one) => one === ofKind)
  const chosenPlant = plantId ?? ofPlant
  const question = { year, ...(chosenPlant && { plantId: chosenPlant }), ...(kind && { ofKind: kind }) }
  return (
    <div className={styles.calendar}>
      <CalendarBar question={question} ofAllPlants={plantId === undefined} />
      <AnswerBoundary>
        <CalendarYear question={question} />
      </AnswerBoundary>
    </div>
  )
}

type BarProps = {
  question: YearQuestion
  /** All plants of the person; one of them may be chosen. */
  ofAllPlants: boolean
}

/** Year, plant and kind, all in the address. */
function CalendarBar({ question, ofAllPlants }: BarProps) {
  const { t } = useTranslation('test-calendar')
  const { t: tTests } = useTranslation('emergency-tests')
  const { year, ofKind = '' } = question
  const [, change] = useSearchParams()
  const [isSubscribing, setSubscribing] = useState(false)
  const goToYear = (targetYear: number) => change({ year: String(targetYear), ...firstPage })
  return (
    <div className={`${styles.calendarBar} vx-no-print`}>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('year.previous')}
        disabled={year <= firstYear}
        onClick={() => goToYear(year - 1)}
      >
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <h2 aria-live="polite">{year}</h2>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('year.next')}
        disabled={year >= lastYear}
        onClick={() => goToYear(year + 1)}
      >
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
      {ofAllPlants ? (
        <AnswerBoundary skeleton={<LoadingRows rows={1} height={36} />}>
          <PlantChoice question={question} />
        </AnswerBoundary>
      ) : null}
      <Select
        aria-label={t('byKind')}
        allowDeselect={false}
        value={ofKind}
        data={[
          { value: '', label: t('word.allTests') },
          ...testKinds.map((value) => ({ value, label: tTests(`kind.${value}`) })),
        ]}
        onChange={(chosen) => change({ ofKind: chosen || undefined, ...firstPage })}
      />
      <Button
        variant="default"
        leftSection={<IconCalendarShare size={16} aria-hidden />}
        onClick={() => setSubscribing(true)}
      >
        {t('feed.button')}
      </Button>
      {isSubscribing ? <CalendarFeeds question={question} onClose={() => setSubscribing(false)} /> : null}
    </div>
  )
}

function PlantChoice({ question }: { question: YearQuestion }) {
  const { t } = useTranslation('test-calendar')
  const [, change] = useSearchParams()
  const { plant } = useTestYear(question)
  return (
    <PlantSelect
      aria-label={t('word.plant')}
      allLabel={t('word.allPlants')}
      value={question.plantId ?? ''}
      chosenName={plant?.plantname}
      onChange={(chosen) => change({ ofPlant: chosen || undefined, ...firstPage })}
    />
  )
}

function CalendarYear({ question }: { question: YearQuestion }) {
  const { t } = useTranslation('test-calendar')
  const { year, ...ofYear } = question
  const calendar = useTestYear(question)
  const [{ day, month: requestedMonth }, change] = useSearchParams()
  const phone = usePhone()
  const { days } = calendar
  const today = todayOf(calendar)
  const chosen = day?.startsWith(`${year}-`) ? day : undefined
  const month = monthOf({ day: chosen, month: requestedMonth }, { year, today, days })
  const yearOfPlant = { year, ...(question.plantId && { plantId: question.plantId }) }
  return (
    <>
      {calendar.historyLimited ? <p className="vx-quiet">{t('basic')}</p> : null}
      {calendar.byPlatform ? <p className="vx-quiet">{t('lostLine')}</p> : null}
      {phone ? (
        <MonthList question={question} days={days} today={today} />
      ) : (
        <>
          <YearGrid
            year={year}
            today={today}
            days={days}
            chosen={chosen}
            onChoose={(next) => change({ ...firstPage, day: next === chosen ? undefined : next })}
          />
          <CalendarList
            question={{ ...ofYear, month, ...(chosen && { day: Number(chosen.slice(8)) }) }}
            day={chosen}
            onMonth={(next) => change({ ...firstPage, year: next.slice(0, 4), month: next })}
          />
        </>
      )}
      <AnswerBoundary skeleton={<LoadingRows rows={1} />}>
        {question.ofKind ? null : <LightRepeats key={year} year={year} plantId={question.plantId} />}
      </AnswerBoundary>
      <AnswerBoundary skeleton={<LoadingRows rows={1} />}>
        <PlanChanges question={yearOfPlant} />
      </AnswerBoundary>
    </>
  )
}
