import { Button } from '@mantine/core'
import { IconBuilding, IconKey, IconShieldCheck, IconShieldOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { SignInMethods } from '@vigilux/contract/features/accounts/sign-in-methods.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { actionKey } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { browserTimeZone } from '../../shared/format/wall-time.ts'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { AddPasskey } from './AddPasskey.tsx'
import * as accountsStyles from './accounts.module.css'
import { EmailLine } from './ChangeEmail.tsx'
import { ChangeFactor } from './ChangeFactor.tsx'
import * as factorStyles from './factor.module.css'
import { PasskeyLine } from './PasskeyLine.tsx'
import { SetUpFactor } from './SetUpFactor.tsx'
import { signsInByPassword } from './sign-in-methods.ts'

/** Sign-in methods besides the password. */
export function SignInMethodsCard() {
  const { t } = useTranslation('accounts')
  const queries = useQueryClient()
  const [isAdding, setAdding] = useState(false)
  return (
    <Card
      title={t('profile.signIn')}
      aside={
        <AnswerBoundary quiet>
          <AddButton onClick={() => setAdding(true)} />
        </AnswerBoundary>
      }
    >
      <div className={accountsStyles.profileBody}>
        <AnswerBoundary>
          <Methods />
        </AnswerBoundary>
      </div>
      {isAdding ? (
        <AddPasskey
          onDone={() => void queries.invalidateQueries({ queryKey: actionKey('getSignInMethods') })}
          onClose={() => setAdding(false)}
        />
      ) : null}
    </Card>
  )
}

/** Not for people who sign in through a company. */
function AddButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation('accounts')
  if (!signsInByPassword(useAnswer('getSignInMethods', {}))) return null
  return (
    <Button size="compact-sm" variant="subtle" onClick={onClick}>
      {t('passkey.add')}
    </Button>
  )
}

function Methods() {
  const { t } = useTranslation('accounts')
  const methods = useAnswer('getSignInMethods', {})
  const { company, passkeys, second_factor: factor } = methods
  const hasPassword = signsInByPassword(methods)
  return (
    <ul className={accountsStyles.profileLines}>
      <EmailLine methods={methods} />
      {company ? <CompanyLine company={company} /> : null}
      {hasPassword ? <FactorLine factor={factor} /> : null}
      {passkeys.map((passkey) => (
        <PasskeyLine key={passkey.passkey_id} passkey={passkey} />
      ))}
      {passkeys.length === 0 && hasPassword ? (
        <li>
          <IconKey size={18} aria-hidden />
          <span className="vx-quiet">{t('passkey.none')}</span>
        </li>
      ) : null}
    </ul>
  )
}

function CompanyLine({ company: { name, since, only } }: { company: NonNullable<SignInMethods['company']> }) {
  const { t } = useTranslation('accounts')
  const { dateTime } = useFormats(browserTimeZone)
  return (
    <li>
      <IconBuilding size={18} aria-hidden />
      <span className={accountsStyles.profileLineText}>
        <strong>{t('company.line', { company: name })}</strong>
        <span className="vx-quiet">{t('company.since', { at: dateTime(since) })}</span>
        {only ? <span className="vx-quiet">{t('company.only')}</span> : null}
      </span>
    </li>
  )
}

type Asking = 'setUp' | 'renew' | 'end'

function FactorLine({ factor }: { factor: SignInMethods['second_factor'] }) {
  const { t } = useTranslation('accounts')
  const { dateTime } = useFormats(browserTimeZone)
  const queries = useQueryClient()
  const [openDialog, setOpenDialog] = useState<Asking>()
  const onClose = () => setOpenDialog(undefined)
  const onDone = () => void queries.invalidateQueries({ queryKey: actionKey('getSignInMethods') })
  const Icon = factor ? IconShieldCheck : IconShieldOff
  return (
    <li>
      <Icon size={18} aria-hidden />
      <span className={accountsStyles.profileLineText}>
        <strong>{t('factor.title')}</strong>
        <span className="vx-quiet">
          {factor
            ? `${t('factor.on', { at: dateTime(factor.since) })} · ${t('factor.left', { count: factor.recovery_codes_left })}`
            : t('factor.off')}
        </span>
      </span>
      <span className={factorStyles.factorButtons}>
        {factor ? (
          <>
            <Button size="xs" variant="default" onClick={() => setOpenDialog('renew')}>
              {t('factor.newCodes')}
            </Button>
            <Button size="xs" variant="default" onClick={() => setOpenDialog('end')}>
              {t('factor.end')}
            </Button>
          </>
        ) : (
          <Button size="xs" variant="default" onClick={() => setOpenDialog('setUp')}>
            {t('factor.setUp')}
          </Button>
        )}
      </span>
      {openDialog === 'setUp' ? <SetUpFactor onDone={onDone} onClose={onClose} /> : null}
      {openDialog === 'renew' || openDialog === 'end' ? (
        <ChangeFactor end={openDialog === 'end'} onDone={onDone} onClose={onClose} />
      ) : null}
    </li>
  )
}
