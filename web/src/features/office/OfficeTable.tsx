import { IconBuildingCommunity } from '@tabler/icons-react'
import type { OfficePlant } from '@vigilux/contract/features/office/office-plant.ts'
import { conditions } from '@vigilux/contract/features/plants/conditions.ts'
import { useTranslation } from 'react-i18next'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { allPages } from '../../shared/api/all-pages.ts'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { useNavigateTo } from '../../shared/navigation.tsx'
import { DataTable } from '../../shared/table/DataTable.tsx'
import { useTableState } from '../../shared/table/table-state.ts'
import { pathTo } from '../../site-map.ts'
import * as styles from './office.module.css'
import { officeColumns, officeLine } from './office-columns.tsx'
import { worstFirst } from './office-question.ts'

const exportPageRows = 1_000

const allPlants = (requestPage: OfficeTableProps['ask']) =>
  allPages(async (page) => {
    const { plants: rows, total } = await requestPage(page, exportPageRows)
    return { rows, total }
  })

type OfficeTableProps = {
  name: string
  label: string
  list: Omit<ActionOutput<'getSummaryPlants'>, 'totals'> & { totals: { plants: number } }
  /** Requests one page of the list. */
  ask: (page: number, pageSize: number) => Promise<{ plants: OfficePlant[]; total: number }>
}

/** Plants as an office lists them, with the office's own columns. */
export function OfficeTable({ name, label, list, ask: requestPage }: OfficeTableProps) {
  const { t } = useTranslation('office')
  const { t: tPlants } = useTranslation('plants')
  const formats = useFormats()
  const language = useLanguage()
  const navigateTo = useNavigateTo()
  const [{ chip }] = useTableState('', worstFirst)
  const chips = conditions
    .filter((one) => list.conditions[one] > 0 || one === chip)
    .map((shownCondition) => ({
      id: shownCondition,
      label: t(`state.${shownCondition}`),
      state: shownCondition,
      fits: ({ condition }: OfficePlant) => condition === shownCondition,
      count: list.conditions[shownCondition],
    }))
  return (
    <>
      <DataTable
        name={name}
        label={label}
        rows={list.plants}
        columns={officeColumns({
          t,
          formats,
          language,
          tier: ({ tier }) => tPlants(`tier.${tier}`),
          state: ({ condition }) => t(`state.${condition}`),
        })}
        rowKey={({ plant_id }) => plant_id}
        listLine={(plant) => officeLine(plant, { t, formats })}
        searchPlaceholder={tPlants('search')}
        chips={chips}
        defaultSort={worstFirst}
        onOpen={({ plant_id }) => navigateTo(pathTo('plantOverview', { plantId: plant_id }))}
        remote={{ total: list.total, all: list.totals.plants, exportRows: () => allPlants(requestPage) }}
        empty={
          <div className="vx-card">
            <EmptyState icon={IconBuildingCommunity} title={t('empty.title')}>
              {t('empty.text')}
            </EmptyState>
          </div>
        }
      />
      <p className={`vx-quiet ${styles.officeFoot}`}>{t('own.foot')}</p>
    </>
  )
}
