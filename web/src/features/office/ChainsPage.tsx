import { Select } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ActionInput } from '../../shared/api/actions.ts'
import { call } from '../../shared/api/call.ts'
import { useAnswer, useAnsweredAt } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { useSearchParams } from '../../shared/search-params.ts'
import { useTableState } from '../../shared/table/table-state.ts'
import { OfficeTable } from './OfficeTable.tsx'
import { OfficeTotals } from './OfficeTotals.tsx'
import { useOfficeQuestion } from './office-question.ts'
import { countsRefetchMs } from './use-office-stats.ts'

/** One chain's plants, worst first; all chains until one is chosen. */
export function ChainsPage() {
  const { t: shell } = useTranslation('shell')
  const { country: _country, tier: _tier, withoutAdministrator: _without, ...question } = useOfficeQuestion()
  const [{ page }] = useTableState()
  const input = { ...question, page }
  return (
    <>
      <PageHeader
        title={shell('page.ntoAldi')}
        facts={<Totals input={input} />}
        actions={<ChainChoice input={input} />}
      />
      <AnswerBoundary>
        <Plants input={input} />
      </AnswerBoundary>
    </>
  )
}

type ChainPlantsProps = { input: ActionInput<'getAldiPlants'> }

const useList = ({ input }: ChainPlantsProps) =>
  useAnswer('getAldiPlants', input, { refetchInterval: countsRefetchMs, placeholderData: keepPreviousData })

function Totals({ input }: ChainPlantsProps) {
  const { totals } = useList({ input })
  return <OfficeTotals totals={totals} readAt={useAnsweredAt('getAldiPlants', input)} />
}

function ChainChoice({ input }: ChainPlantsProps) {
  const { t } = useTranslation('office')
  const { number } = useFormats()
  const [params, change] = useSearchParams()
  return (
    <Select
      aria-label={t('own.chain')}
      placeholder={t('anyChain')}
      clearable
      searchable
      data={useList({ input }).chains.map(({ chain, plants }) => ({
        value: chain,
        label: `${chain} (${number(plants)})`,
      }))}
      value={params.chain ?? null}
      onChange={(chain) => change({ chain: chain ?? undefined, page: undefined })}
    />
  )
}

function Plants({ input }: ChainPlantsProps) {
  const { t } = useTranslation('shell')
  return (
    <OfficeTable
      name="chain-plants"
      label={t('page.ntoAldi')}
      list={useList({ input })}
      ask={(page, pageSize) => call('getAldiPlants', { ...input, page, pageSize })}
    />
  )
}
