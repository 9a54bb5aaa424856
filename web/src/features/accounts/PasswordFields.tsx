import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { IconCheck, IconPoint } from '@tabler/icons-react'
import { password } from '@vigilux/contract/features/accounts/account.ts'
import { useTranslation } from 'react-i18next'
import * as formStyles from '../../shared/form/form.module.css'
import { fieldCodeText } from '../../shared/form/form.ts'
import * as styles from './accounts.module.css'

const rules = [
  'password_too_short',
  'password_without_digit',
  'password_without_lowercase',
  'password_without_uppercase',
  'password_without_special',
] as const

/** Password rules of the contract broken by a text. */
function isMissing(text: string): string[] {
  return password.safeParse(text).error?.issues.map(({ message }) => message) ?? []
}

function PasswordRules({ value }: { value: string }) {
  const { t } = useTranslation('accounts')
  const unmetRules = isMissing(value)
  return (
    <ul className={styles.rules} aria-label={t('passwordRules')}>
      {rules.map((rule) => {
        const isMet = !unmetRules.includes(rule)
        const Mark = isMet ? IconCheck : IconPoint
        return (
          <li key={rule} data-met={isMet || undefined}>
            <Mark size={14} aria-hidden />
            {fieldCodeText(rule)}
            {isMet ? <span className="vx-hidden"> ({t('ruleMet')})</span> : null}
          </li>
        )
      })}
    </ul>
  )
}

type FieldProps = PasswordInputProps
type PasswordFieldsProps = { value: string; password: FieldProps; confirmation: FieldProps }

/** A new password, entered twice; lists every rule and ticks it when it is met. */
export function PasswordFields({ value, password: first, confirmation }: PasswordFieldsProps) {
  const { t } = useTranslation('accounts')
  const toggle = { 'aria-label': t('showPassword') }
  const hasError = value !== '' && first.error
  return (
    <div className={formStyles.form}>
      <div>
        <PasswordInput
          label={t('fields.password')}
          withAsterisk
          autoComplete="new-password"
          visibilityToggleButtonProps={toggle}
          {...first}
          error={
            hasError
              ? isMissing(value)
                  .map((code) => fieldCodeText(code))
                  .join(' ')
              : first.error
          }
        />
        <PasswordRules value={value} />
      </div>
      <PasswordInput
        label={t('fields.confirmation')}
        withAsterisk
        autoComplete="new-password"
        visibilityToggleButtonProps={toggle}
        {...confirmation}
      />
    </div>
  )
}
