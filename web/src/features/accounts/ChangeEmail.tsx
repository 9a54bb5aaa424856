import { Button, Text, TextInput } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { email, verificationCode, verificationCodeValidity } from '@vigilux/contract/features/accounts/account.ts'
import type { SignInMethods } from '@vigilux/contract/features/accounts/sign-in-methods.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { actionKey } from '../../shared/api/use-action.ts'
import { useLimits } from '../../shared/api/use-limits.ts'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { toastDone } from '../../shared/feedback/toast.ts'
import { DialogFoot } from '../../shared/form/FormFoot.tsx'
import * as formStyles from '../../shared/form/form.module.css'
import { focusFirstError, useCheckedForm } from '../../shared/form/form.ts'
import { refreshSession } from '../../shared/session/session.ts'
import { AccountFailure } from './AccountFailure.tsx'
import * as accountsStyles from './accounts.module.css'
import * as factorStyles from './factor.module.css'
import { passwordForm } from './factor-forms.ts'
import { OwnPassword } from './OwnPassword.tsx'
import { signsInByPassword } from './sign-in-methods.ts'
import { useAuthFlow } from './use-auth-flow.ts'

/** The address used for sign-in, and a new pending one. */
export function EmailLine({ methods }: { methods: SignInMethods }) {
  const { t } = useTranslation('accounts')
  const [openDialog, setOpenDialog] = useState<'address' | 'codes'>()
  const { email: current, new_email: newEmail } = methods
  return (
    <li>
      <IconMail size={18} aria-hidden />
      <span className={accountsStyles.profileLineText}>
        <strong>{t('changeEmail.line')}</strong>
        <span className="vx-quiet">{current}</span>
        {newEmail ? <span className="vx-quiet">{t('changeEmail.waiting', { address: newEmail.email })}</span> : null}
      </span>
      <span className={factorStyles.factorButtons}>
        {newEmail ? (
          <Button size="xs" variant="default" onClick={() => setOpenDialog('codes')}>
            {t('changeEmail.enter')}
          </Button>
        ) : null}
        {signsInByPassword(methods) ? (
          <Button size="xs" variant="default" onClick={() => setOpenDialog('address')}>
            {t('changeEmail.change')}
          </Button>
        ) : null}
      </span>
      {openDialog ? (
        <ChangeEmail
          current={current}
          pendingEmail={openDialog === 'codes' ? newEmail?.email : undefined}
          onClose={() => setOpenDialog(undefined)}
        />
      ) : null}
    </li>
  )
}

type ChangeEmailProps = { current: string; pendingEmail: string | undefined; onClose: () => void }

/** Asks for the new address, then for the codes of both. Never reveals whether an address has an account. */
function ChangeEmail({ current, pendingEmail, onClose }: ChangeEmailProps) {
  const { t } = useTranslation('accounts')
  const [next, setNext] = useState(pendingEmail)
  return (
    <FormDialog title={t('changeEmail.title')} unsaved={false} onClose={onClose} closeOnClickOutside={false}>
      {(cancel) =>
        next === undefined ? (
          <AddressStep onCancel={cancel} onSent={setNext} />
        ) : (
          <CodesStep current={current} next={next} onCancel={cancel} onDone={onClose} />
        )
      }
    </FormDialog>
  )
}

const addressForm = passwordForm.extend({ email })

function AddressStep({ onCancel, onSent }: { onCancel: () => void; onSent: (address: string) => void }) {
  const { t } = useTranslation('accounts')
  const queries = useQueryClient()
  const form = useCheckedForm(addressForm, { email: '', password: '' })
  const { ask: request, busy, failure } = useAuthFlow(form)
  const submit = async (values: { email: string; password: string }) => {
    if (!(await request('change-email', values))) return
    void queries.invalidateQueries({ queryKey: actionKey('getSignInMethods') })
    onSent(values.email.trim().toLowerCase())
  }
  return (
    <form
      className={formStyles.form}
      noValidate
      onSubmit={form.onSubmit((values) => void submit(values), focusFirstError)}
    >
      <p>{t('changeEmail.text')}</p>
      <AccountFailure error={failure} />
      <TextInput
        label={t('changeEmail.newAddress')}
        withAsterisk
        data-autofocus
        type="email"
        autoComplete="email"
        {...form.getInputProps('email')}
      />
      <OwnPassword {...form.getInputProps('password')} />
      <DialogFoot onCancel={onCancel} saving={busy}>
        {t('changeEmail.send')}
      </DialogFoot>
    </form>
  )
}

const codesForm = z.strictObject({ currentCode: verificationCode, newCode: verificationCode })

type CodesStepProps = { current: string; next: string; onCancel: () => void; onDone: () => void }

function CodesStep({ current, next, onCancel, onDone }: CodesStepProps) {
  const { t } = useTranslation('accounts')
  const queries = useQueryClient()
  const minutes = useLimits().codeMinutes
  const form = useCheckedForm(codesForm, { currentCode: '', newCode: '' })
  const { ask: request, busy, failure, mismatch } = useAuthFlow(form)
  const submit = async (values: { currentCode: string; newCode: string }) => {
    if (!(await request('confirm-email', values))) return
    await refreshSession(queries)
    for (const read of ['getSignInMethods', 'getUserInfos', 'getSessions'] as const)
      void queries.invalidateQueries({ queryKey: actionKey(read) })
    toastDone(t('changeEmail.done', { address: next }))
    onDone()
  }
  const field = (name: 'currentCode' | 'newCode') => ({
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    maxLength: verificationCodeValidity.digits + 3,
    withAsterisk: true,
    ...form.getInputProps(name),
  })
  return (
    <form
      className={formStyles.form}
      noValidate
      onSubmit={form.onSubmit((values) => void submit(values), focusFirstError)}
    >
      {minutes === undefined ? null : (
        <p>{t('changeEmail.sent', { current, next, minutes, tries: verificationCodeValidity.tries })}</p>
      )}
      <AccountFailure error={failure} />
      {mismatch ? (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {t('changeEmail.wrong')}
        </Text>
      ) : null}
      <TextInput label={t('changeEmail.currentCode', { address: current })} data-autofocus {...field('currentCode')} />
      <TextInput label={t('changeEmail.currentCode', { address: next })} {...field('newCode')} />
      <DialogFoot onCancel={onCancel} saving={busy}>
        {t('changeEmail.confirm')}
      </DialogFoot>
    </form>
  )
}
