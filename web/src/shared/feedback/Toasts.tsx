import { Notification } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { closeToast, type Toast, useToasts } from './toast.ts'
import * as styles from './toasts.module.css'

const shownMs = 6000
/** Maximum number shown at once; others follow as these close. */
const maxToasts = 2

/** The messages at the bottom of the page. None closes automatically while one is hovered or focused. */
export function Toasts() {
  const [isHeld, setHeld] = useState(false)
  const toasts = useToasts()
  return (
    <div className={`${styles.toasts} vx-no-print`} aria-live="polite">
      {toasts.slice(0, maxToasts).map((toast) => (
        <ToastLine key={toast.id} toast={toast} held={isHeld} hold={setHeld} />
      ))}
    </div>
  )
}

type LineProps = { toast: Toast; held: boolean; hold: (isHeld: boolean) => void }

function ToastLine({ toast: { id, message, failed }, held, hold }: LineProps) {
  const { t } = useTranslation('shared')
  useEffect(() => {
    if (failed || held) return
    const timer = setTimeout(() => closeToast(id), shownMs)
    return () => clearTimeout(timer)
  }, [id, failed, held])
  const close = () => {
    hold(false)
    closeToast(id)
  }
  return (
    <Notification
      withBorder
      {...(failed ? { color: 'red' } : {})}
      role={failed ? 'alert' : 'status'}
      closeButtonProps={{ 'aria-label': t('close') }}
      onClose={close}
      onPointerEnter={() => hold(true)}
      onPointerLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
    >
      {message}
    </Notification>
  )
}
