import { Button } from '@mantine/core'
import { IconStack2 } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { PageTabs } from '../../shared/layout/PageTabs.tsx'
import { AppLink, useNavigateTo } from '../../shared/navigation.tsx'
import { type DeviceList, kindOfList, listOfKind } from '../../shared/plant/lamps.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { RoleAction } from '../../shared/plant/RoleAction.tsx'
import { DataTable } from '../../shared/table/DataTable.tsx'
import { pathTo } from '../../site-map.ts'
import { NoZones, useNewZone } from './NewZone.tsx'
import { searchTextOf, ZoneState, zoneColumns } from './zone-columns.tsx'
import { useZoneRows } from './zone-rows.ts'

const lists: readonly DeviceList[] = ['all', 'emergency', 'lighting', 'other']
const worstFirst = { column: 'state', descending: true }

/** A plant's zones with counts and worst state, for all devices or for one kind. */
export function ZonesPage() {
  const { t } = useTranslation('zones')
  const { plantId } = useCurrentPlant()
  const { devicesType = 'all' } = useParams({ strict: false }) as { devicesType?: string }
  const list = listOfKind[devicesType] ?? 'all'
  const navigateTo = useNavigateTo()
  const count = useAnswer('getZones', { plantId }).zones.length
  const { create, dialog } = useNewZone((zoneId) => navigateTo(pathTo('zoneDetail', { plantId, zoneId })))
  const manageButton = (
    <Button component={AppLink} to={pathTo('zoneManagement', { plantId })} variant="default">
      {t('manage')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('title')}
        facts={count > 0 ? <span>{t('count', { count })}</span> : null}
        actions={
          count > 0 ? (
            <>
              {manageButton}
              <RoleAction>{create}</RoleAction>
            </>
          ) : null
        }
      />
      {count > 0 ? (
        <PageTabs
          label={t('kinds')}
          tabs={lists.map((deviceList) => ({
            to: pathTo('zones', { plantId, devicesType: deviceList === 'all' ? undefined : kindOfList[deviceList] }),
            text: t(`kind.${deviceList}`),
            current: deviceList === list,
          }))}
        />
      ) : null}
      <AnswerBoundary>{count === 0 ? <NoZones create={create} /> : <ZoneList key={list} list={list} />}</AnswerBoundary>
      {dialog}
    </>
  )
}

/** A zone without devices is only in the list of all devices. */
function ZoneList({ list }: { list: DeviceList }) {
  const { t } = useTranslation('zones')
  const { plantId } = useCurrentPlant()
  const navigateTo = useNavigateTo()
  const zoneRows = useZoneRows(list)
  const rows = list === 'all' ? zoneRows : zoneRows.filter(({ lamps }) => lamps > 0)
  const zonePath = (zoneId: string) => pathTo('zoneDetail', { plantId, zoneId })
  return (
    <DataTable
      name={`zones-${list}`}
      label={t('title')}
      rows={rows}
      columns={zoneColumns({ t, state: (name) => t(`state.${name}`) }, rows, ({ id, zoneName }) => (
        <AppLink to={zonePath(id)}>
          <b>{zoneName}</b>
        </AppLink>
      ))}
      rowKey={({ id }) => id}
      searchText={searchTextOf}
      searchPlaceholder={t('search')}
      defaultSort={worstFirst}
      onOpen={({ id }) => navigateTo(zonePath(id))}
      listLine={(row) => ({
        title: row.zoneName,
        state: <ZoneState row={row} t={t} />,
        detail: row.names,
        value: t('devicesIn', { count: row.lamps }),
      })}
      empty={
        <div className="vx-card">
          <EmptyState icon={IconStack2} title={t('none.ofKind')}>
            {t('none.ofKindText')}
          </EmptyState>
        </div>
      }
    />
  )
}
