import { IconBattery3, IconChevronRight, IconClipboardCheck } from '@tabler/icons-react'
import type { CalendarTest } from '@vigilux/contract/features/test-calendar/test-calendar.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatsFor } from '../../shared/format/format.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { TablePages } from '../../shared/table/TablePages.tsx'
import { pageSize } from '../../shared/table/table-model.ts'
import { pathOfTest } from './CalendarList.tsx'
import { CalendarState } from './CalendarState.tsx'
import * as styles from './test-calendar.module.css'
import { keyOfTest, type MonthQuestion, useTestMonth } from './use-calendar.ts'

type DayProps = { question: Omit<MonthQuestion, 'month'>; day: string; count: number }

/** The tests of a day, by plant: people look for its name. */
export function DayTests({ question, day, count }: DayProps) {
  const language = useLanguage()
  const [page, setPage] = useState(1)
  const ofDay = { ...question, month: day.slice(0, 7), day: Number(day.slice(8)) }
  const { tests, total } = useTestMonth({ ...ofDay, page, pageSize })
  const name = formatsFor(language, 'UTC').weekdayDate(day)
  return (
    <section className={styles.dayTests} aria-label={name}>
      <header>
        <h3>{name}</h3>
        <span>{count}</span>
      </header>
      <ul className="vx-card">
        {tests.map((test) => (
          <TestRow key={keyOfTest(test)} test={test} ofOnePlant={question.plantId !== undefined} />
        ))}
      </ul>
      <TablePages page={page} total={total} onPage={setPage} />
    </section>
  )
}

const icons = { functional: IconClipboardCheck, autonomy: IconBattery3 } as const

function TestRow({ test, ofOnePlant }: { test: CalendarTest; ofOnePlant: boolean }) {
  const { t: tTests } = useTranslation('emergency-tests')
  const language = useLanguage()
  const { kind, plantname, cu_id, description, at, timezone, overdue } = test
  const Mark = icons[kind]
  const unit = [cu_id, description].filter(Boolean).join(' · ')
  const details = ofOnePlant ? [tTests(`kind.${kind}`)] : [tTests(`kind.${kind}`), unit]
  return (
    <li>
      <AppLink to={pathOfTest(test)}>
        <Mark size={18} stroke={1.8} aria-hidden />
        <span className={styles.testLines}>
          <span>
            <b>{ofOnePlant ? unit : plantname}</b>
            <time dateTime={at}>{formatsFor(language, timezone).time(at)}</time>
          </span>
          <span>
            <small>{details.join(' · ')}</small>
            {test.test || overdue ? <CalendarState row={test} /> : null}
          </span>
        </span>
        <IconChevronRight size={16} aria-hidden />
      </AppLink>
    </li>
  )
}
