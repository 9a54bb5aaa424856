import { keepPreviousData } from '@tanstack/react-query'
import type { ActionInput, ActionOutput } from '../../shared/api/actions.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'

export type CalendarQuestion = ActionInput<'getTestCalendar'>

/** The tests of a year; shows the previous year's while new ones are fetched. */
export function useCalendar(question: CalendarQuestion): ActionOutput<'getTestCalendar'> {
  return useAnswer('getTestCalendar', question, { placeholderData: keepPreviousData })
}
