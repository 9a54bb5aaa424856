import { Alert, Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { type PlantChange, plantChange } from '@vigilux/contract/features/plants/plant.ts'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { toastDone } from '../../shared/feedback/toast.ts'
import { changesIn } from '../../shared/form/changes.ts'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import { RequiredNote, UnsavedCount } from '../../shared/form/FormParts.tsx'
import * as formStyles from '../../shared/form/form.module.css'
import { useRecordForm } from '../../shared/form/record-form.tsx'
import { UnsavedGuard } from '../../shared/form/UnsavedGuard.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { Card, Facts } from '../../shared/layout/PageHeader.tsx'
import { archivedReason, canChange } from '../../shared/plant/can-change.ts'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import { PlantOnMap } from '../plants-map/index.ts'
import { PlantFieldSet } from './PlantFieldSet.tsx'
import { fieldsOf } from './plant-draft.ts'
import * as styles from './plants.module.css'

type DataProps = { details: PlantDetails }

/** Plant data: a form for those who may change it, text for the others. */
export function PlantDataForm({ details }: DataProps) {
  return canChange(details.plant, 'plant.administer') ? (
    <EditPlantData details={details} />
  ) : (
    <PlantData details={details} />
  )
}

function PlantData({ details: { plant } }: DataProps) {
  const { t } = useTranslation('plants')
  const { country } = useFormats()
  const { street, housenumber, cap, city, prov, country: countryCode } = plant.address
  return (
    <div className={styles.generalPart}>
      <Alert icon={<IconLock size={18} aria-hidden />} color="gray">
        {archivedReason(plant) ?? t('edit.readOnly')}
      </Alert>
      <Card title={t('edit.title')}>
        <div className={`${formStyles.settingsBody} ${formStyles.form}`}>
          <Facts
            entries={[
              [t('fields.plantname'), plant.plantname],
              [t('fields.plant_type'), t(`type.${plant.plant_type}`)],
              [t('word.street'), `${street} ${housenumber}`.trim()],
              [t('word.city'), `${cap} ${city}`.trim()],
              ...(prov ? ([[t('fields.prov'), prov]] as const) : []),
              [t('word.country'), country(countryCode)],
              [t('fields.timezone'), plant.timezone],
            ]}
          />
          <PlantOnMap plant={plant} />
        </div>
      </Card>
    </div>
  )
}

/**
 * Edits plant data over the opened version. A concurrent change is shown with both texts, even before the own save, and
 * overwritten only by choice.
 */
function EditPlantData({ details }: DataProps) {
  const { t } = useTranslation('plants')
  const { country } = useFormats()
  const { plant } = details
  const action = useActionMutation('updatePlant', { refresh: ['getPlantDetails', 'getAllPlants'] })
  const { form, submit, saving, trouble } = useRecordForm({
    schema: plantChange,
    stored: { ...fieldsOf(plant), version: plant.version },
    labels: {
      plantname: t('fields.plantname'),
      plant_type: t('fields.plant_type'),
      timezone: t('fields.timezone'),
      'address.country': t('word.country'),
      'address.street': t('word.street'),
      'address.housenumber': t('fields.housenumber'),
      'address.city': t('word.city'),
      'address.cap': t('word.postcode'),
      'address.prov': t('fields.prov'),
      'address.lat': t('fields.lat'),
      'address.long': t('fields.long'),
      'address.positionBy': t('position.by'),
    },
    say: (path, value) => {
      if (path === 'plant_type') return t(`type.${value as PlantChange['plant_type']}`)
      if (path === 'address.positionBy') return t(value === 'hand' ? 'position.hand' : 'position.address')
      return path === 'address.country' ? country(value) : value
    },
    // Validates the data as it is sent, without the version.
    toInput: (fields) => fields,
    prefix: 'plant.',
    toValues: (now: PlantChange & { version: number }) => ({ ...fieldsOf(now), version: now.version }),
    save: async ({ version: openedVersion, ...fields }) => {
      const input = { plantId: plant.plant_id, plant: fields as PlantChange, version: openedVersion }
      return { ...fields, version: (await action.mutateAsync(input)).version }
    },
    onSaved: () => toastDone(t('edit.saved')),
  })
  return (
    <div className={styles.generalPart}>
      <Card title={t('edit.title')}>
        <form className={`${formStyles.form} ${formStyles.settingsBody}`} noValidate onSubmit={submit}>
          <UnsavedGuard form={form} draft="plant" />
          <RequiredNote />
          <PlantFieldSet form={form} tier={plant.tier} />
          {trouble}
          <FormFoot>
            <Button type="submit" loading={saving}>
              {t('edit.submit')}
            </Button>
            <UnsavedCount count={changesIn(form)} />
          </FormFoot>
        </form>
      </Card>
    </div>
  )
}
