import type { UseFormReturnType } from '@mantine/form'
import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../feedback/ConfirmDialog.tsx'
import type { SearchParams } from '../search-params.ts'
import { tableKeys } from '../table/table-state.ts'
import { RestoreDraft } from './RestoreDraft.tsx'

type UnsavedGuardProps<Values extends Record<string, unknown>> = {
  form: UseFormReturnType<Values>
  /** The form's name on its page: what is typed then outlives a sign-out that one did not ask for. Never for passwords. */
  draft?: string
  /** It is on its way to the server; who leaves meanwhile is told if it does not arrive. */
  saving?: boolean
}

/** Another tab or another open detail is another place, though the path is the same; a table's filter is not. */
function isElsewhere(current: SearchParams, next: SearchParams): boolean {
  const keys = [...Object.keys(current), ...Object.keys(next)]
  return keys.some((key) => !tableKeys.has(key) && current[key] !== next[key])
}

type LeaveQuestionProps = {
  /** Whether there is something that leaving would lose, at the moment of leaving. */
  unsaved: () => boolean
  /** The page keeps what was typed from step to step: only another path is another place. */
  pathOnly?: boolean
  /** It is on its way to the server: who goes on meanwhile loses nothing. */
  saving?: boolean
}

/** Asks before a place with unsaved input is left; for input that is no form of its own. */
export function LeaveQuestion({ unsaved, pathOnly = false, saving = false }: LeaveQuestionProps) {
  const { t } = useTranslation('shared')
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      !saving &&
      unsaved() &&
      (current.pathname !== next.pathname ||
        (!pathOnly && isElsewhere(current.search as SearchParams, next.search as SearchParams))),
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

/** Put into every form whose input is worth a question: asks before its page, tab or detail is left unsaved. */
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
