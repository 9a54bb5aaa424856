import { Alert, Anchor, Button, PasswordInput, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf } from '../../shared/api/api-failure.ts'
import { focusFirstError, showFieldFailures, useCheckedForm } from '../../shared/form/form.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { useSearchParams } from '../../shared/search-params.ts'
import { keptInvite } from '../../shared/session/invite.ts'
import { signOutReason } from '../../shared/session/return-path.ts'
import { refreshSession } from '../../shared/session/session.ts'
import { callAuth } from '../../shared/session/session-api.ts'
import { pathTo } from '../../site-map.ts'
import { AccountCard } from './AccountCard.tsx'
import { AccountFailure } from './AccountFailure.tsx'
import { signInForm } from './account-forms.ts'
import { CodeStep } from './CodeStep.tsx'

/** Signing in; an address that is not confirmed yet leads to its code. The gate moves the person on afterwards. */
export function SignInPage() {
  const { t } = useTranslation('accounts')
  const queries = useQueryClient()
  const [{ email = '' }] = useSearchParams()
  const form = useCheckedForm(signInForm, { email, password: '' })
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const [unconfirmed, setUnconfirmed] = useState(false)

  const signIn = async (values: { email: string; password: string }) => {
    setBusy(true)
    setFailure(undefined)
    try {
      await callAuth('sign-in', values)
      await refreshSession(queries)
    } catch (error) {
      if (failureOf(error).code === 'USER_NOT_CONFIRMED') setUnconfirmed(true)
      else if (!showFieldFailures(form, error)) setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  if (unconfirmed)
    return (
      <AccountCard title={t('code.title')} text={t('code.unconfirmed', { email: form.values.email })}>
        <CodeStep
          email={form.values.email}
          onConfirmed={async () => {
            setUnconfirmed(false)
            await signIn(form.values)
          }}
        />
      </AccountCard>
    )
  return (
    <AccountCard title={t('signIn.title')} foot={<SignInFoot />}>
      <form className="vx-form" noValidate onSubmit={form.onSubmit((values) => void signIn(values), focusFirstError)}>
        <SignInNote />
        <AccountFailure error={failure} />
        <TextInput
          label={t('fields.email')}
          withAsterisk
          type="email"
          autoComplete="username"
          autoFocus={email === ''}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={t('fields.password')}
          withAsterisk
          autoComplete="current-password"
          autoFocus={email !== ''}
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
          {...form.getInputProps('password')}
        />
        <div className="vx-form-end">
          <Button type="submit" loading={busy}>
            {t('signIn.submit')}
          </Button>
          <Anchor component={AppLink} to={pathTo('forgotPassword')} size="sm">
            {t('signIn.forgot')}
          </Anchor>
        </div>
      </form>
    </AccountCard>
  )
}

function SignInFoot() {
  const { t } = useTranslation('accounts')
  return (
    <span>
      {t('signIn.noAccount')} <AppLink to={pathTo('signUp')}>{t('signIn.signUp')}</AppLink>
    </span>
  )
}

/** Why one is here: just registered, a new password, a session that ended, an invitation that waits. */
function SignInNote() {
  const { t } = useTranslation('accounts')
  const [{ done }] = useSearchParams()
  const reason = signOutReason()
  const notes: ReactNode[] = []
  if (done === 'account') notes.push(t('signIn.registered'))
  if (done === 'password') notes.push(t('signIn.passwordSet'))
  if (reason && reason !== 'own') notes.push(t(`signedOut.${reason}`))
  if (keptInvite()) notes.push(t('signIn.invited'))
  return notes.map((note, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the notes never move
    <Alert key={place} color="brand" variant="light" role="status">
      {note}
    </Alert>
  ))
}
