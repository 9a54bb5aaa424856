import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/api/use-action.ts'
import { Answered } from '../../shared/feedback/Answered.tsx'
import { LoadingRows } from '../../shared/feedback/Loading.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { WithPanel } from '../../shared/layout/SidePanel.tsx'
import { useOpenDetail } from '../../shared/open-detail.ts'
import { openRow } from '../../shared/open-row.ts'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import { NoZones, useNewZone } from './NewZone.tsx'
import { ZonePanel } from './ZonePanel.tsx'
import { searchTextOf, ZoneState, zoneColumns } from './zone-columns.tsx'
import { useZoneRows } from './zone-rows.ts'

/** Where zones are made, renamed and removed, and their aggregations chosen. */
export function ZoneManagementPage() {
  const { t } = useTranslation('zones')
  const { plantId } = useOpenPlant()
  const zones = useAction('getZones', { plantId })
  const detail = useOpenDetail('openzone')
  const { create, dialog } = useNewZone(detail.open)
  const count = zones.data?.zones.length ?? 0
  return (
    <>
      <PageHeader
        title={t('management')}
        facts={count > 0 ? <span>{t('count', { count })}</span> : null}
        actions={count > 0 ? create : null}
      />
      <Answered query={zones}>{() => <ManagedZones create={create} />}</Answered>
      {dialog}
    </>
  )
}

const byName = { column: 'name', descending: false }

function ManagedZones({ create }: { create: ReactNode }) {
  const { t } = useTranslation('zones')
  const { t: tShared } = useTranslation('shared')
  const rows = useZoneRows('all')
  const detail = useOpenDetail('openzone')
  if (!rows)
    return (
      <div className="vx-card">
        <LoadingRows />
      </div>
    )
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
        columns={zoneColumns({ t, state: (name) => tShared(`state.${name}`) }, ({ zoneName }) => <b>{zoneName}</b>)}
        rowKey={({ id }) => id}
        searchText={searchTextOf}
        searchPlaceholder={t('search')}
        defaultSort={byName}
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
