import { ActionIcon, Button, Select } from '@mantine/core'
import { IconCalendarShare, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { testKinds } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { browserTimeZone, todayIn } from '../../shared/format/wall-time.ts'
import { usePhone } from '../../shared/layout/use-phone.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { stateOfTest } from '../../shared/status/test-state.ts'
import { CalendarFeeds } from './CalendarFeeds.tsx'
import { CalendarList } from './CalendarList.tsx'
import { calendarRows, marksByDay } from './calendar-rows.ts'
import { LightRepeats } from './LightRepeats.tsx'
import { MonthList } from './MonthList.tsx'
import { PlanChanges } from './PlanChanges.tsx'
import { type CalendarQuestion, useCalendar } from './use-calendar.ts'
import { YearGrid } from './YearGrid.tsx'
import './test-calendar.css'

const firstYear = 2000
const lastYear = 2099

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
  const input = { year, ...(plantId && { plantId }) }
  return (
    <div className="vx-calendar">
      <CalendarBar question={input} />
      <AnswerBoundary>
        <CalendarYear question={input} />
      </AnswerBoundary>
    </div>
  )
}

type QuestionProps = { question: CalendarQuestion }

/** Year, plant and kind, all in the address. */
function CalendarBar({ question }: QuestionProps) {
  const { t } = useTranslation('test-calendar')
  const { t: tTests } = useTranslation('emergency-tests')
  const { year, plantId } = question
  const [{ ofKind = '' }, change] = useSearchParams()
  const [isSubscribing, setSubscribing] = useState(false)
  const goToYear = (targetYear: number) => change({ year: String(targetYear), day: undefined })
  return (
    <div className="vx-calendar-bar vx-no-print">
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
      {plantId ? null : (
        <AnswerBoundary quiet>
          <PlantChoice question={question} />
        </AnswerBoundary>
      )}
      <Select
        aria-label={t('byKind')}
        allowDeselect={false}
        value={ofKind}
        data={[
          { value: '', label: t('allKinds') },
          ...testKinds.map((value) => ({ value, label: tTests(`kind.${value}`) })),
        ]}
        onChange={(chosen) => change({ ofKind: chosen || undefined, day: undefined })}
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

function PlantChoice({ question }: QuestionProps) {
  const { t } = useTranslation('test-calendar')
  const [{ ofPlant = '' }, change] = useSearchParams()
  const { plants } = useCalendar(question)
  return (
    <Select
      aria-label={t('byPlant')}
      allowDeselect={false}
      searchable
      value={ofPlant}
      data={[
        { value: '', label: t('allPlants') },
        ...plants.map(({ plant_id, plantname }) => ({ value: plant_id, label: plantname })),
      ]}
      onChange={(chosen) => change({ ofPlant: chosen || undefined, day: undefined })}
    />
  )
}

function CalendarYear({ question }: QuestionProps) {
  const { t } = useTranslation('test-calendar')
  const { year } = question
  const calendar = useCalendar(question)
  const [{ ofPlant, ofKind, day }, change] = useSearchParams()
  const phone = usePhone()
  const rows = calendarRows(calendar).filter(
    ({ plantId, kind }) => (!ofPlant || plantId === ofPlant) && (!ofKind || kind === ofKind),
  )
  const chosen = day?.startsWith(`${year}-`) ? day : undefined
  const lightRepeats = ofKind ? [] : calendar.lightRepeats.filter((one) => !ofPlant || one.plant_id === ofPlant)
  const marks = marksByDay(rows, (test) => stateOfTest(test) === 'failed', lightRepeats)
  const shown = chosen ? rows.filter((row) => row.day === chosen) : rows
  const hasOnePlant = calendar.plants.length < 2
  const today = calendar.plants[0]?.today ?? todayIn(browserTimeZone)
  return (
    <>
      {calendar.cut ? <p className="vx-quiet">{t('cut')}</p> : null}
      {calendar.plants.some(({ historySince }) => historySince !== null) ? (
        <p className="vx-quiet">{t('basic')}</p>
      ) : null}
      {rows.some(({ byPlatform }) => byPlatform) ? <p className="vx-quiet">{t('lostLine')}</p> : null}
      {phone ? (
        <MonthList rows={rows} onePlant={hasOnePlant} year={year} today={today} />
      ) : (
        <>
          <YearGrid
            year={year}
            today={today}
            marks={marks}
            chosen={chosen}
            onChoose={(next) => change({ day: next === chosen ? undefined : next })}
          />
          <CalendarList
            rows={shown}
            onePlant={hasOnePlant}
            year={year}
            day={chosen}
            onAll={() => change({ day: undefined })}
          />
        </>
      )}
      <LightRepeats repeats={lightRepeats} plants={calendar.plants} />
      <PlanChanges changes={calendar.changes} plants={calendar.plants} />
    </>
  )
}
