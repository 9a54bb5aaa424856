import { Alert, Anchor, Button, PasswordInput, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { ApiFailure } from '@vigilux/client/failure.ts'
import { type ComponentProps, type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf } from '../../shared/api/api-failure.ts'
import * as formStyles from '../../shared/form/form.module.css'
import { focusFirstError, useCheckedForm } from '../../shared/form/form.ts'
import { loadTextBundles } from '../../shared/i18n/i18n.ts'
import { lazy } from '../../shared/lazy.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { pendingWorkKey } from '../../shared/offline/pending-work-key.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { useSavedInvite } from '../../shared/session/invite.ts'
import { signOutReason } from '../../shared/session/return-path.ts'
import { refreshSession, useIsDemo } from '../../shared/session/session.ts'
import { callAuth } from '../../shared/session/session-api.ts'
import { pathTo } from '../../site-map.ts'
import { AccountCard } from './AccountCard.tsx'
import { AccountFailure } from './AccountFailure.tsx'
import { signInForm } from './account-forms.ts'
import * as styles from './accounts.module.css'
import { CodeStep } from './CodeStep.tsx'
import { findLastCompanyEmail, refetchCompanies, useCompanySignIn } from './company.ts'
import { CompanyStep, FactorStep, PasskeySignIn } from './signing-in.ts'
import { useSubmission } from './use-submission.ts'

/** Demo only; other installations never fetch its code. */
const DemoSignIn = lazy(async () => {
  const [{ DemoSignIn }] = await Promise.all([import('../../demo/DemoSignIn.tsx'), loadTextBundles('demo', 'people')])
  return DemoSignIn
})

/** Loads only when this device stores unsent work. */
const WaitingNote = lazy(
  async () => (await Promise.all([import('./WaitingNote.tsx'), loadTextBundles('outbox')]))[0].WaitingNote,
)

/**
 * The sign-in form; in the demo also a card per role, unless the person comes from a form of their own. Renders nothing
 * until this is decided, to avoid movement.
 */
export function SignInPage() {
  const isDemo = useIsDemo()
  const [{ email, done, refused }] = useSearchParams()
  if (isDemo === undefined) return null
  if (!isDemo || email || done || refused) return <SignIn />
  return (
    <DemoSignIn>
      <SignIn amongCards />
    </DemoSignIn>
  )
}

type MissingStep = 'confirmation' | 'factor'
const missingSteps: Partial<Record<string, MissingStep>> = {
  USER_NOT_CONFIRMED: 'confirmation',
  SECOND_FACTOR_NEEDED: 'factor',
}

/** Sign-in; an unconfirmed address leads to its code. Afterwards the gate moves the person on. */
function SignIn({ amongCards = false }: { amongCards?: boolean }) {
  const { t } = useTranslation('accounts')
  const queries = useQueryClient()
  const [{ email = findLastCompanyEmail(), refused }] = useSearchParams()
  const form = useCheckedForm(signInForm, { email, password: '' })
  const company = useCompanySignIn(form.values.email)
  const [missingStep, setMissingStep] = useState<MissingStep>()

  const receive = (error: unknown) => {
    const { code } = failureOf(error)
    if (code === 'COMPANY_SIGN_IN_ONLY') refetchCompanies(queries)
    const step = missingSteps[code]
    if (step) setMissingStep(step)
    return step !== undefined
  }
  const { busy, failure, ...submission } = useSubmission(form, {
    refused: refused ? new ApiFailure(refused, 0) : undefined,
    receive,
  })
  const signIn = (values: { email: string; password: string }) =>
    submission.submit(async () => {
      await callAuth('sign-in', values)
      await refreshSession(queries)
    })

  const requiresCompany = company.company?.passwords === false
  /** Enter after a company's address goes to the company's sign-in. */
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const goesToCompany = company.company && (requiresCompany || form.values.password === '')
    if (!goesToCompany) return form.onSubmit((values) => void signIn(values), focusFirstError)(event)
    event.preventDefault()
    void company.begin()
  }

  if (missingStep === 'factor')
    return (
      <AccountCard title={t('factor.signInTitle')} level={amongCards ? 2 : 1}>
        <FactorStep given={form.values} onBack={() => setMissingStep(undefined)} />
      </AccountCard>
    )
  if (missingStep)
    return (
      <AccountCard
        title={t('code.title')}
        text={t('code.unconfirmed', { email: form.values.email })}
        level={amongCards ? 2 : 1}
      >
        <CodeStep
          email={form.values.email}
          onConfirmed={async () => {
            setMissingStep(undefined)
            await signIn(form.values)
          }}
        />
      </AccountCard>
    )
  return (
    <AccountCard
      title={t('signIn.title')}
      level={amongCards ? 2 : 1}
      foot={requiresCompany ? undefined : <SignInFoot />}
    >
      <form className={formStyles.form} noValidate onSubmit={submit}>
        {localStorage.getItem(pendingWorkKey) && <WaitingNote />}
        <SignInNote />
        <AccountFailure error={company.failure ? undefined : failure} />
        <TextInput
          label={t('word.email')}
          withAsterisk
          type="email"
          autoComplete="username webauthn"
          autoFocus={email === '' && !amongCards}
          {...form.getInputProps('email')}
        />
        {company.company ? <CompanyStep {...company} /> : null}
        {requiresCompany ? null : (
          <PasswordPart
            busy={busy}
            second={company.company !== undefined}
            autoFocus={email !== ''}
            {...form.getInputProps('password')}
          />
        )}
      </form>
      {requiresCompany ? null : <PasskeySignIn />}
    </AccountCard>
  )
}

/** `second` when the company's own sign-in comes first. */
type PasswordPartProps = ComponentProps<typeof PasswordInput> & { busy: boolean; second: boolean }

function PasswordPart({ busy, second, ...field }: PasswordPartProps) {
  const { t } = useTranslation('accounts')
  return (
    <>
      <PasswordInput
        label={t('fields.password')}
        withAsterisk
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
        {...field}
      />
      <div className={styles.formEnd}>
        <Button type="submit" variant={second ? 'default' : 'filled'} loading={busy}>
          {t('signIn.submit')}
        </Button>
        <Anchor component={AppLink} to={pathTo('forgotPassword')} size="sm">
          {t('signIn.forgot')}
        </Anchor>
      </div>
    </>
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

/** Why the person is here: registered, new password, session ended, or an invitation. */
function SignInNote() {
  const { t } = useTranslation('accounts')
  const [{ done }] = useSearchParams()
  const reason = signOutReason()
  const invite = useSavedInvite()
  const notes: ReactNode[] = []
  if (done === 'account') notes.push(t('signIn.registered'))
  if (done === 'password') notes.push(t('signIn.passwordSet'))
  if (reason && reason !== 'own') notes.push(t(`signedOut.${reason}`))
  if (invite) notes.push(t('signIn.invited'))
  return notes.map((note, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the notes never move
    <Alert key={place} color="brand" variant="light" role="status">
      {note}
    </Alert>
  ))
}
