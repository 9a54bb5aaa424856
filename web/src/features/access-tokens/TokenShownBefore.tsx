import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../shared/feedback/Dialog.tsx'
import { toastDone } from '../../shared/feedback/toast.ts'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import * as styles from './access-tokens.module.css'
import type { TokenOnceProps } from './TokenOnce.tsx'
import { TokenSummary } from './TokenSummary.tsx'
import { useRevoke } from './use-revoke.ts'

/** A repeated request found the token created: its text cannot be shown again. */
export function TokenShownBefore({ accessToken, plantId, timeZone, onClose }: TokenOnceProps) {
  const { t } = useTranslation('access-tokens')
  const { revoke, error, isPending } = useRevoke(plantId)
  const revokeAndClose = async () => {
    await revoke(accessToken.id)
    toastDone(t('revokeAsk.done', { name: accessToken.name }))
    onClose()
  }
  return (
    <Dialog opened onClose={onClose} title={t('before.title')}>
      <div className={styles.tokenOnce}>
        <p className="vx-quiet">{t('before.text')}</p>
        <TokenSummary accessToken={accessToken} isOfPlant={plantId !== undefined} timeZone={timeZone} />
        <FormFailure error={error} />
        <FormFoot end>
          <Button variant="default" onClick={onClose}>
            {t('before.keep')}
          </Button>
          <Button color="red.8" loading={isPending} onClick={() => void revokeAndClose().catch(() => undefined)}>
            {t('revokeAsk.confirm')}
          </Button>
        </FormFoot>
      </div>
    </Dialog>
  )
}
