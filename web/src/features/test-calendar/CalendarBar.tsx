import { ActionIcon, Button, Select } from '@mantine/core'
import { IconCalendarShare, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { testKinds } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { LoadingRows } from '../../shared/feedback/Loading.tsx'
import { useSearchParams } from '../../shared/search-params.ts'
import { CalendarFeeds } from './CalendarFeeds.tsx'
import { firstPage, firstYear, lastYear } from './calendar-months.ts'
import { PlantSelect } from './PlantSelect.tsx'
import * as styles from './test-calendar.module.css'
import { useTestYear, type YearQuestion } from './use-calendar.ts'

export type BarProps = {
  question: YearQuestion
  /** All plants of the person; one of them may be chosen. */
  ofAllPlants: boolean
}

/** Year, plant and kind, all in the address. */
export function CalendarBar(props: BarProps) {
  const { t } = useTranslation('test-calendar')
  const { year } = props.question
  const [, change] = useSearchParams()
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
      <CalendarFilters {...props} />
      <SubscribeButton question={props.question} />
    </div>
  )
}

/** Plant and kind of the tests. */
export function CalendarFilters({ question, ofAllPlants }: BarProps) {
  const { t } = useTranslation('test-calendar')
  const { t: tTests } = useTranslation('emergency-tests')
  const [, change] = useSearchParams()
  return (
    <>
      {ofAllPlants ? (
        <AnswerBoundary skeleton={<LoadingRows rows={1} height={36} />}>
          <PlantChoice question={question} />
        </AnswerBoundary>
      ) : null}
      <Select
        aria-label={t('byKind')}
        allowDeselect={false}
        value={question.ofKind ?? ''}
        data={[
          { value: '', label: t('word.allTests') },
          ...testKinds.map((value) => ({ value, label: tTests(`kind.${value}`) })),
        ]}
        onChange={(chosen) => change({ ofKind: chosen || undefined, ...firstPage })}
      />
    </>
  )
}

export function SubscribeButton({ question }: Pick<BarProps, 'question'>) {
  const { t } = useTranslation('test-calendar')
  const [isSubscribing, setSubscribing] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCalendarShare size={16} aria-hidden />}
        onClick={() => setSubscribing(true)}
      >
        {t('feed.button')}
      </Button>
      {isSubscribing ? <CalendarFeeds question={question} onClose={() => setSubscribing(false)} /> : null}
    </>
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
