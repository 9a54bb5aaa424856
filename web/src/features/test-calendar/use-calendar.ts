import { keepPreviousData } from '@tanstack/react-query'
import type { CalendarTest } from '@vigilux/contract/features/test-calendar/test-calendar.ts'
import type { ActionInput, ActionOutput } from '../../shared/api/actions.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { browserTimeZone, todayIn } from '../../shared/format/wall-time.ts'

export type YearQuestion = ActionInput<'getTestYear'>
export type MonthQuestion = ActionInput<'getTestMonth'>

/** The tests of each day of a year; shows the previous year's while new ones are fetched. */
export function useTestYear(question: YearQuestion): ActionOutput<'getTestYear'> {
  return useAnswer('getTestYear', question, { placeholderData: keepPreviousData })
}

/** A page of the tests of a month; shows the previous page while another one is fetched. */
export function useTestMonth(question: MonthQuestion): ActionOutput<'getTestMonth'> {
  return useAnswer('getTestMonth', question, { placeholderData: keepPreviousData })
}

/** Identifies a test in a list of tests. */
export const keyOfTest = ({ cu, plant_id, kind, by, at, test }: CalendarTest): string =>
  test?.id ?? `${cu} ${plant_id} ${kind} ${by} ${at}`

/** The present day in the calendar's plant, or where the reader is. */
export const todayOf = ({ plant }: ActionOutput<'getTestYear'>): string => plant?.today ?? todayIn(browserTimeZone)
