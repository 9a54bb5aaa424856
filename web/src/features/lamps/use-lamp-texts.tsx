import { type Lamp, lampNotesLength } from '@vigilux/contract/features/lamps/lamp.ts'
import { optionalLines, optionalText } from '@vigilux/contract/kernel/primitives.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useRecordForm } from '../../shared/form/record-form.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'

export const maxLength = { description: 80, location: 120, notes: lampNotesLength } as const
export type TextName = keyof typeof maxLength
export const textNames = Object.keys(maxLength) as TextName[]

const schema = z.object({
  description: optionalText(maxLength.description),
  location: optionalText(maxLength.location),
  notes: optionalLines(maxLength.notes),
})

/** A saved text with the one before. */
type SavedText = { name: TextName; text: string; before: string }

/** The texts of a lamp. Each is saved on leaving its field; one left during a save follows it. */
export function useLampTexts(lamp: Lamp) {
  const { t } = useTranslation('lamps')
  const { plantId } = useCurrentPlant()
  const { description, location, notes, version } = lamp
  const action = useActionMutation('saveLampDescription')
  const [saved, setSaved] = useState<SavedText>()
  const sent = useRef<SavedText>(undefined)
  const isQueued = useRef(false)
  const record = useRecordForm({
    schema,
    stored: { description, location, notes, version },
    labels: { description: t('word.description'), location: t('word.place'), notes: t('form.notes') },
    prefix: 'lampDescInfo.',
    save: async ({ version: openedVersion, ...texts }) => {
      const lampDescInfo = { topic: lamp.cu, addr: lamp.id, ...texts }
      return (await action.mutateAsync({ plantId, lampDescInfo, version: openedVersion })).lamp
    },
    onSaved: () => setSaved(sent.current),
  })
  const { form, submit, saving, isChanged } = record
  const save = () => {
    const name = textNames.find((one) => form.isDirty(one))
    isQueued.current = name !== undefined && (saving || isChanged)
    if (name === undefined || isQueued.current) return
    sent.current = { name, text: form.getValues()[name], before: form.getInitialValues()[name] }
    submit()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: `save` reads the current form
  useEffect(() => {
    if (isChanged) isQueued.current = true
    else if (!saving && isQueued.current) save()
  }, [saving, isChanged])
  const undo = () => {
    if (!saved) return
    form.setFieldValue(saved.name, saved.before)
    save()
  }
  const isSaved = (name: TextName) => saved?.name === name && form.getValues()[name] === saved.text
  return { ...record, save, saved: saved && isSaved(saved.name) ? saved : undefined, undo }
}
