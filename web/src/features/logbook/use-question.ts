import { unitTopic } from '@vigilux/contract/features/central-units/central-unit.ts'
import { entryResults } from '@vigilux/contract/features/logbook/entry-kinds.ts'
import { entryGroupNames } from '@vigilux/contract/features/logbook/logbook-entry.ts'
import type { ActionInput } from '../../shared/api/actions.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { useTableState } from '../../shared/table/table-state.ts'

/** The filters of a query for entries. */
export type Question = Omit<ActionInput<'getLogbookDetails'>, 'page' | 'pageSize'>

const isDay = (text: string | undefined): text is string => text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text)

/** Whether the last day precedes the first: such a query is not sent. */
export const isReversedRange = ({ from, to }: Question): boolean => Boolean(from && to && from > to)

/** The valid filters in the address. */
export function useQuestion(): Question {
  const { plantId } = useCurrentPlant()
  const [{ search }] = useTableState()
  const [{ of, unit, result, from, to }] = useSearchParams()
  const group = entryGroupNames.find((name) => name === of)
  const topic = unitTopic.safeParse(unit).data
  const requestedResult = entryResults.find((name) => name === result)
  return {
    plantId,
    search,
    ...(group && { of: group }),
    ...(topic && { topic }),
    ...(requestedResult && { result: requestedResult }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
  }
}
