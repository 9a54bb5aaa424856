import { Textarea, TextInput } from '@mantine/core'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { useTranslation } from 'react-i18next'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { UnsavedGuard } from '../../shared/form/UnsavedGuard.tsx'
import { EditedTexts } from '../../shared/form/WrittenTexts.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useWhyNotEntitled } from '../central-units/index.ts'
import { useLampRooms } from '../rooms/index.ts'
import { LampPlace } from './LampPlace.tsx'
import { TextInPlace } from './TextInPlace.tsx'
import { maxLength, type TextName, useLampTexts } from './use-lamp-texts.tsx'

type TextsProps = { lamp: Lamp; written: ActionOutput<'getLamp'>['notes_written'] }

/** Place, description and notes of a lamp as stored on the platform: editable with permission, otherwise read-only. */
export function LampTexts({ lamp, written }: TextsProps) {
  const { t } = useTranslation('lamps')
  const isReader = useWhyNotEntitled() !== undefined
  const place = usePlaceText(lamp)
  if (!isReader) return <EditableTexts lamp={lamp} written={written} />
  const texts = [
    [t('word.place'), place],
    [t('word.description'), lamp.description],
    [t('form.notes'), lamp.notes],
  ] as const
  return (
    <>
      <EditedTexts texts={texts} />
      <NotesWritten written={written} />
    </>
  )
}

/** "Floor 2 › Hall · beside the door": the room and the place in it. */
function usePlaceText(lamp: Lamp): string {
  const { plantId } = useCurrentPlant()
  const { roomsOf, label } = useLampRooms(plantId)
  const [roomId] = roomsOf(lamp)
  return [roomId ? label(roomId) : '', lamp.location].filter(Boolean).join(' · ')
}

/** Author and time of the notes. */
function NotesWritten({ written }: Pick<TextsProps, 'written'>) {
  const { t } = useTranslation('lamps')
  const { dateTime } = useFormats(useCurrentPlant().plant.timezone)
  if (!written) return null
  return <p className="vx-quiet">{t('form.notesBy', { name: written.by, at: dateTime(written.at) })}</p>
}

function EditableTexts({ lamp, written }: TextsProps) {
  const { t } = useTranslation('lamps')
  const { form, saving, trouble, save, saved, undo } = useLampTexts(lamp)
  const place = usePlaceText(lamp)
  const textProps = (name: TextName, label: string) => ({
    label,
    text: form.values[name],
    isDirty: form.isDirty(name),
    saved: saved?.name === name ? saved : undefined,
    onUndo: undo,
    onLeave: save,
    onEscape: () => form.setFieldValue(name, form.getInitialValues()[name]),
  })
  const fieldProps = (name: TextName) => ({ ...form.getInputProps(name), maxLength: maxLength[name] })
  return (
    <section className="vx-panel-part" data-part="lamp-texts">
      <UnsavedGuard form={form} draft={`lamp.${lamp.cu}.${lamp.id}`} saving={saving} />
      <LampPlace lamp={lamp} field={fieldProps('location')} {...textProps('location', t('word.place'))} text={place} />
      <TextInPlace {...textProps('description', t('word.description'))}>
        {(id) => <TextInput id={id} {...fieldProps('description')} />}
      </TextInPlace>
      <TextInPlace {...textProps('notes', t('form.notes'))}>
        {(id) => <Textarea id={id} rows={3} resize="vertical" {...fieldProps('notes')} />}
      </TextInPlace>
      <NotesWritten written={written} />
      {trouble}
    </section>
  )
}
