import { IconPlus, IconStack2 } from '@tabler/icons-react'
import { isInAggregation } from '@vigilux/contract/features/aggregations/aggregation.rules.ts'
import type { Aggregation } from '@vigilux/contract/features/aggregations/aggregation.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { WithPanel } from '../../shared/layout/SidePanel.tsx'
import { useOpenDetail } from '../../shared/open-detail.ts'
import { openRow } from '../../shared/open-row.ts'
import { useAllLamps } from '../../shared/plant/lamps.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { RoleAction } from '../../shared/plant/RoleAction.tsx'
import { serialOf } from '../../shared/plant/unit-topic.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import type { Column } from '../../shared/table/table-model.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'
import { useGroupLabel } from '../groups/index.ts'
import { AggregationPanel } from './AggregationPanel.tsx'
import { NewAggregation } from './NewAggregation.tsx'

type Row = Aggregation & { its: readonly Lamp[]; lamps: number; groupNames: string }

/** Aggregations (groups of one unit under one name): their list, and the open one. */
export function AggregationsPage() {
  const { t } = useTranslation('aggregations')
  const { plantId, units } = useCurrentPlant()
  const blockedReason = useWhyNotAllowed() ?? (units.length === 0 ? t('none.noUnit') : undefined)
  const { collections } = useAnswer('getCollections', { plantId })
  const [creating, setCreating] = useState(false)
  const create = (
    <ReasonButton
      blockedReason={blockedReason}
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() => setCreating(true)}
    >
      {t('new')}
    </ReasonButton>
  )
  const count = collections.length
  return (
    <>
      <PageHeader
        title={t('word.aggregations')}
        facts={count > 0 ? <span>{t('count', { count })}</span> : null}
        actions={count > 0 ? <RoleAction>{create}</RoleAction> : null}
      />
      <AnswerBoundary>
        <AggregationList aggregations={collections} create={create} />
      </AnswerBoundary>
      {creating ? <NewAggregation onClose={() => setCreating(false)} /> : null}
    </>
  )
}

function useRows(aggregations: readonly Aggregation[]): readonly Row[] {
  const { plantId } = useCurrentPlant()
  const groupLabel = useGroupLabel()
  const lamps = useAllLamps(plantId)
  return useMemo(
    () =>
      aggregations.map((aggregation) => {
        const aggregationLamps = lamps.filter((lamp) => isInAggregation(lamp, aggregation))
        const groupNames = aggregation.groups.map((group) => groupLabel(aggregation.cu, group)).join(', ')
        return { ...aggregation, its: aggregationLamps, groupNames, lamps: aggregationLamps.length }
      }),
    [aggregations, lamps, groupLabel],
  )
}

const sortByName = { column: 'name', descending: false }

function AggregationList({ aggregations, create }: { aggregations: readonly Aggregation[]; create: React.ReactNode }) {
  const { t } = useTranslation('aggregations')
  const rows = useRows(aggregations)
  const detail = useOpenDetail('collection')
  const { row: open, steps } = openRow(rows, ({ id }) => id, detail)
  const columns: readonly Column<Row>[] = [
    { id: 'name', header: t('word.name'), cell: ({ name }) => <b>{name}</b>, value: ({ name }) => name, cut: true },
    { id: 'unit', header: t('word.centralUnit'), cell: ({ cu }) => serialOf(cu), value: ({ cu }) => serialOf(cu) },
    {
      id: 'groups',
      header: t('word.groups'),
      cell: ({ groupNames }) => groupNames,
      value: ({ groupNames }) => groupNames,
      cut: true,
    },
    { id: 'lamps', header: t('word.lamps'), align: 'right', cell: ({ lamps }) => lamps, value: ({ lamps }) => lamps },
  ]
  return (
    <WithPanel
      gone={detail.key && !open ? t('gone') : undefined}
      panel={open ? <AggregationPanel key={open.id} aggregation={open} lamps={open.its} {...steps} /> : null}
    >
      <DataTable
        name="aggregations"
        label={t('word.aggregations')}
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        searchText={({ name, cu, groupNames }) => [name, serialOf(cu), groupNames].join(' ')}
        searchPlaceholder={t('search')}
        defaultSort={sortByName}
        onOpen={({ id }) => detail.open(id)}
        openKey={detail.key}
        listLine={({ name, cu, groupNames, lamps }) => ({
          title: name,
          detail: `${serialOf(cu)} · ${groupNames}`,
          value: t('word.lampCount', { count: lamps }),
        })}
        empty={
          <div className="vx-card">
            <EmptyState icon={IconStack2} title={t('none.title')} action={create}>
              {t('none.text')}
            </EmptyState>
          </div>
        }
      />
    </WithPanel>
  )
}
