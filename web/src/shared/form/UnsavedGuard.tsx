import type { UseFormReturnType } from '@mantine/form'
import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../feedback/ConfirmDialog.tsx'
import type { SearchParams } from '../search-params.ts'
import { tableKeys } from '../table/table-state.ts'
import { RestoreDraft } from './RestoreDraft.tsx'

type UnsavedGuardProps<Values extends Record<string, unknown>> = {
  form: UseFormReturnType<Values>
  /** The form's name on its page: its input then survives an unexpected sign-out. Never for passwords. */
  draft?: string
  /** Saving is in flight; a person who leaves gets a message if it fails. */
  saving?: boolean
}

/** A different tab or open detail counts as another place, although the path is the same; a table's filter does not. */
function isOtherLocation(current: SearchParams, next: SearchParams): boolean {
  const keys = [...Object.keys(current), ...Object.keys(next)]
  return keys.some((key) => !tableKeys.has(key) && current[key] !== next[key])
}

type LeaveQuestionProps = {
  /** Whether leaving would lose input, evaluated at the time of leaving. */
  unsaved: () => boolean
  /** The page keeps input between its steps, so only another path counts as leaving. */
  pathOnly?: boolean
  /** Saving is in flight, so leaving loses nothing. */
  saving?: boolean
}

/** Asks before leaving a place with unsaved input; for input outside a form. */
export function LeaveQuestion({ unsaved, pathOnly = false, saving = false }: LeaveQuestionProps) {
  const { t } = useTranslation('shared')
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      !saving &&
      unsaved() &&
      (current.pathname !== next.pathname ||
        (!pathOnly && isOtherLocation(current.search as SearchParams, next.search as SearchParams))),
    enableBeforeUnload: unsaved,
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

/** For every form whose input is worth a question: asks before its page, tab or detail is left unsaved. */
export function UnsavedGuard<Values extends Record<string, unknown>>({
  form,
  draft,
  saving = false,
}: UnsavedGuardProps<Values>) {
  return (
    <>
      {draft ? <RestoreDraft form={form} name={draft} /> : null}
      <LeaveQuestion unsaved={() => form.isDirty()} saving={saving} />
    </>
  )
}
