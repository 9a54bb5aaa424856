import { Button, Textarea } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useBlocker } from '@tanstack/react-router'
import type { AccessToken } from '@vigilux/contract/features/access-tokens/access-token.ts'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { Dialog } from '../../shared/feedback/Dialog.tsx'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import * as styles from './access-tokens.module.css'
import { TokenSummary } from './TokenSummary.tsx'
import { useRevoke } from './use-revoke.ts'

export type TokenOnceProps = {
  accessToken: AccessToken
  /** The plant of the token; without it the token is the person's own. */
  plantId?: string
  timeZone: string
  onClose: () => void
}

/** A new token, shown only once. Closing it or leaving before it is copied asks, and revokes the token. */
export function TokenOnce({ token, accessToken, plantId, timeZone, onClose }: TokenOnceProps & { token: string }) {
  const { t } = useTranslation('access-tokens')
  const [isCopied, setCopied] = useState(false)
  const [isClosing, setClosing] = useState(false)
  const { revoke, error } = useRevoke(plantId)
  const blocker = useBlocker({
    shouldBlockFn: () => !isCopied,
    enableBeforeUnload: () => !isCopied,
    withResolver: true,
  })
  const revokeAndClose = async () => {
    await revoke(accessToken.id)
    onClose()
    blocker.proceed?.()
  }
  const stay = () => {
    setClosing(false)
    blocker.reset?.()
  }
  return (
    <>
      <Dialog opened onClose={() => (isCopied ? onClose() : setClosing(true))} title={t('once.title')}>
        <div className={styles.tokenOnce}>
          <p className="vx-quiet">{t('once.text')}</p>
          <TokenText token={token} isCopied={isCopied} onCopied={() => setCopied(true)} />
          <TokenSummary accessToken={accessToken} isOfPlant={plantId !== undefined} timeZone={timeZone} />
          <p className="vx-quiet">
            {t('once.header')} <code>Authorization: Bearer …</code>
          </p>
          <FormFoot end>
            {isCopied ? null : <p className="vx-quiet">{t('once.copyFirst')}</p>}
            <Button variant="default" disabled={!isCopied} onClick={onClose}>
              {t('once.done')}
            </Button>
          </FormFoot>
        </div>
      </Dialog>
      <ConfirmDialog
        opened={isClosing || blocker.status === 'blocked'}
        destructive
        title={t('once.loseTitle')}
        confirmLabel={t('once.lose')}
        cancelLabel={t('once.stay')}
        onConfirm={revokeAndClose}
        onCancel={stay}
      >
        <p>{t('once.loseText')}</p>
        <FormFailure error={error} />
      </ConfirmDialog>
    </>
  )
}

type TokenTextProps = { token: string; isCopied: boolean; onCopied: () => void }

/** The text of the token. Without access to the clipboard it is selected, for the person to copy it by hand. */
function TokenText({ token, isCopied, onCopied }: TokenTextProps) {
  const { t } = useTranslation('access-tokens')
  const textField = useRef<HTMLTextAreaElement>(null)
  const [isRefused, setRefused] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(token)
      onCopied()
    } catch {
      setRefused(true)
      textField.current?.select()
    }
  }
  const Mark = isCopied ? IconCheck : IconCopy
  return (
    <div className={styles.tokenText}>
      <Textarea
        ref={textField}
        aria-label={t('once.token')}
        readOnly
        rows={2}
        spellCheck={false}
        value={token}
        onFocus={(event) => event.currentTarget.select()}
        onCopy={onCopied}
        error={isRefused && !isCopied ? t('once.byHand') : undefined}
      />
      <Button data-autofocus leftSection={<Mark size={16} aria-hidden />} onClick={() => void copy()}>
        {t(isCopied ? 'copied' : 'copy', { ns: 'shared' })}
      </Button>
    </div>
  )
}
