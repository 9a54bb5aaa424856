import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { CreateDialog } from '../../shared/form/CreateDialog.tsx'
import { useCheckedForm } from '../../shared/form/form.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { topicOf } from '../../shared/plant/unit-topic.ts'
import { AggregationFields, type AggregationForm, aggregationSchema, numbersIn } from './AggregationFields.tsx'

/** Creates an aggregation of a unit's groups. */
export function NewAggregation({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('aggregations')
  const { plantId, units } = useCurrentPlant()
  const [first] = units
  const form = useCheckedForm<AggregationForm>(aggregationSchema, {
    name: '',
    groups: '',
    version: 0,
    topic: first ? topicOf(first) : '',
  })
  const save = useActionMutation('saveCollection', { refresh: ['getCollections'] })
  const send = ({ name, topic, groups }: AggregationForm) =>
    save.mutateAsync({ plantId, collection: { name, topic, groups: numbersIn(groups) } })
  return (
    <CreateDialog
      form={form}
      send={send}
      onClose={() => onClose()}
      title={t('new')}
      submitLabel={t('word.create')}
      draft="new-aggregation"
      prefix="collection."
    >
      <AggregationFields form={form} />
    </CreateDialog>
  )
}
