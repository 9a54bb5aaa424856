import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink, useNavigateTo } from '../../shared/navigation.tsx'
import { pathTo } from '../../site-map.ts'
import { AccountCard } from './AccountCard.tsx'
import { CodeStep } from './CodeStep.tsx'
import { SignUpForm } from './SignUpForm.tsx'

/** Registration in two steps: the data, then the code from the mail. */
export function SignUpPage() {
  const { t } = useTranslation('accounts')
  const navigateTo = useNavigateTo()
  const [registeredEmail, setRegisteredEmail] = useState<string>()
  if (registeredEmail)
    return (
      <AccountCard title={t('code.title')} text={t('code.sent', { email: registeredEmail })}>
        <CodeStep
          email={registeredEmail}
          onConfirmed={() => navigateTo.replace(pathTo('loginNew', {}, { email: registeredEmail, done: 'account' }))}
        />
      </AccountCard>
    )
  return (
    <AccountCard
      wide
      title={t('signUp.title')}
      foot={
        <span>
          {t('signUp.haveAccount')} <AppLink to={pathTo('login')}>{t('signIn.title')}</AppLink>
        </span>
      }
    >
      <SignUpForm onRegistered={setRegisteredEmail} />
    </AccountCard>
  )
}
