import type { Aggregation } from '@vigilux/contract/features/aggregations/aggregation.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { RemoveDialog } from '../../shared/feedback/RemoveDialog.tsx'
import { RecordPanelForm, type RemovalProps } from '../../shared/form/RecordPanelForm.tsx'
import { useRecordForm } from '../../shared/form/record-form.tsx'
import { SidePanel } from '../../shared/layout/SidePanel.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { serialOf } from '../../shared/plant/unit-topic.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'
import { LevelControl } from '../light-levels/index.ts'
import {
  AggregationFields,
  type AggregationForm,
  aggregationSchema,
  groupsText,
  numbersIn,
} from './AggregationFields.tsx'

const formOf = ({ name, cu, groups, version }: Aggregation): AggregationForm => ({
  name,
  topic: cu,
  version,
  groups: groupsText(groups),
})

type PanelProps = {
  aggregation: Aggregation
  lamps: readonly Lamp[]
  onClose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/** One aggregation: name, unit and groups, editable and removable with permission. */
export function AggregationPanel({ aggregation, lamps, ...panel }: PanelProps) {
  const { t } = useTranslation('aggregations')
  const { plantId } = useCurrentPlant()
  const blockedReason = useWhyNotAllowed()
  const update = useActionMutation('updateCollection', { refresh: ['getCollections'] })
  const record = useRecordForm<Omit<AggregationForm, 'version'>>({
    schema: aggregationSchema,
    stored: formOf(aggregation),
    labels: { name: t('word.name'), topic: t('word.centralUnit'), groups: t('word.groups') },
    save: async ({ version, name, topic, groups }) => {
      const collection = { name, topic, groups: numbersIn(groups) }
      const saved = await update.mutateAsync({ plantId, collectionId: aggregation.id, version, collection })
      return formOf(saved.collection)
    },
    toValues: formOf,
    say: (path, value) => (path === 'topic' ? serialOf(value) : value),
    prefix: 'collection.',
  })
  return (
    <SidePanel {...panel} title={aggregation.name} subtitle={t('word.lampCount', { count: lamps.length })}>
      <LevelControl to={{ collection: aggregation.id }} lamps={lamps} inPanel />
      <RecordPanelForm
        record={record}
        blockedReason={blockedReason}
        draft={`aggregation.${aggregation.id}`}
        saveLabel={t('word.save')}
        removeLabel={t('remove')}
        removal={(props) => <RemoveAggregation {...props} aggregation={aggregation} lamps={lamps.length} />}
        onClose={panel.onClose}
      >
        <AggregationFields form={record.form} readOnly={blockedReason !== undefined} />
      </RecordPanelForm>
    </SidePanel>
  )
}

type RemoveProps = RemovalProps & Pick<PanelProps, 'aggregation'> & { lamps: number }

function RemoveAggregation({ aggregation: { id, name, uses }, lamps, ...dialog }: RemoveProps) {
  const { t } = useTranslation('aggregations')
  const { plantId } = useCurrentPlant()
  return (
    <RemoveDialog
      {...dialog}
      action="removeCollection"
      input={{ plantId, collectionId: id, confirmed: uses.length > 0 }}
      refresh={['getCollections']}
      title={t('removeTitle', { name })}
      confirmLabel={t('remove')}
      done={t('removed', { name })}
    >
      <p>{t('removeText', { count: lamps })}</p>
      {uses.length > 0 ? (
        <>
          <p>{t('usedBy')}</p>
          <ul>
            {uses.map((usage) => (
              <li key={usage.id}>{t(`use.${usage.kind}`, { name: usage.name })}</li>
            ))}
          </ul>
        </>
      ) : null}
    </RemoveDialog>
  )
}
