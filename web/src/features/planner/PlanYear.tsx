import { ActionIcon, Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconInfoCircle } from '@tabler/icons-react'
import type { PlanSettings } from '@vigilux/contract/features/planner/plan-settings.ts'
import type { PlannedTest, TestPlan } from '@vigilux/contract/features/planner/test-plan.ts'
import { useTranslation } from 'react-i18next'
import { todayIn } from '../../shared/format/wall-time.ts'
import { ZoneNote } from '../../shared/format/ZoneNote.tsx'
import { type DayStyle, YearOfDays } from '../../shared/layout/YearOfDays.tsx'
import * as yearOfDaysStyles from '../../shared/layout/year-of-days.module.css'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { type PlanDay, yearOf } from './plan-days.ts'
import { usePlanTexts } from './plan-texts.ts'
import * as styles from './planner.module.css'

type YearProps = {
  plan: TestPlan
  days: ReadonlyMap<string, PlanDay>
  settings: PlanSettings
  chosen: string | undefined
  onChoose: (day: string) => void
  onTable: () => void
}

/** The calendar of a plan, year by year. */
export function PlanYear({ plan, days, settings, chosen, onChoose, onTable }: YearProps) {
  const { t: tCalendar } = useTranslation('test-calendar')
  const { t, tTests } = usePlanTexts()
  const { timezone } = useCurrentPlant().plant
  const [search, change] = useSearchParams()
  const lookOf = useDayStyle(days)
  const [first, last] = [Number(plan.from.slice(0, 4)), Number(plan.until.slice(0, 4))]
  const requestedYear = Number(chosen?.slice(0, 4) ?? search.year)
  const year = requestedYear >= first && requestedYear <= last ? requestedYear : yearOf(plan)
  const goToYear = (targetYear: number) => change({ year: String(targetYear), day: undefined })
  return (
    <section
      className={`vx-card ${yearOfDaysStyles.calendarYear} ${styles.planYear}`}
      aria-label={`${t('tests')} ${year}`}
    >
      <header>
        <h2 aria-live="polite">{year}</h2>
        <ActionIcon aria-label={tCalendar('year.previous')} disabled={year <= first} onClick={() => goToYear(year - 1)}>
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label={tCalendar('year.next')} disabled={year >= last} onClick={() => goToYear(year + 1)}>
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
        <ul className={`${yearOfDaysStyles.calendarLegend} ${styles.planLegendYear}`}>
          <li data-look="autonomy-even">{`${tTests('kind.autonomy')}, ${t('group.even')}`}</li>
          <li data-look="autonomy-odd">{t('group.odd')}</li>
          <li data-look="functional">{tTests('kind.functional')}</li>
          <li data-look="worst">{t('legend.worst')}</li>
          <li data-look="free">{t('legend.free')}</li>
          <li data-look="moved">{t('legend.moved')}</li>
          <li data-look="open">{t('legend.notYet')}</li>
        </ul>
      </header>
      <YearOfDays year={year} lookOf={lookOf} chosen={chosen} onChoose={onChoose} today={todayIn(timezone)} />
      <ZoneNote timeZone={timezone} />
      <footer>
        <IconInfoCircle size={16} aria-hidden />
        <span>{t('startTimes', { autonomy: settings.autonomyAt, functional: settings.functionalAt })}</span>
        <Button variant="subtle" onClick={onTable}>
          {t('word.showAsTable')}
        </Button>
      </footer>
    </section>
  )
}

/** A day's description and style. */
function useDayStyle(days: ReadonlyMap<string, PlanDay>): (day: string) => DayStyle | undefined {
  const { t, testText } = usePlanTexts()
  return (day) => {
    const planDay = days.get(day)
    if (!planDay) return undefined
    const marks = (['worst', 'moved', 'free'] as const).filter((mark) => planDay[mark])
    return {
      texts: [...planDay.tests.slice(0, 4).map(testText), ...marks.map((mark) => t(`legend.${mark}`))],
      data: {
        ...Object.fromEntries(marks.map((mark) => [`data-plan-${mark}`, true as const])),
        'data-plan-autonomy': groupOf(planDay.autonomy),
        'data-plan-functional': groupOf(planDay.functional),
        'data-plan-open': (planDay.tests.length > 0 && planDay.open) || undefined,
      },
    }
  }
}

/** The group behind a test's style; a test of a whole unit is filled. */
const groupOf = (test: PlannedTest | undefined): string | undefined => test && (test.group ?? 'even')
