import { Button } from '@mantine/core'
import type { AccessToken } from '@vigilux/contract/features/access-tokens/access-token.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { toastDone } from '../../shared/feedback/toast.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { useFormats } from '../../shared/format/format.ts'
import * as styles from './access-tokens.module.css'
import { useRevoke } from './use-revoke.ts'

type RevokeTokenProps = { token: AccessToken; plantId: string | undefined }

/** Asks before a token is revoked. */
export function RevokeToken({ token: { id, name }, plantId }: RevokeTokenProps) {
  const { t } = useTranslation('access-tokens')
  const [isAsking, setAsking] = useState(false)
  const { revoke, error } = useRevoke(plantId)
  const confirm = async () => {
    await revoke(id)
    toastDone(t('revokeAsk.done', { name }))
    setAsking(false)
  }
  return (
    <>
      <Button
        size="xs"
        variant="default"
        className={styles.tokenRevoke}
        aria-label={t('revokeOf', { name })}
        onClick={() => setAsking(true)}
      >
        {t('revoke')}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        destructive
        title={t('revokeAsk.title', { name })}
        confirmLabel={t('revokeAsk.confirm')}
        onConfirm={confirm}
        onCancel={() => setAsking(false)}
      >
        {isAsking && plantId !== undefined ? (
          <AnswerBoundary>
            <StoppedConnections plantId={plantId} tokenId={id} />
          </AnswerBoundary>
        ) : null}
        <p>{t('revokeAsk.text')}</p>
        <FormFailure error={error} />
      </ConfirmDialog>
    </>
  )
}

/** The connections to other systems ended together with a token. */
function StoppedConnections({ plantId, tokenId }: { plantId: string; tokenId: string }) {
  const { t } = useTranslation('access-tokens')
  const { t: tConnections } = useTranslation('outward-connections')
  const { list } = useFormats()
  const { bridges } = useAnswer('getOutwardConnections', { plantId })
  const stopped = bridges
    .filter(({ token }) => token.id === tokenId)
    .flatMap(({ connections }) => connections.filter(({ on }) => on))
  if (stopped.length === 0) return null
  const names = list(stopped.map(({ kind }) => tConnections(`kind.${kind}`)))
  return <p>{t('revokeAsk.stops', { count: stopped.length, names })}</p>
}
