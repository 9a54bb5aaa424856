import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { DialogFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure, RequiredNote } from '../../shared/form/FormParts.tsx'
import { focusFirstError, showFieldFailures, useCheckedForm } from '../../shared/form/form.ts'
import { UnsavedGuard } from '../../shared/form/UnsavedGuard.tsx'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { topicOf } from '../../shared/plant/unit-topic.ts'
import { AggregationFields, type AggregationForm, aggregationSchema, numbersIn } from './AggregationFields.tsx'

/** Puts groups of a unit under a new name. */
export function NewAggregation({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('aggregations')
  const { plantId, units } = useOpenPlant()
  const [failure, setFailure] = useState<unknown>()
  const [first] = units
  const form = useCheckedForm<AggregationForm>(aggregationSchema, {
    ...{ name: '', groups: '', version: 0 },
    topic: first ? topicOf(first) : '',
  })
  const save = useActionMutation('saveCollection', { refresh: ['getCollections'] })
  const submit = async ({ name, topic, groups }: AggregationForm) => {
    setFailure(undefined)
    try {
      await save.mutateAsync({ plantId, collection: { name, topic, groups: numbersIn(groups) } })
      form.resetDirty()
      onClose()
    } catch (error) {
      if (!showFieldFailures(form, error, 'collection.')) setFailure(error)
    }
  }
  return (
    <FormDialog
      unsaved={form.isDirty()}
      title={t('new')}
      onClose={() => {
        form.resetDirty()
        onClose()
      }}
    >
      {(cancel) => (
        <form
          className="vx-dialog-form"
          noValidate
          onSubmit={form.onSubmit((values) => void submit(values), focusFirstError)}
        >
          <UnsavedGuard form={form} draft="new-aggregation" />
          <RequiredNote />
          <AggregationFields form={form} />
          <FormFailure error={failure} />
          <DialogFoot onCancel={cancel} saving={save.isPending}>
            {t('create')}
          </DialogFoot>
        </form>
      )}
    </FormDialog>
  )
}
