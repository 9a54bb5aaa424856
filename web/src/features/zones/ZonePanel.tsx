import type { Zone } from '@vigilux/contract/features/zones/zone.ts'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { RemoveDialog } from '../../shared/feedback/RemoveDialog.tsx'
import { RecordPanelForm, type RemovalProps } from '../../shared/form/RecordPanelForm.tsx'
import { useRecordForm } from '../../shared/form/record-form.tsx'
import { SidePanel } from '../../shared/layout/SidePanel.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'
import { ZoneFields, type ZoneForm, zoneSchema } from './ZoneFields.tsx'
import type { ZoneRow } from './zone-rows.ts'

const formOf = ({ zoneName, collections, version }: Zone): ZoneForm => ({ zoneName, collections, version })

type PanelProps = {
  zone: ZoneRow
  onClose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/** One zone in the management: name and aggregations, editable and deletable with permission. */
export function ZonePanel({ zone, ...panel }: PanelProps) {
  const { t } = useTranslation('zones')
  const { plantId } = useCurrentPlant()
  const blockedReason = useWhyNotAllowed()
  const names = new Map(useAnswer('getCollections', { plantId }).collections.map(({ id, name }) => [id, name]))
  const update = useActionMutation('updateZone', { refresh: ['getZones', 'getCollections'] })
  const record = useRecordForm<Omit<ZoneForm, 'version'>>({
    schema: zoneSchema,
    stored: formOf(zone),
    labels: { zoneName: t('word.name'), collections: t('word.aggregations') },
    save: async ({ version, zoneName, collections }) => {
      const saved = await update.mutateAsync({ plantId, zoneId: zone.id, version, zone: { zoneName, collections } })
      return formOf(saved.zone)
    },
    toValues: formOf,
    say: (path, value) => (path === 'collections' ? namesIn(value, names) : value),
    prefix: 'zone.',
  })
  return (
    <SidePanel {...panel} title={zone.zoneName} subtitle={t('devicesIn', { count: zone.lamps })}>
      <RecordPanelForm
        record={record}
        blockedReason={blockedReason}
        draft={`zone.${zone.id}`}
        saveLabel={t('word.save')}
        removeLabel={t('remove')}
        removal={(props) => <RemoveZone {...props} zone={zone} />}
        onClose={panel.onClose}
        footer={<AppLink to={pathTo('zoneDetail', { plantId, zoneId: zone.id })}>{t('toDetail')}</AppLink>}
      >
        <ZoneFields form={record.form} readOnly={blockedReason !== undefined} />
      </RecordPanelForm>
    </SidePanel>
  )
}

const namesIn = (ids: string, names: ReadonlyMap<string, string>): string =>
  ids
    .split('\n')
    .map((id) => names.get(id) ?? id)
    .join(', ')

type RemoveProps = RemovalProps & { zone: ZoneRow }

function RemoveZone({ zone: { id, zoneName, lamps, collections }, ...dialog }: RemoveProps) {
  const { t } = useTranslation('zones')
  const { plantId } = useCurrentPlant()
  return (
    <RemoveDialog
      {...dialog}
      action="removeZone"
      input={{ plantId, zoneId: id }}
      refresh={['getZones', 'getCollections']}
      title={t('removeTitle', { zone: zoneName })}
      confirmLabel={t('remove')}
      done={t('removed', { zone: zoneName })}
    >
      <p>{t('removeText')}</p>
      <ul>
        <li>{t('devicesIn', { count: lamps })}</li>
        <li>{t('collectionsIn', { count: collections.length })}</li>
      </ul>
    </RemoveDialog>
  )
}
