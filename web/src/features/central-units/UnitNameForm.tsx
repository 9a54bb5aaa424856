import { Button, Group, TextInput } from '@mantine/core'
import {
  type CentralUnit,
  unitDescription,
  unitLocation,
} from '@vigilux/contract/features/central-units/central-unit.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { focusFirstError, showFieldFailures, useCheckedForm } from '../../shared/form/form.ts'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { UnsavedGuard } from '../../shared/form/UnsavedGuard.tsx'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { useWhyNotAllowed } from './why-not.ts'

const schema = z.object({ description: unitDescription, cu_location: unitLocation })

type NameFormProps = { unit: CentralUnit; saveLabel?: string; onSaved?: () => void; aside?: ReactNode }

/** Name and place of a unit, kept in the platform. */
export function UnitNameForm({ unit, saveLabel, onSaved, aside }: NameFormProps) {
  const { t } = useTranslation('central-units')
  const { plantId } = useOpenPlant()
  const because = useWhyNotAllowed()
  const { description, cu_location } = unit
  const form = useCheckedForm(schema, { description, cu_location })
  const save = useActionMutation('saveCuDescription')
  const [saved, setSaved] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: takes over what others saved, unless the person is typing
  useEffect(() => {
    if (form.isDirty()) return
    form.setInitialValues({ description, cu_location })
    form.setValues({ description, cu_location })
  }, [description, cu_location])
  // After the draw in which nothing is unsaved any more, so that leaving asks no question.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per saving
  useEffect(() => {
    if (saved > 0) onSaved?.()
  }, [saved])
  const submit = form.onSubmit(async (values) => {
    try {
      await save.mutateAsync({ plantId, cuId: unit.cu_id, cuType: unit.cu_type, ...values })
      form.setInitialValues(values)
      form.resetDirty(values)
      setSaved((times) => times + 1)
    } catch (error) {
      showFieldFailures(form, error)
    }
  }, focusFirstError)
  return (
    <form className="vx-panel-part" onSubmit={submit} noValidate>
      <UnsavedGuard form={form} draft={`unit.${unit.cu_type}.${unit.cu_id}`} />
      <TextInput
        label={t('form.description')}
        description={t('form.descriptionHelp')}
        readOnly={because !== undefined}
        {...form.getInputProps('description')}
      />
      <TextInput
        label={t('form.place')}
        description={t('form.placeHelp')}
        readOnly={because !== undefined}
        {...form.getInputProps('cu_location')}
      />
      <FormFailure error={save.error} />
      <Group justify={aside ? 'space-between' : 'flex-start'}>
        {aside}
        {because ? (
          <ReasonButton variant="default" because={because} onClick={() => undefined}>
            {saveLabel ?? t('form.save')}
          </ReasonButton>
        ) : (
          <Button type="submit" variant={onSaved ? 'filled' : 'default'} loading={save.isPending}>
            {saveLabel ?? t('form.save')}
          </Button>
        )}
      </Group>
    </form>
  )
}
