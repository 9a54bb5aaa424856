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
  const [kept, setKept] = useState(() => findDraft(place))
  const latest = useRef(form)
  const dirty = form.isDirty()
  const wasDirty = useRef(false)
  const offer = useRef<HTMLDivElement>(null)
  useEffect(() => {
    latest.current = form
  })
  const forget = () => {
    deleteDraft(place)
    setKept(undefined)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: saved means that nothing is unsaved any more
  useEffect(() => {
    if (wasDirty.current && !dirty) forget()
    wasDirty.current = dirty
  }, [dirty])
  useEffect(
    () => () => {
      const reason = signOutReason()
      if (reason !== undefined && reason !== 'own' && latest.current.isDirty())
        saveDraft(place, [...changedFields(latest.current), ...openedVersion(latest.current)])
    },
    [place],
  )
  // The form may be outside the visible part of the page.
  useEffect(() => {
    offer.current?.scrollIntoView?.({ block: 'nearest' })
  }, [])
  if (!kept) return null
  const restore = () => {
    for (const [field, value] of kept) form.setFieldValue(field, value as never)
    forget()
  }
  return (
    <Alert ref={offer} icon={<IconHistory size={18} aria-hidden />} role="status" title={t('draft.title')}>
      <p>{t('draft.text', { count: kept.filter(([field]) => field !== 'version').length })}</p>
      <Group gap="xs">
        <Button variant="default" onClick={restore}>
          {t('draft.restore')}
        </Button>
        <Button variant="subtle" onClick={forget}>
          {t('draft.discard')}
        </Button>
      </Group>
    </Alert>
  )
}
