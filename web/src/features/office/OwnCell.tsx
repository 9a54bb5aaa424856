import { TextInput, UnstyledButton } from '@mantine/core'
import { type OfficeFields, type OfficePlant, officeLimits } from '@vigilux/contract/features/office/office-plant.ts'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../shared/api/api-failure.ts'
import { useActionMutation } from '../../shared/api/use-action.ts'
import * as styles from './office.module.css'

export type OwnField = 'contract' | 'chain' | 'note'
type OwnCellProps = { plant: OfficePlant; field: OwnField }

const lists = ['getSummaryPlants', 'getAldiPlants'] as const

/** The same cell in the next line, to fill a column by keyboard. */
const nextCell = (cell: HTMLElement, field: OwnField): HTMLElement | null =>
  cell.closest('tr')?.nextElementSibling?.querySelector<HTMLElement>(`[data-own="${field}"]`) ?? null

/** The office's own text, edited in its cell: Enter saves and moves down, Esc reverts. */
export function OwnCell({ plant, field }: OwnCellProps) {
  const { t } = useTranslation('office')
  const [typedText, setTypedText] = useState<string>()
  const save = useActionMutation('saveSummaryPlants', { refresh: lists })
  const text = plant.own[field]
  const label = t('own.of', { field: t(`own.${field}`), plant: plant.plantname })
  if (typedText === undefined)
    return (
      <UnstyledButton
        className={styles.ownCell}
        data-own={field}
        aria-label={`${label}: ${text || t('own.none')}`}
        title={text}
        onClick={() => setTypedText(text)}
      >
        {text || '–'}
      </UnstyledButton>
    )
  const saveCell = async (afterSave?: () => void) => {
    const savedFields: OfficeFields = { ...plant.own, [field]: typedText.trim() }
    const isUnchanged =
      savedFields[field] === text ||
      (await save.mutateAsync({ plantId: plant.plant_id, ...savedFields }).then(
        () => true,
        () => false,
      ))
    if (!isUnchanged) return
    setTypedText(undefined)
    afterSave?.()
  }
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      setTypedText(undefined)
    }
    if (event.key !== 'Enter') return
    const next = nextCell(event.currentTarget, field)
    void saveCell(() => next?.click())
  }
  return (
    <TextInput
      size="xs"
      data-autofocus
      autoFocus
      aria-label={label}
      maxLength={officeLimits[field]}
      value={typedText}
      disabled={save.isPending}
      error={
        save.error ? (save.error.code === 'CHANGED_MEANWHILE' ? t('own.changed') : failureText(save.error)) : undefined
      }
      onChange={(event) => setTypedText(event.currentTarget.value)}
      onKeyDown={onKey}
      onBlur={() => void saveCell()}
    />
  )
}
