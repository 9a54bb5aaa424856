import { testKinds } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { useTranslation } from 'react-i18next'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { LoadingRows } from '../../shared/feedback/Loading.tsx'
import { browserTimeZone, todayIn } from '../../shared/format/wall-time.ts'
import { usePhone } from '../../shared/layout/use-phone.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { type BarProps, CalendarBar, CalendarFilters, SubscribeButton } from './CalendarBar.tsx'
import { CalendarList } from './CalendarList.tsx'
import { firstPage, firstYear, lastYear, monthOf } from './calendar-months.ts'
import { LightRepeats } from './LightRepeats.tsx'
import { PhoneCalendar } from './PhoneCalendar.tsx'
import { PlanChanges } from './PlanChanges.tsx'
import * as styles from './test-calendar.module.css'
import { todayOf, useTestYear } from './use-calendar.ts'
import { YearGrid } from './YearGrid.tsx'

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
  const phone = usePhone()
  const question = { year, ...(chosenPlant && { plantId: chosenPlant }), ...(kind && { ofKind: kind }) }
  const bar = { question, ofAllPlants: plantId === undefined }
  return (
    <div className={styles.calendar}>
      {phone ? null : <CalendarBar {...bar} />}
      <AnswerBoundary>
        <CalendarYear {...bar} />
      </AnswerBoundary>
      {phone ? <SubscribeButton question={question} /> : null}
    </div>
  )
}

function CalendarYear({ question, ofAllPlants }: BarProps) {
  const { t } = useTranslation('test-calendar')
  const { year, ...ofYear } = question
  const calendar = useTestYear(question)
  const [{ day, month: requestedMonth }, change] = useSearchParams()
  const phone = usePhone()
  const { days } = calendar
  const today = todayOf(calendar)
  const chosen = day?.startsWith(`${year}-`) ? day : undefined
  const month = monthOf({ day: chosen, month: requestedMonth }, { year, today, days })
  const notes = (
    <>
      {calendar.historyLimited ? <p className="vx-quiet">{t('basic')}</p> : null}
      {calendar.byPlatform ? <p className="vx-quiet">{t('lostLine')}</p> : null}
    </>
  )
  const yearOfPlant = { year, ...(question.plantId && { plantId: question.plantId }) }
  return (
    <>
      {phone ? null : notes}
      {phone ? (
        <PhoneCalendar
          question={question}
          days={days}
          today={today}
          filters={<CalendarFilters question={question} ofAllPlants={ofAllPlants} />}
        />
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
      {phone ? notes : null}
      <AnswerBoundary skeleton={<LoadingRows rows={1} />}>
        {question.ofKind ? null : <LightRepeats key={year} year={year} plantId={question.plantId} />}
      </AnswerBoundary>
      <AnswerBoundary skeleton={<LoadingRows rows={1} />}>
        <PlanChanges question={yearOfPlant} />
      </AnswerBoundary>
    </>
  )
}
