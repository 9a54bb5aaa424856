import { Group, Textarea, TextInput } from '@mantine/core'
import { type Lamp, lampNotesLength } from '@vigilux/contract/features/lamps/lamp.ts'
import { optionalLines, optionalText } from '@vigilux/contract/kernel/primitives.ts'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useRecordForm } from '../../shared/form/record-form.tsx'
import { UnsavedGuard } from '../../shared/form/UnsavedGuard.tsx'
import { EditedTexts } from '../../shared/form/WrittenTexts.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'

const schema = z.object({
  description: optionalText(80),
  location: optionalText(120),
  notes: optionalLines(lampNotesLength),
})

type FormProps = { lamp: Lamp; written: ActionOutput<'getLamp'>['notes_written'] }

/** Description, place and notes of a lamp as stored on the platform: editable with permission, otherwise read-only. */
export function LampNameForm({ lamp, written }: FormProps) {
  const { t } = useTranslation('lamps')
  const isReader = useWhyNotAllowed() !== undefined
  if (!isReader) return <NameForm lamp={lamp} written={written} />
  const { description, location, notes } = lamp
  const texts = [
    [t('word.description'), description],
    [t('word.place'), location],
    [t('form.notes'), notes],
  ] as const
  return (
    <>
      <EditedTexts texts={texts} />
      <NotesWritten written={written} />
    </>
  )
}

/** Author and time of the notes. */
function NotesWritten({ written }: Pick<FormProps, 'written'>) {
  const { t } = useTranslation('lamps')
  const { dateTime } = useFormats(useCurrentPlant().plant.timezone)
  if (!written) return null
  return <p className="vx-quiet">{t('form.notesBy', { name: written.by, at: dateTime(written.at) })}</p>
}

function NameForm({ lamp, written }: FormProps) {
  const { t } = useTranslation('lamps')
  const { plantId } = useCurrentPlant()
  const { description, location, notes, version } = lamp
  const action = useActionMutation('saveLampDescription')
  const { form, submit, saving, trouble } = useRecordForm({
    schema,
    stored: { description, location, notes, version },
    labels: { description: t('word.description'), location: t('word.place'), notes: t('form.notes') },
    prefix: 'lampDescInfo.',
    save: async ({ version: openedVersion, ...texts }) => {
      const lampDescInfo = { topic: lamp.cu, addr: lamp.id, ...texts }
      return (await action.mutateAsync({ plantId, lampDescInfo, version: openedVersion })).lamp
    },
  })
  return (
    <form className="vx-panel-part" onSubmit={submit} noValidate>
      <UnsavedGuard form={form} draft={`lamp.${lamp.cu}.${lamp.id}`} />
      <TextInput label={t('word.description')} {...form.getInputProps('description')} />
      <TextInput label={t('word.place')} {...form.getInputProps('location')} />
      <Textarea label={t('form.notes')} rows={3} resize="vertical" {...form.getInputProps('notes')} />
      <NotesWritten written={written} />
      {trouble}
      <Group>
        <ReasonButton type="submit" variant="default" loading={saving} onClick={() => undefined}>
          {t('word.save')}
        </ReasonButton>
      </Group>
    </form>
  )
}
