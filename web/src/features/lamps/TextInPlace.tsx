import { ActionIcon } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePhone } from '../../shared/layout/use-phone.ts'
import * as styles from './lamps.module.css'

type InPlaceProps = {
  label: string
  /** Shown while the field is closed, on a phone. */
  text: string
  isDirty: boolean
  /** A new object after each save. */
  saved: object | undefined
  onUndo: () => void
  onLeave: () => void
  /** Restores the saved text. */
  onEscape: () => void
  /** Renders the field with this id. `close` ends editing, for a choice which needs no save. */
  children: (id: string, close: () => void) => ReactNode
}

/** A text edited in its place: leaving its field saves it. On a phone a pencil opens the field. */
export function TextInPlace(props: InPlaceProps) {
  const { label, text, isDirty, saved, onUndo, onLeave, onEscape, children } = props
  const { t } = useTranslation('lamps')
  const phone = usePhone()
  const id = useId()
  const [isEditing, setEditing] = useState(false)
  const pencil = useRef<HTMLButtonElement>(null)
  const returnsFocus = useRef(false)
  const isOpen = !phone || isEditing || isDirty
  useEffect(() => {
    if (isEditing) document.getElementById(id)?.focus()
  }, [isEditing, id])
  useEffect(() => {
    if (isOpen || !returnsFocus.current) return
    returnsFocus.current = false
    pencil.current?.focus()
  }, [isOpen])
  const close = () => {
    returnsFocus.current = phone
    setEditing(false)
  }
  const finish = () => {
    close()
    onLeave()
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (currentTarget.contains(relatedTarget)) return
    returnsFocus.current = false
    setEditing(false)
    onLeave()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.nativeEvent.isComposing || !isField(event.target)) return
    if (event.key === 'Enter' && event.target.tagName === 'INPUT') {
      event.preventDefault()
      finish()
    }
    if (event.key === 'Escape' && (phone || isDirty || event.target.ariaExpanded === 'true')) {
      event.preventDefault()
      onEscape()
      close()
    }
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys and blur of the field inside
    <div
      className={styles.inPlace}
      data-part="in-place"
      data-closed={!isOpen || undefined}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
    >
      <div className={styles.inPlaceHead}>
        {isOpen ? <label htmlFor={id}>{label}</label> : <span>{label}</span>}
        <SavedNote saved={saved} />
        {saved ? (
          <button
            type="button"
            className="vx-linklike"
            aria-label={t('inPlace.undoOf', { field: label })}
            onClick={onUndo}
          >
            {t('inPlace.undo')}
          </button>
        ) : null}
      </div>
      {isOpen ? (
        children(id, close)
      ) : (
        <>
          <b>{text || '–'}</b>
          <ActionIcon
            ref={pencil}
            size={44}
            aria-label={t('inPlace.edit', { field: label })}
            onClick={() => setEditing(true)}
          >
            <IconPencil size={20} />
          </ActionIcon>
        </>
      )}
      {isOpen && phone ? (
        <p className={styles.inPlaceHelp}>
          {t('inPlace.help')}
          <button type="button" className="vx-linklike" onClick={finish}>
            {t('inPlace.done')}
          </button>
        </p>
      ) : null}
    </div>
  )
}

const isField = (target: EventTarget): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

const savedNoteMs = 2_000

/** "Saved", for two seconds after each save. */
function SavedNote({ saved }: { saved: object | undefined }) {
  const { t } = useTranslation('lamps')
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    setShown(saved !== undefined)
    const timer = setTimeout(() => setShown(false), savedNoteMs)
    return () => clearTimeout(timer)
  }, [saved])
  return <span role="status">{isShown ? t('inPlace.saved') : ''}</span>
}
