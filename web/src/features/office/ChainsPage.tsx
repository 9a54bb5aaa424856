import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { useAction } from '../../shared/api/use-action.ts'
import { Answered } from '../../shared/feedback/Answered.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { useSearchParams } from '../../shared/search-params.ts'
import { useTableState } from '../../shared/table/table-state.ts'
import { OfficeTable } from './OfficeTable.tsx'
import { OfficeTotals } from './OfficeTotals.tsx'
import { useOfficeQuestion } from './office-question.ts'
import { countsAgainMs } from './SummaryPage.tsx'
import './office.css'

/** The plants of one chain customer, worst first; of all chains until one is chosen. */
export function ChainsPage() {
  const { t } = useTranslation('office')
  const { t: shell } = useTranslation('shell')
  const { number } = useFormats()
  const [params, change] = useSearchParams()
  const { country: _country, tier: _tier, withoutAdministrator: _without, ...question } = useOfficeQuestion()
  const [{ page }] = useTableState()
  const list = useAction('getAldiPlants', { ...question, page }, { refetchInterval: countsAgainMs })
  const chains = list.data ? list.data.chains : []
  return (
    <>
      <PageHeader
        title={shell('page.ntoAldi')}
        facts={list.data ? <OfficeTotals totals={list.data.totals} readAt={list.dataUpdatedAt} /> : null}
        actions={
          <Select
            aria-label={t('own.chain')}
            placeholder={t('anyChain')}
            clearable
            searchable
            disabled={!list.data}
            data={chains.map(({ chain, plants }) => ({ value: chain, label: `${chain} (${number(plants)})` }))}
            value={params.chain ?? null}
            onChange={(chain) => change({ chain: chain ?? undefined, page: undefined })}
          />
        }
      />
      <Answered query={list}>
        {(answer) => (
          <OfficeTable
            name="chain-plants"
            label={shell('page.ntoAldi')}
            list={answer}
            ask={(asked, pageSize) => call('getAldiPlants', { ...question, page: asked, pageSize })}
          />
        )}
      </Answered>
    </>
  )
}
