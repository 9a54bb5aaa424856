import { TextInput } from '@mantine/core'
import { type MonitoringZone, monitoringZoneName } from '@vigilux/contract/features/monitoring-zones/monitoring-zone.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { RemoveDialog } from '../../shared/feedback/RemoveDialog.tsx'
import { useRecordForm } from '../../shared/form/record-form.tsx'
import { SaveOrRemove } from '../../shared/form/SaveOrRemove.tsx'
import { UnsavedGuard } from '../../shared/form/UnsavedGuard.tsx'
import { SidePanel } from '../../shared/layout/SidePanel.tsx'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'
import { EnergySummary } from '../energy/index.ts'
import { LampsOfZone } from './LampsOfZone.tsx'
import { countLamps } from './zone-lamps.ts'

export const nameSchema = z.object({ name: monitoringZoneName })

const formOf = ({ name, version }: MonitoringZone) => ({ name, version })

type PanelProps = {
  zone: MonitoringZone
  onClose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/** One monitoring zone: its lamps and its name, to be changed and deleted by who may. */
export function MonitoringZonePanel({ zone, ...panel }: PanelProps) {
  const { t } = useTranslation('monitoring-zones')
  const { plantId } = useOpenPlant()
  const because = useWhyNotAllowed()
  const update = useActionMutation('updateMonitoringZone', { refresh: ['getMonitoringZonesPost'] })
  const [removing, setRemoving] = useState(false)
  const { form, submit, saving, trouble } = useRecordForm<{ name: string }>({
    schema: nameSchema,
    stored: formOf(zone),
    labels: { name: t('name') },
    save: async ({ version, name }) =>
      formOf((await update.mutateAsync({ plantId, zoneId: zone.id, version, name })).zone),
    fromTold: formOf,
  })
  return (
    <SidePanel {...panel} title={zone.name} subtitle={t('lampsIn', { count: countLamps(zone) })}>
      <EnergySummary of={{ kind: 'zone', zoneId: zone.id }} />
      <LampsOfZone zone={zone} />
      <form className="vx-panel-part" onSubmit={submit} noValidate>
        <UnsavedGuard form={form} draft={`monitoring-zone.${zone.id}`} />
        <TextInput label={t('name')} required readOnly={because !== undefined} {...form.getInputProps('name')} />
        {trouble}
        <SaveOrRemove
          {...{ because, saving }}
          saveLabel={t('save')}
          removeLabel={t('remove')}
          onRemove={() => setRemoving(true)}
        />
      </form>
      <DeleteZone
        zone={zone}
        opened={removing}
        onCancel={() => setRemoving(false)}
        onRemoved={() => {
          form.resetDirty()
          panel.onClose()
        }}
      />
    </SidePanel>
  )
}

type DeleteProps = { zone: MonitoringZone; opened: boolean; onCancel: () => void; onRemoved: () => void }

function DeleteZone({ zone, opened, onCancel, onRemoved }: DeleteProps) {
  const { t } = useTranslation('monitoring-zones')
  const { plantId } = useOpenPlant()
  return (
    <RemoveDialog
      opened={opened}
      action="deleteMonitoringZone"
      input={{ plantId, zoneId: zone.id }}
      refresh={['getMonitoringZonesPost']}
      title={t('removeTitle', { zone: zone.name })}
      confirmLabel={t('remove')}
      done={t('removed', { zone: zone.name })}
      onCancel={onCancel}
      onRemoved={onRemoved}
    >
      <p>{t('removeText')}</p>
    </RemoveDialog>
  )
}
