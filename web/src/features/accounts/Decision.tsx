import { Button, Select, Text, Textarea } from '@mantine/core'
import {
  type IdentityCheck,
  identityMethods,
  type ListedUser,
  needsIdentity,
  type ValidationDecision,
} from '@vigilux/contract/features/accounts/account.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { toastDone } from '../../shared/feedback/toast.ts'
import { DateField } from '../../shared/form/DateField.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import * as tableStyles from '../../shared/table/table.module.css'
import { fullName } from './user-columns.tsx'

/** The office's decisions about an account, and the resulting state. */
const decisions = {
  accept: 'verified',
  refuse: 'refused',
  suspend: 'suspended',
  reopen: 'verified',
} as const satisfies Record<string, ValidationDecision>
export type DecisionName = keyof typeof decisions
/** Decisions available for an account; for accounts of the office only the operator decides. */
export function decisionsOn({ usertype, validation }: ListedUser): readonly DecisionName[] {
  if (usertype === 'admin') return []
  if (validation === 'pending') return ['accept', 'refuse']
  return validation === 'verified' ? ['suspend'] : ['reopen']
}

export type Decision = { user: ListedUser; name: DecisionName }

/** Closing an account requires a reason, which the person gets by mail. */
const requiresReason = (name: DecisionName): boolean => decisions[name] !== 'verified'

type ButtonsProps = { user: ListedUser; offered: readonly DecisionName[]; decide: (decision: Decision) => void }

export function DecisionButtons({ user, offered, decide }: ButtonsProps) {
  const { t } = useTranslation('accounts')
  return (
    <span className={tableStyles.rowActions}>
      {offered.map((name) => (
        <Button
          key={name}
          size="xs"
          {...(requiresReason(name)
            ? { variant: 'subtle', color: 'red', c: 'var(--mantine-color-error)' }
            : { variant: 'default' })}
          aria-label={t(`decision.${name}.named`, { name: fullName(user) })}
          onClick={() => decide({ user, name })}
        >
          {t(`decision.${name}.button`)}
        </Button>
      ))}
    </span>
  )
}

const unchecked: IdentityCheck = { method: 'inPerson', checkedOn: '' }

type IdentityProps = { value: IdentityCheck; onChange: (value: IdentityCheck) => void }

/** How and on which day the office checked the name of an installer who is a person. */
function IdentityFields({ value, onChange }: IdentityProps) {
  const { t } = useTranslation('accounts')
  return (
    <>
      <Select
        label={t('decision.identity.method')}
        withAsterisk
        allowDeselect={false}
        value={value.method}
        data={identityMethods.map((method) => ({ value: method, label: t(`decision.identity.${method}`) }))}
        onChange={(method) =>
          onChange({ ...value, method: identityMethods.find((one) => one === method) ?? value.method })
        }
      />
      <DateField
        label={t('decision.identity.checkedOn')}
        required
        value={value.checkedOn}
        onChange={(checkedOn) => onChange({ ...value, checkedOn })}
      />
      <Text size="sm" c="dimmed">
        {t('decision.identity.note')}
      </Text>
    </>
  )
}

/** Confirms the opening or closing of an account. */
export function DecisionDialog({ user, name, onDone }: Decision & { onDone: () => void }) {
  const { t } = useTranslation('accounts')
  const [reason, setReason] = useState('')
  const [isReasonMissing, setReasonMissing] = useState(false)
  const [identity, setIdentity] = useState<IdentityCheck>(unchecked)
  const asksIdentity = decisions[name] === 'verified' && needsIdentity(user) && user.identity === null
  const decide = useActionMutation('updateUserValidation', { refresh: ['getPendingUsers', 'getAllUsers'] })
  const values = { name: fullName(user), email: user.email }
  const confirm = async () => {
    const trimmedReason = reason.trim()
    setReasonMissing(requiresReason(name) && trimmedReason === '')
    if (requiresReason(name) && trimmedReason === '') return
    const { userid: userId, validation: previousValidation } = user
    const validationUpdate = {
      userId,
      validation: decisions[name],
      ...(previousValidation === 'verified' ? {} : { was: previousValidation }),
    }
    await decide.mutateAsync({
      ...validationUpdate,
      ...(requiresReason(name) ? { reason: trimmedReason } : {}),
      ...(asksIdentity && identity.checkedOn ? { identity } : {}),
    })
    toastDone(t(`decision.${name}.done`, values))
    onDone()
  }
  return (
    <ConfirmDialog
      opened
      title={t(`decision.${name}.title`, values)}
      confirmLabel={t(`decision.${name}.named`, values)}
      destructive={requiresReason(name)}
      onConfirm={confirm}
      onCancel={onDone}
    >
      <p>{t(`decision.${name}.text`, values)}</p>
      {asksIdentity ? <IdentityFields value={identity} onChange={setIdentity} /> : null}
      {requiresReason(name) ? (
        <Textarea
          label={t('decision.reason')}
          withAsterisk
          autosize
          minRows={2}
          maxLength={500}
          value={reason}
          error={isReasonMissing ? t('decision.reasonLacking') : undefined}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      ) : null}
      <FormFailure error={decide.error} />
    </ConfirmDialog>
  )
}
