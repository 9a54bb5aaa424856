import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { ApiFailure } from '@vigilux/client/failure.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { refreshSession } from '../../shared/session/session.ts'
import { AccountFailure } from './AccountFailure.tsx'
import * as styles from './accounts.module.css'
import { canUsePasskeys, offerPasskeys, signInWithPasskey } from './passkeys.ts'

/** Sign-in with a passkey: by the button, or by the browser's suggestion in the address field. */
export function PasskeySignIn() {
  const { t } = useTranslation('accounts')
  const queries = useQueryClient()
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (busy || !canUsePasskeys()) return
    return offerPasskeys((failure) => {
      if (failure) setFailure(failure)
      else void refreshSession(queries)
    })
  }, [queries, busy])
  if (!canUsePasskeys()) return null
  const signIn = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      await signInWithPasskey()
      await refreshSession(queries)
    } catch (error) {
      // A person who cancels the device's dialog needs no message.
      if (error instanceof ApiFailure) setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.accountPasskey}>
      <AccountFailure error={failure} />
      <Button
        variant="default"
        fullWidth
        leftSection={<IconKey size={16} aria-hidden />}
        loading={busy}
        onClick={() => void signIn()}
      >
        {t('passkey.signIn')}
      </Button>
    </div>
  )
}
