import { Textarea } from '@mantine/core'
import type { ListedUser, ValidationDecision } from '@vigilux/contract/features/accounts/account.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { toastDone } from '../../shared/feedback/toast.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'

export type Decision = { user: ListedUser; validation: ValidationDecision }
type Props = Decision & {
  words: { title: string; confirm: string; text: string; done: string }
  onDone: () => void
}

/** Asks before an account is opened or closed. What closes it needs a reason, which the person gets by mail. */
export function DecisionDialog({ user, validation, words, onDone }: Props) {
  const { t } = useTranslation('accounts')
  const [reason, setReason] = useState('')
  const [lacking, setLacking] = useState(false)
  const decide = useActionMutation('updateUserValidation', { refresh: ['getPendingUsers', 'getAllUsers'] })
  const closes = validation !== 'verified'
  const confirm = async () => {
    const given = reason.trim()
    setLacking(closes && given === '')
    if (closes && given === '') return
    await decide.mutateAsync({ userId: user.userid, validation, ...(closes ? { reason: given } : {}) })
    toastDone(words.done)
    onDone()
  }
  return (
    <ConfirmDialog
      opened
      title={words.title}
      confirmLabel={words.confirm}
      destructive={closes}
      onConfirm={confirm}
      onCancel={onDone}
    >
      <p>{words.text}</p>
      {closes ? (
        <Textarea
          label={t('pending.reason')}
          withAsterisk
          autosize
          minRows={2}
          maxLength={500}
          value={reason}
          error={lacking ? t('pending.reasonLacking') : undefined}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      ) : null}
      <FormFailure error={decide.error} />
    </ConfirmDialog>
  )
}
