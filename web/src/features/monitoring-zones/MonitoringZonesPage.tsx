import { TextInput } from '@mantine/core'
import { IconChartBar, IconPlus } from '@tabler/icons-react'
import type { MonitoringZone } from '@vigilux/contract/features/monitoring-zones/monitoring-zone.ts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { CreateDialog } from '../../shared/form/CreateDialog.tsx'
import { useCheckedForm } from '../../shared/form/form.ts'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { WithPanel } from '../../shared/layout/SidePanel.tsx'
import { useOpenDetail } from '../../shared/open-detail.ts'
import { openRow } from '../../shared/open-row.ts'
import { canChange } from '../../shared/plant/can-change.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { RoleAction } from '../../shared/plant/RoleAction.tsx'
import { serialOf } from '../../shared/plant/unit-topic.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import { useWhyNotAllowed } from '../central-units/index.ts'
import { EnergyTabs } from '../energy/index.ts'
import { MonitoringZonePanel, nameSchema } from './MonitoringZonePanel.tsx'
import { countLamps } from './zone-lamps.ts'

/** A plant's monitoring zones, and their editor. */
export function MonitoringZonesPage() {
  const { t } = useTranslation('monitoring-zones')
  const { plantId } = useCurrentPlant()
  const blockedReason = useWhyNotAllowed()
  const { zones } = useAnswer('getMonitoringZonesPost', { plantId })
  const detail = useOpenDetail('openzone')
  const [creating, setCreating] = useState(false)
  const count = zones.length
  const create = (
    <ReasonButton
      blockedReason={blockedReason}
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() => setCreating(true)}
    >
      {t('new')}
    </ReasonButton>
  )
  const close = (createdId?: string) => {
    setCreating(false)
    if (createdId) detail.open(createdId)
  }
  return (
    <>
      <PageHeader
        title={t('word.energyMonitoring')}
        facts={count > 0 ? <span>{t('count', { count })}</span> : null}
        actions={count > 0 ? <RoleAction>{create}</RoleAction> : null}
      />
      <EnergyTabs current="monitoringZones" />
      <AnswerBoundary>
        <ZoneList zones={zones} create={create} />
      </AnswerBoundary>
      {creating ? <NewZone onClose={close} /> : null}
    </>
  )
}

const sortByName = { column: 'name', descending: false }
const unitsOf = ({ lamps }: MonitoringZone) => lamps.map(({ topic }) => serialOf(topic)).join(', ')

function ZoneList({ zones, create }: { zones: readonly MonitoringZone[]; create: ReactNode }) {
  const { t } = useTranslation('monitoring-zones')
  const { plant } = useCurrentPlant()
  const detail = useOpenDetail('openzone')
  const { row: open, steps } = openRow(zones, ({ id }) => id, detail)
  return (
    <WithPanel
      gone={detail.key && !open ? t('gone') : undefined}
      panel={open ? <MonitoringZonePanel key={open.id} zone={open} {...steps} /> : null}
    >
      <DataTable
        name="monitoring-zones"
        label={t('zones')}
        rows={zones}
        columns={[
          {
            id: 'name',
            header: t('word.name'),
            cell: ({ name }) => <b>{name}</b>,
            value: ({ name }) => name,
            cut: true,
          },
          { id: 'lamps', header: t('word.lamps'), align: 'right', cell: countLamps, value: countLamps },
          { id: 'units', header: t('word.centralUnits'), cell: unitsOf, value: unitsOf, cut: true },
        ]}
        rowKey={({ id }) => id}
        searchText={(zone) => `${zone.name} ${unitsOf(zone)}`}
        searchPlaceholder={t('search')}
        defaultSort={sortByName}
        onOpen={({ id }) => detail.open(id)}
        openKey={detail.key}
        listLine={(zone) => ({
          title: zone.name,
          detail: unitsOf(zone),
          value: t('lampsIn', { count: countLamps(zone) }),
        })}
        empty={
          <div className="vx-card">
            <EmptyState
              icon={IconChartBar}
              title={t('none.title')}
              action={canChange(plant, 'plant.operate') ? create : null}
            >
              {t('none.text')}
            </EmptyState>
          </div>
        }
      />
    </WithPanel>
  )
}

/** Creates a monitoring zone; its lamps are added afterwards. */
function NewZone({ onClose }: { onClose: (createdId?: string) => void }) {
  const { t } = useTranslation('monitoring-zones')
  const { plantId } = useCurrentPlant()
  const form = useCheckedForm<{ name: string }>(nameSchema, { name: '' })
  const save = useActionMutation('createMonitoringZone', { refresh: ['getMonitoringZonesPost'] })
  const send = async ({ name }: { name: string }) => (await save.mutateAsync({ plantId, name })).zone.id
  return (
    <CreateDialog
      form={form}
      send={send}
      onClose={onClose}
      title={t('new')}
      submitLabel={t('word.create')}
      draft="new-monitoring-zone"
      prefix=""
    >
      <TextInput label={t('word.name')} required data-autofocus {...form.getInputProps('name')} />
    </CreateDialog>
  )
}
