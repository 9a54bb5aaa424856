import { Button, Text } from '@mantine/core'
import { IconMailOff } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ApiFailure } from '@vigilux/client/failure.ts'
import { useTranslation } from 'react-i18next'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { StatePanel } from '../../shared/feedback/StatePanel.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import * as styles from './notices.module.css'

/** Ends mails of a kind without sign-in. Opening it changes nothing, because mail scanners open addresses. */
export function UnsubscribePage() {
  const { token = '' } = useParams({ strict: false }) as { token?: string }
  return <Unsubscription token={token} of={useAnswer('getUnsubscription', { token }).unsubscription} />
}

type FoundUnsubscription = ActionOutput<'getUnsubscription'>['unsubscription']

function Unsubscription({ token, of }: { token: string; of: FoundUnsubscription }) {
  const { t } = useTranslation('notices')
  const list = new Intl.ListFormat(useLanguage(), { type: 'conjunction' })
  const queries = useQueryClient()
  const stop = useMutation<void, ApiFailure>({
    mutationFn: async () => {
      const { ok, status } = await fetch(`/unsubscribe/${encodeURIComponent(token)}`, { method: 'POST' })
      if (!ok) throw new ApiFailure(status === 429 ? 'TOO_MANY_REQUESTS' : 'NOT_FOUND', status)
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['getUnsubscription'] }),
  })
  if (!of)
    return (
      <StatePanel level={1} icon={IconMailOff} title={t('unsubscribe.noneTitle')}>
        {t('unsubscribe.noneText')}
      </StatePanel>
    )
  const values = { plant: of.plantname, kinds: list.format(of.kinds.map((kind) => t(`name.${kind}`))) }
  return (
    <article className={`vx-card ${styles.unsubscribe}`} aria-live="polite">
      <h1>{t(of.on ? 'unsubscribe.title' : 'unsubscribe.doneTitle')}</h1>
      <Text>{t(of.on ? 'unsubscribe.text' : 'unsubscribe.done', values)}</Text>
      {of.on ? (
        <Button loading={stop.isPending} onClick={() => stop.mutate()}>
          {t('unsubscribe.button')}
        </Button>
      ) : null}
      <FormFailure error={stop.error} />
    </article>
  )
}
