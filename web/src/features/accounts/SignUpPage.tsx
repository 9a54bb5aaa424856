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
  const go = useNavigateTo()
  const [registered, setRegistered] = useState<string>()
  if (registered)
    return (
      <AccountCard title={t('code.title')} text={t('code.sent', { email: registered })}>
        <CodeStep
          email={registered}
          onConfirmed={() => go.replace(pathTo('loginNew', {}, { email: registered, done: 'account' }))}
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
      <SignUpForm onRegistered={setRegistered} />
    </AccountCard>
  )
}
