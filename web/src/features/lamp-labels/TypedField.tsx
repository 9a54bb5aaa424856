import { lampTextLengths } from '@vigilux/contract/features/lamp-labels/lamp-text-limits.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toastFailure } from '../../shared/feedback/toast.ts'
import { lazy } from '../../shared/lazy.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { serialOf } from '../../shared/plant/unit-topic.ts'
import { useShownRows } from '../../shared/table/shown-rows.ts'
import * as styles from './lamp-labels.module.css'
import { isBlock, type PasteResult, parsePaste } from './paste.ts'
import type { TextField } from './rename.ts'
import { type ChangedLamp, findChangedLamps, saveTexts } from './text-calls.ts'
import { addTextEdit } from './text-edits.ts'

const PasteDialog = lazy(async () => (await import('./PasteDialog.tsx')).PasteDialog)
const EditConflict = lazy(async () => (await import('./TypedMeanwhile.tsx')).TypedMeanwhile)

export type CellProps = { lamp: Lamp; field: TextField }

/** The field of the same text in the row below or above. */
function neighbour(input: HTMLInputElement, step: 1 | -1): HTMLInputElement | undefined {
  const allFields = [
    ...(input.closest('table')?.querySelectorAll<HTMLInputElement>(`input[data-text="${input.dataset.text}"]`) ?? []),
  ]
  return allFields[allFields.indexOf(input) + step]
}

/** Edits one text: Enter and leaving the field save it, Escape reverts it. */
function useCellEdit({ lamp, field }: CellProps) {
  const { plantId } = useCurrentPlant()
  const [typedText, setTypedText] = useState<string>()
  const [conflict, setConflict] = useState<ChangedLamp>()
  const [busy, setBusy] = useState(false)
  // Enter saves and then leaves the field, which would save again before the next render.
  const isSaving = useRef(false)
  const storedText = lamp[field]
  const saveText = async (text: string, version: number): Promise<void> => {
    isSaving.current = true
    setBusy(true)
    try {
      const textSaving = { plantId, kind: 'typed', workId: crypto.randomUUID() } as const
      const revision = await saveTexts(textSaving, [{ topic: lamp.cu, addr: lamp.id, [field]: text, version }])
      if (revision.lamps > 0) addTextEdit({ revision, lamp: lamp.id })
      setTypedText(undefined)
    } catch (error) {
      const [changed] = findChangedLamps(error)
      // Only the lamp's other text has changed: retry with the new version.
      if (changed?.now[field] === storedText) return await saveText(text, changed.now.version)
      if (changed) setConflict(changed)
      else toastFailure(error)
    } finally {
      isSaving.current = false
      setBusy(false)
    }
  }
  const save = () => {
    const text = typedText?.normalize('NFC').trim()
    if (text === undefined || isSaving.current) return
    if (text === storedText) setTypedText(undefined)
    else void saveText(text, lamp.version)
  }
  return {
    value: typedText ?? storedText,
    typed: typedText,
    setTyped: setTypedText,
    save,
    write: saveText,
    busy,
    conflict,
    setConflict,
  }
}

/** A lamp's text as a field, like a spreadsheet cell. */
export function EditableCell({ lamp, field }: CellProps) {
  const { t } = useTranslation('lamp-labels')
  const shown = useShownRows<Lamp>()
  const { value, typed, setTyped, save, write, busy, conflict, setConflict } = useCellEdit({ lamp, field })
  const [block, setBlock] = useState<PasteResult>()
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const steps: Record<string, 1 | -1> = { Enter: event.shiftKey ? -1 : 1, ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (event.key === 'Escape') setTyped(undefined)
    else if (step && !event.nativeEvent.isComposing) {
      save()
      neighbour(event.currentTarget, step)?.focus()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    if (!isBlock(text)) return
    event.preventDefault()
    setBlock(parsePaste(text, shown, lamp, field))
  }
  return (
    <>
      <input
        className={styles.textCell}
        data-text={field}
        aria-label={t(`typing.${field}`, { number: lampNumber(lamp.id), serial: serialOf(lamp.cu) })}
        aria-busy={busy}
        maxLength={lampTextLengths[field]}
        value={value}
        data-typed={typed === undefined ? undefined : true}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={save}
      />
      {block ? <PasteDialog pasted={block} onClose={() => setBlock(undefined)} /> : null}
      {conflict ? (
        <EditConflict
          field={field}
          mine={value}
          changed={conflict}
          onTheirs={() => {
            setTyped(undefined)
            setConflict(undefined)
          }}
          onMine={() => {
            setConflict(undefined)
            void write(value.trim(), conflict.now.version)
          }}
          onClose={() => setConflict(undefined)}
        />
      ) : null}
    </>
  )
}
