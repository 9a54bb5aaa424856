import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../feedback/ConfirmDialog.tsx'

/** Asks before a page with unsaved input is left: `<UnsavedGuard when={form.isDirty()} />`. */
export function UnsavedGuard({ when }: { when: boolean }) {
  const { t } = useTranslation('shared')
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => when && current.pathname !== next.pathname,
    enableBeforeUnload: when,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      opened={blocker.status === 'blocked'}
      title={t('unsaved.title')}
      confirmLabel={t('unsaved.leave')}
      cancelLabel={t('unsaved.stay')}
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      {t('unsaved.text')}
    </ConfirmDialog>
  )
}
