import { Alert, Button, Group } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconHistory } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { signOutReason } from '../session/return-path.ts'
import { useSignedInUser } from '../session/session.ts'
import { type ChangedField, changedFields } from './changes.ts'
import { type DraftKey, deleteDraft, findDraft, saveDraft } from './drafts.ts'

/** The version on which the draft is based: a draft must not overwrite a newer one either. */
function openedVersion<Values extends Record<string, unknown>>(form: UseFormReturnType<Values>): ChangedField[] {
  const { version } = form.getValues()
  return version === undefined ? [] : [['version', version]]
}

type RestoreDraftProps<Values extends Record<string, unknown>> = { form: UseFormReturnType<Values>; name: string }

/** Saves typed input when the session ends unexpectedly, and offers it after the next sign-in. */
export function RestoreDraft<Values extends Record<string, unknown>>({ form, name }: RestoreDraftProps<Values>) {
  const { t } = useTranslation('shared')
  const { userid } = useSignedInUser()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const [place] = useState<DraftKey>({ userId: userid, path, form: name })
  const [foundDraft, setFoundDraft] = useState(() => findDraft(place))
  const latestForm = useRef(form)
  const isDirty = form.isDirty()
  const wasDirty = useRef(false)
  const offerRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    latestForm.current = form
  })
  const discardDraft = () => {
    deleteDraft(place)
    setFoundDraft(undefined)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: saved means that nothing is unsaved any more
  useEffect(() => {
    if (wasDirty.current && !isDirty) discardDraft()
    wasDirty.current = isDirty
  }, [isDirty])
  useEffect(
    () => () => {
      const reason = signOutReason()
      if (reason !== undefined && reason !== 'own' && latestForm.current.isDirty())
        saveDraft(place, [...changedFields(latestForm.current), ...openedVersion(latestForm.current)])
    },
    [place],
  )
  // The form may be outside the visible part of the page.
  useEffect(() => {
    offerRef.current?.scrollIntoView?.({ block: 'nearest' })
  }, [])
  if (!foundDraft) return null
  const restore = () => {
    for (const [field, value] of foundDraft) form.setFieldValue(field, value as never)
    discardDraft()
  }
  return (
    <Alert ref={offerRef} icon={<IconHistory size={18} aria-hidden />} role="status" title={t('draft.title')}>
      <p>{t('draft.text', { count: foundDraft.filter(([field]) => field !== 'version').length })}</p>
      <Group gap="xs">
        <Button variant="default" onClick={restore}>
          {t('draft.restore')}
        </Button>
        <Button variant="subtle" onClick={discardDraft}>
          {t('draft.discard')}
        </Button>
      </Group>
    </Alert>
  )
}
