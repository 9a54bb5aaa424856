import { Button, Group, TextInput } from '@mantine/core'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { optionalText } from '@vigilux/contract/kernel/primitives.ts'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { focusFirstError, showFieldFailures, useCheckedForm } from '../../shared/form/form.ts'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { UnsavedGuard } from '../../shared/form/UnsavedGuard.tsx'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'

const schema = z.object({ description: optionalText(80), location: optionalText(120) })

/** Description and place of a lamp, kept in the platform. */
export function LampNameForm({ lamp }: { lamp: Lamp }) {
  const { t } = useTranslation('lamps')
  const { plantId } = useOpenPlant()
  const because = useWhyNotAllowed()
  const { description, location } = lamp
  const form = useCheckedForm(schema, { description, location })
  const save = useActionMutation('saveLampDescription')
  // biome-ignore lint/correctness/useExhaustiveDependencies: takes over what others saved, unless the person is typing
  useEffect(() => {
    if (form.isDirty()) return
    form.setInitialValues({ description, location })
    form.setValues({ description, location })
  }, [description, location])
  const submit = form.onSubmit(async (values) => {
    try {
      await save.mutateAsync({ plantId, lampDescInfo: { topic: lamp.cu, addr: lamp.id, ...values } })
      form.setInitialValues(values)
      form.resetDirty(values)
    } catch (error) {
      showFieldFailures(form, error, 'lampDescInfo.')
    }
  }, focusFirstError)
  const readOnly = because !== undefined
  return (
    <form className="vx-panel-part" onSubmit={submit} noValidate>
      <UnsavedGuard form={form} draft={`lamp.${lamp.cu}.${lamp.id}`} />
      <TextInput label={t('form.description')} readOnly={readOnly} {...form.getInputProps('description')} />
      <TextInput label={t('form.place')} readOnly={readOnly} {...form.getInputProps('location')} />
      <FormFailure error={save.error} />
      <Group>
        {because ? (
          <ReasonButton variant="default" because={because} onClick={() => undefined}>
            {t('form.save')}
          </ReasonButton>
        ) : (
          <Button type="submit" variant="default" loading={save.isPending}>
            {t('form.save')}
          </Button>
        )}
      </Group>
    </form>
  )
}
