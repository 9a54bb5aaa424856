import { Text } from '@mantine/core'
import { type PlantDraft, plantDraft } from '@vigilux/contract/features/plants/plant.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { DialogFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure, RequiredNote } from '../../shared/form/FormParts.tsx'
import * as formStyles from '../../shared/form/form.module.css'
import { focusFirstError, showFieldFailures, useCheckedForm } from '../../shared/form/form.ts'
import { ownTimeZone } from '../../shared/form/TimeZoneSelect.tsx'
import { UnsavedGuard } from '../../shared/form/UnsavedGuard.tsx'
import { useNavigateTo } from '../../shared/navigation.tsx'
import { pathTo } from '../../site-map.ts'
import { OwnerFields } from './OwnerFields.tsx'
import { PlantFieldSet } from './PlantFieldSet.tsx'
import { draftOf, emptyPlant, type NewPlantFields } from './plant-draft.ts'

/** Creates a plant and opens it. Its idempotency key makes a second press or a repeated call harmless. */
export function NewPlantDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('plants')
  const navigateTo = useNavigateTo()
  const country = useAnswer('getUserInfos', {}).user.address.country
  const [start] = useState(() => emptyPlant(country, ownTimeZone()))
  const form = useCheckedForm<NewPlantFields>(plantDraft, start, {}, draftOf)
  const [failure, setFailure] = useState<unknown>()
  const save = useActionMutation('savePlant', { refresh: ['getAllPlants'] })
  const discard = () => {
    form.resetDirty()
    onClose()
  }
  const submit = async (values: NewPlantFields) => {
    setFailure(undefined)
    try {
      const plant = draftOf(values) as PlantDraft
      const { plant_id } = await save.mutateAsync({ plant })
      form.resetDirty()
      navigateTo.replace(pathTo('plantOverview', { plantId: plant_id }))
    } catch (error) {
      if (!showFieldFailures(form, error, 'plant.')) setFailure(error)
    }
  }
  return (
    <FormDialog size="lg" unsaved={form.isDirty()} onClose={discard} title={t('new.title')}>
      {(cancel) => (
        <form
          className={formStyles.form}
          noValidate
          onSubmit={form.onSubmit((values) => void submit(values), focusFirstError)}
        >
          <UnsavedGuard form={form} draft="new-plant" />
          <RequiredNote />
          <PlantFieldSet form={form} />
          <fieldset>
            <legend>{t('fields.owner')}</legend>
            <Text size="sm" c="dimmed">
              {t('fields.ownerHelp')}
            </Text>
            <OwnerFields field={(name) => form.getInputProps(`owner.${name}`)} />
          </fieldset>
          <FormFailure error={failure} />
          <DialogFoot onCancel={cancel} saving={save.isPending}>
            {t('new.submit')}
          </DialogFoot>
        </form>
      )}
    </FormDialog>
  )
}
