import { Alert, Button } from '@mantine/core'
import { IconLock, IconUserQuestion } from '@tabler/icons-react'
import { type PlantDraft, plantDraft } from '@vigilux/contract/features/plants/plant.ts'
import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf } from '../../shared/api/api-failure.ts'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { toastDone } from '../../shared/feedback/toast.ts'
import { changesIn } from '../../shared/form/changes.ts'
import { FormFailure, RequiredNote, UnsavedCount } from '../../shared/form/FormParts.tsx'
import { focusFirstError, showFieldFailures, useCheckedForm } from '../../shared/form/form.ts'
import { UnsavedGuard } from '../../shared/form/UnsavedGuard.tsx'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { type PlantDetails, usePlantDetails } from '../../shared/plant/plant.ts'
import { PlantFieldSet } from './PlantFieldSet.tsx'
import { draftOf, fieldsOf, type PlantFields } from './plant-draft.ts'

/**
 * Plant data over the version that was opened. Somebody else's save is told, also before the own one, and never
 * overwritten; loading it replaces what was typed here.
 */
export function PlantDataForm({ details }: { details: PlantDetails }) {
  const { t } = useTranslation('plants')
  const { plant } = details
  const mayEdit = roleMay(plant.role, 'plant.administer')
  const fresh = usePlantDetails(plant.plant_id)
  const form = useCheckedForm<PlantFields>(plantDraft, fieldsOf(details), {}, draftOf)
  const [opened, setOpened] = useState(plant.version)
  const [failure, setFailure] = useState<unknown>()
  const save = useActionMutation('updatePlant', { refresh: ['getPlantDetails', 'getAllPlants'] })

  const submit = async (values: PlantFields) => {
    setFailure(undefined)
    try {
      const input = { plantId: plant.plant_id, plant: draftOf(values) as PlantDraft, version: opened }
      const { version } = await save.mutateAsync(input)
      setOpened(version)
      form.resetDirty(values)
      toastDone(t('edit.saved'))
    } catch (error) {
      if (!showFieldFailures(form, error, 'plant.')) setFailure(error)
    }
  }
  const load = async () => {
    const { data } = await fresh.refetch()
    if (!data) return
    const fields = fieldsOf(data)
    form.setValues(fields)
    form.resetDirty(fields)
    form.clearErrors()
    setOpened(data.plant.version)
    setFailure(undefined)
  }
  const isChangedMeanwhile =
    plant.version > opened || (failure !== undefined && failureOf(failure).code === 'CHANGED_MEANWHILE')
  return (
    <div className="vx-settings">
      {mayEdit ? null : (
        <Alert icon={<IconLock size={18} aria-hidden />} color="gray">
          {t('edit.readOnly')}
        </Alert>
      )}
      {plant.hasOwner ? null : (
        <Alert icon={<IconUserQuestion size={18} aria-hidden />} color="yellow">
          {t('edit.noOwner')}
        </Alert>
      )}
      <Card title={t('edit.title')}>
        <form
          className="vx-plant-form vx-settings-body"
          noValidate
          onSubmit={form.onSubmit((values) => void submit(values), focusFirstError)}
        >
          <UnsavedGuard form={form} draft="plant" />
          {mayEdit ? <RequiredNote /> : null}
          <PlantFieldSet form={form} readOnly={!mayEdit} tier={plant.tier} />
          {isChangedMeanwhile && !save.isPending ? (
            <ChangedMeanwhile onLoad={() => void load()} />
          ) : (
            <FormFailure error={failure} />
          )}
          {mayEdit ? (
            <div className="vx-form-foot">
              <Button type="submit" loading={save.isPending}>
                {t('edit.submit')}
              </Button>
              <UnsavedCount count={changesIn(form)} />
            </div>
          ) : null}
        </form>
      </Card>
    </div>
  )
}

function ChangedMeanwhile({ onLoad }: { onLoad: () => void }) {
  const { t } = useTranslation('plants')
  return (
    <Alert color="yellow" role="alert" title={t('edit.changedTitle')} classNames={{ title: 'vx-alert-title' }}>
      <p>{t('edit.changedText')}</p>
      <Button variant="default" onClick={onLoad}>
        {t('edit.load')}
      </Button>
    </Alert>
  )
}
