import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { doublePressMs } from '../double-press.ts'
import { AnswerBoundary } from './AnswerBoundary.tsx'

/** The open dialogs, top last: Escape closes only the top one. */
const openDialogs: symbol[] = []

function useTopmostEscape(opened: boolean, close: () => void): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    if (!opened) return
    const own = Symbol('dialog')
    openDialogs.push(own)
    const receive = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || openDialogs.at(-1) !== own) return
      // An open list of choices inside the dialog closes first.
      if (event.target instanceof Element && event.target.closest('[data-mantine-stop-propagation="true"]')) return
      event.stopImmediatePropagation()
      latest.current()
    }
    addEventListener('keydown', receive, { capture: true })
    return () => {
      removeEventListener('keydown', receive, { capture: true })
      openDialogs.splice(openDialogs.indexOf(own), 1)
    }
  }, [opened])
}

/** Returns the focus to the opener, even if the dialog unmounts when it closes. */
export function useRestoreFocus(opened: boolean): void {
  useEffect(() => {
    if (!opened) return
    const opener = document.activeElement
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [opened])
}

/** The second click of a double click on the opener lands outside the dialog and must not close it. */
function useSettled(opened: boolean): boolean {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    setSettled(false)
    if (!opened) return
    const timer = setTimeout(() => setSettled(true), doublePressMs)
    return () => clearTimeout(timer)
  }, [opened])
  return settled
}

/** The base of every modal in the product. */
export function Dialog({ children, ...props }: ModalProps) {
  const { t } = useTranslation('shared')
  useTopmostEscape(props.opened, props.onClose)
  useRestoreFocus(props.opened)
  const settled = useSettled(props.opened)
  return (
    <Modal
      closeButtonProps={{ 'aria-label': t('close') }}
      {...props}
      closeOnEscape={false}
      closeOnClickOutside={settled}
      returnFocus={false}
    >
      <AnswerBoundary>{children}</AnswerBoundary>
    </Modal>
  )
}
