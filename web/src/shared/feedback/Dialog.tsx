import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { doublePressMs } from '../double-press.ts'
import { AnswerBoundary } from './AnswerBoundary.tsx'

/** The open dialogs, top last: Escape closes only the top one. */
const openDialogs: symbol[] = []

function useTopmostEscape(isOpen: boolean, close: () => void): void {
  const latestClose = useRef(close)
  useEffect(() => {
    latestClose.current = close
  })
  useEffect(() => {
    if (!isOpen) return
    const ownToken = Symbol('dialog')
    openDialogs.push(ownToken)
    const receive = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || openDialogs.at(-1) !== ownToken) return
      // An open list of choices inside the dialog closes first.
      if (event.target instanceof Element && event.target.closest('[data-mantine-stop-propagation="true"]')) return
      event.stopImmediatePropagation()
      latestClose.current()
    }
    addEventListener('keydown', receive, { capture: true })
    return () => {
      removeEventListener('keydown', receive, { capture: true })
      openDialogs.splice(openDialogs.indexOf(ownToken), 1)
    }
  }, [isOpen])
}

/** Returns the focus to the opener, even if the dialog unmounts when it closes. */
export function useRestoreFocus(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return
    const focusedBefore = document.activeElement
    return () => {
      if (focusedBefore instanceof HTMLElement && focusedBefore.isConnected)
        focusedBefore.focus({ preventScroll: true })
    }
  }, [isOpen])
}

/** The second click of a double click on the opener lands outside the dialog and must not close it. */
function useSettled(isOpen: boolean): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    setSettled(false)
    if (!isOpen) return
    const timer = setTimeout(() => setSettled(true), doublePressMs)
    return () => clearTimeout(timer)
  }, [isOpen])
  return isSettled
}

/** The base of every modal in the product. */
export function Dialog({ children, ...props }: ModalProps) {
  const { t } = useTranslation('shared')
  useTopmostEscape(props.opened, props.onClose)
  useRestoreFocus(props.opened)
  const isSettled = useSettled(props.opened)
  return (
    <Modal
      closeButtonProps={{ 'aria-label': t('close') }}
      {...props}
      closeOnEscape={false}
      closeOnClickOutside={isSettled}
      returnFocus={false}
    >
      <AnswerBoundary>{children}</AnswerBoundary>
    </Modal>
  )
}
