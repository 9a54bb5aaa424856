import { Group, TextInput } from '@mantine/core'
import {
  type CentralUnit,
  unitDescription,
  unitLocation,
} from '@vigilux/contract/features/central-units/central-unit.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useRecordForm } from '../../shared/form/record-form.tsx'
import { UnsavedGuard } from '../../shared/form/UnsavedGuard.tsx'
import { EditedTexts } from '../../shared/form/WrittenTexts.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { topicOf } from './unit.ts'
import { useWhyNotAllowed } from './why-not.ts'

const schema = z.object({ description: unitDescription, cu_location: unitLocation })

type NameFormProps = { unit: CentralUnit; saveLabel?: string; onSaved?: () => void; aside?: ReactNode }

/** Name and place of a unit as stored on the platform: editable with permission, otherwise read-only. */
export function UnitNameForm(props: NameFormProps) {
  const { t } = useTranslation('central-units')
  const isReader = useWhyNotAllowed() !== undefined
  if (!isReader) return <NameForm {...props} />
  const { description, cu_location } = props.unit
  const texts = [
    [t('word.description'), description],
    [t('word.place'), cu_location],
  ] as const
  return <EditedTexts texts={texts} />
}

function NameForm({ unit, saveLabel, onSaved, aside }: NameFormProps) {
  const { t } = useTranslation('central-units')
  const { plantId } = useCurrentPlant()
  const { description, cu_location, version } = unit
  const action = useActionMutation('saveCuDescription')
  const [saved, setSaved] = useState(0)
  const { form, submit, saving, trouble } = useRecordForm({
    schema,
    stored: { description, cu_location, version },
    labels: { description: t('word.description'), cu_location: t('word.place') },
    save: async (values) => (await action.mutateAsync({ plantId, topic: topicOf(unit), ...values })).unit,
    onSaved: () => setSaved((times) => times + 1),
  })
  // After the render without unsaved input, so that leaving asks no question.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per saving
  useEffect(() => {
    if (saved > 0) onSaved?.()
  }, [saved])
  return (
    <form className="vx-panel-part" onSubmit={submit} noValidate>
      <UnsavedGuard form={form} draft={`unit.${unit.cu_type}.${unit.cu_id}`} />
      <TextInput
        label={t('word.description')}
        description={t('form.descriptionHelp')}
        {...form.getInputProps('description')}
      />
      <TextInput label={t('word.place')} description={t('form.placeHelp')} {...form.getInputProps('cu_location')} />
      {trouble}
      <Group justify={aside ? 'space-between' : 'flex-start'}>
        {aside}
        <ReasonButton type="submit" variant={onSaved ? 'filled' : 'default'} loading={saving} onClick={() => undefined}>
          {saveLabel ?? t('word.save')}
        </ReasonButton>
      </Group>
    </form>
  )
}
