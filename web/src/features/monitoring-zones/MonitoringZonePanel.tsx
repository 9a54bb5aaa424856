import { TextInput } from '@mantine/core'
import { type MonitoringZone, monitoringZoneName } from '@vigilux/contract/features/monitoring-zones/monitoring-zone.ts'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { RemoveDialog } from '../../shared/feedback/RemoveDialog.tsx'
import { RecordPanelForm, type RemovalProps } from '../../shared/form/RecordPanelForm.tsx'
import { useRecordForm } from '../../shared/form/record-form.tsx'
import { SidePanel } from '../../shared/layout/SidePanel.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
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

/** One monitoring zone: lamps and name, editable and deletable with permission. */
export function MonitoringZonePanel({ zone, ...panel }: PanelProps) {
  const { t } = useTranslation('monitoring-zones')
  const { plantId } = useCurrentPlant()
  const blockedReason = useWhyNotAllowed()
  const update = useActionMutation('updateMonitoringZone', { refresh: ['getMonitoringZonesPost'] })
  const record = useRecordForm<{ name: string }>({
    schema: nameSchema,
    stored: formOf(zone),
    labels: { name: t('word.name') },
    save: async ({ version, name }) =>
      formOf((await update.mutateAsync({ plantId, zoneId: zone.id, version, name })).zone),
    toValues: formOf,
  })
  return (
    <SidePanel {...panel} title={zone.name} subtitle={t('lampsIn', { count: countLamps(zone) })}>
      <EnergySummary of={{ kind: 'zone', zoneId: zone.id }} />
      <LampsOfZone zone={zone} />
      <RecordPanelForm
        record={record}
        blockedReason={blockedReason}
        draft={`monitoring-zone.${zone.id}`}
        saveLabel={t('word.save')}
        removeLabel={t('word.delete')}
        removal={(props) => <DeleteZone {...props} zone={zone} />}
        onClose={panel.onClose}
      >
        <TextInput
          label={t('word.name')}
          required
          readOnly={blockedReason !== undefined}
          {...record.form.getInputProps('name')}
        />
      </RecordPanelForm>
    </SidePanel>
  )
}

function DeleteZone({ zone, ...dialog }: RemovalProps & { zone: MonitoringZone }) {
  const { t } = useTranslation('monitoring-zones')
  const { plantId } = useCurrentPlant()
  return (
    <RemoveDialog
      {...dialog}
      action="deleteMonitoringZone"
      input={{ plantId, zoneId: zone.id }}
      refresh={['getMonitoringZonesPost']}
      title={t('removeTitle', { zone: zone.name })}
      confirmLabel={t('word.delete')}
      done={t('removed', { zone: zone.name })}
    >
      <p>{t('removeText')}</p>
    </RemoveDialog>
  )
}
