import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { WithPanel } from '../../shared/layout/SidePanel.tsx'
import { useOpenDetail } from '../../shared/open-detail.ts'
import { openRow } from '../../shared/open-row.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { RoleAction } from '../../shared/plant/RoleAction.tsx'
import { DataTable } from '../../shared/table/DataTable.tsx'
import { NoZones, useNewZone } from './NewZone.tsx'
import { ZonePanel } from './ZonePanel.tsx'
import { searchTextOf, ZoneState, zoneColumns } from './zone-columns.tsx'
import { useZoneRows } from './zone-rows.ts'

/** Creates, renames and deletes zones, and selects their aggregations. */
export function ZoneManagementPage() {
  const { t } = useTranslation('zones')
  const { plantId } = useCurrentPlant()
  const count = useAnswer('getZones', { plantId }).zones.length
  const detail = useOpenDetail('openzone')
  const { create, dialog } = useNewZone(detail.open)
  return (
    <>
      <PageHeader
        title={t('management')}
        facts={count > 0 ? <span>{t('count', { count })}</span> : null}
        actions={count > 0 ? <RoleAction>{create}</RoleAction> : null}
      />
      <AnswerBoundary>
        <ManagedZones create={create} />
      </AnswerBoundary>
      {dialog}
    </>
  )
}

const sortByName = { column: 'name', descending: false }

function ManagedZones({ create }: { create: ReactNode }) {
  const { t } = useTranslation('zones')
  const rows = useZoneRows('all')
  const detail = useOpenDetail('openzone')
  const { row: open, steps } = openRow(rows, ({ id }) => id, detail)
  return (
    <WithPanel
      gone={detail.key && !open ? t('gone') : undefined}
      panel={open ? <ZonePanel key={open.id} zone={open} {...steps} /> : null}
    >
      <DataTable
        name="zone-management"
        label={t('management')}
        rows={rows}
        columns={zoneColumns({ t, state: (name) => t(`state.${name}`) }, rows, ({ zoneName }) => <b>{zoneName}</b>)}
        rowKey={({ id }) => id}
        searchText={searchTextOf}
        searchPlaceholder={t('search')}
        defaultSort={sortByName}
        onOpen={({ id }) => detail.open(id)}
        openKey={detail.key}
        listLine={(row) => ({
          title: row.zoneName,
          state: <ZoneState row={row} t={t} />,
          detail: row.names,
          value: t('devicesIn', { count: row.lamps }),
        })}
        empty={<NoZones create={create} />}
      />
    </WithPanel>
  )
}
