import { Checkbox, Select } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { tiers } from '@vigilux/contract/features/plants/tiers.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionInput } from '../../shared/api/actions.ts'
import { call } from '../../shared/api/call.ts'
import { useAnswer, useAnsweredAt } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { CountrySelect } from '../../shared/form/CountrySelect.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { useSearchParams } from '../../shared/search-params.ts'
import { useTableState } from '../../shared/table/table-state.ts'
import { OfficeTable } from './OfficeTable.tsx'
import { OfficeTotals } from './OfficeTotals.tsx'
import { useOfficeQuestion } from './office-question.ts'
import { countsRefetchMs } from './use-office-stats.ts'

/** Every plant of the national office. */
export function SummaryPage() {
  const { t } = useTranslation('shell')
  return <OfficePlants title={t('page.ntoSummary')} />
}

/** Every plant of an area. */
export function AreaPage() {
  const { t } = useTranslation('shell')
  return <OfficePlants title={t('page.baHome')} />
}

type OfficePlantsProps = {
  title: string
  /** A fixed filter, whatever the address contains. */
  of?: { userId: string }
  fact?: ReactNode
}

/** The plants of the viewing office, or those selected by `of`. */
export function OfficePlants({ title, of, fact }: OfficePlantsProps) {
  const question = { ...useOfficeQuestion(), ...of }
  const [{ page }] = useTableState()
  return (
    <>
      <PageHeader
        title={title}
        facts={
          <>
            {fact}
            <Totals question={question} page={page} />
          </>
        }
        actions={<NarrowFilters />}
      />
      <AnswerBoundary>
        <Plants title={title} question={question} page={page} />
      </AnswerBoundary>
    </>
  )
}

type SummaryInput = { question: ActionInput<'getSummaryPlants'>; page: number }

const useList = ({ question, page }: SummaryInput) =>
  useAnswer(
    'getSummaryPlants',
    { ...question, page },
    { refetchInterval: countsRefetchMs, placeholderData: keepPreviousData },
  )

function Totals(input: SummaryInput) {
  const { totals } = useList(input)
  return (
    <OfficeTotals totals={totals} readAt={useAnsweredAt('getSummaryPlants', { ...input.question, page: input.page })} />
  )
}

function Plants({ title, ...input }: SummaryInput & { title: string }) {
  return (
    <OfficeTable
      name="office-plants"
      label={title}
      list={useList(input)}
      ask={(page, pageSize) => call('getSummaryPlants', { ...input.question, page, pageSize })}
    />
  )
}

/** Filters besides the search and the states. */
function NarrowFilters() {
  const { t } = useTranslation('office')
  const { t: tPlants } = useTranslation('plants')
  const [params, change] = useSearchParams()
  return (
    <>
      <Select
        aria-label={t('column.tier')}
        placeholder={t('anyTier')}
        clearable
        data={tiers.map((value) => ({ value, label: tPlants(`tier.${value}`) }))}
        value={tiers.find((name) => name === params.tier) ?? null}
        onChange={(tier) => change({ tier: tier ?? undefined, page: undefined })}
      />
      <CountrySelect
        aria-label={t('word.country')}
        placeholder={t('anyCountry')}
        clearable
        value={params.country ?? ''}
        onChange={(country) => change({ country: country || undefined, page: undefined })}
      />
      <Checkbox
        label={t('withoutAdministrator')}
        checked={params.administrator === 'none'}
        onChange={({ currentTarget: { checked } }) =>
          change({ administrator: checked ? 'none' : undefined, page: undefined })
        }
      />
    </>
  )
}
