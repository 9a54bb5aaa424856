import { Alert, Button, TextInput } from '@mantine/core'
import { IconMailCheck } from '@tabler/icons-react'
import { verificationCodeValidity } from '@vigilux/contract/features/accounts/account.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLimits } from '../../shared/api/use-limits.ts'
import * as formStyles from '../../shared/form/form.module.css'
import { focusFirstError, useCheckedForm } from '../../shared/form/form.ts'
import { callAuth } from '../../shared/session/session-api.ts'
import { AccountFailure } from './AccountFailure.tsx'
import { codeForm } from './account-forms.ts'
import * as styles from './accounts.module.css'
import { useSubmission } from './use-submission.ts'

type CodeStepProps = { email: string; onConfirmed: () => Promise<void> | void }

/** Asks for the code from the mail, or sends another one. An incomplete code is refused without a call. */
export function CodeStep({ email, onConfirmed }: CodeStepProps) {
  const { t } = useTranslation('accounts')
  const form = useCheckedForm(codeForm, { code: '' })
  const { submit, busy, failure } = useSubmission(form)
  const confirm = ({ code }: { code: string }) =>
    submit(async () => {
      await callAuth('confirm', { email, code })
      await onConfirmed()
    })
  return (
    <form
      className={formStyles.form}
      noValidate
      onSubmit={form.onSubmit((values) => void confirm(values), focusFirstError)}
    >
      <AccountFailure error={failure} />
      <CodeField {...form.getInputProps('code')} autoFocus />
      <div className={styles.formEnd}>
        <Button type="submit" loading={busy}>
          {t('code.confirm')}
        </Button>
        <ResendCode flow="resend" email={email} />
      </div>
    </form>
  )
}

/** The field of the 6-digit code, also used to set a new password. */
export function CodeField(props: React.ComponentProps<typeof TextInput>) {
  const { t } = useTranslation('accounts')
  const { tries, digits } = verificationCodeValidity
  const minutes = useLimits().codeMinutes
  return (
    <TextInput
      label={t('fields.code')}
      description={t('code.help', { minutes, tries })}
      withAsterisk
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={digits + 3}
      {...props}
    />
  )
}

/** Sends another code, and declares the previous one invalid. */
export function ResendCode({ flow, email }: { flow: 'resend' | 'forgot'; email: string }) {
  const { t } = useTranslation('accounts')
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle')
  const [failure, setFailure] = useState<unknown>()
  const send = async () => {
    setState('busy')
    setFailure(undefined)
    try {
      await callAuth(flow, { email })
      setState('sent')
    } catch (error) {
      setState('idle')
      setFailure(error)
    }
  }
  return (
    <>
      <Button variant="subtle" loading={state === 'busy'} onClick={() => void send()}>
        {t('code.again')}
      </Button>
      {state === 'sent' ? (
        <Alert color="brand" variant="light" role="status" icon={<IconMailCheck size={18} aria-hidden />} w="100%">
          {t('code.sentAgain', { email })}
        </Alert>
      ) : null}
      <AccountFailure error={failure} />
    </>
  )
}
