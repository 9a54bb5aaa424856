import { TextInput } from '@mantine/core'
import type { ProCode } from '@vigilux/contract/features/pro-codes/pro-code.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { toastDone } from '../../shared/feedback/toast.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'

/** Asks for a reason and revokes an unused code permanently. */
export function RevokeDialog({ code: { id, last4 }, onDone }: { code: ProCode; onDone: () => void }) {
  const { t } = useTranslation('pro-codes')
  const [reason, setReason] = useState('')
  const [isReasonMissing, setReasonMissing] = useState(false)
  const revoke = useActionMutation('revokeToken', { refresh: ['getAllTokens'] })
  const confirm = async () => {
    const trimmedReason = reason.trim()
    setReasonMissing(trimmedReason === '')
    if (trimmedReason === '') return
    await revoke.mutateAsync({ tokenId: id, reason: trimmedReason })
    toastDone(t('revoke.done', { last4 }))
    onDone()
  }
  return (
    <ConfirmDialog
      opened
      destructive
      title={t('revoke.title', { last4 })}
      confirmLabel={t('revoke.button')}
      onConfirm={confirm}
      onCancel={onDone}
    >
      <p>{t('revoke.text')}</p>
      <TextInput
        label={t('revoke.reason')}
        withAsterisk
        maxLength={200}
        value={reason}
        error={isReasonMissing ? t('revoke.reasonLacking') : undefined}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <FormFailure error={revoke.error} />
    </ConfirmDialog>
  )
}
